"""The bot that does not think."""

from __future__ import annotations

from typing import Any

from tablee.bots.bot import Budget, Resample
from tablee.core.rng import Rng


def random(view: dict[str, Any], imagine: Resample, budget: Budget, rng: Rng) -> str:
    """Any legal move."""
    moves: list[str] = view["moves"]
    return moves[rng.below(len(moves))]
