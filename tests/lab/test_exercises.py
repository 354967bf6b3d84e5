"""Tests of the search for exercises."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tablee import games
from tablee.core.exercise import FILL, read_exercises, write_exercises
from tablee.core.match import Match
from tablee.lab.commands import check_exercises, make_exercises
from tablee.lab.executors import LocalPool, engine
from tablee.lab.exercises import Finder, check, find, open_options
from tests.forms import SLOW_IF_PLAIN
from tests.lab.contests import CLUSTERS


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
    make_exercises("mine", count=3, file=file)
    found = read_exercises(games.load("mine"), file)
    assert [exercise.goal for exercise in found] == [FILL] * 3
    make_exercises("mine", count=4, seed="more", file=file)
    assert len(read_exercises(games.load("mine"), file)) == 4


@pytest.mark.parametrize("address", [None, *CLUSTERS])
def test_every_engine_finds_and_checks_the_same_exercises(address: str | None) -> None:
    """In the same order, whatever is done first."""
    alone, many = (
        [*islice(find("mine", 2, "same", where), 5)] for where in (LocalPool(1), engine(address, 2))
    )
    assert alone == many
    right = alone[0][0][0]
    wrong = replace(right, solution=right.solution[:-1])
    assert [True, False, True] == [*check("mine", [right, wrong, right], "check", engine(address, 2))]


def test_a_check_drops_what_the_deeper_search_does_not_agree_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A solution that does not finish its board stands for any answer that is not confirmed."""
    game, file = games.load("mine"), tmp_path / "exercises.json"
    first, second = read_exercises(game)[:2]
    write_exercises(game, [first, replace(second, solution=second.solution[:-1])], file)
    check_exercises("mine", file=file)
    assert "agrees with 1 of 2" in capsys.readouterr().out
    assert len(read_exercises(game, file)) == 2
    check_exercises("mine", file=file, drop=True)
    assert [first] == read_exercises(game, file)
    check_exercises("mine", sample=1, file=file)
    assert "agrees with 1 of 1" in capsys.readouterr().out


@SLOW_IF_PLAIN
def test_a_deeper_search_tells_right_answers_from_wrong_ones() -> None:
    match = golden("clouds/tests/golden/two-seats.txt").at(50)
    finder = Finder(match.game, match.seats, "clear")
    found = finder.at_position(match, match.state.actors()[0])
    assert found is not None
    legal = [match.game.format(move) for move in match.state.moves(found.seat)]
    wrong = next(words for words in legal if not found.is_right(words))
    again = Finder(match.game, match.seats, "again")
    assert again.agrees(found)
    assert not again.agrees(replace(found, answer=wrong, accepted=[]))


def test_what_was_seen_stays_visible_in_exercises() -> None:
    assert open_options(games.load("bonbons")) == {"training": "yes"}
    assert open_options(games.load("islands")) == {}
