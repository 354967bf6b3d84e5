"""What a screen reader would stumble over, on every page, in each language, by day and by night: nothing."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tablee import games
from tests.web.browser import visitor
from tests.web.people import Person, Sitting, keys, newcomer, play_on, set_up

PAGES = ["/", "/credits", "/account", "/nothing/here"]
GAME_PAGES = ["", "/rules", "/pieces", "/pad"]
LOOKS = list(product(("fr", "en"), ("light", "dark")))
AXE = Axe()


def stumbles(page: Page) -> list[str]:
    """Each violation with the elements it is about."""
    found = AXE.run(page).response["violations"]
    return [
        f"{page.url} {each['id']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found
    ]


@pytest.fixture(params=LOOKS, ids=["-".join(look) for look in LOOKS])
def look(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A language, and day or night. Things stand still, or a contrast would be measured in a fade."""
    language, theme = request.param
    return {"language": language, "color_scheme": theme, "reduced_motion": "reduce"}


@pytest.fixture
def page(browser: Browser, address: str, look: dict[str, Any]) -> Iterator[Page]:
    """Somebody's page."""
    context = visitor(browser, address, **look)
    yield context.new_page()
    context.close()


def paths() -> list[str]:
    """Every page that is not a table."""
    return PAGES + [f"/games/{key}{page}" for key in keys() for page in GAME_PAGES]


def test_no_page_makes_a_screen_reader_stumble(page: Page, look: dict[str, Any]) -> None:
    found = []
    for path in paths():
        page.goto(path)
        page.get_by_role("heading").first.wait_for()
        page.wait_for_load_state("networkidle")
        assert look["language"] == page.locator("html").get_attribute("lang")
        found += stumbles(page)
    assert [] == found


@pytest.mark.parametrize("key", keys())
def test_no_table_makes_a_screen_reader_stumble(
    browser: Browser, address: str, look: dict[str, Any], key: str
) -> None:
    person = newcomer(browser, address, "Gaëlle", **look)
    found = []
    person.page.goto(f"/t/{lobby(person, key)}")
    person.page.get_by_role("heading").first.wait_for()
    found += stumbles(person.page)
    person.open(set_up(Sitting(key, 1, ["casual"]), [person]))
    for more in (1, 8):
        touch_on(person, more)
        found += stumbles(person.page)
    person.context.close()
    assert [] == found


def touch_on(person: Person, more: int) -> None:
    """Go on for so many touches, if the match lasts so long."""
    wanted = person.touches + more
    play_on([person], lambda: person.touches >= wanted or person.is_over)


def lobby(person: Person, key: str) -> str:
    """A table that waits for people."""
    body = {"game": key, "seats": games.load(key).seats[-1], "name": person.name}
    table: str = person.context.request.post("/api/tables", data=body).json()["id"]
    return table
