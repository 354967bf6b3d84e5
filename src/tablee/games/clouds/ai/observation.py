"""The observation of a seat: all Worlds, travellers, its own hand, and counts of the unseen cards. Compiled.

Seats are numbered from the observing one. Scores are left out: they follow from the Worlds and travellers.
"""

from __future__ import annotations

from tablee.core.compiled import Int, Int8
from tablee.core.observation import ObservationWriter
from tablee.games.clouds.mechanics.draft import origin_after_keep
from tablee.games.clouds.pieces import SHOWN_BY_KIND
from tablee.games.clouds.state import (
    BOXED,
    CELL_COUNT,
    CELL_OF_SQUARE,
    CITY_COUNT,
    FACING,
    HAND_SIZE,
    KEEPING,
    LAND_KINDS,
    LAYING,
    NONE,
    OVER,
    PASSING,
    ROUNDS,
    ROW_PAIRS,
    SQUARE_OF_CELL,
    STACK_COUNT,
    STACK_SIZE,
    TAKING,
    TRAVELLER_COUNT,
    WORLD,
    CloudsFields,
)

PHASE_COUNT: Int = 10
# The numbers of a cell: what its kind shows (five icons, seven animals, portal, moon, Tzimime, fumarole), and
# whether it is filled; then whether it took part in a portal, carries a city, and holds the card just laid.
SHOWN_WIDTH: Int = 17
BOUND: Int = 17
CITY: Int = 18
NEWEST: Int = 19
CELL_WIDTH: Int = 20
MAX_COUNT: Int = 10
MAX_FUMAROLES: Int = 60
# The numbers that follow from kind k, from index 17 k on; all 0 for EMPTY.
SHOWN: list[Int8] = SHOWN_BY_KIND


def write_observation(state: CloudsFields, seat: Int, out: ObservationWriter) -> None:
    """Write the round, the seat's cards, counts of unseen cards, travellers and Worlds."""
    write_round(state, seat, out)
    write_hand(state, seat, out)
    if state.seats == 1:
        write_stacks(state, out)
    else:
        write_draft(state, seat, out)
    write_unseen(state, seat, out)
    write_travellers(state, seat, out)
    for turn in range(state.seats):
        write_world(state, (seat + turn) % state.seats, turn, out)


def write_round(state: CloudsFields, seat: Int, out: ObservationWriter) -> None:
    """Write phase, round, Sun, turn, who has chosen in the draft, cities and fumaroles."""
    seats = state.seats
    out.begin("phase", -1, 0, 1)
    out.add_one_hot(state.phase, PHASE_COUNT)
    out.begin("round", -1, 0, ROUNDS)
    out.add(state.round)
    out.begin("strict", -1, 0, 1)
    out.add(state.strict)
    out.begin("sun", -1, 0, 1)
    out.add_one_hot((state.sun - seat + seats) % seats, seats)
    out.begin("passes to the next seat", -1, 0, 1)
    out.add(1 if state.step == 1 else 0)
    out.begin("turn", -1, 0, 1)
    out.add_one_hot((state.turn - seat + seats) % seats, seats)
    out.begin("has chosen", -1, 0, 1)
    for turn in range(seats):
        other = (seat + turn) % seats
        kept = state.phase == KEEPING and state.kept[other] != NONE
        passed = state.phase == PASSING and state.passed[other] != NONE
        out.add(1 if kept or passed else 0)
    out.begin("cities built", -1, 0, CITY_COUNT)
    out.add(state.built)
    out.begin("fumaroles used", -1, 0, MAX_FUMAROLES)
    out.add(state.fumaroles_used)


def write_hand(state: CloudsFields, seat: Int, out: ObservationWriter) -> None:
    """Write the kinds of the cards in the seat's hand, slot by slot."""
    for slot in range(HAND_SIZE):
        out.begin("hand", slot, 0, 1)
        at = HAND_SIZE * seat + slot
        out.add_one_hot(NONE if state.laid[at] else state.hand[at], LAND_KINDS)


