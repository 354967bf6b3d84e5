"""What a viewer sees of the board: once the race begins everything, except in a ghost race (A24, P9)."""

from __future__ import annotations

from typing import Any

from tablee.core.compiled import Int
from tablee.games.mine.mechanics import geometry
from tablee.games.mine.mechanics.geometry import CELLS, TURNS
from tablee.games.mine.mechanics.ghosts import has_run, may_see, must_start
from tablee.games.mine.pieces import (
    CARD_PACKS,
    CARD_TILES,
    CARD_WORTHS,
    COLOURS,
    ELEMENTS,
    ELVES,
    FACES,
    GALLERY_ROWS,
    SHAPE_ROWS,
    SHAPE_TURNS,
    SHAPES,
    SIDES,
    SLOTS,
    TILES,
)
from tablee.games.mine.scoring import items
from tablee.games.mine.state import (
    BOARD_COUNT,
    BOARDS,
    CARD_COUNT,
    CARDS,
    CELL_COUNT,
    CHOOSING,
    COLOUR,
    FIRST_TILE,
    MASK,
    NONE,
    OVER,
    PLACE_COUNT,
    ROUNDS,
    SLOT_COUNT,
    TILE_ELEMENT,
    TILE_SHAPE,
    MineFields,
)

PHASES = ("side", "race", "settle", "over")
LINES = ("ten", "empty", "elves", "good", "bad", "floor", "call")

# The entry of a board that the viewer may not see.
HIDDEN: dict[str, Any] = {
    "board": None,
    "side": None,
    "gallery": None,
    "choice": {},
    "card": None,
    "hand": None,
    "tiles": {},
    "open": None,
    "quit": False,
    "called": False,
    "time": None,
}


def board_view(state: MineFields, viewer: Int) -> dict[str, Any]:
    """(A24) Return the board as JSON-ready data; `viewer` matters in a ghost race only."""
    seats = range(state.seats)
    return {
        "phase": phase_word(state, viewer),
        "round": min(state.round + 1, ROUNDS),
        "elves": state.elves,
        "finds": state.finds,
        "helper": state.helper,
        "ghost": state.ghost,
        "lamp": state.lamp,
        "pool": pool(state, viewer),
        "turns": turns(state, viewer),
        "boards": [] if state.phase == OVER else [board(state, viewer, seat) for seat in seats],
        "past": [past(state, seat) for seat in seats] if state.round else [],
        "sheets": [[sheet(state, number, seat) for seat in seats] for number in range(state.round)],
        "totals": [sum(items(state, seat).values()) for seat in seats],
        "piles": piles(state),
        "box": box(state) if state.phase == OVER else None,
    }


def phase_word(state: MineFields, viewer: Int) -> str:
    """(A23) Return the word of the phase; in a ghost race, that of the viewer's own round (P9)."""
    if not state.ghost or state.phase == OVER:
        return PHASES[state.phase]
    if viewer < 0 or has_run(state, viewer):
        return "wait"
    if state.face[viewer] == NONE:
        return "side"
    return "ready" if must_start(state, viewer) else "race"


def is_away(state: MineFields, viewer: Int, tile: Int) -> bool:
    """Return whether a tile is missing from the pool or, in a ghost race, from the viewer's own stock."""
    if state.ghost and viewer < 0:
        return False
    return state.away[tile] & state.stock_bit(viewer) != 0


def pool(state: MineFields, viewer: Int) -> dict[str, dict[str, Any]]:
    """(2, A13) Return by shape its colour, drawing and number of tiles left; with finds also by element."""
    found: dict[str, dict[str, Any]] = {}
    for shape in range(len(SHAPES)):
        copies = range(FIRST_TILE[shape], FIRST_TILE[shape + 1])
        left = [TILE_ELEMENT[tile] for tile in copies if not is_away(state, viewer, tile)]
        entry: dict[str, Any] = {
            "colour": COLOURS[COLOUR[shape]],
            "rows": SHAPE_ROWS[shape],
            "left": len(left),
            "of": len(copies),
        }
        if state.finds:
            entry["elements"] = {ELEMENTS[kind]: left.count(kind) for kind in sorted(set(left))}
        found[SHAPES[shape]] = entry
    return found


def turns(state: MineFields, viewer: Int) -> dict[str, dict[str, list[list[int]]]]:
    """(A2) Return the distinct turns of each shape that is on a visible board or in a visible hand."""
    taken = set()
    for seat in range(state.seats):
        if may_see(state, viewer, seat):
            taken |= {TILE_SHAPE[tile] for tile in range(len(TILES)) if is_away(state, seat, tile)}
    return {SHAPES[shape]: SHAPE_TURNS[shape] for shape in sorted(taken)}


