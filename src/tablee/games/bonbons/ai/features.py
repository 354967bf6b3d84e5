"""What a bot is told of a position: counts of what all have seen and of what nobody has, and the chances."""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int
from tablee.games.bonbons.ai.candidates import SORT_COUNT, sort_of
from tablee.games.bonbons.ai.heuristic import count_coins, count_unseen
from tablee.games.bonbons.state import (
    COIN,
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

# A chance is told in so many parts: a hundredth decides between two moves.
PARTS: Int = 96

BIT: list[Int] = [1 << sweet for sweet in range(COIN)]


def describe(table: Sweetshop, seat: Int, features: FeatureBuffer) -> None:
    """How far everybody is, whose turn it is, and what there is for whoever plays."""
    squares = faces(table, 0, FIRST_ROUND, True)
    squares_shown = faces(table, 0, FIRST_ROUND, False)
    rounds = faces(table, FIRST_ROUND, FIRST_ASIDE, True)
    rounds_shown = faces(table, FIRST_ROUND, PLACE_COUNT, False)
    own = faces(table, table.round_place(seat, 0), table.round_place(seat, PER_SEAT), True)
    describe_race(table, seat, features)
    describe_turn(table, seat, features)
    describe_pairs(table, seat, squares, rounds, features)
    waiting_squares = size(squares & ~rounds_shown)
    waiting_rounds = size(rounds & ~squares_shown)
    describe_chances(table, seat, waiting_squares, waiting_rounds, features)
    describe_rounds(table, seat, features)
    features.add(size(own & ~squares_shown))
    features.add(waiting_rounds - size(own & ~squares_shown))
    features.add(size(own & squares))
    features.add(waiting_squares)
    features.add(size(squares & rounds_shown & ~rounds))
    describe_specials(table, features)


def describe_race(table: Sweetshop, seat: Int, features: FeatureBuffer) -> None:
    """Tiles to find: one's own and those of the best of the others, of the next one, of all others."""
    best = MOST_LEFT - 1
    total = 0
    for other in range(table.seats):
        if other != seat:
            left = table.left(other)
            total += left
            best = left if left < best else best
    features.add_one_hot(MOST_LEFT * table.left(seat) + best, MOST_LEFT * MOST_LEFT)
    features.add(table.left(seat))
    features.add(best)
    features.add(table.left((seat + 1) % table.seats))
    features.add(total)


def describe_turn(table: Sweetshop, seat: Int, features: FeatureBuffer) -> None:
    """Whose turn, at which point of it, and of which sort the tile is that was turned first."""
    to_play = table.turn == seat
    features.add((seat - table.turn + table.seats) % table.seats)
    features.add_one_hot(table.phase if to_play else PHASE_COUNT + table.phase, 2 * PHASE_COUNT)
    features.add(table.again if to_play else 0)
    going_on = table.open_count > 0 and table.lingering == 0
    sort = sort_of(table, table.opened[0]) if going_on else 0
    features.add_one_hot(sort if to_play else SORT_COUNT + sort, 2 * SORT_COUNT)


def describe_pairs(table: Sweetshop, seat: Int, squares: Int, rounds: Int, features: FeatureBuffer) -> None:
    """The pairs that whoever plays can take at once, and whether they are enough."""
    to_play = table.turn == seat
    pairs = size(squares & rounds)
    left = table.left(table.turn)
    coming = pairs if pairs < left else left
    enough = 1 if pairs >= left else 0
    features.add(coming if to_play else 0)
    features.add(0 if to_play else coming)
    features.add(8 * enough if to_play else 0)
    features.add(0 if to_play else 8 * enough)


def describe_chances(table: Sweetshop, seat: Int, squares: Int, rounds: Int, features: FeatureBuffer) -> None:
    """How likely a new square fits a round tile that waits, a new round tile a square that waits."""
    hidden = count_unseen(table, 0, FIRST_ROUND)
    by_square = PARTS * rounds // hidden if hidden else 0
    hidden = count_unseen(table, FIRST_ROUND, PLACE_COUNT)
    by_round = PARTS * squares // hidden if count_unseen(table, FIRST_ROUND, FIRST_ASIDE) else 0
    better = by_square if by_square > by_round else by_round
    to_play = table.turn == seat
    features.add(by_square)
    features.add(by_round)
    features.add(better if to_play else 0)
    features.add(0 if to_play else better)


def describe_rounds(table: Sweetshop, seat: Int, features: FeatureBuffer) -> None:
    """Round tiles that nobody has seen: one's own, those of others, those aside."""
    first = table.round_place(seat, 0)
    own_unseen = count_unseen(table, first, first + PER_SEAT)
    features.add(own_unseen)
    features.add(count_unseen(table, FIRST_ROUND, FIRST_ASIDE) - own_unseen)
    features.add(count_unseen(table, FIRST_ASIDE, PLACE_COUNT))
    features.add(table.held(seat))


def describe_specials(table: Sweetshop, features: FeatureBuffer) -> None:
    """Squares that nobody has seen, coins and the wrapper."""
    coins = 0
    wrapper = 1
    for place in range(FIRST_ROUND):
        coins += 1 if table.tile[place] == COIN else 0
        if table.tile[place] == WRAPPER and table.side[place] == UP:
            wrapper = 0
    features.add(count_unseen(table, 0, FIRST_ROUND))
    features.add_one_hot(count_coins(table), 4)
    features.add(coins)
    features.add(wrapper)


# Sets of sweets, a bit for each


def faces(table: Sweetshop, first: Int, end: Int, at_hand: bool) -> Int:
    """The sweets in these places that were shown; `at_hand`: only those that can be turned."""
    found = 0
    for place in range(first, end):
        sweet = table.tile[place]
        if table.seen[place] and 0 <= sweet < COIN and (table.may_turn(place) or not at_hand):
            found |= BIT[sweet]
    return found


def size(sweets: Int) -> Int:
    """How many sweets are in a set."""
    total = 0
    while sweets:
        sweets &= sweets - 1
        total += 1
    return total
