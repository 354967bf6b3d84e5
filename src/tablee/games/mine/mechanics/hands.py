"""Taking, laying, moving, lifting and returning tiles (rules 9-12): legal moves and effects."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.mine.pieces import FIRST_FRAME_PLACES, FRAME_PLACES
from tablee.games.mine.state import (
    ANY_ELEMENT,
    COLOUR,
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
    TILE_SHAPE,
    MineFields,
)

# The places of shape s inside the frame are FRAME_PLACE[FIRST_FRAME_PLACE[s]] up to, not including,
# FRAME_PLACE[FIRST_FRAME_PLACE[s + 1]].
FRAME_PLACE: list[Int] = FRAME_PLACES
FIRST_FRAME_PLACE: list[Int] = FIRST_FRAME_PLACES


# Taking (9, 10)


def find_takes(state: MineFields, seat: Int, moves: MoveBuffer) -> None:
    """(9) Add every legal `take`, by shape."""
    for shape in range(SHAPE_COUNT):
        for word in range(TAKE_WORDS):
            if may_take(state, seat, shape, word):
                moves.add(TAKE + TAKE_WORDS * shape + word)


def may_take(state: MineFields, seat: Int, shape: Int, word: Int) -> bool:
    """(9, 10, A13, A14) Return whether a seat may take a tile of this shape.

    It needs an empty hand, fewer tiles than the card shows (with the helping elf also of this colour), and a
    copy in the pool. `word` is ANY_ELEMENT, or 1 + the element that the tile must show.
    """
    if state.hand[seat] != NONE or (word == ANY_ELEMENT) == state.finds:
        return False
    if state.helper and state.colour_count(seat, COLOUR[shape]) >= state.wanted(seat, COLOUR[shape]):
        return False
    return state.tile_count(seat) < state.wanted_total(seat) and state.find_in_pool(seat, shape, word) != NONE


def take_tile(state: MineFields, seat: Int, shape: Int, word: Int) -> None:
    """(9, 10) Move a tile from the pool into the hand."""
    tile = state.find_in_pool(seat, shape, word)
    state.away[tile] |= state.stock_bit(seat)
    state.hand[seat] = tile


# Laying and moving (10, 12)


def find_placements(state: MineFields, seat: Int, moves: MoveBuffer) -> None:
    """(A25) Add every legal `lay` of the tile in hand and `move` of a tile on the board."""
    if state.hand[seat] != NONE:
        find_tile_placements(state, seat, NONE, moves)
    for slot in range(SLOT_COUNT):
        if state.tile_in(seat, slot) != NONE:
            find_tile_placements(state, seat, slot, moves)


def find_tile_placements(state: MineFields, seat: Int, slot: Int, moves: MoveBuffer) -> None:
    """(A26) Add every legal `move` of the tile in a slot or, for slot NONE, `lay` of the tile in hand."""
    first, lying, tile = LAY, NONE, state.hand[seat]
    if slot != NONE:
        first = MOVE + PLACE_COUNT * slot
        lying = state.place_of(seat, slot)
        tile = state.tile_in(seat, slot)
    shape = TILE_SHAPE[tile]
    others = covered_by_others(state, seat, shape, lying)
    gallery = state.gallery_of(seat)
    for at in range(FIRST_FRAME_PLACE[shape], FIRST_FRAME_PLACE[shape + 1]):
        place = FRAME_PLACE[at]
        if place != lying and fits(state, MASK[PLACE_COUNT * shape + place], others, gallery):
            moves.add(first + place)


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
    if state.hand[seat] == NONE:
        for slot in range(SLOT_COUNT):
            if state.tile_in(seat, slot) != NONE:
                moves.add(LIFT + slot)
    else:
        moves.add(RETURN_HELD)
    for slot in range(SLOT_COUNT):
        if state.tile_in(seat, slot) != NONE:
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