def board(state: MineFields, viewer: Int, seat: Int) -> dict[str, Any]:
    """(A24) Return one seat's board, card, hand and tiles; with its time in a finished ghost race."""
    if not may_see(state, viewer, seat):
        return {**HIDDEN, "ran": has_run(state, seat)}
    side = state.side_of(seat)
    card_is_up = state.started[seat] != NONE if state.ghost else state.phase != CHOOSING
    return {
        "board": state.board[seat] + 1,
        "side": None if side == NONE else SIDES[side],
        "gallery": None if side == NONE else gallery(state, side),
        "choice": choice(state, seat) if side == NONE else {},
        "card": card(state, state.card_of(seat)) if card_is_up else None,
        "hand": None if state.hand[seat] == NONE else tile_data(state, state.hand[seat]),
        "tiles": tiles(state, seat),
        "open": None if side == NONE else state.open_cells(seat),
        "quit": state.gave_up[seat] == 1,
        "called": state.called[seat] != NONE,
        "ran": has_run(state, seat),
        "time": state.spent[seat] if state.ghost and has_run(state, seat) else None,
    }


def choice(state: MineFields, seat: Int) -> dict[str, Any]:
    """(3) Return the galleries of both sides of the seat's board by side, for a seat that must choose one."""
    return {FACES[face]: gallery(state, 2 * state.board[seat] + face) for face in range(len(FACES))}


def gallery(state: MineFields, side: Int) -> dict[str, Any]:
    """(23) Return the rows of a side and, in a game with elves, its elves."""
    return {"rows": GALLERY_ROWS[side], "elves": ELVES[side] if state.elves else []}


def card(state: MineFields, number: Int) -> dict[str, Any]:
    """(7, 24) Return a treasure card; in a game with finds with the worth of each element."""
    first = len(COLOURS) * number
    worths = {element: CARD_WORTHS[first + at] for at, element in enumerate(ELEMENTS)}
    return {
        "card": number + 1,
        "pack": CARD_PACKS[number],
        "tiles": {colour: CARD_TILES[first + at] for at, colour in enumerate(COLOURS)},
        "worth": {element: points for element, points in worths.items() if points and state.finds},
    }


def tile_data(state: MineFields, tile: Int) -> dict[str, Any]:
    """Return a tile; its element is None in a game without finds."""
    shape = TILE_SHAPE[tile]
    return {
        "tile": TILES[tile],
        "shape": SHAPES[shape],
        "colour": COLOURS[COLOUR[shape]],
        "element": ELEMENTS[TILE_ELEMENT[tile]] if state.finds else None,
    }


def tiles(state: MineFields, seat: Int) -> dict[str, dict[str, Any]]:
    """Return the tiles on a board by slot."""
    found = {}
    for slot in range(SLOT_COUNT):
        tile = state.tile_in(seat, slot)
        if tile != NONE:
            lying = placement(tile, state.place_of(seat, slot))
            order = state.lay_order[SLOT_COUNT * seat + slot]
            found[SLOTS[slot]] = {**tile_data(state, tile), **lying, "laid": order}
    return found


def placement(tile: Int, place: Int) -> dict[str, Any]:
    """Return the turn of a tile, its top left cell, and all cells under it."""
    mask = MASK[PLACE_COUNT * TILE_SHAPE[tile] + place]
    return {
        "turn": TURNS[place // CELL_COUNT],
        "cell": CELLS[place % CELL_COUNT],
        "cells": geometry.cell_names(mask),
    }


def past(state: MineFields, seat: Int) -> dict[str, Any]:
    """(14) Return the board of a seat as it was checked at the end of the previous round."""
    laid = []
    for slot in range(SLOT_COUNT):
        at = SLOT_COUNT * seat + slot
        tile = state.past_tiles[at]
        if tile != NONE:
            lying = placement(tile, state.past_places[at])
            laid.append({**tile_data(state, tile), **lying, "wrong": state.past_wrong[at] == 1})
    side = state.past_side[seat]
    return {
        "side": SIDES[side],
        "gallery": gallery(state, side),
        "card": card(state, state.past_card[seat]),
        "tiles": laid,
        "time": None if state.past_time[seat] == NONE else state.past_time[seat],
    }


def sheet(state: MineFields, number: Int, seat: Int) -> dict[str, int]:
    """(A37) Return the points of a seat in round `number` by item, their sum, and `open`: empty cells."""
    lines = {name: state.line(number, seat, at) for at, name in enumerate(LINES)}
    return {**lines, "points": sum(lines.values()), "open": state.line(number, seat, len(LINES))}


def piles(state: MineFields) -> dict[str, int]:
    """(4, 5) Return how many boards and cards are left to draw."""
    drawn = state.round if state.phase in (CHOOSING, OVER) else state.round + 1
    return {"boards": max(0, ROUNDS - 1 - state.round), "cards": CARD_COUNT - state.seats * drawn}


def box(state: MineFields) -> dict[str, list[int]]:
    """(4, A24) Return the unused boards and cards. Call it only after the match: they are hidden before."""
    boards = range(BOARDS + state.seats + ROUNDS - 1, BOARDS + BOARD_COUNT)
    cards = range(CARDS + state.seats * ROUNDS, CARDS + CARD_COUNT)
    return {
        "boards": [state.deal[at] + 1 for at in boards],
        "cards": [state.deal[at] + 1 for at in cards],
    }
