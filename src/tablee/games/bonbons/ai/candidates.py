"""What is worth a thought: one move of each sort, since tiles that nobody has seen are all alike."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.bonbons.ai.heuristic import is_known, twin, was_seen
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
    PER_SEAT,
    STOP,
    TURN,
    WRAPPER,
    Sweetshop,
)

# Sorts of tiles that have been seen: by what can be done with them.
EMPTY_WRAPPER: Int = 1
MONEY: Int = 2
READY: Int = 3
WAITING: Int = 4
USELESS: Int = 5
SORT_COUNT: Int = 6

# Looking for one of many like tiles begins at another place every time, and not always in a corner.
STRIDE: Int = 13


def sort_of(table: Sweetshop, place: Int) -> Int:
    """The twin of a sweet is known, or nobody has seen it, or it is of no use any more."""
    tile = table.tile[place]
    if tile == WRAPPER:
        return EMPTY_WRAPPER
    if tile == COIN:
        return MONEY
    if twin(table, place) != NONE:
        return READY
    return USELESS if was_seen(table, place) else WAITING


def consider(table: Sweetshop, seat: Int, moves: MoveBuffer) -> None:
    """The sorts of moves that there are; a pair that is known is always taken, an own one first."""
    if table.phase == FIRST:
        consider_first(table, seat, moves)
    elif table.phase == GIVING:
        consider_own(table, seat, GIVE, moves)
    elif table.phase == COVERING:
        consider_own(table, seat, COVER, moves)
    elif table.phase in (AFTER_COIN, AFTER_COINS):
        consider_coins(table, seat, moves)
    else:
        consider_second(table, seat, moves)


# The first tile of a go


def consider_first(table: Sweetshop, seat: Int, moves: MoveBuffer) -> None:
    """A pair, or else: a coin, a new tile of either shape, or enough.

    A new square is less likely to make a pair than a round tile, but shows others less: against somebody who
    shows everything that is worth more (bench/perfect.py).
    """
    consider_pairs(table, seat, moves)
    if moves.count:
        return
    add_turn(moves, known_square(table, MONEY))
    add_turn(moves, new_tile(table, 0, FIRST_ROUND))
    add_turn(moves, new_round(table, seat))
    if table.again:
        moves.add(STOP)
    if moves.count == 0:
        add_turn(moves, idle_square(table))
    if moves.count == 0:
        table.find_moves(seat, moves)


def consider_pairs(table: Sweetshop, seat: Int, moves: MoveBuffer) -> None:
    """The square of one own pair; if there is none, of every pair that can be stolen."""
    for place in range(FIRST_ROUND, FIRST_ROUND + PER_SEAT * table.seats):
        square = twin(table, place) if is_known(table, place) else NONE
        if square != NONE and table.owner(place) == seat:
            moves.count = 0
            moves.add(TURN + square)
            return
        add_turn(moves, square)


# What comes next


def consider_second(table: Sweetshop, seat: Int, moves: MoveBuffer) -> None:
    """The twin if it is known; else nothing new after a round tile, after a square perhaps a round one."""
    other = twin(table, table.opened[0])
    if other != NONE:
        moves.add(TURN + other)
        return
    if table.phase == AFTER_ROUND:
        add_turn(moves, idle_square(table))
        add_turn(moves, known_square(table, MONEY) if moves.count == 0 else NONE)
        add_turn(moves, new_tile(table, 0, FIRST_ROUND) if moves.count == 0 else NONE)
        return
    if not was_seen(table, table.opened[0]):
        add_turn(moves, new_round(table, seat))
    moves.add(STOP)


def consider_coins(table: Sweetshop, seat: Int, moves: MoveBuffer) -> None:
    """A coin that is known; else a new square, an own round tile if that may be, or to stop."""
    add_turn(moves, known_square(table, MONEY))
    if moves.count and table.phase == AFTER_COINS:
        return
    add_turn(moves, new_tile(table, 0, FIRST_ROUND))
    if table.phase == AFTER_COIN:
        add_turn(moves, new_tile(table, table.round_place(seat, 0), table.round_place(seat, PER_SEAT)))
    moves.add(STOP)


def consider_own(table: Sweetshop, seat: Int, first: Int, moves: MoveBuffer) -> None:
    """Each own tile that was seen, and one that was not."""
    unseen = 0
    for number in range(PER_SEAT):
        place = table.round_place(seat, number)
        if table.side[place] == DOWN and (table.seen[place] or not unseen):
            unseen = unseen if table.seen[place] else 1
            moves.add(first + place - FIRST_ROUND)


# One of each sort


def add_turn(moves: MoveBuffer, place: Int) -> None:
    """Turning this tile, if there is one."""
    if place != NONE:
        moves.add(TURN + place)


def new_round(table: Sweetshop, seat: Int) -> Int:
    """A round tile that nobody has seen, or NONE: an own one, else the next seat's that has one.

    Whose it is makes no difference to a match of two that is played perfectly: whoever finds its twin has it.
    """
    for step in range(table.seats):
        first = table.round_place((seat + step) % table.seats, 0)
        place = new_tile(table, first, first + PER_SEAT)
        if place != NONE:
            return place
    return NONE


def new_tile(table: Sweetshop, first: Int, end: Int) -> Int:
    """One of the tiles in these places that nobody has seen, or NONE."""
    count = end - first
    for step in range(count):
        place = first + (STRIDE * table.plies + step) % count
        if table.may_turn(place) and not table.seen[place]:
            return place
    return NONE


def idle_square(table: Sweetshop) -> Int:
    """A sweet that all know and that waits for its twin; else a useless one, or NONE."""
    waiting = known_square(table, WAITING)
    return waiting if waiting != NONE else known_square(table, USELESS)


def known_square(table: Sweetshop, sort: Int) -> Int:
    """A square of this sort that has been seen and can be turned, or NONE."""
    for place in range(FIRST_ROUND):
        if is_known(table, place) and sort_of(table, place) == sort:
            return place
    return NONE
