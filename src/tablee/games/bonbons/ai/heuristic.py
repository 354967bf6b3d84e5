"""What somebody who forgets nothing would play: simple, sound, and fair, for it looks at seen tiles only."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.bonbons.state import (
    AFTER_COIN,
    AFTER_COINS,
    AFTER_ROUND,
    COIN,
    COVER,
    COVERING,
    DOWN,
    FIRST,
    FIRST_ASIDE,
    FIRST_ROUND,
    GIVE,
    GIVING,
    NONE,
    PER_SEAT,
    PLACE_COUNT,
    STOP,
    TURN,
    Sweetshop,
)

COIN_COUNT: Int = 3

# A tile that is shown serves whoever plays next: without need one is shown on a chance of one in so many.
FAIR_CHANCE: Int = 10


def propose(table: Sweetshop, seat: Int) -> list[int]:
    """A few moves of equal merit."""
    if table.phase == FIRST:
        return first_tile(table, seat)
    if table.phase == GIVING:
        return own_tile(table, seat, GIVE, 0)
    if table.phase == COVERING:
        return own_tile(table, seat, COVER, 1)
    if table.phase in (AFTER_COIN, AFTER_COINS):
        return next_coin(table)
    return second_tile(table, seat)


# The first tile of a go


def first_tile(table: Sweetshop, seat: Int) -> list[int]:
    """A pair that is known, own before stolen; then coins; then whatever is likeliest to make a pair."""
    square = known_pair(table, seat)
    if square == NONE and count_coins(table) == COIN_COUNT:
        square = known_coin(table)
    if square != NONE:
        return [TURN + square]
    return explore(table, seat)


def known_pair(table: Sweetshop, seat: Int) -> Int:
    """The square of a pair that has been seen whole: with an own round tile if there is one."""
    stolen = NONE
    for place in range(FIRST_ROUND, FIRST_ROUND + PER_SEAT * table.seats):
        square = twin(table, place) if is_known(table, place) else NONE
        if square != NONE and table.owner(place) == seat:
            return square
        if square != NONE:
            stolen = square
    return stolen


def explore(table: Sweetshop, seat: Int) -> list[int]:
    """A round whose twin may be known, or a square; in a further go only on a fair chance."""
    by_round = favours_rounds(table)
    if by_round:
        hopes = count_waiting(table, 0, FIRST_ROUND)
        among = count_unseen(table, FIRST_ROUND, PLACE_COUNT)
    else:
        hopes = count_waiting(table, FIRST_ROUND, FIRST_ASIDE)
        among = count_unseen(table, 0, FIRST_ROUND)
    if table.again and hopes * FAIR_CHANCE < among:
        return [STOP]
    chosen = unseen_rounds(table, seat) if by_round else unseen(table, 0, FIRST_ROUND)
    return chosen or unseen(table, 0, FIRST_ROUND) or unseen_rounds(table, seat)


def favours_rounds(table: Sweetshop) -> bool:
    """Whether a new round tile is likelier to fit a known square than a new square a known round tile."""
    rounds = count_unseen(table, FIRST_ROUND, PLACE_COUNT)
    squares = count_unseen(table, 0, FIRST_ROUND)
    waiting_rounds = count_waiting(table, FIRST_ROUND, FIRST_ASIDE)
    return count_waiting(table, 0, FIRST_ROUND) * squares > waiting_rounds * rounds


# The second tile


def second_tile(table: Sweetshop, seat: Int) -> list[int]:
    """The twin if it is known; else an unseen tile, or no tile rather than one shown for nothing."""
    other = twin(table, table.opened[0])
    if other != NONE:
        return [TURN + other]
    if table.phase == AFTER_ROUND:
        return unseen(table, 0, FIRST_ROUND)
    if count_unseen(table, FIRST_ROUND, PLACE_COUNT) > FAIR_CHANCE:
        return [STOP]
    return unseen_rounds(table, seat) or [STOP]


def next_coin(table: Sweetshop) -> list[int]:
    """A coin that is known; an unseen square only when it may be the last one, and on a fair chance."""
    coin = known_coin(table)
    if coin != NONE:
        return [TURN + coin]
    if table.phase == AFTER_COINS and count_unseen(table, 0, FIRST_ROUND) <= FAIR_CHANCE:
        return unseen(table, 0, FIRST_ROUND)
    return [STOP]


def own_tile(table: Sweetshop, seat: Int, first: Int, seen: Int) -> list[int]:
    """Own face-down tiles: one gives away what nobody has seen, and covers what all have seen."""
    better: list[int] = []
    others: list[int] = []
    for number in range(PER_SEAT):
        place = table.round_place(seat, number)
        if table.side[place] == DOWN:
            fitting = better if table.seen[place] == seen else others
            fitting.append(first + place - FIRST_ROUND)
    return better or others


# What has been seen


def is_known(table: Sweetshop, place: Int) -> bool:
    """Whether a tile was seen, and can be turned."""
    return table.seen[place] == 1 and table.may_turn(place)


def twin(table: Sweetshop, place: Int) -> Int:
    """The known tile of the other shape with the same sweet, or NONE."""
    first = 0 if place >= FIRST_ROUND else FIRST_ROUND
    end = FIRST_ROUND if place >= FIRST_ROUND else FIRST_ASIDE
    for other in range(first, end):
        if table.tile[other] == table.tile[place] and is_known(table, other):
            return other
    return NONE


def known_coin(table: Sweetshop) -> Int:
    """A coin that is known and face down, or NONE."""
    for place in range(FIRST_ROUND):
        if table.tile[place] == COIN and is_known(table, place):
            return place
    return NONE


def count_coins(table: Sweetshop) -> Int:
    """How many coins are known."""
    total = 0
    for place in range(FIRST_ROUND):
        if table.tile[place] == COIN and is_known(table, place):
            total += 1
    return total


def count_waiting(table: Sweetshop, first: Int, end: Int) -> Int:
    """How many known sweets in these places wait for a twin that nobody has seen."""
    total = 0
    for place in range(first, end):
        if is_known(table, place) and table.tile[place] != COIN and not was_seen(table, place):
            total += 1
    return total


def was_seen(table: Sweetshop, place: Int) -> bool:
    """Whether the twin of this tile has been seen: a covered one too, which is of no use any more."""
    first = 0 if place >= FIRST_ROUND else FIRST_ROUND
    end = FIRST_ROUND if place >= FIRST_ROUND else PLACE_COUNT
    for other in range(first, end):
        if table.tile[other] == table.tile[place]:
            return table.seen[other] == 1
    return True


def count_unseen(table: Sweetshop, first: Int, end: Int) -> Int:
    """How many tiles in these places nobody has seen."""
    total = 0
    for place in range(first, end):
        if table.tile[place] != NONE and not table.seen[place]:
            total += 1
    return total


def unseen(table: Sweetshop, first: Int, end: Int) -> list[int]:
    """Turning any of the tiles in these places that nobody has seen."""
    found: list[int] = []
    for place in range(first, end):
        if table.may_turn(place) and not table.seen[place]:
            found.append(TURN + place)
    return found


def unseen_rounds(table: Sweetshop, seat: Int) -> list[int]:
    """An own round tile that nobody has seen; if there is none, anybody's."""
    own = unseen(table, table.round_place(seat, 0), table.round_place(seat, PER_SEAT))
    return own or unseen(table, FIRST_ROUND, FIRST_ROUND + PER_SEAT * table.seats)
