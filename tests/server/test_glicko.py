"""Tests of the ratings of people and exercises."""

from __future__ import annotations

import pytest

from tablee.server.domain.glicko import (
    MAX_DEVIATION,
    MIN_DEVIATION,
    Glicko,
    after_rest,
    first_rating,
    rate_answer,
    update,
)


def test_the_worked_example_of_glickman_gives_his_figures() -> None:
    """In "The Glicko system": 1500 (200) beats 1400 (30), loses to 1550 (100) and 1700 (300)."""
    others = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
    person = Glicko(1500, 200)
    assert [0.9955, 0.9531, 0.7242] == [round(other.weight(), 4) for other, _ in others]
    assert [0.639, 0.432, 0.303] == [round(person.expected(other), 3) for other, _ in others]
    after = update(person, others)
    assert 1464 == round(after.value)
    assert 151.4 == round(after.deviation, 1)


def test_no_game_changes_nothing() -> None:
    assert Glicko(1600, 80) == update(Glicko(1600, 80), [])


@pytest.mark.parametrize("right", [True, False])
def test_an_answer_moves_person_and_exercise_apart(right: bool) -> None:
    person, exercise = rate_answer(Glicko(), Glicko(1500, 200), right)
    assert (person.value > 1500) == right
    assert (exercise.value < 1500) == right
    assert person.deviation < MAX_DEVIATION
    assert exercise.deviation < 200
    assert abs(person.value - 1500) > abs(exercise.value - 1500), "the less certain one moves more"


def test_a_deviation_stays_between_its_bounds() -> None:
    rating = Glicko()
    for _ in range(500):
        rating, _ = rate_answer(rating, Glicko(rating.value, 50), right=True)
    assert MIN_DEVIATION == rating.deviation
    assert rating.deviation < after_rest(rating, 30).deviation < MAX_DEVIATION
    assert MAX_DEVIATION == after_rest(rating, 5_000).deviation
    assert rating == after_rest(rating, -1), "a clock that went back"


def test_a_harder_exercise_begins_higher() -> None:
    values = [first_rating(difficulty, 0.2).value for difficulty in range(1, 6)]
    assert sorted(values) == values
    assert first_rating(3, 0.07).value > first_rating(3, 0.5).value
    assert values[0] < first_rating(1, 0).value < values[1], "a race has no gap"
