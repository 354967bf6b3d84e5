"""Translations, pieces, canvases and touches: the small parts at the edge of the rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import games
from tablee.core.canvas import Canvas, Pointer
from tablee.core.game import Game
from tablee.core.i18n import Translations
from tablee.core.narrowing import narrow, paths, said, targets
from tablee.core.pieces import fingerprint

FRENCH = Translations("fr", {"tile": {"one": "{n} tuile", "other": "{n} tuiles"}, "hello": "Bonjour {who}"})
ENGLISH = Translations("en", {"tile": {"one": "{n} tile", "other": "{n} tiles"}})


def test_words_are_filled_and_nothing_is_left_out() -> None:
    assert "Bonjour Noura" == FRENCH("hello", who="Noura")
    assert "no.such.key" == FRENCH("no.such.key")
    assert "Bonjour {who}" == FRENCH("hello")


def test_nought_is_singular_in_french_and_plural_in_english() -> None:
    assert ["0 tuile", "1 tuile", "2 tuiles"] == [FRENCH("tile", n=count) for count in range(3)]
    assert ["0 tiles", "1 tile", "2 tiles"] == [ENGLISH("tile", n=count) for count in range(3)]


def test_ours_counts_where_two_catalogues_have_a_key() -> None:
    both = Translations("fr", {"a": "ours"}).merged(Translations("fr", {"a": "theirs", "b": "theirs"}))
    assert ("ours", "theirs") == (both("a"), both("b"))


def test_a_fingerprint_knows_content_not_order() -> None:
    assert fingerprint({"a": 1, "b": [1, 2]}) == fingerprint({"b": [1, 2], "a": 1})
    assert fingerprint({"a": 1, "b": [1, 2]}) != fingerprint({"a": 1, "b": [2, 1]})


@pytest.mark.parametrize("key", games.keys())
def test_an_owner_can_replace_the_pieces(tmp_path: Path, key: str) -> None:
    """A copy with one more comment is the same; a broken one is refused by name."""
    ours = games.load(key).folder / "pieces.toml"
    own = tmp_path / f"{key}.toml"
    own.write_text("# mine\n" + ours.read_text("utf-8"), "utf-8")
    assert games.load(key).pieces.fingerprint == asked_for_pieces(tmp_path, key).stdout.strip()
    own.write_text("nothing = true\n")
    answer = asked_for_pieces(tmp_path, key)
    assert 1 == answer.returncode
    assert str(own) in answer.stderr


def asked_for_pieces(folder: Path, key: str) -> subprocess.CompletedProcess[str]:
    """What another process, started with the owner's folder, has as pieces."""
    code = f"from tablee import games; print(games.load({key!r}).pieces.fingerprint)"
    environment = os.environ | {"TABLEE_PIECES": str(folder)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_canvas_grows_and_remembers_things() -> None:
    canvas = Canvas()
    canvas.put(1, 2, "ab", "strong")
    canvas.block(0, 6, ["xy", "z"], thing="tile")
    assert "      xy\n  ab  z" == canvas.text()
    assert (2, 8) == (canvas.height, canvas.width)
    assert ("tile", None) == (canvas.at(1, 7), canvas.at(1, 3))
    assert [("  ", "plain"), ("ab", "strong"), ("  z", "plain")] == canvas.spans(1)


def test_wide_characters_take_two_columns() -> None:
    canvas = Canvas()
    assert 3 == canvas.put(0, 0, "島x")
    canvas.put(0, 3, "y")
    assert "島xy" == canvas.text()


def test_a_canvas_can_be_pasted_on_another() -> None:
    inner, outer = Canvas(), Canvas()
    inner.block(0, 0, ["ab"], "good", "thing")
    outer.paste(inner, 2, 3)
    assert "\n\n   ab" == outer.text()
    assert outer.things["thing"].covers(2, 4)


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match="shiny"):
        Canvas().put(0, 0, "x", "shiny")


def test_the_pointer_gives_each_thing_its_style() -> None:
    pointer = Pointer(frozenset({"a", "b"}), "a", ("c",))
    assert ["cursor", "target", "chosen", "dim"] == [pointer.style(thing, "dim") for thing in "abcd"]


def test_touching_things_says_a_move_without_its_verb() -> None:
    ways = paths(["take 1 m1", "take 1 m2", "take 3 m1", "turn 2"])
    assert ["1", "3", "2"] == targets(ways, [])
    assert ["m1", "m2"] == targets(ways, ["1"])
    assert "turn 2" == said(ways, ["2"])
    assert ["take 1 m1", "take 1 m2"] == list(narrow(ways, ["1"]).values())


def test_where_things_alone_are_not_enough_the_verb_comes_first() -> None:
    ways = paths(["lift 1", "return 1", "return hand", "stop"])
    assert ["lift", "return", "hand", "stop"] == targets(ways, [])
    assert ("lift 1", "return 1", "stop") == (
        said(ways, ["lift", "1"]),
        said(ways, ["return", "1"]),
        said(ways, ["stop"]),
    )


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
@given(data=st.data())
def test_every_move_can_be_said_by_touching(game: Game, data: st.DataObject) -> None:
    """Whatever the list of legal moves, each has its own path and none is the beginning of another."""
    numbers = st.lists(st.integers(0, game.vocabulary.size - 1), min_size=1, max_size=12, unique=True)
    moves = [game.format(number) for number in data.draw(numbers)]
    ways = paths(moves)
    assert moves == list(ways.values())
    assert all(said(ways, path) == words and targets(ways, path) == [] for path, words in ways.items())
