"""The bot that does not think."""

from __future__ import annotations

from typing import Any

from tablee.bots.bot import Budget, Imagine
from tablee.core.rng import Generator


def random(view: dict[str, Any], imagine: Imagine, budget: Budget, luck: Generator) -> str:
    """Any legal move."""
    moves: list[str] = view["moves"]
    return moves[luck.below(len(moves))]
