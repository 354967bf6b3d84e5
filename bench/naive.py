"""Bonbons by somebody who forgets nothing and has no plan: turns whatever is new.

Our `greedy` forgets nothing either, but hides tiles that would help others, and weighs its chances.

usage: tablee arena bonbons --bots expert,bench/naive.py:naive --seats 2
"""

from __future__ import annotations

from typing import Any

from tablee.bots import Budget, Resample
from tablee.core.rng import Rng
from tablee.games.bonbons.ai.heuristic import COIN_COUNT, count_coins, known_coin, known_pair, twin, unseen
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


def naive(view: dict[str, Any], imagine: Resample, budget: Budget, rng: Rng) -> str:
    """The pair that is known; else any tile that nobody has seen; else anything."""
    truth = imagine()
    assert isinstance(truth, Sweetshop)
    place = known_place(truth, view["seat"])
    moves = truth.moves(view["seat"])
    new = [move for move in unseen(truth, 0, FIRST_ASIDE) if move in moves]
    chosen = [TURN + place] if place != NONE else new or moves
    return truth.vocabulary().format(chosen[rng.below(len(chosen))])


def known_place(table: Sweetshop, seat: int) -> int:
    """The tile that begins or ends a pair, or goes on with coins, all of which was seen; or NONE."""
    if table.phase == FIRST:
        pair = known_pair(table, seat)
        return known_coin(table) if pair == NONE and count_coins(table) == COIN_COUNT else pair
    if table.phase in (AFTER_SQUARE, AFTER_ROUND):
        return twin(table, table.snapshot()["opened"][0])
    return known_coin(table) if table.phase in (AFTER_COIN, AFTER_COINS) else NONE
