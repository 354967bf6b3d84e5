"""A model of human forgetting, used by the bot levels that do not remember everything.

The longer ago a tile was shown and the more tiles, similar ones above all, were shown since, the more likely
it is first confused with a similar tile or a neighbour, then forgotten. The threshold is a hash of the mind
and the ply at which the tile was shown, so that equal minds always forget the same tiles.
"""

from __future__ import annotations

from math import exp, log

from tablee.core.buffers import acquire, release
from tablee.core.compiled import Int, Real
from tablee.games.bonbons.state import (
    COIN,
    COLOUR_COUNT,
    COVERED,
    DOWN,
    FIRST_ASIDE,
    FIRST_ROUND,
    NONE,
    PLACE_COUNT,
    ROW,
    BonbonsFields,
)

LOW_32: Int = 0xFFFFFFFF
HASH_FACTOR: Int = 0x45D9F3B
HASH_STEP: Int = 0x9E3779B9

# `recall` is the share still known after an interference of RECALL_SPAN. Each tile shown since counts as 1, a
# similar one as SIMILAR_WEIGHT, and every PLIES_PER_UNIT plies as 1.
RECALL_SPAN: Real = 8.0
SIMILAR_WEIGHT: Int = 3
PLIES_PER_UNIT: Int = 4


def forget_tiles(state: BonbonsFields, recall: float, mind: Int) -> None:
    """Mark hidden tiles as unseen, or confuse them with others, where this memory has lost them."""
    forgotten = acquire()
    confused = acquire()
    forgotten.count = 0
    confused.count = 0
    for place in range(FIRST_ASIDE):
        if state.seen[place] and is_hidden(state, place):
            retention = exp(log(recall) * interference(state, place) / RECALL_SPAN)
            threshold = hash_32(mind, state.seen_ply[place]) / 4294967296.0
            if threshold * threshold >= retention:
                forgotten.add(place)
            elif threshold >= retention:
                confused.add(place)
    for at in range(forgotten.count):
        state.seen[forgotten.at(at)] = 0
    for at in range(confused.count):
        confuse(state, confused.at(at), hash_32(mind + 1, state.seen_ply[confused.at(at)]))
    release(forgotten)
    release(confused)


def is_hidden(state: BonbonsFields, place: Int) -> bool:
    """Return whether the face of a tile cannot be seen now."""
    return state.side[place] in (DOWN, COVERED)


def interference(state: BonbonsFields, place: Int) -> Int:
    """Return the weighted number of tiles shown, and plies passed, since this tile was shown."""
    total = (state.plies - state.seen_ply[place]) // PLIES_PER_UNIT
    for other in range(FIRST_ASIDE):
        if state.seen[other] and state.seen_ply[other] > state.seen_ply[place]:
            total += SIMILAR_WEIGHT if are_similar(state.tile[other], state.tile[place]) else 1
    return total


def are_similar(one: Int, other: Int) -> bool:
    """Return whether two tiles show the same kind of sweet, in any colours."""
    return one != COIN and one // COLOUR_COUNT == other // COLOUR_COUNT


def hash_32(mind: Int, ply: Int) -> Int:
    """Return a hash of 32 bits."""
    mixed = (mind + HASH_STEP * (ply + 1)) & LOW_32
    for _ in range(2):
        mixed = ((mixed ^ (mixed >> 16)) * HASH_FACTOR) & LOW_32
    return mixed ^ (mixed >> 16)


def confuse(state: BonbonsFields, place: Int, choice: Int) -> None:
    """Swap a tile with another colour of its kind, or with a neighbour; without any, forget it.

    `choice` is a random number that selects the tile.
    """
    by_colour = choice % 2 == 1 and state.tile[place] < COIN
    other = other_colour(state, place, choice // 2) if by_colour else neighbour(state, place, choice // 2)
    if other == NONE:
        state.seen[place] = 0
        return
    tile = state.tile[place]
    state.tile[place] = state.tile[other]
    state.tile[other] = tile
    if not by_colour:
        seen = state.seen[place]
        seen_ply = state.seen_ply[place]
        state.seen[place] = state.seen[other]
        state.seen_ply[place] = state.seen_ply[other]
        state.seen[other] = seen
        state.seen_ply[other] = seen_ply


def other_colour(state: BonbonsFields, place: Int, choice: Int) -> Int:
    """Return the hidden tile of the same shape and kind in another colour, or NONE."""
    tile = state.tile[place]
    kind = tile // COLOUR_COUNT
    wanted = COLOUR_COUNT * kind + (tile + 1 + choice % (COLOUR_COUNT - 1)) % COLOUR_COUNT
    first = 0 if place < FIRST_ROUND else FIRST_ROUND
    end = FIRST_ROUND if place < FIRST_ROUND else PLACE_COUNT
    for other in range(first, end):
        if state.tile[other] == wanted and (other >= FIRST_ASIDE or is_hidden(state, other)):
            return other
    return NONE


def neighbour(state: BonbonsFields, place: Int, choice: Int) -> Int:
    """Return the tile left, right, above or below, if both are face down, or NONE."""
    step = 1 if choice % 2 else -1
    other = place + step
    if place >= FIRST_ROUND:
        if other < FIRST_ROUND or state.owner(other) != state.owner(place):
            return NONE
    elif choice % 4 < 2:
        other = place + ROW * step
    elif other // ROW != place // ROW:
        return NONE
    if other < 0 or (other >= FIRST_ROUND) != (place >= FIRST_ROUND):
        return NONE
    return other if state.side[other] == DOWN and state.side[place] == DOWN else NONE
