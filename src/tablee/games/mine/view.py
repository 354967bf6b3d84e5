"""What leaves the table: from the signal on everything on it is public, but in a ghost race (A24, P9)."""

from __future__ import annotations

from typing import Any

from tablee.core.compiled import Int
from tablee.games.mine import geometry
from tablee.games.mine.checks import COLOURS, ELEMENTS
from tablee.games.mine.geometry import CELLS, TURNS
from tablee.games.mine.ghosts import Ghosts
from tablee.games.mine.scoring import items
from tablee.games.mine.solver import COLOUR, MASK, NONE, PLACE_COUNT, TILE_ELEMENT, TILE_SHAPE
from tablee.games.mine.state import (
    BOARDS,
    CARDS,
    CHOOSING,
    FIRST_TILE,
    OVER,
    ROUNDS,
    SLOT_COUNT,
)
from tablee.games.mine.tables import (
    CARD_PACKS,
    CARD_TILES,
    CARD_WORTHS,
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

PHASES = ("side", "race", "settle", "over")
LINES = ("ten", "empty", "elves", "good", "bad", "floor", "call")
CELL_COUNT: Int = 35
CARD_COUNT: Int = 40
BOARD_COUNT: Int = 10

# A board that may not be seen.
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


def look(table: Ghosts, viewer: Int) -> dict[str, Any]:
    """The table, the same for everybody but in a ghost race (A24)."""
    seats = range(table.seats)
    return {
        "phase": phase(table, viewer),
        "round": min(table.round + 1, ROUNDS),
        "elves": table.elves,
        "finds": table.finds,
        "helper": table.helper,
        "ghost": table.ghost,
        "lamp": table.lamp,
        "pool": pool(table, viewer),
        "turns": turns(table, viewer),
        "boards": [] if table.phase == OVER else [board(table, viewer, seat) for seat in seats],
        "past": [past(table, seat) for seat in seats] if table.round else [],
        "sheets": [[sheet(table, number, seat) for seat in seats] for number in range(table.round)],
        "totals": [sum(items(table, seat).values()) for seat in seats],
        "piles": piles(table),
        "box": box(table) if table.phase == OVER else None,
    }


def phase(table: Ghosts, viewer: Int) -> str:
    """(A23) What the table is doing; in a ghost race, where a seat is in its own round (P9)."""
    if not table.ghost or table.phase == OVER:
        return PHASES[table.phase]
    if viewer < 0 or table.has_run(viewer):
        return "wait"
    if table.face[viewer] == NONE:
        return "side"
    return "ready" if table.is_to_start(viewer) else "race"


def is_away(table: Ghosts, viewer: Int, tile: Int) -> bool:
    """Whether a tile is not in the pool; in a ghost race, not in the own stock of who looks."""
    if table.ghost and viewer < 0:
        return False
    return table.away[tile] & table.stock(viewer) != 0


def pool(table: Ghosts, viewer: Int) -> dict[str, dict[str, Any]]:
    """(2, A13) Each shape as a drawing, what is left of it, live, and with finds what the tiles show."""
    found: dict[str, dict[str, Any]] = {}
    for shape in range(len(SHAPES)):
        copies = range(FIRST_TILE[shape], FIRST_TILE[shape + 1])
        left = [TILE_ELEMENT[tile] for tile in copies if not is_away(table, viewer, tile)]
        entry: dict[str, Any] = {
            "colour": COLOURS[COLOUR[shape]],
            "rows": SHAPE_ROWS[shape],
            "left": len(left),
            "of": len(copies),
        }
        if table.finds:
            entry["elements"] = {ELEMENTS[kind]: left.count(kind) for kind in sorted(set(left))}
        found[SHAPES[shape]] = entry
    return found


def turns(table: Ghosts, viewer: Int) -> dict[str, dict[str, list[list[int]]]]:
    """(A2) For each shape to be seen with somebody, the different ways to turn and flip it."""
    taken = set()
    for seat in range(table.seats):
        if table.may_see(viewer, seat):
            taken |= {TILE_SHAPE[tile] for tile in range(len(TILES)) if is_away(table, seat, tile)}
    return {SHAPES[shape]: SHAPE_TURNS[shape] for shape in sorted(taken)}


def board(table: Ghosts, viewer: Int, seat: Int) -> dict[str, Any]:
    """(A24) One seat's board, card, hand and tiles, with the time of a finished ghost race."""
    if not table.may_see(viewer, seat):
        return {**HIDDEN, "ran": table.has_run(seat)}
    side = table.side_of(seat)
    card_is_up = table.started[seat] != NONE if table.ghost else table.phase != CHOOSING
    return {
        "board": table.board[seat] + 1,
        "side": None if side == NONE else SIDES[side],
        "gallery": None if side == NONE else gallery(table, side),
        "choice": choice(table, seat) if side == NONE else {},
        "card": card(table, table.card_of(seat)) if card_is_up else None,
        "hand": None if table.hand[seat] == NONE else tile_data(table, table.hand[seat]),
        "tiles": tiles(table, seat),
        "open": None if side == NONE else table.open_cells(seat),
        "quit": table.quitted[seat] == 1,
        "called": table.called[seat] != NONE,
        "ran": table.has_run(seat),
        "time": table.spent[seat] if table.ghost and table.has_run(seat) else None,
    }


def choice(table: Ghosts, seat: Int) -> dict[str, Any]:
    """(3) Both faces of a board that is still to be turned."""
    return {FACES[face]: gallery(table, 2 * table.board[seat] + face) for face in range(len(FACES))}


def gallery(table: Ghosts, side: Int) -> dict[str, Any]:
    """A side: its rows, and in the expert game its elves (23)."""
    return {"rows": GALLERY_ROWS[side], "elves": ELVES[side] if table.elves else []}


def card(table: Ghosts, number: Int) -> dict[str, Any]:
    """(7, 24) A treasure card."""
    first = len(COLOURS) * number
    worths = {element: CARD_WORTHS[first + at] for at, element in enumerate(ELEMENTS)}
    return {
        "card": number + 1,
        "pack": CARD_PACKS[number],
        "tiles": {colour: CARD_TILES[first + at] for at, colour in enumerate(COLOURS)},
        "worth": {element: points for element, points in worths.items() if points and table.finds},
    }


def tile_data(table: Ghosts, tile: Int) -> dict[str, Any]:
    """A tile, and with finds what it shows."""
    shape = TILE_SHAPE[tile]
    return {
        "tile": TILES[tile],
        "shape": SHAPES[shape],
        "colour": COLOURS[COLOUR[shape]],
        "element": ELEMENTS[TILE_ELEMENT[tile]] if table.finds else None,
    }


def tiles(table: Ghosts, seat: Int) -> dict[str, dict[str, Any]]:
    """The tiles on a board by their slots."""
    found = {}
    for slot in range(SLOT_COUNT):
        tile = table.tile_in(seat, slot)
        if tile != NONE:
            lying = lie(tile, table.place_of(seat, slot))
            order = table.laid[SLOT_COUNT * seat + slot]
            found[SLOTS[slot]] = {**tile_data(table, tile), **lying, "laid": order}
    return found


def lie(tile: Int, place: Int) -> dict[str, Any]:
    """How a tile lies: turn, top left cell, and all cells under it."""
    mask = MASK[PLACE_COUNT * TILE_SHAPE[tile] + place]
    return {
        "turn": TURNS[place // CELL_COUNT],
        "cell": CELLS[place % CELL_COUNT],
        "cells": geometry.cell_names(mask),
    }


def past(table: Ghosts, seat: Int) -> dict[str, Any]:
    """(14) A board as it was checked at the end of the round before, with what was removed."""
    laid = []
    for slot in range(SLOT_COUNT):
        at = SLOT_COUNT * seat + slot
        tile = table.past_tiles[at]
        if tile != NONE:
            lying = lie(tile, table.past_places[at])
            laid.append({**tile_data(table, tile), **lying, "wrong": table.past_wrong[at] == 1})
    side = table.past_side[seat]
    return {
        "side": SIDES[side],
        "gallery": gallery(table, side),
        "card": card(table, table.past_card[seat]),
        "tiles": laid,
        "time": None if table.past_time[seat] == NONE else table.past_time[seat],
    }


def sheet(table: Ghosts, number: Int, seat: Int) -> dict[str, int]:
    """(A37) The score sheet of a seat in a round, and how many cells were empty."""
    lines = {name: table.line(number, seat, at) for at, name in enumerate(LINES)}
    return {**lines, "points": sum(lines.values()), "open": table.line(number, seat, len(LINES))}


def piles(table: Ghosts) -> dict[str, int]:
    """(4, 5) What is left to draw: boards, and cards."""
    drawn = table.round if table.phase in (CHOOSING, OVER) else table.round + 1
    return {"boards": max(0, ROUNDS - 1 - table.round), "cards": CARD_COUNT - table.seats * drawn}


def box(table: Ghosts) -> dict[str, list[int]]:
    """(4, A24) What was never used, shown when the match is over."""
    boards = range(BOARDS + table.seats + ROUNDS - 1, BOARDS + BOARD_COUNT)
    cards = range(CARDS + table.seats * ROUNDS, CARDS + CARD_COUNT)
    return {
        "boards": [table.deal[at] + 1 for at in boards],
        "cards": [table.deal[at] + 1 for at in cards],
    }
