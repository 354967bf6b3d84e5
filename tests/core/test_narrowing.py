"""Tests of narrowing: each touch shortens the list of legal moves.

The TypeScript version of the module is tested with the same cases, `narrowing.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import games
from tablee.core.game import Game
from tablee.core.narrowing import complete_move, narrow, paths, targets

CASES = json.loads((Path(__file__).parent / "narrowing.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_touches_narrow_the_moves(case: dict[str, Any]) -> None:
    ways = paths(case["moves"])
    assert {" ".join(path): words for path, words in ways.items()} == case["paths"]
    for touch in case["touches"]:
        assert targets(ways, touch["touched"]) == touch["targets"]
        assert complete_move(ways, touch["touched"]) == touch["said"]


def test_touching_things_says_a_move_without_its_verb() -> None:
    ways = paths(["take 1 m1", "take 1 m2", "take 3 m1", "turn 2"])
    assert ["1", "3", "2"] == targets(ways, [])
    assert ["m1", "m2"] == targets(ways, ["1"])
    assert "turn 2" == complete_move(ways, ["2"])
    assert ["take 1 m1", "take 1 m2"] == list(narrow(ways, ["1"]).values())


def test_where_things_alone_are_not_enough_the_verb_comes_first() -> None:
    ways = paths(["lift 1", "return 1", "return hand", "stop"])
    assert ["lift", "return", "hand", "stop"] == targets(ways, [])
    assert ("lift 1", "return 1", "stop") == (
        complete_move(ways, ["lift", "1"]),
        complete_move(ways, ["return", "1"]),
        complete_move(ways, ["stop"]),
    )


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
@given(data=st.data())
def test_every_move_can_be_said_by_touching(game: Game, data: st.DataObject) -> None:
    # In any list of legal moves, each has its own path and none is the beginning of another.
    numbers = st.lists(st.integers(0, game.vocabulary.size - 1), min_size=1, max_size=12, unique=True)
    moves = [game.format(number) for number in data.draw(numbers)]
    ways = paths(moves)
    assert moves == list(ways.values())
    for path, words in ways.items():
        assert (words, []) == (complete_move(ways, path), targets(ways, path))
