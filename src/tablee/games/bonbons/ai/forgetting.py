"""How people forget: the longer ago and the more seen since, above all similar things, the less is left.

A tile is known, then mistaken for a similar one or for its neighbour, then forgotten. When that happens is
drawn once for each time a tile is shown, so that a mind asked twice has forgotten the same.
"""

from __future__ import annotations

from math import exp, log

from tablee.core.buffers import POOL, acquire
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
    Sweetshop,
)

LOW_32: Int = 0xFFFFFFFF
SPICE: Int = 0x45D9F3B
GOLDEN: Int = 0x9E3779B9

# So many other tiles seen since are "a while"; a similar sweet counts as three, four plies as one.
WHILE: Real = 8.0
SIMILAR: Int = 3
IDLE: Int = 4


def blur(table: Sweetshop, recall: float, mind: Int) -> None:
    """Forget, then mistake, what has faded for this mind."""
    forgotten = acquire()
    mistaken = acquire()
    forgotten.count = 0
    mistaken.count = 0
    for place in range(FIRST_ASIDE):
        if table.seen[place] and is_hidden(table, place):
            left = exp(log(recall) * load(table, place) / WHILE)
            strength = drawn(mind, table.when[place]) / 4294967296.0
            if strength * strength >= left:
                forgotten.add(place)
            elif strength >= left:
                mistaken.add(place)
    for at in range(forgotten.count):
        table.seen[forgotten.at(at)] = 0
    for at in range(mistaken.count):
        mistake(table, mistaken.at(at), drawn(mind + 1, table.when[mistaken.at(at)]))
    POOL.append(forgotten)
    POOL.append(mistaken)


def is_hidden(table: Sweetshop, place: Int) -> bool:
    """Whether nobody can see this tile now."""
    return table.side[place] in (DOWN, COVERED)


def load(table: Sweetshop, place: Int) -> Int:
    """What has come between since this tile was seen: other tiles, similar ones above all, and time."""
    total = (table.plies - table.when[place]) // IDLE
    for other in range(FIRST_ASIDE):
        if table.seen[other] and table.when[other] > table.when[place]:
            total += SIMILAR if are_similar(table.tile[other], table.tile[place]) else 1
    return total


def are_similar(one: Int, other: Int) -> bool:
    """The same kind of sweet, whatever its colour."""
    return one != COIN and one // COLOUR_COUNT == other // COLOUR_COUNT


def drawn(mind: Int, when: Int) -> Int:
    """A number of 32 bits that a mind draws for a moment, the same whenever it is asked."""
    mixed = (mind + GOLDEN * (when + 1)) & LOW_32
    for _ in range(2):
        mixed = ((mixed ^ (mixed >> 16)) * SPICE) & LOW_32
    return mixed ^ (mixed >> 16)


def mistake(table: Sweetshop, place: Int, choice: Int) -> None:
    """Another colour of the same kind, or the tile beside it; if that cannot be, it is forgotten."""
    by_colour = choice % 2 == 1 and table.tile[place] < COIN
    other = other_colour(table, place, choice // 2) if by_colour else neighbour(table, place, choice // 2)
    if other == NONE:
        table.seen[place] = 0
        return
    tile = table.tile[place]
    table.tile[place] = table.tile[other]
    table.tile[other] = tile
    if not by_colour:
        seen = table.seen[place]
        when = table.when[place]
        table.seen[place] = table.seen[other]
        table.when[place] = table.when[other]
        table.seen[other] = seen
        table.when[other] = when


def other_colour(table: Sweetshop, place: Int, choice: Int) -> Int:
    """Where, among hidden tiles of this shape, the same kind lies in another colour, or NONE."""
    tile = table.tile[place]
    kind = tile // COLOUR_COUNT
    wanted = COLOUR_COUNT * kind + (tile + 1 + choice % (COLOUR_COUNT - 1)) % COLOUR_COUNT
    first = 0 if place < FIRST_ROUND else FIRST_ROUND
    end = FIRST_ROUND if place < FIRST_ROUND else PLACE_COUNT
    for other in range(first, end):
        if table.tile[other] == wanted and (other >= FIRST_ASIDE or is_hidden(table, other)):
            return other
    return NONE


def neighbour(table: Sweetshop, place: Int, choice: Int) -> Int:
    """The tile to the left, to the right, above or below, if it can be turned as this one can, or NONE."""
    step = 1 if choice % 2 else -1
    other = place + step
    if place >= FIRST_ROUND:
        if other < FIRST_ROUND or table.owner(other) != table.owner(place):
            return NONE
    elif choice % 4 < 2:
        other = place + ROW * step
    elif other // ROW != place // ROW:
        return NONE
    if other < 0 or (other >= FIRST_ROUND) != (place >= FIRST_ROUND):
        return NONE
    return other if table.side[other] == DOWN and table.side[place] == DOWN else NONE
