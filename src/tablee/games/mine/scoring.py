"""The check of the boards and the points: rules 14-18 and 22-26."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.outcome import Outcome, ranked
from tablee.games.mine.state import (
    CELL_COUNT,
    COLOUR,
    LINE_BAD,
    LINE_CALL,
    LINE_COUNT,
    LINE_ELVES,
    LINE_EMPTY,
    LINE_FLOOR,
    LINE_GOOD,
    LINE_OPEN,
    LINE_TEN,
    NONE,
    OPEN_CELLS,
    ROUNDS,
    SEATS,
    SLOT_COUNT,
    TILE_SHAPE,
    MineFields,
    count_cells,
)

BASE_POINTS: Int = 10
MAX_EMPTY: Int = 10
CALL_POINTS: Int = 2


# The check (14)


def sticks_out(state: MineFields, seat: Int, slot: Int) -> bool:
    """(14) Return whether the tile in a slot lies over rock."""
    return state.mask_of(seat, slot) & ~state.gallery_of(seat) != 0


def is_wrong(state: MineFields, seat: Int, slot: Int) -> bool:
    """(14, A4) Return whether the check removes the tile in a slot.

    It does if the tile lies over rock, or if enough tiles of its colour were laid before it.
    """
    tile = state.tile_in(seat, slot)
    if tile == NONE:
        return False
    if sticks_out(state, seat, slot):
        return True
    colour = COLOUR[TILE_SHAPE[tile]]
    earlier = 0
    for other in range(SLOT_COUNT):
        if is_earlier(state, seat, other, slot) and not sticks_out(state, seat, other):
            earlier += COLOUR[TILE_SHAPE[state.tile_in(seat, other)]] == colour
    return earlier >= state.wanted(seat, colour)


def is_earlier(state: MineFields, seat: Int, one: Int, other: Int) -> bool:
    """(A27) Return whether slot `one` has a tile that left the hand before the one in slot `other`."""
    if state.tile_in(seat, one) == NONE:
        return False
    return state.lay_order[SLOT_COUNT * seat + one] < state.lay_order[SLOT_COUNT * seat + other]


def right_cells(state: MineFields, seat: Int) -> Int:
    """(A17) Return the mask of gallery cells under tiles that stay after the check."""
    cells = 0
    for slot in range(SLOT_COUNT):
        if not is_wrong(state, seat, slot):
            cells |= state.mask_of(seat, slot)
    return cells


def empty_cells(state: MineFields, seat: Int) -> Int:
    """(15) Return how many gallery cells are empty after the check."""
    return OPEN_CELLS - count_cells(right_cells(state, seat))


def is_right(state: MineFields, seat: Int) -> bool:
    """(16, A29) Return whether all 20 cells are covered and the check removes nothing."""
    for slot in range(SLOT_COUNT):
        if is_wrong(state, seat, slot):
            return False
    return empty_cells(state, seat) == 0


# The expert game (23-26)


def elf_points(state: MineFields, seat: Int) -> Int:
    """(23, A17, A18) Return 1 for every elf with a tile of its colour on the cell before it."""
    total = 0
    if state.elves:
        for slot in range(SLOT_COUNT):
            if not is_wrong(state, seat, slot):
                total += elves_served(state, seat, slot)
    return total


def elves_served(state: MineFields, seat: Int, slot: Int) -> Int:
    """(A18) Return how many cells of the tile in a slot have an elf before them that waits for its colour."""
    total = 0
    mask = state.mask_of(seat, slot)
    for cell in range(CELL_COUNT):
        if mask >> cell & 1:
            total += state.elf_before(seat, cell) == COLOUR[TILE_SHAPE[state.tile_in(seat, slot)]]
    return total


def element_worth(state: MineFields, seat: Int, tile: Int) -> Int:
    """(24, A20) Return the points for the element on a tile; 0 in a game without finds."""
    return state.worth_of(seat, tile) if state.finds else 0


def element_points(state: MineFields, seat: Int, sign: Int) -> Int:
    """(24) Return the points for the good elements (sign 1) or the bad ones (sign -1) in a gallery."""
    total = 0
    for slot in range(SLOT_COUNT):
        tile = state.tile_in(seat, slot)
        if tile != NONE and not is_wrong(state, seat, slot) and sign * element_worth(state, seat, tile) > 0:
            total += element_worth(state, seat, tile)
    return total


# The sum


def board_points(state: MineFields, seat: Int) -> Int:
    """(15, 17, 25, A5) Return the points of a board without a call, at least 0."""
    missing = empty_cells(state, seat)
    if missing > MAX_EMPTY:
        return 0
    bonus = elf_points(state, seat) + element_points(state, seat, 1) + element_points(state, seat, -1)
    total = BASE_POINTS - missing + bonus
    return total if total > 0 else 0


def call_points(state: MineFields, seat: Int) -> Int:
    """(16, A5) Return the points of a caller: 2 if the board is right, else -2."""
    return CALL_POINTS if is_right(state, seat) else -CALL_POINTS


def write_sheet(state: MineFields, seat: Int) -> None:
    """(15-17, 25, A5, A37) Write the score sheet; with more than 10 empty cells only the call counts."""
    first = LINE_COUNT * (SEATS * state.round + seat)
    missing = empty_cells(state, seat)
    state.sheets[first + LINE_OPEN] = missing
    if missing <= MAX_EMPTY:
        state.sheets[first + LINE_TEN] = BASE_POINTS
        state.sheets[first + LINE_EMPTY] = -missing
        state.sheets[first + LINE_ELVES] = elf_points(state, seat)
        state.sheets[first + LINE_GOOD] = element_points(state, seat, 1)
        state.sheets[first + LINE_BAD] = element_points(state, seat, -1)
        state.sheets[first + LINE_FLOOR] = board_points(state, seat) - state.round_score(state.round, seat)
    if state.called[seat] != NONE:
        state.sheets[first + LINE_CALL] = call_points(state, seat)


def callers(state: MineFields) -> list[list[int]]:
    """(13) Return the seats that called in each round that is over; their line for the call is never 0."""
    return [
        [seat for seat in range(state.seats) if state.line(number, seat, LINE_CALL) != 0]
        for number in range(state.round)
    ]


def items(state: MineFields, seat: int) -> dict[str, int]:
    """Return the points of a seat by round."""
    return {f"round-{number + 1}": state.round_score(number, seat) for number in range(ROUNDS)}


def final_outcome(state: MineFields) -> Outcome:
    """(22, A16) Rank the seats by their totals; equal totals share a rank."""
    return ranked([items(state, seat) for seat in range(state.seats)])
