"""The moves worth searching: legal moves without those equivalent to another one. Used by the rules."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.islands.mechanics.building import cell_of, may_lay
from tablee.games.islands.state import (
    COLUMNS,
    ELEMENT_COUNT,
    EMERALD,
    FIRST_DREAM,
    NONE,
    ROWS,
    IslandsFields,
)


def drop_equivalent(state: IslandsFields, seat: Int, moves: MoveBuffer) -> None:
    """Remove from `moves` each one whose cell is equivalent to an earlier legal cell of its line."""
    kept = 0
    for index in range(moves.count):
        move = moves.at(index)
        if not has_earlier_equivalent(state, seat, cell_of(move)):
            moves.items[kept] = move
            kept += 1
    moves.count = kept


def has_earlier_equivalent(state: IslandsFields, seat: Int, cell: Int) -> bool:
    """Return whether a tile could as well be laid into an earlier cell; False for NONE."""
    if cell == NONE:
        return False
    for earlier in range(COLUMNS * state.stack, cell):
        if may_lay(state, seat, earlier) and are_equivalent(state, seat, earlier, cell):
            return True
    return False


def are_equivalent(state: IslandsFields, seat: Int, one: Int, other: Int) -> bool:
    """Return whether two cells of a line lead to the same scores.

    (20) Slots for dreams always do. (34) Cells of an island do if their columns have the same free cells and
    the same gems: nothing else depends on where a tile lies.
    """
    if one >= FIRST_DREAM:
        return True
    for row in range(ROWS):
        here = state.tile_at(seat, COLUMNS * row + one % COLUMNS)
        there = state.tile_at(seat, COLUMNS * row + other % COLUMNS)
        if (here == NONE) != (there == NONE):
            return False
    for gem in range(EMERALD, ELEMENT_COUNT):
        if has_gem(state, seat, one % COLUMNS, gem) != has_gem(state, seat, other % COLUMNS, gem):
            return False
    return True


def has_gem(state: IslandsFields, seat: Int, column: Int, gem: Int) -> bool:
    """Return whether a gem of this kind is visible in a column."""
    for row in range(ROWS):
        if state.count_in_cell(seat, COLUMNS * row + column, gem) > 0:
            return True
    return False
