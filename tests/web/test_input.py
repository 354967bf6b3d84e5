"""Dragging and keyboard, where browsers differ; equal pieces."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import PHONE_OPTIONS
from tests.web.modules import import_module
from tests.web.players import (
    CONFIRM,
    TARGET,
    Person,
    TableSetup,
    by_finger,
    new_person,
    play_until,
    start_match,
)

GHOST = ".ghost"
# A thing of 80 by 60 px, before transforms, and a place to drop it.
SETUP = """([outer, inner]) => {
  document.body.innerHTML = `<main style="margin: 30px; transform: ${outer}; transform-origin: 0 0">
    <div><b data-thing="a" style="display: block; width: 80px; height: 60px; ${inner}">text</b></div>
    <p data-thing="b" style="margin-top: 200px">text</p>
  </main>`;
  window.calls = [];
  const log = (name) => (thing) => calls.push(`${name} ${thing}`);
  const root = document.querySelector("main");
  const drag = new module.Drag(() => root, (thing) => thing === "a", log("lift"), log("drop"));
  root.addEventListener("pointerdown", (event) => drag.begin(event));
}"""
# Old browsers place a fixed element relative to a container; every browser does so inside a transform.
CONTAINERS = ["none", "translate(40px, 30px)", "scale(0.8)", "translate(50px) scale(1.5)"]
# Styles of the thing itself that its copy has too.
THINGS = ["", "scale: 1.1", "translate: 0 -6px", "max-width: 50%; transition: all 9s"]
BOX = "thing => { const box = thing.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }"
# Whether the page may select text now.
SELECTABLE = """() => document.querySelector("main").dispatchEvent(
  new Event("selectstart", { bubbles: true, cancelable: true }),
)"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page that has imported the module for dragging."""
    page = browser.new_page()
    import_module(page, "src/table/drag.ts")
    yield page
    page.close()


def press(page: Page) -> tuple[list[float], float, float]:
    """Press the mouse on the thing; return its box and where it was pressed."""
    box: list[float] = page.locator('[data-thing="a"]').evaluate(BOX)
    x, y = box[0] + 20, box[1] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    return box, x, y


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("container", CONTAINERS)
def test_what_is_dragged_stays_under_the_pointer(page: Page, container: str, thing: str) -> None:
    page.evaluate(SETUP, [container, thing])
    (left, top, width, height), x, y = press(page)
    page.mouse.move(x + 70, y + 50, steps=4)
    assert pytest.approx([left + 70, top + 50, width, height], abs=0.5) == page.locator(GHOST).evaluate(BOX)
    page.locator('[data-thing="b"]').hover(force=True)
    page.mouse.up()
    expect(page.locator(GHOST)).to_have_count(0)
    assert ["lift a", "drop b"] == page.evaluate("calls")


def test_dragging_selects_no_text(page: Page) -> None:
    page.evaluate(SETUP, ["none", ""])
    assert page.evaluate(SELECTABLE)
    press(page)
    assert not page.evaluate(SELECTABLE)
    page.mouse.up()
    assert page.evaluate(SELECTABLE)


def test_the_stage_is_marked_while_a_person_plays_by_keyboard(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Inès")
    person.open(start_match(TableSetup("islands", 1, ["casual"]), [person]))
    partial = person.page.locator(f"{TARGET}[data-drag]")
    play_until([person], lambda: person.may_move and partial.count() > 0)
    marked = person.page.locator(".stage[data-keyboard]")
    partial.first.click()
    expect(marked).to_have_count(0)
    person.page.keyboard.press("ArrowDown")
    expect(marked.locator("[data-thing]:focus")).to_have_css("outline-style", "solid")
    person.page.mouse.click(2, 2)
    expect(marked).to_have_count(0)
    person.context.close()


def test_each_of_equal_cards_can_be_chosen(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Ève", by_finger, **PHONE_OPTIONS)
    page = person.page
    page.add_init_script("localStorage.tablee = JSON.stringify({ confirm: 'always', speed: 'instant' })")
    table, equal = hand_with_equal_cards(person)
    person.open(table)
    person.wait_until(lambda: equal in person.targets())
    cards = page.locator(f'[data-id^="hand-{equal}"]')
    # The second touch moves the choice, and plays nothing.
    for at in (1, 0):
        cards.nth(at).tap()
        expect(cards.nth(at)).to_have_attribute("data-state", "ready")
        expect(cards.nth(1 - at)).not_to_have_attribute("data-thing", equal)
    assert 0 not in person.view["chosen"]
    page.locator(CONFIRM).tap()
    person.wait_until(lambda: person.view["phase"] == "pass")
    person.context.close()


def hand_with_equal_cards(person: Person) -> tuple[str, str]:
    """Start matches until a hand has equal cards, about one in ten; return the table and the card."""
    while True:
        table = start_match(TableSetup("clouds", 1, ["casual"]), [person])
        view = person.context.request.get(f"/api/tables/{table}").json()["view"]
        names = [card["card"] for card in view["hand"]]
        if equal := {name for name in names if names.count(name) > 1}:
            return table, equal.pop()
