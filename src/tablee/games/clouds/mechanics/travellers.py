"""Portals and travellers: rules 29-36, and 54 for the solo game. Used by the rules and the refusals."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.clouds.mechanics.volcanoes import erupt
from tablee.games.clouds.pieces import VOCABULARY
from tablee.games.clouds.state import (
    BOXED,
    HAS_PORTAL,
    LEFT,
    LINE,
    NONE,
    RIGHT,
    ROW_PAIRS,
    SIDE_LENGTH,
    STANDING,
    TRAVELLER_COUNT,
    WORLD,
    CloudsFields,
)

WELCOME: Int = VOCABULARY.first("welcome")
DECLINE: Int = VOCABULARY.first("decline")
STAND: Int = VOCABULARY.first("stand")


def bind_portal(state: CloudsFields, square: Int) -> bool:
    """(29, 20) Mark two visible half-portals side by side as used; return whether there are two."""
    if not HAS_PORTAL[state.shows[square]]:
        return False
    for other in range(square - 1, square + 2, 2):
        if HAS_PORTAL[state.shows[other]]:
            state.bound[square] = 1
            state.bound[other] = 1
            return True
    return False


def find_travellers(state: CloudsFields, moves: MoveBuffer) -> None:
    """(30) Add a move for each available traveller, and one to decline."""
    for traveller in range(TRAVELLER_COUNT):
        if state.host[traveller] == NONE:
            moves.add(WELCOME + traveller)
    moves.add(DECLINE)


def choose_traveller(state: CloudsFields, traveller: Int) -> None:
    """(30) Choose a traveller; its place is the next decision."""
    state.chosen_traveller = traveller
    state.phase = STANDING


def find_places(state: CloudsFields, seat: Int, moves: MoveBuffer) -> None:
    """(35, A26) Add a move for each free place beside the portal's row; if none is free, for each place."""
    add_places(state, seat, moves, False)
    if moves.count == 0:
        add_places(state, seat, moves, True)


def add_places(state: CloudsFields, seat: Int, moves: MoveBuffer, shared: bool) -> None:
    """(31-33) Add places beside the portal's row and a neighbouring row, on the travellers' side."""
    row = state.laid_square % WORLD // LINE
    for side in range(LEFT, RIGHT + 1):
        if state.side[seat] == NONE or state.side[seat] == side:
            for upper in range(row - 1, row + 1):
                if fits_in_world(state, seat, upper) and (shared or not is_place_taken(state, seat, upper)):
                    moves.add(STAND + ROW_PAIRS * side + upper - 1)


def fits_in_world(state: CloudsFields, seat: Int, upper: Int) -> bool:
    """(A5) Return whether the row `upper` and the one below can still belong to the World."""
    highest = upper if upper < state.top[seat] else state.top[seat]
    lowest = upper + 1 if upper + 1 > state.bottom[seat] else state.bottom[seat]
    return lowest - highest < SIDE_LENGTH


def is_place_taken(state: CloudsFields, seat: Int, upper: Int) -> bool:
    """Return whether a traveller of this seat already stands beside these two rows."""
    for traveller in range(TRAVELLER_COUNT):
        if state.host[traveller] == seat and state.upper[traveller] == upper:
            return True
    return False


def place_traveller(state: CloudsFields, seat: Int, side: Int, upper: Int) -> None:
    """(32, 33) Place the chosen traveller; (A3) then let the laid card erupt if it shows a volcano."""
    state.host[state.chosen_traveller] = seat
    state.upper[state.chosen_traveller] = upper
    state.side[seat] = side
    state.chosen_traveller = NONE
    erupt(state)


def box_travellers(state: CloudsFields, order: list[int], kept: int) -> None:
    """(54) Return all travellers of `order` after the first `kept` to the box."""
    for index in range(kept, len(order)):
        state.host[order[index]] = BOXED
