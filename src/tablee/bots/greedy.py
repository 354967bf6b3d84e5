"""The baseline bot that looks one move ahead, by the game's own estimate of a position."""

from __future__ import annotations

from typing import Any

from tablee.bots.bot import Budget, Resample
from tablee.core.rng import Rng

SAMPLES = 8


def greedy(view: dict[str, Any], resample: Resample, budget: Budget, rng: Rng) -> str:
    """Return the move with the best mean `State.estimate` over SAMPLES resampled states.

    The candidates are what the game proposes, or all legal moves if it proposes none. Ties are broken at
    random.
    """
    moves: list[str] = view["moves"]
    if len(moves) == 1:
        return moves[0]
    seat: int = view["seat"]
    first = resample()
    parse = first.vocabulary().parse
    candidates = first.propose(seat) or [parse(text) for text in moves]
    totals = [0.0] * len(candidates)
    for number in range(SAMPLES):
        sample = first if number == 0 else resample()
        for index, move in enumerate(candidates):
            after = sample.copy()
            after.play(seat, move)
            totals[index] += after.estimate(seat)
    best = max(totals)
    ties = [move for move, total in zip(candidates, totals, strict=True) if total == best]
    return first.vocabulary().format(ties[rng.below(len(ties))])