def write_stacks(state: CloudsFields, out: ObservationWriter) -> None:
    """(54) Write the visible card of each solo stack, and the stack in use."""
    for stack in range(STACK_COUNT):
        out.begin("stack", stack, 0, 1)
        unused = state.opened[stack] == 0
        out.add_one_hot(state.deck[STACK_SIZE * stack] if unused else NONE, LAND_KINDS)
    out.begin("stack in use", -1, 0, 1)
    out.add_one_hot(state.stack if state.phase not in (TAKING, OVER) else NONE, STACK_COUNT)


def write_draft(state: CloudsFields, seat: Int, out: ObservationWriter) -> None:
    """(A22) Write the seat's choices of this round and the cards that it has given to its neighbour."""
    drafting = state.phase not in (FACING, OVER)
    kept = state.kept[seat] if drafting else NONE
    passed = state.passed[seat] if drafting else NONE
    out.begin("kept slot", -1, 0, 1)
    out.add_one_hot(kept, HAND_SIZE)
    out.begin("passed slot", -1, 0, 1)
    out.add_one_hot(passed, HAND_SIZE)
    out.begin("given", -1, 0, HAND_SIZE)
    if drafting and state.phase != KEEPING:
        for slot in range(HAND_SIZE):
            if slot != kept:
                out.put(state.dealt[HAND_SIZE * seat + slot], 1)
        if state.phase > PASSING:
            out.put(state.dealt[origin_after_keep(state, seat, passed)], 1)
    out.skip(LAND_KINDS)


def write_unseen(state: CloudsFields, seat: Int, out: ObservationWriter) -> None:
    """Write how many cards of each kind the seat does not see: in the deck, and in the hands of others."""
    out.begin("unseen", -1, 0, MAX_COUNT)
    if state.seats == 1:
        for card in range(state.deck_size):
            if state.opened[card // STACK_SIZE] < 2 and card % STACK_SIZE:
                out.values[out.at + state.deck[card]] += 1
    else:
        for card in range(state.drawn, state.deck_size):
            out.values[out.at + state.deck[card]] += 1
        for slot in range(HAND_SIZE * state.seats):
            if slot // HAND_SIZE != seat and not state.laid[slot]:
                out.values[out.at + state.hand[slot]] += 1
    out.skip(LAND_KINDS)


def write_travellers(state: CloudsFields, seat: Int, out: ObservationWriter) -> None:
    """Write where each traveller is, which one waits for its place, and the side of each World's own."""
    seats = state.seats
    for traveller in range(TRAVELLER_COUNT):
        out.begin("traveller", traveller, 0, 1)
        host = state.host[traveller]
        if host == NONE:
            out.put(0, 1)
        elif host == BOXED:
            out.put(1, 1)
        else:
            out.put(2 + (host - seat + seats) % seats, 1)
        out.skip(2 + seats)
        out.add_one_hot(state.upper[traveller] - 1, ROW_PAIRS)
    out.begin("traveller chosen", -1, 0, 1)
    out.add_one_hot(state.chosen_traveller, TRAVELLER_COUNT)
    for turn in range(seats):
        out.begin("side", turn, 0, 1)
        out.add_one_hot(state.side[(seat + turn) % seats], 2)


def write_world(state: CloudsFields, owner: Int, turn: Int, out: ObservationWriter) -> None:
    """Write the cells of a World."""
    out.begin("world", turn, 0, 2)
    first = out.at
    for cell in range(CELL_COUNT):
        square = WORLD * owner + SQUARE_OF_CELL[cell]
        shown = SHOWN_WIDTH * state.shows[square]
        # For empty cells too: in C, copying a row is faster than asking.
        for at in range(SHOWN_WIDTH):
            out.values[first + at] = SHOWN[shown + at]
        out.values[first + BOUND] = state.bound[square]
        first += CELL_WIDTH
    for city in range(state.built):
        if state.city_one[city] // WORLD == owner:
            out.put(CELL_WIDTH * cell_of(state.city_one[city]) + CITY, 1)
            out.put(CELL_WIDTH * cell_of(state.city_other[city]) + CITY, 1)
    effect_open = LAYING < state.phase < OVER and state.phase != TAKING
    if effect_open and state.laid_square // WORLD == owner:
        out.put(CELL_WIDTH * cell_of(state.laid_square) + NEWEST, 1)
    out.skip(CELL_WIDTH * CELL_COUNT)


def cell_of(square: Int) -> Int:
    """Return the cell of a square, in any World."""
    return CELL_OF_SQUARE[square % WORLD]
