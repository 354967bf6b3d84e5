"""The baseline bot that plays at random."""

from __future__ import annotations

from typing import Any

from tablee.bots.bot import Budget, Resample
from tablee.core.rng import Rng


def random(view: dict[str, Any], resample: Resample, budget: Budget, rng: Rng) -> str:
    """Return a legal move, each equally likely."""
    moves: list[str] = view["moves"]
    return moves[rng.below(len(moves))]
