"""The bot that looks one move ahead, with the game's own estimate of a position."""

from __future__ import annotations

from typing import Any

from tablee.bots.bot import Budget, Resample
from tablee.core.rng import Rng

TRUTHS = 8


def greedy(view: dict[str, Any], imagine: Resample, budget: Budget, rng: Rng) -> str:
    """The move after which things look best on average; among equals any."""
    moves: list[str] = view["moves"]
    if len(moves) == 1:
        return moves[0]
    seat: int = view["seat"]
    first = imagine()
    hear = first.vocabulary().parse
    candidates = first.propose(seat) or [hear(words) for words in moves]
    totals = [0.0] * len(candidates)
    for turn in range(TRUTHS):
        truth = first if turn == 0 else imagine()
        for place, move in enumerate(candidates):
            after = truth.copy()
            after.play(seat, move)
            totals[place] += after.estimate(seat)
    best = max(totals)
    equals = [move for move, total in zip(candidates, totals, strict=True) if total == best]
    return first.vocabulary().format(equals[rng.below(len(equals))])
