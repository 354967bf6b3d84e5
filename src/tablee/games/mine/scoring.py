"""The check of the boards and the count of points: rules 14-18 and 22-26."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.outcome import Outcome, ranked
from tablee.games.mine.solver import CELL_COUNT, COLOUR, NONE, TILE_SHAPE
from tablee.games.mine.state import (
    BAD,
    CALL,
    ELVES,
    EMPTY,
    FLOOR,
    GOOD,
    OPEN,
    OPEN_CELLS,
    ROUNDS,
    SEATS,
    SHEET_SIZE,
    SLOT_COUNT,
    TEN,
    Mine,
    count_cells,
)

START: Int = 10
MOST_OPEN: Int = 10
CALL_POINTS: Int = 2


# The check (14)


def sticks_out(table: Mine, seat: Int, slot: Int) -> bool:
    """(14) Whether a tile lies over rock."""
    return table.mask_of(seat, slot) & ~table.gallery_of(seat) != 0


def is_wrong(table: Mine, seat: Int, slot: Int) -> bool:
    """(14, A4) It sticks out, or so many of its colour as the card shows were laid before it."""
    tile = table.tile_in(seat, slot)
    if tile == NONE:
        return False
    if sticks_out(table, seat, slot):
        return True
    colour = COLOUR[TILE_SHAPE[tile]]
    earlier = 0
    for other in range(SLOT_COUNT):
        if is_earlier(table, seat, other, slot) and not sticks_out(table, seat, other):
            earlier += COLOUR[TILE_SHAPE[table.tile_in(seat, other)]] == colour
    return earlier >= table.wanted(seat, colour)


def is_earlier(table: Mine, seat: Int, one: Int, other: Int) -> bool:
    """(A27) Whether the tile in one slot left the hand before the one in another."""
    if table.tile_in(seat, one) == NONE:
        return False
    return table.laid[SLOT_COUNT * seat + one] < table.laid[SLOT_COUNT * seat + other]


def right_cells(table: Mine, seat: Int) -> Int:
    """(A17) The gallery cells covered by tiles that stay after the check."""
    cells = 0
    for slot in range(SLOT_COUNT):
        if not is_wrong(table, seat, slot):
            cells |= table.mask_of(seat, slot)
    return cells


def empty(table: Mine, seat: Int) -> Int:
    """(15) Gallery cells that are empty after the check."""
    return OPEN_CELLS - count_cells(right_cells(table, seat))


def is_right(table: Mine, seat: Int) -> bool:
    """(16, A29) All 20 cells covered, and nothing removed."""
    for slot in range(SLOT_COUNT):
        if is_wrong(table, seat, slot):
            return False
    return empty(table, seat) == 0


# The expert game (23-26)


def elves(table: Mine, seat: Int) -> Int:
    """(23, A17, A18) 1 for every elf with a tile of its colour on the cell before it."""
    total = 0
    if table.elves:
        for slot in range(SLOT_COUNT):
            if not is_wrong(table, seat, slot):
                total += served(table, seat, slot)
    return total


def served(table: Mine, seat: Int, slot: Int) -> Int:
    """(A18) How many elves of its own colour a tile lies in front of."""
    total = 0
    mask = table.mask_of(seat, slot)
    for cell in range(CELL_COUNT):
        if mask >> cell & 1:
            total += table.elf_before(seat, cell) == COLOUR[TILE_SHAPE[table.tile_in(seat, slot)]]
    return total


def worth(table: Mine, seat: Int, tile: Int) -> Int:
    """(24, A20) What the element on a tile brings by the card of a seat."""
    return table.worth_of(seat, tile) if table.finds else 0


def finds(table: Mine, seat: Int, sign: Int) -> Int:
    """(24) What the good elements (sign 1) or the bad ones (sign -1) in a gallery bring."""
    total = 0
    for slot in range(SLOT_COUNT):
        tile = table.tile_in(seat, slot)
        if tile != NONE and not is_wrong(table, seat, slot) and sign * worth(table, seat, tile) > 0:
            total += worth(table, seat, tile)
    return total


# The sum


def board_points(table: Mine, seat: Int) -> Int:
    """(15, 17, 25, A5) What a board is worth without a call."""
    missing = empty(table, seat)
    if missing > MOST_OPEN:
        return 0
    total = START - missing + elves(table, seat) + finds(table, seat, 1) + finds(table, seat, -1)
    return total if total > 0 else 0


def call_points(table: Mine, seat: Int) -> Int:
    """(16, A5) For who called: 2 if the board is right, else 2 less."""
    return CALL_POINTS if is_right(table, seat) else -CALL_POINTS


def write_sheet(table: Mine, seat: Int) -> None:
    """(15-17, 25, A5, A37) Line by line; with more than 10 empty cells there is nothing but the call."""
    first = SHEET_SIZE * (SEATS * table.round + seat)
    missing = empty(table, seat)
    table.sheets[first + OPEN] = missing
    if missing <= MOST_OPEN:
        table.sheets[first + TEN] = START
        table.sheets[first + EMPTY] = -missing
        table.sheets[first + ELVES] = elves(table, seat)
        table.sheets[first + GOOD] = finds(table, seat, 1)
        table.sheets[first + BAD] = finds(table, seat, -1)
        table.sheets[first + FLOOR] = board_points(table, seat) - table.round_score(table.round, seat)
    if table.called[seat] != NONE:
        table.sheets[first + CALL] = call_points(table, seat)


def callers(table: Mine) -> list[list[int]]:
    """(13) Who called in each round that is over: a call always brings points or costs some."""
    return [
        [seat for seat in range(table.seats) if table.line(number, seat, CALL) != 0]
        for number in range(table.round)
    ]


def items(table: Mine, seat: int) -> dict[str, int]:
    """The points of a seat, round by round."""
    return {f"round-{number + 1}": table.round_score(number, seat) for number in range(ROUNDS)}


def final(table: Mine) -> Outcome:
    """(22, A16) The highest total wins; equal totals share."""
    return ranked([items(table, seat) for seat in range(table.seats)])
