"""Zoom and pan of a board inside its zone: wheel, pinch, drag, keys; targets stay where they are drawn."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser import PHONE
from tests.web.modules import import_module
from tests.web.players import TARGET, Person, TableSetup, new_person, play_until, start_match

# A zone of 300 by 200 px with four targets in its corners and a free middle; clicks are noted.
SETUP = """() => {
  const thing = (word, place) => `<b data-thing="${word}" data-state="target" tabindex="0"
    style="position: absolute; width: 60px; height: 40px; ${place}"></b>`;
  document.body.innerHTML = `
  <main style="position: absolute; left: 20px; top: 30px; width: 300px; height: 200px">
    <div style="position: relative; height: 100%">
      ${thing("a", "left: 0; top: 0")} ${thing("b", "right: 0; top: 0")}
      ${thing("c", "left: 0; bottom: 0")} ${thing("d", "right: 0; bottom: 0")}
    </div>
  </main>`;
  window.clicks = [];
  const zone = document.querySelector("main");
  zone.addEventListener("click", ({ target }) => target.dataset.thing && clicks.push(target.dataset.thing));
  module.zoomable(zone);
}"""
# A turn of 300 px.
WHEEL_ZOOM = re.compile(r"^2\.117")
BOX = "thing => { const box = thing.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page that has imported the module and has one zone."""
    page = browser.new_page(has_touch=True)
    import_module(page, "src/table/zoom.ts")
    page.evaluate(SETUP)
    yield page
    page.close()


def zoom_in(page: Page, x: float, y: float) -> Locator:
    """Turn the wheel at a point of the page; return the zone once it is zoomed."""
    zone = page.locator("main")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    expect(zone).to_have_attribute("data-zoom", WHEEL_ZOOM)
    return zone


def thing(page: Page, word: str) -> Locator:
    return page.locator(f'[data-thing="{word}"]')


def test_the_wheel_zooms_about_the_pointer_and_targets_are_touched_where_they_are_drawn(page: Page) -> None:
    zoom_in(page, 20, 30)
    x, y, width, height = thing(page, "a").evaluate(BOX)
    assert pytest.approx([20, 30, 127, 84.7], abs=0.1) == [x, y, width, height]
    page.mouse.click(20 + 120, 30 + 80)
    assert ["a"] == page.evaluate("clicks")


def test_a_drag_pans_and_is_no_touch(page: Page) -> None:
    zone = zoom_in(page, 20, 30)
    page.mouse.move(60, 60)
    page.mouse.down()
    page.mouse.move(10, 40, steps=3)
    page.mouse.up()
    expect(zone).to_have_attribute("data-zoom", WHEEL_ZOOM)
    assert pytest.approx([-30, 10], abs=0.1) == thing(page, "a").evaluate(BOX)[:2]
    assert [] == page.evaluate("clicks")
    page.mouse.move(300, 210)
    page.mouse.down()
    page.mouse.move(-2000, -2000, steps=3)
    page.mouse.up()
    x, y, width, height = thing(page, "d").evaluate(BOX)
    assert pytest.approx([320, 230], abs=0.1) == [x + width, y + height]


def test_without_zoom_a_drag_moves_nothing_and_a_touch_stays_a_touch(page: Page) -> None:
    before = thing(page, "a").evaluate(BOX)
    page.mouse.move(100, 100)
    page.mouse.down()
    page.mouse.move(160, 140, steps=3)
    page.mouse.up()
    thing(page, "a").click()
    assert before == thing(page, "a").evaluate(BOX)
    assert ["a"] == page.evaluate("clicks")


def test_a_double_tap_beside_targets_shows_the_whole_board_again(page: Page) -> None:
    zone = zoom_in(page, 170, 130)
    page.mouse.dblclick(170, 130)
    expect(zone).not_to_have_attribute("data-zoom", re.compile("."))
    assert pytest.approx([20, 30, 60, 40]) == thing(page, "a").evaluate(BOX)


def test_a_double_tap_on_a_target_is_two_touches(page: Page) -> None:
    zone = zoom_in(page, 20, 30)
    page.mouse.dblclick(60, 60)
    assert ["a", "a"] == page.evaluate("clicks")
    expect(zone).to_have_attribute("data-zoom", WHEEL_ZOOM)


def test_two_fingers_zoom(page: Page) -> None:
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    touch("touchStart", (150, 130))
    touch("touchStart", (150, 130), (190, 130))
    touch("touchMove", (130, 130), (210, 130))
    touch("touchEnd")
    expect(page.locator("main")).to_have_attribute("data-zoom", "2")
    x, y, width, height = thing(page, "a").evaluate(BOX)
    assert pytest.approx([120, 80]) == [width, height]
    assert pytest.approx([20 - 150, 30 - 100], abs=0.5) == [x, y]


def test_keys_zoom_and_the_focus_is_shown(page: Page) -> None:
    zone = page.locator("main")
    thing(page, "a").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(zone).to_have_attribute("data-zoom", "1.5625")
    thing(page, "d").focus()
    x, y, width, height = thing(page, "d").evaluate(BOX)
    assert x + width <= 320.1
    assert y + height <= 230.1
    page.keyboard.press("0")
    assert pytest.approx([20, 30, 60, 40]) == thing(page, "a").evaluate(BOX)


def moves_of(person: Person, seat: int) -> list[str]:
    """Return the moves of a seat in every update so far."""
    return [line["words"] for update in person.updates for line in update["log"] if line["seat"] == seat]


@pytest.mark.parametrize("shape", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_a_card_is_laid_in_a_world_that_is_zoomed(
    browser: Browser, address: str, shape: dict[str, Any]
) -> None:
    person = new_person(browser, address, "Zoé", **shape)
    person.open(start_match(TableSetup("clouds", 1, ["casual"]), [person]))
    cells = person.page.locator(f".zone.board {TARGET}")
    play_until([person], lambda: cells.count() > 0)
    cell = cells.first
    word = cell.get_attribute("data-thing")
    before = cell.evaluate(BOX)
    person.page.mouse.move(before[0] + before[2] / 2, before[1] + before[3] / 2)
    person.page.mouse.wheel(0, -200)
    expect(person.page.locator("[data-zoom]")).to_have_count(1)
    after = cell.evaluate(BOX)
    assert after[2] > before[2] * 1.3
    person.page.mouse.click(after[0] + after[2] / 2, after[1] + after[3] / 2)
    person.wait_until(lambda: any(word in words.split() for words in moves_of(person, seat=0)))
    assert [] == person.page_errors
    person.context.close()
