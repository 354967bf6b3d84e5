"""Tests of MoveInput: touches, cursor and typed words."""

from __future__ import annotations

import pytest

from tablee.core.canvas import Box
from tablee.terminal.move_input import MoveInput

GRID = {
    "a": Box(0, 0, 1, 4),
    "b": Box(0, 10, 1, 4),
    "c": Box(5, 0, 1, 4),
    "d": Box(5, 10, 1, 4),
    "e": Box(9, 11, 1, 4),
}


def test_a_move_is_entered_by_touching_things() -> None:
    move_input = MoveInput(["take 1 t1", "take 1 t2", "take 2 t1", "pass"])
    assert ["1", "2", "pass"] == move_input.targets
    assert move_input.touch("nothing") is None
    assert move_input.touch("1") is None
    assert ["t1", "t2"] == move_input.targets
    assert ["take 1 t1", "take 1 t2"] == move_input.remaining_moves()
    assert move_input.back()
    assert "pass" == move_input.touch("pass")


@pytest.mark.parametrize(
    "start, key, end",
    [
        ("a", "right", "b"),
        ("a", "down", "c"),
        ("d", "left", "c"),
        ("d", "up", "b"),
        ("d", "down", "e"),
        ("a", "left", "a"),
        ("a", "up", "a"),
    ],
)
def test_an_arrow_goes_to_the_nearest_thing_in_its_direction(start: str, key: str, end: str) -> None:
    move_input = MoveInput([f"go {thing}" for thing in GRID])
    move_input.cursor = start
    move_input.move_cursor(key, GRID)
    assert end == move_input.cursor


def test_every_thing_can_be_reached_by_arrows() -> None:
    reached = {"a"}
    for _ in GRID:
        for start in list(reached):
            for key in ("up", "down", "left", "right"):
                move_input = MoveInput([f"go {thing}" for thing in GRID])
                move_input.cursor = start
                move_input.move_cursor(key, GRID)
                reached.add(move_input.cursor or "")
    assert set(GRID) == reached


@pytest.mark.parametrize(
    "typed, move", [("take 1 t2", "take 1 t2"), ("1 T2", "take 1 t2"), ("PASS", "pass"), ("x  y", "x y")]
)
def test_typed_words_may_leave_out_the_verb_and_the_case(typed: str, move: str) -> None:
    move_input = MoveInput(["take 1 t2", "pass"])
    move_input.typed = typed
    assert move == move_input.typed_move()
