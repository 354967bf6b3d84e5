"""A bot for Bonbons with a perfect memory and no plan: it turns any unseen tile.

Our `greedy` has a perfect memory too, but avoids showing tiles that help opponents, and weighs its chances.

usage: tablee arena bonbons --bots expert,bench/naive.py:naive --seats 2
"""

from __future__ import annotations

from typing import Any

from tablee.bots import Budget, Resample
from tablee.core.rng import Rng
from tablee.games.bonbons.ai.heuristic import (
    count_known_coins,
    known_coin,
    known_pair,
    known_twin,
    unseen_turns,
)
from tablee.games.bonbons.state import (
    AFTER_COIN,
    AFTER_COINS,
    AFTER_ROUND,
    AFTER_SQUARE,
    COIN_COUNT,
    FIRST,
    FIRST_ASIDE,
    NONE,
    TURN,
    BonbonsFields,
)


def naive(view: dict[str, Any], resample: Resample, budget: Budget, rng: Rng) -> str:
    """Complete a known pair; else turn any unseen tile; else play any legal move."""
    state = resample()
    assert isinstance(state, BonbonsFields)
    place = known_place(state, view["seat"])
    moves = state.moves(view["seat"])
    unseen = [move for move in unseen_turns(state, 0, FIRST_ASIDE) if move in moves]
    chosen = [TURN + place] if place != NONE else unseen or moves
    return state.vocabulary().format(chosen[rng.below(len(chosen))])


def known_place(state: BonbonsFields, seat: int) -> int:
    """Return the place of a tile that starts or completes a pair (or the coins) seen in full, or NONE."""
    if state.phase == FIRST:
        pair = known_pair(state, seat)
        return known_coin(state) if pair == NONE and count_known_coins(state) == COIN_COUNT else pair
    if state.phase in (AFTER_SQUARE, AFTER_ROUND):
        return known_twin(state, state.snapshot()["opened"][0])
    return known_coin(state) if state.phase in (AFTER_COIN, AFTER_COINS) else NONE
