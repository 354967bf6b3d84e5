"""Ratings of bots on one scale, fitted to the results of pairs, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

from tablee.core.rng import Rng

ITERATIONS = 200
BOOTSTRAP_SAMPLES = 200
RATING_PER_FACTOR_TEN = 400  # ten wins to one are 400 points, as in chess


@dataclass(frozen=True)
class Rating:
    """The rating of a bot on the Elo scale (400 points: odds of ten to one).

    `low` to `high` is the 95 % bootstrap interval over deals.
    """

    bot: str
    rating: float
    low: float
    high: float


# For two bots, the share of the win (0 to 1) of the first one on each deal.
Pairs = Mapping[tuple[str, str], Sequence[float]]
# For two bots, the mean share of the first one and the number of deals.
Shares = Mapping[tuple[str, str], tuple[float, int]]


def fit_ratings(shares: Shares) -> dict[str, float]:
    """Fit the Bradley-Terry model to the shares of wins of each pair; return Elo ratings with mean 0."""
    names = list(dict.fromkeys(name for pair in shares for name in pair))
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ITERATIONS):
        strength = {name: _updated_strength(name, strength, shares) for name in names}
        total = sum(strength.values())
        strength = {name: value * len(names) / total for name, value in strength.items()}
    logs = {name: RATING_PER_FACTOR_TEN * log10(value) for name, value in strength.items()}
    middle = sum(logs.values()) / len(logs)
    return {name: value - middle for name, value in logs.items()}


def _updated_strength(name: str, strength: Mapping[str, float], shares: Shares) -> float:
    # Half a win added for each side keeps the rating of a bot that lost nothing finite.
    won = expected = 0.0
    for (first, second), (share, deals) in shares.items():
        if name in (first, second):
            own = share if name == first else 1 - share
            won += own * deals + 0.5
            expected += (deals + 1) / (strength[first] + strength[second])
    return won / expected


def ratings(pairs: Pairs, seed: str = "ratings") -> list[Rating]:
    """Return the ratings of all bots, strongest first; `seed` is that of the bootstrap."""
    middle = fit_ratings({pair: (sum(won) / len(won), len(won)) for pair, won in pairs.items() if won})
    rng = Rng(seed)
    samples = [fit_ratings(_bootstrap_sample(pairs, rng)) for _ in range(BOOTSTRAP_SAMPLES)]
    tail = BOOTSTRAP_SAMPLES // 40
    found = []
    for name, rating in middle.items():
        values = sorted(sample[name] for sample in samples)
        found.append(Rating(name, rating, values[tail], values[-1 - tail]))
    return sorted(found, key=lambda each: -each.rating)


def _bootstrap_sample(pairs: Pairs, rng: Rng) -> dict[tuple[str, str], tuple[float, int]]:
    """Return the mean share and the number of deals of each pair, over deals drawn with replacement."""
    drawn = {}
    for pair, won in pairs.items():
        if won:
            drawn[pair] = (sum(won[rng.below(len(won))] for _ in won) / len(won), len(won))
    return drawn
