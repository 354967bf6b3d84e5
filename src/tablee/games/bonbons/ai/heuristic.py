"""The moves of a careful player with a perfect memory: hints, the greedy bot, and rollouts use them.

Every function reads the tiles that have been shown and no others.
"""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.bonbons.state import (
    AFTER_COIN,
    AFTER_COINS,
    AFTER_ROUND,
    COIN,
    COIN_COUNT,
    COVER,
    COVERING,
    DOWN,
    FIRST,
    FIRST_ASIDE,
    FIRST_ROUND,
    GIVE,
    GIVING,
    NONE,
    PLACE_COUNT,
    PLACES_PER_SEAT,
    STOP,
    TURN,
    BonbonsFields,
)

# A tile shown in vain helps the next seat: an unseen tile is turned without need only if the chance of a pair
# is at least one in this many.
WORST_ODDS: Int = 10


def propose(state: BonbonsFields, seat: Int) -> list[int]:
    """Return the moves that a careful player would choose from, all equally good."""
    if state.phase == FIRST:
        return propose_first_tile(state, seat)
    if state.phase == GIVING:
        return propose_own_tile(state, seat, GIVE, 0)
    if state.phase == COVERING:
        return propose_own_tile(state, seat, COVER, 1)
    if state.phase in (AFTER_COIN, AFTER_COINS):
        return propose_coin(state)
    return propose_second_tile(state, seat)


# The first tile of a go


def propose_first_tile(state: BonbonsFields, seat: Int) -> list[int]:
    """Propose the square of a known pair, an own one first; else a coin if all are known; else unseen."""
    square = known_pair(state, seat)
    if square == NONE and count_known_coins(state) == COIN_COUNT:
        square = known_coin(state)
    if square != NONE:
        return [TURN + square]
    return propose_unseen(state, seat)


def known_pair(state: BonbonsFields, seat: Int) -> Int:
    """Return the square of a pair of which both tiles are known, preferably with an own one, or NONE."""
    stolen = NONE
    for place in range(FIRST_ROUND, FIRST_ROUND + PLACES_PER_SEAT * state.seats):
        square = known_twin(state, place) if is_known(state, place) else NONE
        if square != NONE and state.owner(place) == seat:
            return square
        if square != NONE:
            stolen = square
    return stolen


def propose_unseen(state: BonbonsFields, seat: Int) -> list[int]:
    """Propose unseen tiles of the shape likelier to make a pair; in a further go maybe stop.

    It stops if the chance of a pair is less than one in WORST_ODDS.
    """
    by_round = prefers_round(state)
    if by_round:
        fitting = count_unpaired(state, 0, FIRST_ROUND)
        among = count_unseen(state, FIRST_ROUND, PLACE_COUNT)
    else:
        fitting = count_unpaired(state, FIRST_ROUND, FIRST_ASIDE)
        among = count_unseen(state, 0, FIRST_ROUND)
    if state.further_go and fitting * WORST_ODDS < among:
        return [STOP]
    chosen = unseen_round_turns(state, seat) if by_round else unseen_turns(state, 0, FIRST_ROUND)
    return chosen or unseen_turns(state, 0, FIRST_ROUND) or unseen_round_turns(state, seat)


def prefers_round(state: BonbonsFields) -> bool:
    """Return whether an unseen round tile is likelier to make a pair than an unseen square."""
    rounds = count_unseen(state, FIRST_ROUND, PLACE_COUNT)
    squares = count_unseen(state, 0, FIRST_ROUND)
    unpaired_rounds = count_unpaired(state, FIRST_ROUND, FIRST_ASIDE)
    return count_unpaired(state, 0, FIRST_ROUND) * squares > unpaired_rounds * rounds


# The tiles that follow


def propose_second_tile(state: BonbonsFields, seat: Int) -> list[int]:
    """Propose the twin if it is known; else unseen tiles, or stop.

    After a square it stops if more than WORST_ODDS round tiles are unseen.
    """
    other = known_twin(state, state.opened[0])
    if other != NONE:
        return [TURN + other]
    if state.phase == AFTER_ROUND:
        return unseen_turns(state, 0, FIRST_ROUND)
    if count_unseen(state, FIRST_ROUND, PLACE_COUNT) > WORST_ODDS:
        return [STOP]
    return unseen_round_turns(state, seat) or [STOP]


