"""Tests of the search for exercises."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablee
from tablee import games
from tablee.core.exercise import FILL, read_exercises
from tablee.core.match import Match
from tablee.lab.exercises import Finder, make, open_options

SLOW_IF_PLAIN = pytest.mark.skipif(tablee.PLAIN is not None, reason="takes long with the plain rules")


def golden(path: str) -> Match:
    return Match.from_record((Path(games.__file__).parent / path).read_text("utf-8"), games.load)


@SLOW_IF_PLAIN
def test_a_position_with_one_clearly_best_move_becomes_an_exercise() -> None:
    """The last card but one of this match: another choice loses stars and the match, whatever is drawn."""
    match = golden("clouds/tests/golden/two-seats.txt").at(50)
    finder = Finder(match.game, match.seats, "clear")
    found = finder.at_position(match, match.state.actors()[0])
    assert found is not None
    assert found.answer == "lay volcano-mountains e4"
    assert found.start(match.game).state == match.state
    assert (finder.tally.clear, finder.tally.confirmed) == (1, 1)


@SLOW_IF_PLAIN
def test_a_position_in_which_several_moves_are_nearly_equal_does_not() -> None:
    match = golden("islands/tests/golden/two-seats-commented.txt").at(0)
    finder = Finder(match.game, match.seats, "even")
    assert finder.at_position(match, match.state.actors()[0]) is None


def test_a_race_gives_the_task_to_fill_each_board(tmp_path: Path) -> None:
    file = tmp_path / "exercises.json"
    make("mine", count=3, file=file)
    found = read_exercises(games.load("mine"), file)
    assert [exercise.goal for exercise in found] == [FILL] * 3
    make("mine", count=4, seed="more", file=file)
    assert len(read_exercises(games.load("mine"), file)) == 4


def test_what_was_seen_stays_visible_in_exercises() -> None:
    assert open_options(games.load("bonbons")) == {"training": "yes"}
    assert open_options(games.load("islands")) == {}
