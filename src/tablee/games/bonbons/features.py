"""What a bot is told of a position: counts of what all have seen and of what nobody has."""

from __future__ import annotations

from tablee.core.numbers import Int
from tablee.core.state import Features
from tablee.games.bonbons.choices import READY, SORT_COUNT, USELESS, WAITING, sort_of
from tablee.games.bonbons.memory import count_coins, count_unseen, is_known
from tablee.games.bonbons.state import (
    COIN,
    EMPTY,
    FIRST_ASIDE,
    FIRST_ROUND,
    PER_SEAT,
    PLACE_COUNT,
    UP,
    WRAPPER,
    Sweetshop,
)

MOST_LEFT: Int = 6
PHASE_COUNT: Int = 8


def describe(table: Sweetshop, seat: Int, features: Features) -> None:
    """How far everybody is, whose turn it is, and what there is for whoever plays."""
    describe_race(table, seat, features)
    describe_turn(table, seat, features)
    describe_rounds(table, seat, features)
    describe_squares(table, features)


def describe_race(table: Sweetshop, seat: Int, features: Features) -> None:
    """Tiles to find: one's own, of the best of the others, of the next one, of all others."""
    best = MOST_LEFT
    total = 0
    for other in range(table.seats):
        if other != seat:
            left = table.left(other)
            total += left
            best = left if left < best else best
    features.one_of(table.left(seat), MOST_LEFT)
    features.one_of(best, MOST_LEFT)
    features.add(table.left((seat + 1) % table.seats))
    features.add(total)


def describe_turn(table: Sweetshop, seat: Int, features: Features) -> None:
    """Whose turn, at which point of it, and the pairs that whoever plays can take at once."""
    mine = table.turn == seat
    features.add((seat - table.turn + table.seats) % table.seats)
    features.one_of(table.phase if mine else PHASE_COUNT + table.phase, 2 * PHASE_COUNT)
    features.add(table.again if mine else 0)
    going_on = table.open_count > 0 and table.lingering == 0
    features.one_of(sort_of(table, table.opened[0]) if going_on else 0, SORT_COUNT)
    own = count_sort(table, table.turn, READY)
    pairs = count_rounds(table, READY)
    coming = pairs if pairs < table.left(table.turn) else table.left(table.turn)
    enough = 1 if pairs >= table.left(table.turn) else 0
    features.add(own if mine else 0)
    features.add(coming if mine else 0)
    features.add(0 if mine else coming)
    features.add(8 * enough if mine else 0)
    features.add(0 if mine else 8 * enough)


def describe_rounds(table: Sweetshop, seat: Int, features: Features) -> None:
    """Round tiles, one's own and those of others: known and waiting, useless, unseen."""
    first = table.round_place(seat, 0)
    own_unseen = count_unseen(table, first, first + PER_SEAT)
    dealt_unseen = count_unseen(table, FIRST_ROUND, FIRST_ASIDE)
    waiting = count_sort(table, seat, WAITING)
    features.add(waiting)
    features.add(count_rounds(table, WAITING) - waiting)
    features.add(own_unseen)
    features.add(dealt_unseen - own_unseen)
    features.add(count_unseen(table, FIRST_ASIDE, PLACE_COUNT))
    features.add(count_sort(table, seat, READY))
    features.add(table.held(seat))


def describe_squares(table: Sweetshop, features: Features) -> None:
    """Squares: known and waiting, useless, unseen; coins and the wrapper."""
    waiting = 0
    useless = 0
    coins = 0
    wrapper = 1
    for place in range(FIRST_ROUND):
        tile = table.tile[place]
        if tile == COIN:
            coins += 1
        elif tile == WRAPPER and table.side[place] == UP:
            wrapper = 0
        elif table.side[place] != EMPTY and is_known(table, place):
            sort = sort_of(table, place)
            waiting += 1 if sort == WAITING else 0
            useless += 1 if sort == USELESS else 0
    features.add(waiting)
    features.add(useless)
    features.add(count_unseen(table, 0, FIRST_ROUND))
    features.one_of(count_coins(table), 4)
    features.add(coins)
    features.add(wrapper)


def count_rounds(table: Sweetshop, sort: Int) -> Int:
    """How many known round tiles of all seats are of this sort."""
    total = 0
    for seat in range(table.seats):
        total += count_sort(table, seat, sort)
    return total


def count_sort(table: Sweetshop, seat: Int, sort: Int) -> Int:
    """How many known round tiles of a seat are of this sort."""
    total = 0
    for number in range(PER_SEAT):
        place = table.round_place(seat, number)
        if is_known(table, place) and sort_of(table, place) == sort:
            total += 1
    return total
