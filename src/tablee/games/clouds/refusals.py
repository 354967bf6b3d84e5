"""Why a move is refused: a reason, its values and the number of the rule, for every way to be wrong."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.games.clouds.draft import DraftTable
from tablee.games.clouds.state import (
    BESIDE,
    BOXED,
    EMPTY,
    FUMAROLE,
    LINE,
    NONE,
    SIDE_LENGTH,
    SQUARE,
    WORLD,
)
from tablee.games.clouds.tables import CELLS, LANDS, PLACES, ROWS, SIDES, TRAVELLERS, VOCABULARY
from tablee.games.clouds.view import PHASES

STRADDLES: Int = 6
MULTI_ONLY = {"face", "keep", "pass"}


def why_not(table: DraftTable, seat: int, move: int) -> Illegal:
    """The first reason, in the order a hand would meet them."""
    verb, *things = VOCABULARY.format(move).split()
    asked = PHASES[table.phase]
    if verb == "take" and table.seats > 1:
        return Illegal("no-stacks", "54")
    if verb in MULTI_ONLY and table.seats == 1:
        return Illegal("no-draft", "A33")
    if verb == "face" and table.seats == 2:
        return Illegal("no-face", "A17")
    if verb != asked and not (verb == "decline" and asked == "welcome"):
        return Illegal("not-your-phase", "A24", asked=asked)
    if verb == "welcome":
        return why_not_traveller(table, things[0])
    if verb == "stand":
        return why_not_place(table, seat, things[0])
    if verb == "cover":
        return why_not_cover(table, seat, things[0])
    if verb == "join":
        return why_not_join(table, seat, things[0])
    if verb == "take":
        return why_not_stack(table, things[0]) or why_not_cell(table, 0, things[1])
    if table.place_in_hand(seat, LANDS.index(things[0])) == NONE:
        return Illegal("not-in-hand", "15" if verb == "lay" else "14", card=things[0])
    return why_not_cell(table, seat, things[1])


def why_not_stack(table: DraftTable, stack: str) -> Illegal | None:
    """Rule 55."""
    used = table.opened[int(stack[1:]) - 1] != 0
    return Illegal("stack-used", "55", stack=stack) if used else None


def why_not_cell(table: DraftTable, seat: Int, cell: str) -> Illegal:
    """Rules 17 and 34."""
    square = WORLD * seat + SQUARE[CELLS.index(cell)]
    row = square % WORLD // LINE
    column = square % LINE
    if table.shows[square] != EMPTY:
        return Illegal("cell-taken", "17", cell=cell)
    if not table.touches(square):
        return Illegal("cell-not-adjacent", "17", cell=cell)
    if table.is_bounded(seat, column):
        return Illegal("beyond-traveller", "34", cell=cell)
    high = row <= table.bottom[seat] - SIDE_LENGTH or row >= table.top[seat] + SIDE_LENGTH
    return Illegal("world-too-high" if high else "world-too-wide", "17", cell=cell)


def why_not_traveller(table: DraftTable, name: str) -> Illegal:
    """Rules 30 and 54."""
    if table.host[TRAVELLERS.index(name)] == BOXED:
        return Illegal("traveller-boxed", "54", traveller=name)
    return Illegal("traveller-gone", "30", traveller=name)


def why_not_place(table: DraftTable, seat: Int, place: str) -> Illegal:
    """Rules 32, 33 and 35, and A5."""
    number = PLACES.index(place)
    side = number // STRADDLES
    upper = number % STRADDLES + 1
    row = table.square % WORLD // LINE
    if table.side[seat] != NONE and table.side[seat] != side:
        return Illegal("other-side", "33", side=SIDES[table.side[seat]])
    if upper != row and upper != row - 1:
        return Illegal("other-row", "32", row=ROWS[row - 1])
    if not table.may_straddle(seat, upper):
        return Illegal("no-such-row", "A5", place=place)
    return Illegal("place-taken", "35", place=place)


def why_not_cover(table: DraftTable, seat: Int, cell: str) -> Illegal:
    """Rules 37 and 38."""
    square = WORLD * seat + SQUARE[CELLS.index(cell)]
    if not is_beside(square, table.square):
        return Illegal("not-beside-volcano", "37", cell=cell)
    if table.shows[square] == FUMAROLE:
        return Illegal("already-fumarole", "38", cell=cell)
    return Illegal("nothing-to-cover", "37", cell=cell)


def why_not_join(table: DraftTable, seat: Int, cell: str) -> Illegal:
    """Rule 41."""
    square = WORLD * seat + SQUARE[CELLS.index(cell)]
    if not is_beside(square, table.smoke):
        return Illegal("not-beside-fumarole", "41", cell=cell)
    if table.shows[square] != FUMAROLE:
        return Illegal("no-fumarole-there", "41", cell=cell)
    return Illegal("already-in-city", "41", cell=cell)


def is_beside(one: Int, other: Int) -> bool:
    """Rule 3: not diagonally."""
    for way in range(4):
        if one == other + BESIDE[way]:
            return True
    return False
