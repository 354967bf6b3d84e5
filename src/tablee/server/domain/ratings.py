"""Ratings with their uncertainty, for any number of seats: the Plackett-Luce model of openskill.

400 points are odds of ten to one between two seats, as in the arena. Bots have fixed ratings
(`Game.bot_ratings`), which anchor the scale: a new person begins at the rating of the bot `regular`.

The defaults of openskill did not give correct intervals: in simulated matches (`tests/server/test_skill.py`)
the 95 % interval contained the true strength of only 60 % of the people. Three changes correct that:

- The model divides differences by the root of the sum of all variances, noise included, so that the same
  difference means less at a larger table. Noise that shrinks with the number of seats cancels this.
- Its default factor `gamma` lets uncertainty shrink too slowly at the end; 1 is what the model itself says.
- A smaller first deviation (200) keeps first matches from overshooting, since the model takes uncertainty
  for noise; TAU lets ratings follow people who learn.

With these, 95 to 98 % of the intervals contained the true strength, after 400 and after 2,000 matches, for
strengths that spread by 200 and by 300 points (docs/explanation/ratings.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log, sqrt
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from tablee.server.domain.results import Result

# Person (`Result.person`) and game.
Key = tuple[str, str]

POINTS_PER_UNIT_OF_ODDS = 400 / log(10)
FIRST_DEVIATION = 200.0
# Points that strength may change from match to match, as a standard deviation.
TAU = 8.0
# Half of a 95 % interval, in standard deviations.
INTERVAL = 1.96
# Bots are certain; the model divides by the deviation, so it cannot be 0.
LEAST_DEVIATION = 1.0


class Rating(NamedTuple):
    """A rating, its standard deviation in points, and the number of matches behind it."""

    value: float = 1_500.0
    deviation: float = FIRST_DEVIATION
    matches: int = 0

    @property
    def margin(self) -> int:
        """Half of the 95 % interval, in points."""
        return margin(self.deviation)

    @property
    def low(self) -> float:
        """The lower end of the interval, by which leaderboards are ordered."""
        return self.value - INTERVAL * self.deviation


START = Rating()


def margin(deviation: float) -> int:
    """Return half of the 95 % interval of a rating, in points."""
    return round(INTERVAL * deviation)


def rate(match: Iterable[Result], known: Mapping[Key, Rating]) -> dict[Key, Rating]:
    """Return the ratings of the people in one match after it.

    {} if the match is marked as not rated, or if fewer than two seats have a person or a bot of known
    strength. A person who holds two seats counts once.
    """
    people, bots = _entrants(match)
    if not people:
        return {}
    before = [known.get(key, START) for key in people]
    skills = [(own.value, own.deviation) for own in before] + [(value, LEAST_DEVIATION) for value, _ in bots]
    after = _rated(skills, [*people.values(), *(rank for _, rank in bots)])
    return {
        key: Rating(value, deviation, old.matches + 1)
        for key, old, (value, deviation) in zip(people, before, after, strict=False)
    }


def rated_people(match: Iterable[Result]) -> list[Key]:
    """Return the keys of the ratings that a match changes."""
    return list(_entrants(match)[0])


def _entrants(match: Iterable[Result]) -> tuple[dict[Key, int], list[tuple[float, int]]]:
    """Return the ranks of people, and ratings and ranks of bots; both empty if the match is not rated."""
    people: dict[Key, int] = {}
    bots: list[tuple[float, int]] = []
    for each in match:
        if each.person is not None and each.rated:
            people[each.person, each.game] = each.rank
        elif each.bot and each.rated and each.rating is not None:
            bots.append((each.rating, each.rank))
    return (people, bots) if people and len(people) + len(bots) > 1 else ({}, [])


def _rated(skills: Sequence[tuple[float, float]], ranks: Sequence[int]) -> list[tuple[float, float]]:
    model = _model(len(skills))
    teams = [[model.create_rating(list(skill))] for skill in skills]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(one.mu, one.sigma) for (one,) in rated]


@cache
def _model(seats: int) -> PlackettLuce:
    """Return the model for a number of seats: its noise (`beta`) keeps the odds between two seats equal."""
    noise = POINTS_PER_UNIT_OF_ODDS / sqrt(seats)
    return PlackettLuce(mu=START.value, sigma=START.deviation, beta=noise, tau=TAU, gamma=_no_damping)


def _no_damping(*_: Any) -> float:
    return 1.0
