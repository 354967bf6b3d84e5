"""An owner of a box who put in what theirs shows sees it wherever a piece is drawn."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tablee import games
from tests.web.browser import serving
from tests.web.people import Sitting, newcomer, set_up

KEY = "clouds"
# In this box whoever begins, begins with two mountains and a phoenix.
PRINTED = 'start-{name} = {{ icons = ["mountain", "mountain"], animals = ["phoenix"] }}'


@pytest.fixture
def replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A site whose host has replaced the starting lands."""
    text = (games.load(KEY).folder / "pieces.toml").read_text("utf-8")
    text, count = re.subn(
        r"^start-(\w+) = .*$", lambda found: PRINTED.format(name=found[1]), text, flags=re.M
    )
    assert 4 == count
    (tmp_path / f"{KEY}.toml").write_text(text.replace('edition = "', 'edition = "mine, '), "utf-8")
    monkeypatch.setenv("TABLEE_PIECES", str(tmp_path))
    with serving(pace=0.02) as address:
        yield address


def shields(land: Locator) -> int:
    """How many shields one sees on a drawn card: each is a sign of its own, in its own place."""
    signs = land.locator("g:has(> svg[viewBox='0 0 24 24'])")
    places: list[str] = signs.evaluate_all("all => all.map(sign => sign.getAttribute('transform'))")
    return len(set(places))


def test_the_board_and_the_other_pages_draw_the_pieces_of_the_site(browser: Browser, replaced: str) -> None:
    person = newcomer(browser, replaced, "Owner")
    person.open(set_up(Sitting(KEY, 1, ["random"]), [person]))
    start = person.page.locator(".world .place svg.land").first
    expect(start).to_be_visible()
    assert 2 == shields(start)
    phoenix = games.load(KEY).translations("fr")("animal.phoenix")
    expect(person.page.locator(f".world [aria-label*='{phoenix}']")).to_have_count(1)
    for page in ("pieces", "pad"):
        person.page.goto(f"/games/{KEY}/{page}")
        drawn = person.page.get_by_role("img", name=phoenix).filter(has=person.page.locator("svg.land"))
        expect(drawn.first).to_be_visible()
        assert 2 == shields(drawn.last)
    person.context.close()
