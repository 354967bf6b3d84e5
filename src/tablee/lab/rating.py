"""Ratings from pairs: how strong bots are on one scale, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

from tablee.core.rng import Rng

ROUNDS = 200
SAMPLES = 200
PER_TENFOLD = 400  # points of rating for ten victories to one, as in chess


@dataclass(frozen=True)
class Rating:
    """A bot's rating; 95 of 100 resamples of the deals lie between low and high."""

    bot: str
    rating: float
    low: float
    high: float


Pairs = Mapping[tuple[str, str], Sequence[float]]
Shares = Mapping[tuple[str, str], tuple[float, int]]


def strengths(shares: Shares) -> dict[str, float]:
    """Bradley and Terry's model: from (share of the first, deals) of each pair to ratings of mean 0."""
    names = list(dict.fromkeys(name for pair in shares for name in pair))
    power = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        power = {name: _improved(name, power, shares) for name in names}
        total = sum(power.values())
        power = {name: value * len(names) / total for name, value in power.items()}
    logs = {name: PER_TENFOLD * log10(value) for name, value in power.items()}
    middle = sum(logs.values()) / len(logs)
    return {name: value - middle for name, value in logs.items()}


def _improved(
    name: str, power: Mapping[str, float], shares: Mapping[tuple[str, str], tuple[float, int]]
) -> float:
    """One step of the usual iteration. Half a victory for each side keeps a clean sheet finite."""
    won = expected = 0.0
    for (first, second), (share, deals) in shares.items():
        if name in (first, second):
            own = share if name == first else 1 - share
            won += own * deals + 0.5
            expected += (deals + 1) / (power[first] + power[second])
    return won / expected


def ratings(pairs: Pairs, seed: str = "ratings") -> list[Rating]:
    """The strongest first. `pairs` has, for two bots, the victories of the first on each deal."""
    middle = strengths({pair: (sum(won) / len(won), len(won)) for pair, won in pairs.items() if won})
    rng = Rng(seed)
    samples = [strengths(_resampled(pairs, rng)) for _ in range(SAMPLES)]
    found = []
    for name, rating in middle.items():
        spread = sorted(sample[name] for sample in samples)
        found.append(Rating(name, rating, spread[SAMPLES // 40], spread[-1 - SAMPLES // 40]))
    return sorted(found, key=lambda each: -each.rating)


def _resampled(pairs: Pairs, rng: Rng) -> dict[tuple[str, str], tuple[float, int]]:
    """The same number of deals, drawn with putting back."""
    drawn = {}
    for pair, won in pairs.items():
        if won:
            drawn[pair] = (sum(won[rng.below(len(won))] for _ in won) / len(won), len(won))
    return drawn
