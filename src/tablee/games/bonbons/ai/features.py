"""Inputs of the value network: counts of seen and unseen tiles, and the chances of a pair."""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int
from tablee.games.bonbons.ai.candidates import CATEGORY_COUNT, category_of
from tablee.games.bonbons.ai.heuristic import count_known_coins, count_unseen
from tablee.games.bonbons.state import (
    COIN,
    FIRST_ASIDE,
    FIRST_ROUND,
    PLACE_COUNT,
    PLACES_PER_SEAT,
    UP,
    WRAPPER,
    BonbonsFields,
)

# The number of tiles left to find is 0 to 5.
LEFT_RANGE: Int = 6
PHASE_COUNT: Int = 8

# A chance is an integer from 0 to this: steps of a hundredth can decide between two moves.
CHANCE_SCALE: Int = 96

# Brings a yes-or-no feature to the scale of the counts beside it.
FLAG: Int = 8

BIT: list[Int] = [1 << sweet for sweet in range(COIN)]


def add_features(state: BonbonsFields, seat: Int, features: FeatureBuffer) -> None:
    """Add all features of a position for a seat. The learned weights depend on their order."""
    squares = seen_sweets(state, 0, FIRST_ROUND, True)
    squares_shown = seen_sweets(state, 0, FIRST_ROUND, False)
    rounds = seen_sweets(state, FIRST_ROUND, FIRST_ASIDE, True)
    rounds_shown = seen_sweets(state, FIRST_ROUND, PLACE_COUNT, False)
    first_own = state.round_place(seat, 0)
    own = seen_sweets(state, first_own, first_own + PLACES_PER_SEAT, True)
    add_tiles_left(state, seat, features)
    add_turn_state(state, seat, features)
    add_pairs(state, seat, squares, rounds, features)
    unpaired_squares = count_bits(squares & ~rounds_shown)
    unpaired_rounds = count_bits(rounds & ~squares_shown)
    add_chances(state, seat, unpaired_squares, unpaired_rounds, features)
    add_unseen_rounds(state, seat, features)
    features.add(count_bits(own & ~squares_shown))
    features.add(unpaired_rounds - count_bits(own & ~squares_shown))
    features.add(count_bits(own & squares))
    features.add(unpaired_squares)
    features.add(count_bits(squares & rounds_shown & ~rounds))
    add_special_squares(state, features)


def add_tiles_left(state: BonbonsFields, seat: Int, features: FeatureBuffer) -> None:
    """Add the tiles left to find: own, and of the best opponent, the next seat and all opponents."""
    best = LEFT_RANGE - 1
    total = 0
    for other in range(state.seats):
        if other != seat:
            left = state.count_left(other)
            total += left
            best = left if left < best else best
    features.add_one_hot(LEFT_RANGE * state.count_left(seat) + best, LEFT_RANGE * LEFT_RANGE)
    features.add(state.count_left(seat))
    features.add(best)
    features.add(state.count_left((seat + 1) % state.seats))
    features.add(total)


def add_turn_state(state: BonbonsFields, seat: Int, features: FeatureBuffer) -> None:
    """Add the distance to the seat in turn, the phase, and the category of the first tile of the go."""
    in_turn = state.turn == seat
    features.add((seat - state.turn + state.seats) % state.seats)
    features.add_one_hot(state.phase if in_turn else PHASE_COUNT + state.phase, 2 * PHASE_COUNT)
    features.add(state.further_go if in_turn else 0)
    go_started = state.open_count > 0 and state.lingering == 0
    category = category_of(state, state.opened[0]) if go_started else 0
    features.add_one_hot(category if in_turn else CATEGORY_COUNT + category, 2 * CATEGORY_COUNT)


def add_pairs(state: BonbonsFields, seat: Int, squares: Int, rounds: Int, features: FeatureBuffer) -> None:
    """Add how many known pairs the seat in turn can take, and whether they are enough to win.

    Both are added twice: for `seat` itself and for an opponent; 0 for the one that is not in turn. `squares`
    and `rounds` are sets of known sweets, as bit masks.
    """
    in_turn = state.turn == seat
    pairs = count_bits(squares & rounds)
    left = state.count_left(state.turn)
    useful = pairs if pairs < left else left
    enough = FLAG if pairs >= left else 0
    features.add(useful if in_turn else 0)
    features.add(0 if in_turn else useful)
    features.add(enough if in_turn else 0)
    features.add(0 if in_turn else enough)


def add_chances(state: BonbonsFields, seat: Int, squares: Int, rounds: Int, features: FeatureBuffer) -> None:
    """Add the chances that an unseen square, or an unseen round tile, makes a pair.

    `squares` and `rounds` count the known tiles whose twin is unseen.
    """
    unseen = count_unseen(state, 0, FIRST_ROUND)
    by_square = CHANCE_SCALE * rounds // unseen if unseen else 0
    unseen = count_unseen(state, FIRST_ROUND, PLACE_COUNT)
    by_round = CHANCE_SCALE * squares // unseen if count_unseen(state, FIRST_ROUND, FIRST_ASIDE) else 0
    better = by_square if by_square > by_round else by_round
    in_turn = state.turn == seat
    features.add(by_square)
    features.add(by_round)
    features.add(better if in_turn else 0)
    features.add(0 if in_turn else better)


def add_unseen_rounds(state: BonbonsFields, seat: Int, features: FeatureBuffer) -> None:
    """Add the unseen round tiles: own, of opponents, aside; and how many round tiles the seat has."""
    first = state.round_place(seat, 0)
    own_unseen = count_unseen(state, first, first + PLACES_PER_SEAT)
    features.add(own_unseen)
    features.add(count_unseen(state, FIRST_ROUND, FIRST_ASIDE) - own_unseen)
    features.add(count_unseen(state, FIRST_ASIDE, PLACE_COUNT))
    features.add(state.count_rounds(seat))


def add_special_squares(state: BonbonsFields, features: FeatureBuffer) -> None:
    """Add unseen squares, known coins, coins in the square, and whether the wrapper is still hidden."""
    coins = 0
    wrapper = 1
    for place in range(FIRST_ROUND):
        coins += 1 if state.tile[place] == COIN else 0
        if state.tile[place] == WRAPPER and state.side[place] == UP:
            wrapper = 0
    features.add(count_unseen(state, 0, FIRST_ROUND))
    features.add_one_hot(count_known_coins(state), 4)
    features.add(coins)
    features.add(wrapper)


# Bit sets of sweets


def seen_sweets(state: BonbonsFields, first: Int, end: Int, turnable_only: bool) -> Int:
    """Return the sweets in these places that have been shown, as a bit mask."""
    found = 0
    for place in range(first, end):
        sweet = state.tile[place]
        if state.seen[place] and 0 <= sweet < COIN and (state.may_turn(place) or not turnable_only):
            found |= BIT[sweet]
    return found


def count_bits(sweets: Int) -> Int:
    total = 0
    while sweets:
        sweets &= sweets - 1
        total += 1
    return total
