"""The observation of a seat: every place with the face that was shown there. Compiled.

It is that of a player with a perfect memory: a face that was shown once stays known, as in resampled states.
What lies open now has its own numbers, so that a study of memory can leave the rest out. Seats are numbered
from the observing one.
"""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.observation import ObservationWriter
from tablee.games.bonbons.state import (
    COIN,
    COLOUR_COUNT,
    EMPTY,
    FIRST_ROUND,
    NONE,
    PLACES_PER_SEAT,
    ROW,
    WRAPPER,
    BonbonsFields,
)

PHASE_COUNT: Int = 8
KIND_COUNT: Int = 8
MAX_ASIDE: Int = 32
# The numbers of a place: five sides (down, lingering, open, up, covered), seen, stolen, then the face: eight
# kinds, four colours, coin, wrapper.
SEEN: Int = 5
STOLEN: Int = 6
KIND: Int = 7
COLOUR: Int = 15
COIN_FACE: Int = 19
WRAPPER_FACE: Int = 20
WIDTH: Int = 21


def write_observation(state: BonbonsFields, seat: Int, out: ObservationWriter) -> None:
    """Write the turn, the squares, and the round tiles of every seat."""
    write_turn(state, seat, out)
    out.begin("squares", -1, 0, 1)
    write_places(state, 0, FIRST_ROUND, out)
    for turn in range(state.seats):
        out.begin("rounds", turn, 0, 1)
        first = state.round_place((seat + turn) % state.seats, 0)
        write_places(state, first, PLACES_PER_SEAT, out)


def write_turn(state: BonbonsFields, seat: Int, out: ObservationWriter) -> None:
    """Write phase, turn, and which tiles are in play."""
    seats = state.seats
    out.begin("phase", -1, 0, 1)
    out.add_one_hot(state.phase, PHASE_COUNT)
    out.begin("further go", -1, 0, 1)
    out.add(state.further_go)
    out.begin("turn", -1, 0, 1)
    out.add_one_hot((state.turn - seat + seats) % seats, seats)
    out.begin("quick", -1, 0, 1)
    out.add(1 if state.size < ROW else 0)
    out.begin("removed kinds", -1, 0, 1)
    for index in range(2):
        if state.removed[index] != NONE:
            out.put(state.removed[index], 1)
    out.skip(KIND_COUNT)
    out.begin("rounds aside", -1, 0, MAX_ASIDE)
    out.add(state.count_aside())


def write_places(state: BonbonsFields, first: Int, count: Int, out: ObservationWriter) -> None:
    """Write how the tile at each of `count` places lies and, if it was ever shown, its face."""
    for place in range(first, first + count):
        if state.side[place] != EMPTY:
            at = out.at + WIDTH * (place - first)
            out.values[at + state.side[place]] = 1
            if state.seen[place]:
                write_face(state.tile[place], at, out)
            if place == state.stolen:
                out.values[at + STOLEN] = 1
    out.skip(WIDTH * count)


def write_face(tile: Int, at: Int, out: ObservationWriter) -> None:
    """Write a face that was shown, at the place `at`."""
    out.values[at + SEEN] = 1
    if tile == COIN:
        out.values[at + COIN_FACE] = 1
    elif tile == WRAPPER:
        out.values[at + WRAPPER_FACE] = 1
    else:
        out.values[at + KIND + tile // COLOUR_COUNT] = 1
        out.values[at + COLOUR + tile % COLOUR_COUNT] = 1
