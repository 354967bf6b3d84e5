"""What a first match shows on a phone: characters, the notice for newcomers, the worth of a dream."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import PHONE, PHONE_OPTIONS, SMALL_PHONE
from tests.web.page_text import site_text
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

LANDSCAPE = {"width": 740, "height": 360}
# Whether each character is wholly in the tray, and how much its name differs from its card: 0 to 255.
CHARACTERS = """() => {
  const tray = document.querySelector(".zone.tray").getBoundingClientRect();
  const light = (colour) => Math.max(...colour.match(/[\\d.]+/g).slice(0, 3).map(Number));
  return [...document.querySelectorAll("[data-card=character]")].map((card) => {
    const name = card.querySelector("span:last-child");
    const [inner, outer] = [name, card].map((each) => each.getBoundingClientRect());
    const isIn = (a, b) => a.bottom <= b.bottom && a.right <= b.right;
    const [ink, paper] = [getComputedStyle(name).color, getComputedStyle(card).backgroundColor].map(light);
    return [isIn(inner, outer) && isIn(outer, tray), Math.abs(ink - paper)];
  });
}"""
# Whether something lies over the middle of the worth of the dream that was laid last; null if none was.
WORTH_COVERED = """() => {
  const worth = document.querySelector(".zone.goals .cell:has([data-last]) .value");
  if (!worth) return null;
  const { x, y, width, height } = worth.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) !== worth;
}"""
MAX_TABLES = 40


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, LANDSCAPE], ids=["phone", "small phone", "landscape"])
def test_the_names_of_characters_are_whole_and_readable(
    browser: Browser, address: str, size: dict[str, int], theme: str
) -> None:
    shape: dict[str, Any] = {**PHONE_OPTIONS, "viewport": size, "color_scheme": theme}
    person = new_person(browser, address, "Noé", by_finger, **shape)
    person.open(start_match(TableSetup("islands", 1, ["random"], {"characters": "chosen"}), [person]))
    expect(person.page.locator("[data-card=character]")).to_have_count(5)
    person.settle()
    assert all(is_whole and contrast > 100 for is_whole, contrast in person.page.evaluate(CHARACTERS))
    person.context.close()


def forced_first_move(person: Person) -> str:
    """Return a table at which the person's first move is the only legal one."""
    for _ in range(MAX_TABLES):
        table = start_match(TableSetup("islands", 1, ["random"] * 2), [person])
        moves: list[str] = []
        while not moves:
            moves = person.context.request.get(f"/api/tables/{table}").json()["view"]["moves"]
            person.page.wait_for_timeout(20)
        if len(moves) == 1:
            return table
    raise AssertionError("no first move is forced")


def test_the_notice_for_newcomers_waits_for_something_that_it_can_name(
    browser: Browser, address: str
) -> None:
    person = new_person(browser, address, "Noé", by_finger, **PHONE_OPTIONS)
    person.open(forced_first_move(person))
    notice = person.page.get_by_text(site_text("table.how-to-touch"))
    expect(person.page.locator(CONFIRM)).to_be_visible()
    assert person.targets() == []
    expect(notice).to_have_count(0)
    person.page.locator(CONFIRM).tap()
    expect(person.page.locator(TARGET).first).to_be_visible()
    expect(notice).to_be_visible()
    play_until([person], lambda: notice.count() == 0)
    person.context.close()


def test_the_worth_of_a_dream_lies_over_the_ring_of_the_last_move(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Noé", by_finger, **PHONE_OPTIONS)
    person.open(start_match(TableSetup("islands", 1, ["random"] * 2), [person]))
    found: list[bool | None] = []

    def is_laid() -> bool:
        found.append(person.page.evaluate(WORTH_COVERED))
        return found[-1] is not None

    play_until([person], is_laid)
    assert found[-1] is False
    person.context.close()
