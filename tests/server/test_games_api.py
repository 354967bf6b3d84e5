"""The shelf over HTTP: boxes, pieces, and score pads for people who play with the real thing."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import games
from tablee.core.errors import Refusal
from tablee.core.game import Game
from tablee.core.pieces import Pieces
from tests.server.site import Visitor, site

SHELF = Path(__file__).parents[1] / "terminal" / "shelf"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def bell() -> Iterator[Game]:
    """One more game on the shelf: a tiny one that has a pad."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "__path__", [*games.__path__, str(SHELF)])
        games.load.cache_clear()
        yield games.load("bell")
        games.load.cache_clear()
        del sys.modules["tablee.games.bell"]


@pytest.fixture(scope="module")
def visitor(bell: Game, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Somebody who looks at the shelf."""
    assert bell in games.all()
    with site(f"sqlite:///{tmp_path_factory.mktemp('shelf') / 'tablee.db'}") as address:
        visitor = Visitor(address)
        yield visitor
        visitor.close()


def test_a_box_says_what_is_printed_on_it(visitor: Visitor) -> None:
    boxes = {box["key"]: box for box in visitor.get("/api/games")}
    for game in games.all():
        box = boxes[game.key]
        assert (list(game.minutes), game.age, game.credits()) == (box["minutes"], box["age"], box["credits"])
        assert box["minutes"][0] <= box["minutes"][1]
    assert boxes["bell"]["pad"]
    assert "A tiny game for tests" in boxes["bell"]["credits"]


def test_the_pieces_are_those_that_are_played_with(
    visitor: Visitor, bell: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in games.all():
        found = visitor.get(f"/api/games/{game.key}/pieces")
        assert (game.pieces.fingerprint, game.pieces.data) == (found["fingerprint"], found["data"])
    own = tmp_path / "bell.toml"
    own.write_text('edition = "of my own"\nbell = 1\n', "utf-8")
    monkeypatch.setattr(type(bell), "pieces", Pieces(own, bell.pieces.check))
    found = visitor.get("/api/games/bell/pieces")
    assert ("of my own", tomllib.loads(own.read_text("utf-8"))) == (found["edition"], found["data"])
    assert 404 == visitor.http.get("/api/games/nothing/pieces").status_code


def test_a_pad_counts_what_lies_on_the_table(visitor: Visitor) -> None:
    sheet = visitor.post("/api/games/bell/pad", {"picks": ["red", "blue"]})
    assert {"items": {"unique": 2}, "total": 2, "notes": {"picks": ["red", "blue"]}} == sheet


@pytest.mark.parametrize(
    "game, layout, status, code",
    [
        ("bell", {}, 400, "no-picks"),
        ("bell", {"picks": ["pink"]}, 400, "unknown-word"),
        ("bell", {"picks": ["red"] * 3}, 409, "too-many-picks"),
        ("bell", ["red"], 400, "not-a-message"),
        ("bell", {"picks": ["red" * 9_000]}, 413, "too-large"),
        ("nothing", {}, 404, "no-such-game"),
    ],
)
def test_a_pad_says_what_is_wrong(visitor: Visitor, game: str, layout: Any, status: int, code: str) -> None:
    answer = visitor.http.post(f"/api/games/{game}/pad", json=layout)
    assert (status, code) == (answer.status_code, answer.json()["code"])


def test_a_game_without_a_pad_says_so(visitor: Visitor, bell: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(bell), "pad", Game.pad)
    answer = visitor.http.post("/api/games/bell/pad", json={})
    assert (409, "no-pad") == (answer.status_code, answer.json()["code"])
    assert not next(box for box in visitor.get("/api/games") if box["key"] == "bell")["pad"]


@settings(deadline=None)
@given(layout=st.dictionaries(st.text(max_size=8) | st.just("picks"), JSON, max_size=4))
@pytest.mark.usefixtures("bell")
def test_a_pad_counts_or_refuses_whatever_is_laid(layout: dict[str, Any]) -> None:
    for game in games.all():
        try:
            sheet = game.pad(layout)
        except Refusal:
            continue
        assert sheet["total"] == sum(sheet["items"].values()), game.key
        assert {"items", "total", "notes"} == sheet.keys()
