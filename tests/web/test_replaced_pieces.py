"""Pieces replaced by the host of a server are drawn on the board and on all other pages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tablee import games
from tests.web.browser import running_server
from tests.web.players import TableSetup, new_person, start_match

KEY = "clouds"
# The replaced starting lands: two mountains and a phoenix.
REPLACED_LAND = 'start-{name} = {{ icons = ["mountain", "mountain"], animals = ["phoenix"] }}'


@pytest.fixture
def replaced_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Start a server with replaced starting lands; yield its address."""
    text = (games.load(KEY).folder / "pieces.toml").read_text("utf-8")
    text, count = re.subn(
        r"^start-(\w+) = .*$", lambda found: REPLACED_LAND.format(name=found[1]), text, flags=re.M
    )
    assert 4 == count
    (tmp_path / f"{KEY}.toml").write_text(text.replace('edition = "', 'edition = "mine, '), "utf-8")
    monkeypatch.setenv("TABLEE_PIECES", str(tmp_path))
    with running_server(pace=0.02) as address:
        yield address


def count_shields(land: Locator) -> int:
    """Count the shields on a drawn card by their positions."""
    icons = land.locator("g:has(> svg[viewBox='0 0 24 24'])")
    transforms: list[str] = icons.evaluate_all("all => all.map(icon => icon.getAttribute('transform'))")
    return len(set(transforms))


def test_the_board_and_the_other_pages_draw_replaced_pieces(browser: Browser, replaced_address: str) -> None:
    person = new_person(browser, replaced_address, "Owner")
    person.open(start_match(TableSetup(KEY, 1, ["random"]), [person]))
    start = person.page.locator(".world .place svg.land").first
    expect(start).to_be_visible()
    assert 2 == count_shields(start)
    phoenix = games.load(KEY).translations("fr")("animal.phoenix")
    expect(person.page.locator(f".world [aria-label*='{phoenix}']")).to_have_count(1)
    for page in ("pieces", "pad"):
        person.page.goto(f"/games/{KEY}/{page}")
        drawn = person.page.get_by_role("img", name=phoenix).filter(has=person.page.locator("svg.land"))
        expect(drawn.first).to_be_visible()
        assert 2 == count_shields(drawn.last)
    person.context.close()
