"""What to do next: one step towards a fill that the solver finds. For bots, and for who asks for a hint."""

from __future__ import annotations

from tablee.core.buffers import POOL, acquire
from tablee.core.compiled import Int
from tablee.games.mine.hands import (
    FROM_BOARD,
    FROM_HAND,
    LAY,
    OUT,
    QUIT,
    SIDE,
    START,
    TAKE,
    TAKE_WORDS,
    Hands,
)
from tablee.games.mine.scoring import is_earlier, is_wrong, worth
from tablee.games.mine.solver import (
    COLOUR,
    COLOUR_COUNT,
    NONE,
    PLACE_COUNT,
    TILE_COUNT,
    TILE_ELEMENT,
    TILE_SHAPE,
    Solver,
    roominess,
)
from tablee.games.mine.state import ANY_ELEMENT, FIRST_TILE, RACING, SLOT_COUNT, Mine

# How many positions the search for the best fill may look at: some milliseconds.
PATIENCE: Int = 5_000


def propose(table: Mine, seat: Int) -> list[int]:
    """The roomier side; in the race the next step to a fill."""
    if seat < 0:
        return []
    if table.face[seat] == NONE:
        first = 2 * table.board[seat]
        return [SIDE + 1 if roominess(first + 1) > roominess(first) else SIDE]
    if table.ghost and table.started[seat] == NONE:
        return [START]
    return [next_step(table, seat, Solver())]


def next_step(table: Mine, seat: Int, solver: Solver) -> Int:
    """Take away what is wrong, or what no fill can keep; else one more tile of the fill; at last the call."""
    for slot in range(SLOT_COUNT):
        if is_wrong(table, seat, slot):
            return FROM_BOARD + slot
    if find_fill(table, seat, solver, SLOT_COUNT):
        return build(table, seat, solver)
    for kept in range(SLOT_COUNT - 1, -1, -1):
        if find_fill(table, seat, solver, kept):
            return FROM_BOARD + last_laid(table, seat)
    return QUIT


def find_fill(table: Mine, seat: Int, solver: Solver, kept: Int) -> bool:
    """Whether the gallery can be filled around the first `kept` tiles of the board; the fill is kept."""
    solver.clear()
    for colour in range(COLOUR_COUNT):
        solver.want(colour, table.wanted(seat, colour))
    left = table.gallery_of(seat)
    for slot in range(SLOT_COUNT):
        tile = table.tile_in(seat, slot)
        if tile == NONE:
            continue
        if laid_before(table, seat, slot) < kept:
            left ^= table.mask_of(seat, slot)
            colour = COLOUR[TILE_SHAPE[tile]]
            solver.want(colour, solver.need[colour] - 1)
        else:
            solver.offer(tile, worth(table, seat, tile))
    stock = table.stock(seat)
    for tile in range(TILE_COUNT):
        if not table.away[tile] & stock or table.hand[seat] == tile:
            solver.offer(tile, worth(table, seat, tile))
    if not table.elves and not table.finds:
        return solver.find_one(left)
    if table.elves:
        solver.stand_elves(table.side_of(seat))
    return solver.find_best(left, PATIENCE)


def laid_before(table: Mine, seat: Int, slot: Int) -> Int:
    """How many tiles of the board were laid before this one."""
    count = 0
    for other in range(SLOT_COUNT):
        if is_earlier(table, seat, other, slot):
            count += 1
    return count


def last_laid(table: Mine, seat: Int) -> Int:
    """The slot of the tile laid last."""
    last = NONE
    for slot in range(SLOT_COUNT):
        if table.tile_in(seat, slot) != NONE and (last == NONE or is_earlier(table, seat, last, slot)):
            last = slot
    return last


def build(table: Mine, seat: Int, solver: Solver) -> Int:
    """One step of the fill: lay the tile in hand if it belongs to it, else take one that does."""
    held = table.hand[seat]
    for step in range(solver.kept_count):
        place = solver.kept_place(step)
        if held == NONE:
            return TAKE + TAKE_WORDS * (place // PLACE_COUNT) + best_word(table, seat, place // PLACE_COUNT)
        if TILE_SHAPE[held] == place // PLACE_COUNT:
            return LAY + place % PLACE_COUNT
    return OUT if held == NONE else FROM_HAND


def best_word(table: Mine, seat: Int, shape: Int) -> Int:
    """Which copy of a shape to ask for: with finds, the one that brings most."""
    if not table.finds:
        return ANY_ELEMENT
    best = NONE
    stock = table.stock(seat)
    for tile in range(FIRST_TILE[shape], FIRST_TILE[shape + 1]):
        if table.away[tile] & stock:
            continue
        if best == NONE or worth(table, seat, tile) > worth(table, seat, best):
            best = tile
    return TILE_ELEMENT[best] + 1


def mistakes(table: Hands, seat: Int) -> list[int]:
    """What a hurried hand does: lays the tile it holds just anywhere, or takes one off the board again."""
    room = acquire()
    room.count = 0
    if table.phase == RACING and table.hand[seat] != NONE:
        table.find_spots(seat, table.hand[seat], NONE, LAY, room)
    elif table.phase == RACING:
        table.find_lifts(seat, room)
    found = room.to_list()
    POOL.append(room)
    return found
