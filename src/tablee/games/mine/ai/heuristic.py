"""The next step towards a fill found by the solver: the policy of the bots, and the hint for people."""

from __future__ import annotations

from tablee.core.buffers import acquire, release
from tablee.core.compiled import Int
from tablee.games.mine.ai.solver import Solver, count_fitting_places
from tablee.games.mine.mechanics.ghosts import must_start
from tablee.games.mine.mechanics.hands import find_lays, find_removals
from tablee.games.mine.scoring import element_worth, is_earlier, is_wrong
from tablee.games.mine.state import (
    ANY_ELEMENT,
    CALL,
    COLOUR,
    COLOUR_COUNT,
    FIRST_TILE,
    LAY,
    NONE,
    PLACE_COUNT,
    QUIT,
    RACING,
    RETURN_HELD,
    RETURN_LAID,
    SIDE,
    SLOT_COUNT,
    START,
    TAKE,
    TAKE_WORDS,
    TILE_COUNT,
    TILE_ELEMENT,
    TILE_SHAPE,
    MineFields,
)

# How many positions the search for the best fill may visit: a few milliseconds.
MAX_STEPS: Int = 5_000


def propose(state: MineFields, seat: Int) -> list[int]:
    """Return, as a list of one, the side that is easier to fill or the next step; [] for CLOCK."""
    if seat < 0:
        return []
    if state.face[seat] == NONE:
        first = 2 * state.board[seat]
        return [SIDE + 1 if count_fitting_places(first + 1) > count_fitting_places(first) else SIDE]
    if must_start(state, seat):
        return [START]
    return [next_step(state, seat, Solver())]


def next_step(state: MineFields, seat: Int, solver: Solver) -> Int:
    """Return the next move of the race.

    A wrong tile is put back first, then the last tile while no fill can keep it; otherwise a tile of the fill
    is taken or laid, or the seat calls. Without any fill it gives up.
    """
    for slot in range(SLOT_COUNT):
        if is_wrong(state, seat, slot):
            return RETURN_LAID + slot
    if find_fill(state, seat, solver, SLOT_COUNT):
        return step_of_fill(state, seat, solver)
    for kept in range(SLOT_COUNT - 1, -1, -1):
        if find_fill(state, seat, solver, kept):
            return RETURN_LAID + last_laid(state, seat)
    return QUIT


def find_fill(state: MineFields, seat: Int, solver: Solver, kept: Int) -> bool:
    """Search a fill around the first `kept` tiles of the board; return whether `solver` has found one."""
    solver.clear()
    for colour in range(COLOUR_COUNT):
        solver.set_need(colour, state.wanted(seat, colour))
    left = keep_tiles(state, seat, solver, kept)
    stock = state.stock_bit(seat)
    for tile in range(TILE_COUNT):
        if not state.away[tile] & stock or state.hand[seat] == tile:
            solver.add_tile(tile, element_worth(state, seat, tile))
    if not state.elves and not state.finds:
        return solver.find_one(left)
    if state.elves:
        solver.add_elves(state.side_of(seat))
    return solver.find_best(left, MAX_STEPS)


def keep_tiles(state: MineFields, seat: Int, solver: Solver, kept: Int) -> Int:
    """Subtract the first `kept` tiles of the board from the needs, and make the others available.

    Return the gallery cells that are left.
    """
    left = state.gallery_of(seat)
    for slot in range(SLOT_COUNT):
        tile = state.tile_in(seat, slot)
        if tile == NONE:
            continue
        if laid_before(state, seat, slot) < kept:
            left ^= state.mask_of(seat, slot)
            colour = COLOUR[TILE_SHAPE[tile]]
            solver.set_need(colour, solver.need[colour] - 1)
        else:
            solver.add_tile(tile, element_worth(state, seat, tile))
    return left


def laid_before(state: MineFields, seat: Int, slot: Int) -> Int:
    """Return how many tiles of the board were laid before the one in this slot."""
    count = 0
    for other in range(SLOT_COUNT):
        if is_earlier(state, seat, other, slot):
            count += 1
    return count


def last_laid(state: MineFields, seat: Int) -> Int:
    """Return the slot of the tile that was laid last, or NONE."""
    last = NONE
    for slot in range(SLOT_COUNT):
        if state.tile_in(seat, slot) != NONE and (last == NONE or is_earlier(state, seat, last, slot)):
            last = slot
    return last


def step_of_fill(state: MineFields, seat: Int, solver: Solver) -> Int:
    """Return a move towards the solution kept by `solver`: lay the tile in hand, or take one it uses."""
    held = state.hand[seat]
    for step in range(solver.kept_count):
        place = solver.kept_place(step)
        shape = place // PLACE_COUNT
        if held == NONE:
            return TAKE + TAKE_WORDS * shape + best_word(state, seat, shape)
        if TILE_SHAPE[held] == shape:
            return LAY + place % PLACE_COUNT
    return CALL if held == NONE else RETURN_HELD


def lay_after(state: MineFields, seat: Int) -> int | None:
    """Return the `lay` of the tile that `propose` takes from the pool; None if it takes none."""
    solver = Solver()
    if state.hand[seat] != NONE or not find_fill(state, seat, solver, SLOT_COUNT) or not solver.kept_count:
        return None
    return LAY + solver.kept_place(0) % PLACE_COUNT


def best_word(state: MineFields, seat: Int, shape: Int) -> Int:
    """Return the word of `take` for a shape: with finds, that of the element with the most points."""
    if not state.finds:
        return ANY_ELEMENT
    best = NONE
    stock = state.stock_bit(seat)
    for tile in range(FIRST_TILE[shape], FIRST_TILE[shape + 1]):
        if state.away[tile] & stock:
            continue
        if best == NONE or element_worth(state, seat, tile) > element_worth(state, seat, best):
            best = tile
    return TILE_ELEMENT[best] + 1


def mistakes(state: MineFields, seat: Int) -> list[int]:
    """Return the moves of a hurried player: every `lay` of the tile in hand, else every removal."""
    buffer = acquire()
    buffer.count = 0
    if state.phase == RACING and state.hand[seat] != NONE:
        find_lays(state, seat, ~state.covered(seat), buffer)
    elif state.phase == RACING:
        find_removals(state, seat, buffer)
    found = buffer.to_list()
    release(buffer)
    return found
