"""Tests of the HTTP routes of games: descriptions, pieces, and score pads for physical boxes."""

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
from tablee.core.i18n import read_translations
from tablee.core.pieces import Pieces
from tests.server.site import Visitor, site

COMMON_WORDS = Path(games.__file__).parents[1] / "words"
EXAMPLE_GAMES = Path(__file__).parents[1] / "terminal" / "extra_games"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def bell() -> Iterator[Game]:
    """Install one more game, a tiny one that has a pad."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "__path__", [*games.__path__, str(EXAMPLE_GAMES)])
        games.load.cache_clear()
        yield games.load("bell")
        games.load.cache_clear()
        del sys.modules["tablee.games.bell"]


@pytest.fixture(scope="module")
def visitor(bell: Game, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Return a visitor of a server that has the game `bell`."""
    assert bell in games.all()
    with site(f"sqlite:///{tmp_path_factory.mktemp('games') / 'tablee.db'}") as address:
        visitor = Visitor(address)
        yield visitor
        visitor.close()


def test_a_game_is_listed_as_printed_on_its_box(visitor: Visitor) -> None:
    infos = {info["key"]: info for info in visitor.get("/api/games")}
    for game in games.all():
        info = infos[game.key]
        assert (list(game.minutes), game.age, game.credits()) == (
            info["minutes"],
            info["age"],
            info["credits"],
        )
        assert info["minutes"][0] <= info["minutes"][1]
    assert infos["bell"]["pad"]
    assert "A small game for tests" in infos["bell"]["credits"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_there_are_words_for_the_unit_of_every_score(visitor: Visitor, language: str) -> None:
    words = read_translations(COMMON_WORDS, language).entries
    units = {info["unit"] for info in visitor.get("/api/games")}
    assert {f"score.{unit}" for unit in units} <= words.keys()
    assert len(units) == 3


def test_the_pieces_are_those_in_use(
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
def test_a_pad_refuses_a_wrong_layout_with_a_reason(
    visitor: Visitor, game: str, layout: Any, status: int, code: str
) -> None:
    answer = visitor.http.post(f"/api/games/{game}/pad", json=layout)
    assert (status, code) == (answer.status_code, answer.json()["code"])


def test_a_game_without_a_pad_refuses(visitor: Visitor, bell: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(bell), "pad", Game.pad)
    answer = visitor.http.post("/api/games/bell/pad", json={})
    assert (409, "no-pad") == (answer.status_code, answer.json()["code"])
    assert not next(info for info in visitor.get("/api/games") if info["key"] == "bell")["pad"]


@settings(deadline=None)
@given(layout=st.dictionaries(st.text(max_size=8) | st.just("picks"), JSON, max_size=4))
@pytest.mark.usefixtures("bell")
def test_a_pad_counts_or_refuses_any_layout(layout: dict[str, Any]) -> None:
    for game in games.all():
        try:
            sheet = game.pad(layout)
        except Refusal:
            continue
        assert sheet["total"] == sum(sheet["items"].values()), game.key
        assert {"items", "total", "notes"} == sheet.keys()
