"""Laying tiles and turning lamps: rules 13 to 28, as functions over the state."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.islands.state import (
    CELL_COUNT,
    COLUMNS,
    ELEMENT_COUNT,
    FACE,
    FIRST_DREAM,
    LAMP,
    LAY,
    MAX_LAMPS,
    NAME,
    NONE,
    TAKE,
    TURN,
    IslandsFields,
)


def cell_of(move: Int) -> Int:
    """Return the cell into which a move lays a tile, or NONE if it lays none."""
    if TAKE <= move < TURN:
        return (move - TAKE) % CELL_COUNT
    return move - LAY if LAY <= move < NAME else NONE


def may_lay(state: IslandsFields, seat: Int, cell: Int) -> bool:
    """(15, 17, 18) Return whether a cell is free and touches the board or a tile; (20) all slots do."""
    if state.tile_at(seat, cell) != NONE:
        return False
    if cell >= FIRST_DREAM or cell % COLUMNS == 0:
        return True
    if state.tile_at(seat, cell - 1) != NONE:
        return True
    if cell % COLUMNS < COLUMNS - 1 and state.tile_at(seat, cell + 1) != NONE:
        return True
    if cell >= COLUMNS and state.tile_at(seat, cell - COLUMNS) != NONE:
        return True
    return cell + COLUMNS < FIRST_DREAM and state.tile_at(seat, cell + COLUMNS) != NONE


def lay(state: IslandsFields, seat: Int, tile: Int, cell: Int) -> None:
    """(15) Lay a tile for good; (22) a lamp on it may turn others."""
    state.cells[CELL_COUNT * seat + cell] = tile
    if cell < FIRST_DREAM and FACE[ELEMENT_COUNT * tile + LAMP]:
        turn_lamps(state, seat, cell)


def turn_lamps(state: IslandsFields, seat: Int, newest: Int) -> None:
    """(22, 26, 27) Turn all visible lamps except the newest to their genie, if there are three or more."""
    if state.count_visible(seat, LAMP) <= MAX_LAMPS:
        return
    for cell in range(FIRST_DREAM):
        if cell != newest and state.count_in_cell(seat, cell, LAMP):
            state.turned[CELL_COUNT * seat + cell] = 1
