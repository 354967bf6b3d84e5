"""axe-core finds no violation on any page, in both languages and themes; no text or target is too small.

Contrast depends on the theme and names on the language, so that two of the four combinations find both.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tablee import games
from tests.web.accessibility import MIN_TARGET_PX, MIN_TEXT_PX, TOO_SMALL, faint_texts, violations
from tests.web.browser import SMALL_PHONE, new_context
from tests.web.players import Person, TableSetup, game_keys, new_person, play_until, start_match

PAGES = [
    "/",
    "/daily",
    "/friends",
    "/matches",
    "/me",
    "/account",
    "/notifications",
    "/house",
    "/credits",
    "/nothing/here",
]
GAME_PAGES = ["", "/rules", "/pieces", "/pad", "/leaderboard"]
VARIANTS = [("fr", "light"), ("en", "dark")]
DESK: ViewportSize = {"width": 1280, "height": 800}


@pytest.fixture(params=VARIANTS, ids=["-".join(variant) for variant in VARIANTS])
def variant(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return context options: language and theme."""
    language, theme = request.param
    return {"language": language, "color_scheme": theme}


@pytest.fixture
def page(browser: Browser, address: str, variant: dict[str, Any]) -> Iterator[Page]:
    """Open an empty page on a small phone."""
    shape: dict[str, Any] = {"viewport": SMALL_PHONE, "is_mobile": True, "has_touch": True}
    context = new_context(browser, address, **shape, **variant)
    yield context.new_page()
    context.close()


def paths() -> list[str]:
    """Return the paths of all pages except tables."""
    return PAGES + [f"/games/{key}{page}" for key in game_keys() for page in GAME_PAGES]


def test_no_page_has_violations_and_on_a_phone_none_has_small_texts_or_targets(
    page: Page, variant: dict[str, Any]
) -> None:
    found = []
    for path in paths():
        page.set_viewport_size(SMALL_PHONE)
        page.goto(path)
        page.get_by_role("heading").first.wait_for()
        page.wait_for_load_state("networkidle")
        expect(page.locator("html")).to_have_attribute("lang", variant["language"])
        found += [f"{path} {each}" for each in page.evaluate(TOO_SMALL, [MIN_TEXT_PX, MIN_TARGET_PX])]
        # Not innerWidth: a phone makes room for a page that is too wide.
        assert page.evaluate("() => document.documentElement.scrollWidth") <= SMALL_PHONE["width"], path
        page.set_viewport_size(DESK)
        found += violations(page)
    assert [] == found


@pytest.mark.parametrize("key", game_keys())
def test_no_table_has_accessibility_violations(
    browser: Browser, address: str, variant: dict[str, Any], key: str
) -> None:
    person = new_person(browser, address, "Gaëlle", **variant)
    found = []
    person.page.goto(f"/t/{lobby(person, key)}")
    # The title comes with the texts of the game.
    person.page.locator(".title h1").wait_for()
    found += violations(person.page)
    person.open(start_match(TableSetup(key, 1, ["casual"]), [person]))
    for more in (1, 8):
        touch_times(person, more)
        found += [*violations(person.page), *faint_texts(person.page)]
    person.context.close()
    assert [] == found


def test_the_names_of_characters_can_be_read(browser: Browser, address: str, variant: dict[str, Any]) -> None:
    person = new_person(browser, address, "Gaëlle", **variant)
    setup = TableSetup("islands", 1, ["casual"], {"characters": "chosen"})
    person.open(start_match(setup, [person]))
    person.page.get_by_text("Shirin").wait_for()
    assert [] == faint_texts(person.page)
    person.context.close()


def touch_times(person: Person, more: int) -> None:
    """Play for a number of touches, or until the match is over."""
    wanted = person.touches + more
    play_until([person], lambda: person.touches >= wanted or person.is_over)


def lobby(person: Person, key: str) -> str:
    """Create a table that has not started; return its id."""
    body = {"game": key, "seats": games.load(key).seats[-1], "name": person.name}
    table: str = person.context.request.post("/api/tables", data=body).json()["id"]
    return table
