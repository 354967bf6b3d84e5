"""The observation of a seat: its board, card, hand and stock, and the boards that it may see. Compiled.

Seats are numbered from the observing one. In a ghost race (P9) boards that are not seen are all 0.
"""

from __future__ import annotations

from tablee.core.compiled import Int, Int8
from tablee.core.observation import ObservationWriter
from tablee.games.mine.mechanics.ghosts import has_run, may_see, must_start
from tablee.games.mine.mechanics.hands import STEP, STEP_COUNT, TURN_COUNT
from tablee.games.mine.pieces import OPEN_CELLS_BY_SIDE, TILE_COUNTS_BY_SHAPE
from tablee.games.mine.state import (
    CARD,
    CELL_COUNT,
    CHOOSING,
    COLOUR,
    COLOUR_COUNT,
    ELEMENT_COUNT,
    ELF,
    NONE,
    OVER,
    ROUNDS,
    SHAPE_COUNT,
    SLOT_COUNT,
    TILE_COUNT,
    TILE_ELEMENT,
    TILE_SHAPE,
    WORTH,
    MineFields,
)

PHASE_COUNT: Int = 4
MAX_COUNT: Int = 69
LOWEST: Int = -128
HIGHEST: Int = 127
# The numbers of a slot: filled, shape, element, covered cells.
SLOT_SHAPE: Int = 1
SLOT_ELEMENT: Int = 20
SLOT_CELLS: Int = 25
SLOT_WIDTH: Int = 60
FACE_COUNT: Int = 2
STOCK_SIZE: Int = SHAPE_COUNT * ELEMENT_COUNT
# Numbers that are copied: the open cells of each side, and all tiles by shape and element (first for a match
# without finds).
OPEN: list[Int8] = OPEN_CELLS_BY_SIDE
FULL_STOCK: list[Int8] = TILE_COUNTS_BY_SHAPE


def write_observation(state: MineFields, seat: Int, out: ObservationWriter) -> None:
    """Write the round, the seat's own board, choice and stock, and every board."""
    write_round(state, seat, out)
    write_choice(state, seat, out)
    write_stock(state, seat, out)
    write_hand(state, seat, out)
    write_slots(state, seat, out)
    write_elves(state, seat, out)
    for turn in range(state.seats):
        write_board(state, seat, (seat + turn) % state.seats, turn, out)


def write_round(state: MineFields, seat: Int, out: ObservationWriter) -> None:
    """Write the phase, the round, the options, and the points of all seats in the rounds that are over."""
    out.begin("phase", -1, 0, 1)
    out.add_one_hot(state.phase, PHASE_COUNT)
    out.begin("must start", -1, 0, 1)
    out.add(1 if must_start(state, seat) else 0)
    out.begin("round", -1, 0, ROUNDS)
    out.add(state.round)
    out.begin("elves, finds, ghost, lamp", -1, 0, 1)
    out.add(1 if state.elves else 0)
    out.add(1 if state.finds else 0)
    out.add(1 if state.ghost else 0)
    out.add(1 if state.lamp else 0)
    out.begin("totals", -1, LOWEST, HIGHEST)
    for turn in range(state.seats):
        out.add(max(LOWEST, min(state.total((seat + turn) % state.seats), HIGHEST)))


def write_choice(state: MineFields, seat: Int, out: ObservationWriter) -> None:
    """(3) Write the open cells of both sides of the own board, while a side must be chosen."""
    for face in range(FACE_COUNT):
        out.begin("choice of side", face, 0, 1)
        if state.face[seat] == NONE and state.phase != OVER:
            write_open_cells(FACE_COUNT * state.board[seat] + face, out)
        out.skip(CELL_COUNT)


def write_open_cells(side: Int, out: ObservationWriter) -> None:
    """Write 1 for each open cell of a side."""
    first = out.at
    for cell in range(CELL_COUNT):
        out.values[first + cell] = OPEN[CELL_COUNT * side + cell]


def write_tile_cells(tile: Int, place: Int, offset: Int, out: ObservationWriter) -> None:
    """Write 1 for each cell under a tile."""
    turned = TURN_COUNT * TILE_SHAPE[tile] + place // CELL_COUNT
    corner = out.at + offset + place % CELL_COUNT
    for at in range(STEP_COUNT):
        out.values[corner + STEP[STEP_COUNT * turned + at]] = 1


