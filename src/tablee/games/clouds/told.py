"""A World that is told, not played: the score pad puts everything where it lies, with none of the effects."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.clouds.laying import LayingTable
from tablee.games.clouds.state import EMPTY, LEFT, NONE

SEAT: Int = 0


def frame(table: LayingTable, top: Int, bottom: Int, left: Int, right: Int) -> None:
    """The World reaches so far, and no further."""
    table.top[SEAT] = top
    table.bottom[SEAT] = bottom
    table.left[SEAT] = left
    table.right[SEAT] = right


def is_free(table: LayingTable, city: Int) -> bool:
    """Whether this dark city stands nowhere yet."""
    return table.city_one[city] == NONE


def build(table: LayingTable, city: Int, one: Int, other: Int) -> None:
    """(41) A dark city on two squares."""
    table.city_one[city] = one
    table.city_other[city] = other


def has_come(table: LayingTable, guest: Int) -> bool:
    """Whether this traveller is there already."""
    return table.host[guest] == SEAT


def welcome(table: LayingTable, guest: Int, upper: Int) -> None:
    """(32) A traveller beside two rows."""
    table.host[guest] = SEAT
    table.upper[guest] = upper
    table.side[SEAT] = LEFT


def clash(table: LayingTable, square: Int) -> Int:
    """(20-23) The rule by which the card here would have been turned over, were it laid last; 0 if none."""
    card = table.shows[square]
    table.shows[square] = EMPTY
    rule = table.desolation(SEAT, card, square)
    table.shows[square] = card
    return rule
