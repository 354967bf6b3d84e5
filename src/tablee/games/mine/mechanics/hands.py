"""Taking, laying, moving, lifting and returning tiles (rules 9-12): legal moves and effects."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.mine.pieces import CELL_STEPS, CELLS_BY_WINDOW, CORNER_CELLS, WINDOWS
from tablee.games.mine.state import (
    ANY_ELEMENT,
    CELL_COUNT,
    COLOUR,
    FIRST_TILE,
    LAY,
    LIFT,
    MASK,
    MOVE,
    NONE,
    PLACE_COUNT,
    RETURN_HELD,
    RETURN_LAID,
    SHAPE_COUNT,
    SLOT_COUNT,
    TAKE,
    TAKE_WORDS,
    TILE_ELEMENT,
    TILE_SHAPE,
    MineFields,
)

TURN_COUNT: Int = 8
STEP_COUNT: Int = 5
# Turn t of shape s fits the frame with its top left corner at the cells of the mask CORNER[8 s + t], none if
# an earlier turn is equal. It covers the cells STEP[5 (8 s + t)] and the four entries after it further on.
CORNER: list[Int] = CORNER_CELLS
STEP: list[Int] = CELL_STEPS
# Finds the cell of a mask of one cell without a loop: the mask shifts the constant, in which all windows of
# six bits differ, and the upper six of the lower 64 bits are the index of the cell.
DE_BRUIJN: Int = WINDOWS
CELL_BY_WINDOW: list[Int] = CELLS_BY_WINDOW
CELL_BIT: list[Int] = [1 << cell for cell in range(CELL_COUNT)]


# Taking (9, 10)


def find_takes(state: MineFields, seat: Int, moves: MoveBuffer) -> None:
    """(9) Add every legal `take`, by shape and element."""
    if has_room(state, seat):
        stock = state.stock_bit(seat)
        for shape in range(SHAPE_COUNT):
            if wants_colour(state, seat, COLOUR[shape]):
                add_takes(state, shape, stock, moves)


def add_takes(state: MineFields, shape: Int, stock: Int, moves: MoveBuffer) -> None:
    """(9) Add `take` for a shape of which a copy is left; with finds, for each element on such copies."""
    words = 0
    for tile in range(FIRST_TILE[shape], FIRST_TILE[shape + 1]):
        if not state.away[tile] & stock:
            if not state.finds:
                moves.add(TAKE + TAKE_WORDS * shape + ANY_ELEMENT)
                return
            words |= 2 << TILE_ELEMENT[tile]
    for word in range(1, TAKE_WORDS):
        if words >> word & 1:
            moves.add(TAKE + TAKE_WORDS * shape + word)


def may_take(state: MineFields, seat: Int, shape: Int, word: Int) -> bool:
    """(9) Return whether a seat may take a tile of this shape: it needs a copy in the pool.

    `word` is ANY_ELEMENT, or 1 + the element that the tile must show.
    """
    if (word == ANY_ELEMENT) == state.finds or not has_room(state, seat):
        return False
    return wants_colour(state, seat, COLOUR[shape]) and state.find_in_pool(seat, shape, word) != NONE


def has_room(state: MineFields, seat: Int) -> bool:
    """(10, A13) Return whether the hand of a seat is empty, and it has fewer tiles than its card shows."""
    return state.hand[seat] == NONE and state.tile_count(seat) < state.wanted_total(seat)


def wants_colour(state: MineFields, seat: Int, colour: Int) -> bool:
    """(A14) Return whether a seat may take this colour; the helping elf refuses more than the card shows."""
    return not state.helper or state.colour_count(seat, colour) < state.wanted(seat, colour)


def take_tile(state: MineFields, seat: Int, shape: Int, word: Int) -> None:
    """(9, 10) Move a tile from the pool into the hand."""
    tile = state.find_in_pool(seat, shape, word)
    state.away[tile] |= state.stock_bit(seat)
    state.hand[seat] = tile


# Laying and moving (10, 12)


def find_lays(state: MineFields, seat: Int, free: Int, moves: MoveBuffer) -> None:
    """(A25) Add every legal `lay` of the tile in hand; `free` are the cells of the board under no tile."""
    if state.hand[seat] != NONE:
        add_places(state, seat, NONE, free, moves)


def find_shifts(state: MineFields, seat: Int, free: Int, moves: MoveBuffer) -> None:
    """(A25) Add every legal `move` of a tile on the board; `free` are the cells under no tile."""
    for slot in range(SLOT_COUNT):
        if state.tiles[SLOT_COUNT * seat + slot] != NONE:
            add_places(state, seat, slot, free, moves)


def add_places(state: MineFields, seat: Int, slot: Int, free: Int, moves: MoveBuffer) -> None:
    """(A26) Add every legal `move` of the tile in a slot or, for slot NONE, `lay` of the tile in hand.

    `free` are the cells of the board under no tile.
    """
    first, lying, tile = LAY, NONE, state.hand[seat]
    if slot != NONE:
        first = MOVE + PLACE_COUNT * slot
        lying = state.places[SLOT_COUNT * seat + slot]
        tile = state.tiles[SLOT_COUNT * seat + slot]
        free |= MASK[PLACE_COUNT * TILE_SHAPE[tile] + lying]
    turned = TURN_COUNT * TILE_SHAPE[tile]
    gallery = state.gallery_of(seat)
    for turn in range(TURN_COUNT):
        corners = CORNER[turned + turn]
        if turn == lying // CELL_COUNT:
            corners &= ~CELL_BIT[lying % CELL_COUNT]
        if corners:
            corners = fitting_corners(turned + turn, corners, free, gallery, state.helper)
            add_corners(corners, first + CELL_COUNT * turn, moves)


def fitting_corners(turned: Int, corners: Int, free: Int, gallery: Int, helper: bool) -> Int:
    """(12, A26) Return those of the cells `corners` where the top left corner of a turned shape may lie.

    The same as `fits`, for all of them at once: bit c of `free >> step` is the cell `step` after cell c.
    """
    touching = 0
    for at in range(STEP_COUNT):
        step = STEP[STEP_COUNT * turned + at]
        inside = gallery >> step
        corners &= free >> step
        touching |= inside
        if helper:
            corners &= inside
    return corners & touching


def add_corners(corners: Int, first: Int, moves: MoveBuffer) -> None:
    """Add the move `first` + cell for each cell of a mask."""
    count = moves.count
    while corners:
        lowest = corners & -corners
        corners ^= lowest
        moves.items[count] = first + CELL_BY_WINDOW[lowest * DE_BRUIJN >> 58 & 63]
        count += 1
    moves.count = count


def may_place(state: MineFields, seat: Int, tile: Int, lying: Int, place: Int) -> bool:
    """(A25, A26) Return whether a tile may go to this place; False for NONE, or if it lies there already."""
    if tile == NONE or place == lying:
        return False
    shape = TILE_SHAPE[tile]
    others = covered_by_others(state, seat, shape, lying)
    return fits(state, MASK[PLACE_COUNT * shape + place], others, state.gallery_of(seat))


def covered_by_others(state: MineFields, seat: Int, shape: Int, lying: Int) -> Int:
    """Return the cells of a board under tiles other than the one of this shape at place `lying`."""
    covered = state.covered(seat)
    return covered if lying == NONE else covered & ~MASK[PLACE_COUNT * shape + lying]


def fits(state: MineFields, mask: Int, covered: Int, gallery: Int) -> bool:
    """(12, A26) Return whether a tile may lie on the cells of `mask`, which is 0 outside the frame.

    It may cover no other tile and must cover a gallery cell; with the helping elf it may cover no rock.
    """
    if mask & covered or not mask & gallery:
        return False
    return not (state.helper and mask & ~gallery)


def put_tile(state: MineFields, at: Int, tile: Int, place: Int, order: Int) -> None:
    """Set the tile, the place and the lay order of slot `at`, counted over all seats (8 x seat + slot)."""
    state.tiles[at] = tile
    state.places[at] = place
    state.lay_order[at] = order


def lay_tile(state: MineFields, seat: Int, place: Int) -> None:
    """(10, A27) Move the tile in hand to the board, into the first free slot."""
    at = SLOT_COUNT * seat
    while state.tiles[at] != NONE:
        at += 1
    state.lay_count[seat] += 1
    put_tile(state, at, state.hand[seat], place, state.lay_count[seat])
    state.hand[seat] = NONE


def move_tile(state: MineFields, seat: Int, slot: Int, place: Int) -> None:
    """(A25, A27) Change the place of a tile on the board; its lay order stays."""
    state.places[SLOT_COUNT * seat + slot] = place


# Lifting and returning (11)


def find_removals(state: MineFields, seat: Int, moves: MoveBuffer) -> None:
    """(11, A25) Add every legal `lift` into the empty hand, and `return` from hand or board."""
    first = SLOT_COUNT * seat
    if state.hand[seat] == NONE:
        for slot in range(SLOT_COUNT):
            if state.tiles[first + slot] != NONE:
                moves.add(LIFT + slot)
    else:
        moves.add(RETURN_HELD)
    for slot in range(SLOT_COUNT):
        if state.tiles[first + slot] != NONE:
            moves.add(RETURN_LAID + slot)


def lift_tile(state: MineFields, seat: Int, slot: Int) -> None:
    """(A25) Move a tile from the board into the hand."""
    state.hand[seat] = state.tile_in(seat, slot)
    state.tiles[SLOT_COUNT * seat + slot] = NONE


def return_held_tile(state: MineFields, seat: Int) -> None:
    """(11, A10) Move the tile in hand, if there is one, back to the pool."""
    if state.hand[seat] != NONE:
        state.away[state.hand[seat]] &= ~state.stock_bit(seat)
        state.hand[seat] = NONE


def return_laid_tile(state: MineFields, seat: Int, slot: Int) -> None:
    """(11) Move the tile in a slot, if there is one, back to the pool."""
    tile = state.tile_in(seat, slot)
    if tile != NONE:
        state.away[tile] &= ~state.stock_bit(seat)
        state.tiles[SLOT_COUNT * seat + slot] = NONE
