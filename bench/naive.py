"""A naive bot for Bonbons, to measure others against: perfect memory, no plan.

The bot `greedy` has a perfect memory too, but avoids showing tiles that help others, and weighs its chances.

usage: tablee arena bonbons --bots expert,bench/naive.py:naive --seats 2
"""

from __future__ import annotations

from typing import Any

from tablee.bots import Budget, Resample
from tablee.core.rng import Rng
from tablee.games.bonbons.memory import COIN_COUNT, count_coins, known_coin, known_pair, twin, unseen
from tablee.games.bonbons.state import (
    AFTER_COIN,
    AFTER_COINS,
    AFTER_ROUND,
    AFTER_SQUARE,
    FIRST,
    FIRST_ASIDE,
    NONE,
    TURN,
    Sweetshop,
)


def naive(view: dict[str, Any], resample: Resample, budget: Budget, rng: Rng) -> str:
    """Return a tile of a known pair; if none, a random tile that no seat has seen; if none, a random move."""
    state = resample()
    assert isinstance(state, Sweetshop)
    tile = known_tile(state, view["seat"])
    moves = state.moves(view["seat"])
    new = [move for move in unseen(state, 0, FIRST_ASIDE) if move in moves]
    chosen = [TURN + tile] if tile != NONE else new or moves
    return state.vocabulary().format(chosen[rng.below(len(chosen))])


def known_tile(table: Sweetshop, seat: int) -> int:
    """Return the next tile of a pair, or of the coins, of which all tiles were seen; or NONE."""
    if table.phase == FIRST:
        pair = known_pair(table, seat)
        return known_coin(table) if pair == NONE and count_coins(table) == COIN_COUNT else pair
    if table.phase in (AFTER_SQUARE, AFTER_ROUND):
        return twin(table, table.snapshot()["opened"][0])
    return known_coin(table) if table.phase in (AFTER_COIN, AFTER_COINS) else NONE