def write_stock(state: MineFields, seat: Int, out: ObservationWriter) -> None:
    """(2, P9) Write how many tiles of each shape and element are left for the seat."""
    stock = state.stock_bit(seat)
    out.begin("tiles left", -1, 0, MAX_COUNT)
    finds = 1 if state.finds else 0
    for at in range(STOCK_SIZE):
        out.values[out.at + at] = FULL_STOCK[STOCK_SIZE * finds + at]
    for tile in range(TILE_COUNT):
        if state.away[tile] & stock:
            out.values[out.at + ELEMENT_COUNT * TILE_SHAPE[tile] + finds * TILE_ELEMENT[tile]] -= 1
    out.skip(STOCK_SIZE)


def write_hand(state: MineFields, seat: Int, out: ObservationWriter) -> None:
    """Write the tile in hand and, once the own card is turned up, the points for each element."""
    out.begin("hand", -1, 0, 1)
    tile = state.hand[seat]
    out.add_one_hot(TILE_SHAPE[tile] if tile != NONE else NONE, SHAPE_COUNT)
    out.add_one_hot(TILE_ELEMENT[tile] if tile != NONE and state.finds else NONE, ELEMENT_COUNT)
    out.begin("worth of elements", -1, -2, 2)
    if state.finds and card_is_up(state, seat):
        for element in range(ELEMENT_COUNT):
            out.put(element, WORTH[ELEMENT_COUNT * state.card_of(seat) + element])
    out.skip(ELEMENT_COUNT)


def card_is_up(state: MineFields, seat: Int) -> bool:
    """(7, P9) Return whether the card of a seat was turned up in this round."""
    if state.ghost:
        return state.started[seat] != NONE
    return state.phase not in (CHOOSING, OVER)


def write_slots(state: MineFields, seat: Int, out: ObservationWriter) -> None:
    """Write shape, element and cells of each tile on the own board, by slot."""
    for slot in range(SLOT_COUNT):
        out.begin("slot", slot, 0, 1)
        tile = state.tiles[SLOT_COUNT * seat + slot]
        if tile != NONE:
            out.put(0, 1)
            out.put(SLOT_SHAPE + TILE_SHAPE[tile], 1)
            if state.finds:
                out.put(SLOT_ELEMENT + TILE_ELEMENT[tile], 1)
            write_tile_cells(tile, state.place_of(seat, slot), SLOT_CELLS, out)
        out.skip(SLOT_WIDTH)


def write_elves(state: MineFields, seat: Int, out: ObservationWriter) -> None:
    """(23) Write, by cell of the own side, 1 + the colour that the elf beside it waits for; 0 for none."""
    out.begin("elves", -1, 0, COLOUR_COUNT)
    if state.elves and state.face[seat] != NONE and state.phase != OVER:
        first = CELL_COUNT * state.side_of(seat)
        for cell in range(CELL_COUNT):
            out.values[out.at + cell] = 1 + ELF[first + cell]
    out.skip(CELL_COUNT)


def write_board(state: MineFields, viewer: Int, owner: Int, turn: Int, out: ObservationWriter) -> None:
    """(A24) Write whether a seat has finished and, if it is seen, its gallery, tiles and card by colour."""
    seen = state.phase != OVER and may_see(state, viewer, owner)
    out.begin("finished", turn, 0, 1)
    out.add(1 if has_run(state, owner) else 0)
    out.begin("gave up", turn, 0, 1)
    out.add(1 if seen and state.gave_up[owner] else 0)
    out.begin("gallery", turn, 0, 1)
    if seen and state.face[owner] != NONE:
        write_open_cells(state.side_of(owner), out)
    out.skip(CELL_COUNT)
    out.begin("covered", turn, 0, 1)
    if seen:
        for slot in range(SLOT_COUNT):
            at = SLOT_COUNT * owner + slot
            if state.tiles[at] != NONE:
                write_tile_cells(state.tiles[at], state.places[at], 0, out)
    out.skip(CELL_COUNT)
    out.begin("tiles by colour", turn, 0, SLOT_COUNT + 1)
    if seen:
        write_colours(state, owner, out)
    out.skip(COLOUR_COUNT)
    out.begin("card by colour", turn, 0, SLOT_COUNT)
    if seen and card_is_up(state, owner):
        first = COLOUR_COUNT * state.card_of(owner)
        for colour in range(COLOUR_COUNT):
            out.values[out.at + colour] = CARD[first + colour]
    out.skip(COLOUR_COUNT)


def write_colours(state: MineFields, owner: Int, out: ObservationWriter) -> None:
    """Write how many tiles of each colour a seat has, on the board and in hand."""
    if state.hand[owner] != NONE:
        out.values[out.at + COLOUR[TILE_SHAPE[state.hand[owner]]]] += 1
    for slot in range(SLOT_COUNT):
        at = SLOT_COUNT * owner + slot
        if state.tiles[at] != NONE:
            out.values[out.at + COLOUR[TILE_SHAPE[state.tiles[at]]]] += 1
