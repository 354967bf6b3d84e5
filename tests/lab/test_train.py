"""Teaching the bots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee import games
from tablee.bots.weights import read_knowledge
from tablee.core.errors import Illegal
from tablee.lab.train import Course, Mean, Report, inputs, learn, store, train, usual_course

SHORT = Course("islands", matches=3, hidden=2)


@pytest.fixture(autouse=True)
def quick_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    """One match for each point of the curve is enough here."""
    monkeypatch.setattr("tablee.lab.train.TESTS", 1)


def test_a_game_is_learned_again_as_it_was_learned(tmp_path: Path) -> None:
    """What was learned remembers its course."""
    course = replace(Course("islands"), matches=24, hidden=2, spread=9.0, par=50.0, rate=0.03)
    size = (inputs(course) + 2) * 2 + 1
    store(course, [Report(2, weights=[0.5] * size)], tmp_path)
    learned = read_knowledge(tmp_path / "sense.json")
    assert (24, 2, 9.0, 50.0, 0.03) == (
        learned.matches,
        learned.hidden,
        learned.spread,
        learned.par,
        learned.rate,
    )


def test_a_table_of_one_may_have_a_course_and_a_file_of_its_own(tmp_path: Path) -> None:
    course = replace(usual_course("clouds", alone=True), matches=1, hidden=2)
    assert [1] == course.tables
    assert 1 not in usual_course("clouds").tables
    files = store(course, [learn(course, 1)], tmp_path)
    assert ["alone.json", "alone.svg"] == [file.name for file in files]
    assert [1] == list(read_knowledge(files[0]).weights)


def test_equal_seeds_learn_equal_things() -> None:
    course = replace(usual_course("clouds", alone=True), matches=1, hidden=2)
    first, again, other = (learn(each, 1) for each in (course, course, replace(course, seed="other")))
    assert first == again
    assert first.weights != other.weights


def test_what_is_kept_of_a_course_alone_is_a_mean() -> None:
    mean = Mean()
    mean.add([1.0, 2.0])
    mean.add([3.0, 6.0])
    assert [2.0, 4.0] == mean.numbers()


def test_every_game_has_a_usual_course() -> None:
    for game in games.all():
        assert game.key == usual_course(game.key).key


def test_where_three_or_more_sit_some_lessons_are_against_greedy_bots() -> None:
    """With two seats nothing changes, so that what was learned there is learned again."""
    alone, among = (replace(SHORT, sparring=share) for share in (0.0, 1.0))
    assert learn(alone, 2).weights == learn(among, 2).weights
    assert learn(alone, 3).weights != learn(among, 3).weights


def test_the_curve_begins_where_nothing_is_known_and_looks_most_often_where_most_is_learned() -> None:
    steps = [done for done, _ in learn(replace(SHORT, matches=12), 2).curve]
    assert (0, 12) == (steps[0], steps[-1])
    assert steps[1] - steps[0] < steps[-1] - steps[-2]


def test_a_course_of_one_match_teaches_something() -> None:
    assert any(learn(replace(SHORT, matches=1), 2).weights)


@pytest.mark.parametrize(
    "said, code",
    [
        ({"hidden": 300}, "too-wide"),
        ({"hidden": 0}, "no-lessons"),
        ({"matches": 0}, "no-lessons"),
        ({"sparring": 1.5}, "no-share"),
    ],
)
def test_a_course_that_cannot_be_taken_is_refused(said: dict[str, Any], code: str) -> None:
    with pytest.raises(Illegal) as refused:
        next(train(replace(SHORT, **said)))
    assert code == refused.value.code


def test_a_game_that_tells_nothing_of_itself_cannot_be_learned() -> None:
    with pytest.raises(Illegal, match="not-described"):
        next(train(Course("mine")))
