"""The observation of a seat: the public board and the tiles on offer that the seat knows. Compiled.

Seats are numbered from the observing one. Scores are left out: they follow from the islands.
"""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.observation import ObservationWriter
from tablee.games.islands.ai.features_unseen import knows_place
from tablee.games.islands.pieces import SPARSE_FACES
from tablee.games.islands.state import (
    CELL_COUNT,
    DREAM_KIND,
    ELEMENT_COUNT,
    FIRST_DREAM,
    NONE,
    STACK_COUNT,
    STACK_SIZE,
    IslandsFields,
)

PHASE_COUNT: Int = 7
MAX_ROUND: Int = 16
ROUNDS_PER_STACK: Int = 4
DREAM_COUNT: Int = 10
ISLAND_STACKS: Int = 3
# The numbers of a cell: filled, turned, elements. Those of a place of the offer: filled, face down, held,
# elements, dream.
CELL_WIDTH: Int = 15
OFFER_WIDTH: Int = 26
MAX_COUNT: Int = 9
MAX_DREAMS: Int = 4
MAX_DISCARDED: Int = 36

# The elements of tile t: pairs of element and count from index 26 t, ended by -1.
PAIRS: Int = 13
SPARSE: list[Int] = SPARSE_FACES


def write_observation(state: IslandsFields, seat: Int, out: ObservationWriter) -> None:
    """Write the round, the offer, every island and, with two seats, the discarded tiles."""
    write_round(state, seat, out)
    write_offer(state, seat, out)
    for turn in range(state.seats):
        write_island(state, (seat + turn) % state.seats, turn, out)
    if state.seats == 2:
        write_discards(state, out)


def write_round(state: IslandsFields, seat: Int, out: ObservationWriter) -> None:
    """Write the phase, the stacks, and who acts, is Lookout, and has picked."""
    seats = state.seats
    out.begin("phase", -1, 0, 1)
    out.add_one_hot(state.phase, PHASE_COUNT)
    out.begin("round", -1, 0, MAX_ROUND)
    out.add(state.round)
    out.begin("stack drawn from", -1, 0, 1)
    out.add_one_hot(state.stack, STACK_COUNT)
    out.begin("rounds left by stack", -1, 0, ROUNDS_PER_STACK)
    for stack in range(STACK_COUNT):
        out.add((state.used - state.drawn[stack]) // state.offer_size())
    out.begin("turn", -1, 0, 1)
    out.add_one_hot((state.turn - seat + seats) % seats, seats)
    out.begin("lookout", -1, 0, 1)
    out.add_one_hot((state.lookout - seat + seats) % seats, seats)
    out.begin("picked", -1, 0, 1)
    for turn in range(seats):
        out.add(state.picked[(seat + turn) % seats])


def write_offer(state: IslandsFields, seat: Int, out: ObservationWriter) -> None:
    """Write each place of the offer; (43) the face of a tile only if the seat knows it."""
    for place in range(state.offer_size()):
        out.begin("offer", place, 0, MAX_COUNT)
        tile = state.offer[place]
        if tile != NONE:
            out.put(0, 1)
            out.put(2, 1 if place == state.held else 0)
            if place == state.hidden:
                out.put(1, 1)
            if knows_place(state, seat, place):
                write_face(tile, 3, out)
        out.skip(OFFER_WIDTH)


def write_face(tile: Int, offset: Int, out: ObservationWriter) -> None:
    """Write the elements of an island tile, or the kind of a dream after them."""
    if tile >= ISLAND_STACKS * STACK_SIZE:
        out.put(offset + ELEMENT_COUNT + DREAM_KIND[tile], 1)
        return
    first = out.at + offset
    for at in range(2 * PAIRS * tile, 2 * PAIRS * (tile + 1), 2):
        if SPARSE[at] < 0:
            return
        out.values[first + SPARSE[at]] += SPARSE[at + 1]


def write_island(state: IslandsFields, owner: Int, turn: Int, out: ObservationWriter) -> None:
    """Write the cells of an island, turned tiles with their elements too, and the copies of each dream."""
    out.begin("island", turn, 0, MAX_COUNT)
    for cell in range(FIRST_DREAM):
        tile = state.cells[CELL_COUNT * owner + cell]
        if tile != NONE:
            at = out.at + CELL_WIDTH * cell
            out.values[at] = 1
            out.values[at + 1] = state.turned[CELL_COUNT * owner + cell]
            write_face(tile, CELL_WIDTH * cell + 2, out)
    out.skip(CELL_WIDTH * FIRST_DREAM)
    out.begin("dreams", turn, 0, MAX_DREAMS)
    for cell in range(FIRST_DREAM, CELL_COUNT):
        tile = state.cells[CELL_COUNT * owner + cell]
        if tile != NONE:
            out.put(DREAM_KIND[tile], 1)
    out.skip(DREAM_COUNT)


def write_discards(state: IslandsFields, out: ObservationWriter) -> None:
    """(41) Write how often each element of each stack, and each dream, was discarded."""
    out.begin("discarded elements", -1, 0, MAX_DISCARDED)
    for number in range(state.round):
        tile = state.discards[number]
        if tile >= ISLAND_STACKS * STACK_SIZE:
            out.put(ISLAND_STACKS * ELEMENT_COUNT + DREAM_KIND[tile], 1)
        elif tile != NONE:
            write_face(tile, ELEMENT_COUNT * (tile // STACK_SIZE), out)
    out.skip(ISLAND_STACKS * ELEMENT_COUNT)
    out.begin("discarded dreams", -1, 0, MAX_DREAMS)
    out.skip(DREAM_COUNT)
