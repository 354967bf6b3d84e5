"""Moves worth searching: one of each group of equivalent tiles, since unseen tiles are indistinguishable."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.bonbons.ai.heuristic import is_known, is_twin_seen, known_twin
from tablee.games.bonbons.state import (
    AFTER_COIN,
    AFTER_COINS,
    AFTER_ROUND,
    COIN,
    COVER,
    COVERING,
    DOWN,
    FIRST,
    FIRST_ROUND,
    GIVE,
    GIVING,
    NONE,
    PLACES_PER_SEAT,
    STOP,
    TURN,
    WRAPPER,
    BonbonsFields,
)

# Categories of tiles that have been shown, by their use. 0 means no tile.
WRAPPER_SHOWN: Int = 1
COIN_SHOWN: Int = 2
TWIN_KNOWN: Int = 3
TWIN_UNSEEN: Int = 4
TWIN_GONE: Int = 5
CATEGORY_COUNT: Int = 6

# The search for an unseen tile starts at a place that depends on the ply, so that a bot does not always turn
# the tile in the corner.
STRIDE: Int = 13


def category_of(state: BonbonsFields, place: Int) -> Int:
    """Return the category of a tile that has been shown."""
    tile = state.tile[place]
    if tile == WRAPPER:
        return WRAPPER_SHOWN
    if tile == COIN:
        return COIN_SHOWN
    if known_twin(state, place) != NONE:
        return TWIN_KNOWN
    return TWIN_GONE if is_twin_seen(state, place) else TWIN_UNSEEN


def add_candidates(state: BonbonsFields, seat: Int, moves: MoveBuffer) -> None:
    """Add the candidates of the phase; a known pair is always taken, an own one first."""
    if state.phase == FIRST:
        add_first_tiles(state, seat, moves)
    elif state.phase == GIVING:
        add_own_tiles(state, seat, GIVE, moves)
    elif state.phase == COVERING:
        add_own_tiles(state, seat, COVER, moves)
    elif state.phase in (AFTER_COIN, AFTER_COINS):
        add_next_coins(state, seat, moves)
    else:
        add_second_tiles(state, seat, moves)


# The first tile of a go


def add_first_tiles(state: BonbonsFields, seat: Int, moves: MoveBuffer) -> None:
    """Add known pairs; without any, a coin, an unseen tile of each shape, and stop.

    An unseen square makes a pair less often than an unseen round tile, but helps opponents less. Against a
    player who shows every tile, that is worth more (bench/best_response.py).
    """
    add_pairs(state, seat, moves)
    if moves.count:
        return
    add_turn(moves, known_square(state, COIN_SHOWN))
    add_turn(moves, unseen_place(state, 0, FIRST_ROUND))
    add_turn(moves, unseen_round(state, seat))
    if state.further_go:
        moves.add(STOP)
    if moves.count == 0:
        add_turn(moves, harmless_square(state))
    if moves.count == 0:
        state.find_moves(seat, moves)


def add_pairs(state: BonbonsFields, seat: Int, moves: MoveBuffer) -> None:
    """Add the square of one own pair; if there is none, that of every pair that can be stolen."""
    for place in range(FIRST_ROUND, FIRST_ROUND + PLACES_PER_SEAT * state.seats):
        square = known_twin(state, place) if is_known(state, place) else NONE
        if square != NONE and state.owner(place) == seat:
            moves.count = 0
            moves.add(TURN + square)
            return
        add_turn(moves, square)


# The tiles that follow


def add_second_tiles(state: BonbonsFields, seat: Int, moves: MoveBuffer) -> None:
    """Add the twin if it is known; else after a round tile a known square, after a square an unseen round."""
    other = known_twin(state, state.opened[0])
    if other != NONE:
        moves.add(TURN + other)
        return
    if state.phase == AFTER_ROUND:
        add_turn(moves, harmless_square(state))
        add_turn(moves, known_square(state, COIN_SHOWN) if moves.count == 0 else NONE)
        add_turn(moves, unseen_place(state, 0, FIRST_ROUND) if moves.count == 0 else NONE)
        return
    if not is_twin_seen(state, state.opened[0]):
        add_turn(moves, unseen_round(state, seat))
    moves.add(STOP)


def add_next_coins(state: BonbonsFields, seat: Int, moves: MoveBuffer) -> None:
    """Add a known coin, which after two coins is then the only candidate.

    Otherwise also add an unseen square, after one coin an unseen own round tile, and stop.
    """
    add_turn(moves, known_square(state, COIN_SHOWN))
    if moves.count and state.phase == AFTER_COINS:
        return
    add_turn(moves, unseen_place(state, 0, FIRST_ROUND))
    if state.phase == AFTER_COIN:
        own = state.round_place(seat, 0)
        add_turn(moves, unseen_place(state, own, own + PLACES_PER_SEAT))
    moves.add(STOP)


def add_own_tiles(state: BonbonsFields, seat: Int, verb: Int, moves: MoveBuffer) -> None:
    """Add the moves of `verb` for each own tile that has been shown, and for one that has not."""
    unseen = 0
    for number in range(PLACES_PER_SEAT):
        place = state.round_place(seat, number)
        if state.side[place] == DOWN and (state.seen[place] or not unseen):
            unseen = unseen if state.seen[place] else 1
            moves.add(verb + place - FIRST_ROUND)


# One tile of each group


def add_turn(moves: MoveBuffer, place: Int) -> None:
    """Add the move that turns this tile, unless the place is NONE."""
    if place != NONE:
        moves.add(TURN + place)


def unseen_round(state: BonbonsFields, seat: Int) -> Int:
    """Return an unseen round tile, an own one or else the next seat's that has one, or NONE.

    With two perfect players the owner makes no difference: the seat that finds the twin gets the tile.
    """
    for step in range(state.seats):
        first = state.round_place((seat + step) % state.seats, 0)
        place = unseen_place(state, first, first + PLACES_PER_SEAT)
        if place != NONE:
            return place
    return NONE


def unseen_place(state: BonbonsFields, first: Int, end: Int) -> Int:
    """Return one of these places whose tile is unseen and can be turned, or NONE."""
    count = end - first
    for step in range(count):
        place = first + (STRIDE * state.plies + step) % count
        if state.may_turn(place) and not state.seen[place]:
            return place
    return NONE


def harmless_square(state: BonbonsFields) -> Int:
    """Return a known square that shows nothing new: its twin is unseen, or else gone; or NONE."""
    unpaired = known_square(state, TWIN_UNSEEN)
    return unpaired if unpaired != NONE else known_square(state, TWIN_GONE)


def known_square(state: BonbonsFields, category: Int) -> Int:
    """Return the first known square of this category, or NONE."""
    for place in range(FIRST_ROUND):
        if is_known(state, place) and category_of(state, place) == category:
            return place
    return NONE
