"""Tests of MoveEntry: selection, cursor and typed words."""

from __future__ import annotations

import pytest

from tablee.core.canvas import Box
from tablee.terminal.move_entry import MoveEntry

GRID = {
    "a": Box(0, 0, 1, 4),
    "b": Box(0, 10, 1, 4),
    "c": Box(5, 0, 1, 4),
    "d": Box(5, 10, 1, 4),
    "e": Box(9, 11, 1, 4),
}


def test_a_move_is_entered_by_selecting_things() -> None:
    move_entry = MoveEntry(["take 1 t1", "take 1 t2", "take 2 t1", "pass"])
    assert ["1", "2", "pass"] == move_entry.targets
    assert move_entry.select("nothing") is None
    assert move_entry.select("1") is None
    assert ["t1", "t2"] == move_entry.targets
    assert move_entry.back()
    assert "pass" == move_entry.select("pass")


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
    move_entry = MoveEntry([f"go {thing}" for thing in GRID])
    move_entry.cursor = start
    move_entry.move_cursor(key, GRID)
    assert end == move_entry.cursor


def test_every_thing_can_be_reached_by_arrows() -> None:
    reached = {"a"}
    for _ in GRID:
        for start in list(reached):
            for key in ("up", "down", "left", "right"):
                move_entry = MoveEntry([f"go {thing}" for thing in GRID])
                move_entry.cursor = start
                move_entry.move_cursor(key, GRID)
                reached.add(move_entry.cursor or "")
    assert set(GRID) == reached


@pytest.mark.parametrize(
    "typed, move", [("take 1 t2", "take 1 t2"), ("1 T2", "take 1 t2"), ("PASS", "pass"), ("x  y", "x y")]
)
def test_typed_words_may_leave_out_the_verb_and_the_case(typed: str, move: str) -> None:
    move_entry = MoveEntry(["take 1 t2", "pass"])
    move_entry.typed = typed
    assert move == move_entry.typed_move()