def propose_coin(state: BonbonsFields) -> list[int]:
    """Propose a known coin; after two, with fair odds, unseen squares; else stop."""
    coin = known_coin(state)
    if coin != NONE:
        return [TURN + coin]
    if state.phase == AFTER_COINS and count_unseen(state, 0, FIRST_ROUND) <= WORST_ODDS:
        return unseen_turns(state, 0, FIRST_ROUND)
    return [STOP]


def propose_own_tile(state: BonbonsFields, seat: Int, verb: Int, seen: Int) -> list[int]:
    """Return the moves of `verb` for own face-down tiles, those with this value of `seen` if there are any.

    Give away a tile that nobody has seen, and cover one that all have seen.
    """
    better: list[int] = []
    others: list[int] = []
    for number in range(PLACES_PER_SEAT):
        place = state.round_place(seat, number)
        if state.side[place] == DOWN:
            fitting = better if state.seen[place] == seen else others
            fitting.append(verb + place - FIRST_ROUND)
    return better or others


# Known and unseen tiles


def is_known(state: BonbonsFields, place: Int) -> bool:
    """Return whether a tile has been shown and can be turned."""
    return state.seen[place] == 1 and state.may_turn(place)


def known_twin(state: BonbonsFields, place: Int) -> Int:
    """Return the known tile of the other shape with the same sweet, or NONE."""
    first = 0 if place >= FIRST_ROUND else FIRST_ROUND
    end = FIRST_ROUND if place >= FIRST_ROUND else FIRST_ASIDE
    for other in range(first, end):
        if state.tile[other] == state.tile[place] and is_known(state, other):
            return other
    return NONE


def known_coin(state: BonbonsFields) -> Int:
    """Return the first known coin, or NONE."""
    for place in range(FIRST_ROUND):
        if state.tile[place] == COIN and is_known(state, place):
            return place
    return NONE


def count_known_coins(state: BonbonsFields) -> Int:
    total = 0
    for place in range(FIRST_ROUND):
        if state.tile[place] == COIN and is_known(state, place):
            total += 1
    return total


def count_unpaired(state: BonbonsFields, first: Int, end: Int) -> Int:
    """Count known sweets in these places whose twin has never been shown."""
    total = 0
    for place in range(first, end):
        if is_known(state, place) and state.tile[place] != COIN and not is_twin_seen(state, place):
            total += 1
    return total


def is_twin_seen(state: BonbonsFields, place: Int) -> bool:
    """Return whether the twin has been shown, even if it is covered now and makes no pair any more."""
    first = 0 if place >= FIRST_ROUND else FIRST_ROUND
    end = FIRST_ROUND if place >= FIRST_ROUND else PLACE_COUNT
    for other in range(first, end):
        if state.tile[other] == state.tile[place]:
            return state.seen[other] == 1
    return True


def count_unseen(state: BonbonsFields, first: Int, end: Int) -> Int:
    """Count tiles in these places that have never been shown."""
    total = 0
    for place in range(first, end):
        if state.tile[place] != NONE and not state.seen[place]:
            total += 1
    return total


def unseen_turns(state: BonbonsFields, first: Int, end: Int) -> list[int]:
    """Return the moves that turn an unseen tile in these places."""
    found: list[int] = []
    for place in range(first, end):
        if state.may_turn(place) and not state.seen[place]:
            found.append(TURN + place)
    return found


def unseen_round_turns(state: BonbonsFields, seat: Int) -> list[int]:
    """Return the moves that turn an own unseen round tile; if there is none, that of any seat."""
    own = unseen_turns(state, state.round_place(seat, 0), state.round_place(seat, PLACES_PER_SEAT))
    return own or unseen_turns(state, FIRST_ROUND, FIRST_ROUND + PLACES_PER_SEAT * state.seats)
