"""Glicko ratings of people and exercises: a value, and a deviation that says how certain it is.

The formulas are those of Mark E. Glickman, "The Glicko system". An answer to an exercise is a game of two:
the person wins with a right answer, the exercise with a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log, pi, sqrt

SCALE = 400.0
Q = log(10) / SCALE
START = 1_500.0
# The deviation of a person without answers, which no deviation exceeds, and the one that none falls below:
# a rating that was certain would not change any more.
MAX_DEVIATION = 350.0
MIN_DEVIATION = 45.0
# How the deviation of a person grows: from 50 to its maximum in two years without an answer.
DAYS_TO_FORGET = 730.0
GROWTH = (MAX_DEVIATION**2 - 50.0**2) / DAYS_TO_FORGET
# An exercise begins with a rating of its difficulty, from 1 to 5, and of the utility that the next best move
# loses: up to SMALL_GAP more if it loses little.
EASIEST = 1_050.0
PER_DIFFICULTY = 200.0
SMALL_GAP = 100.0
CLEAR_GAP = 0.3
EXERCISE_DEVIATION = 200.0


@dataclass(frozen=True)
class Glicko:
    """A rating; about 19 of 20 people are really within two deviations of its value."""

    value: float = START
    deviation: float = MAX_DEVIATION

    def weight(self) -> float:
        """Return how much a game against this rating counts, from 0 to 1: less if it is uncertain."""
        return 1 / sqrt(1 + 3 * (Q * self.deviation / pi) ** 2)

    def expected(self, other: Glicko) -> float:
        """Return the expected score against another rating, from 0 to 1, as an update uses it."""
        return 1 / (1 + 10 ** (-other.weight() * (self.value - other.value) / SCALE))


def update(rating: Glicko, games: Sequence[tuple[Glicko, float]]) -> Glicko:
    """Return the rating after the games of one period: others' ratings with scores from 0 to 1."""
    if not games:
        return rating
    certainty = surprise = 0.0
    for other, score in games:
        weight, expected = other.weight(), rating.expected(other)
        certainty += (Q * weight) ** 2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / (1 / rating.deviation**2 + certainty)
    return Glicko(rating.value + Q * variance * surprise, max(sqrt(variance), MIN_DEVIATION))


def after_rest(rating: Glicko, days: float) -> Glicko:
    """Return the rating after days without a game: less certain, at most as a new one."""
    grown = sqrt(rating.deviation**2 + GROWTH * max(days, 0.0))
    return replace(rating, deviation=min(grown, MAX_DEVIATION))


def rate_answer(person: Glicko, exercise: Glicko, right: bool) -> tuple[Glicko, Glicko]:
    """Return the ratings of person and exercise after an answer."""
    score = 1.0 if right else 0.0
    return update(person, [(exercise, score)]), update(exercise, [(person, 1 - score)])


def first_rating(difficulty: int, gap: float) -> Glicko:
    """Return the rating of an exercise before its first answer.

    `difficulty` is 1 to 5; `gap` is the utility that the next best move loses, 0 if it is not known.
    """
    close = SMALL_GAP * (1 - min(gap / CLEAR_GAP, 1.0)) if gap else SMALL_GAP / 2
    return Glicko(EASIEST + PER_DIFFICULTY * (difficulty - 1) + close, EXERCISE_DEVIATION)
