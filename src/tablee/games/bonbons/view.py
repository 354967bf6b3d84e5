"""What viewers see of the board, and the visible effect of a move, as JSON-ready data."""

from __future__ import annotations

from typing import Any

from tablee.core.compiled import Int
from tablee.games.bonbons.pieces import FACES, KINDS, PLACES
from tablee.games.bonbons.state import (
    COVERED,
    DOWN,
    EMPTY,
    FIRST,
    FIRST_ASIDE,
    FIRST_ROUND,
    LINGERING,
    NONE,
    OPEN,
    OVER,
    PLACE_COUNT,
    PLACES_PER_SEAT,
    UP,
    BonbonsFields,
)

PHASES = ("first", "after-square", "after-round", "after-coin", "after-coins", "give", "cover", "over")
SIDES = ("down", "lingering", "open", "up", "covered", "empty")


def public_view(state: BonbonsFields) -> dict[str, Any]:
    """(B24) Return the view that all seats and spectators share."""
    return {
        "phase": phase_name(state),
        "turn": state.turn,
        "size": state.size,
        "removed": [KINDS[state.removed[at]] for at in range(2) if state.removed[at] != NONE],
        "squares": view_squares(state),
        "rounds": [view_rounds(state, seat) for seat in range(state.seats)],
        "found": [state.count_found(seat) for seat in range(state.seats)],
        "stolen": PLACES[state.stolen] if state.stolen != NONE else None,
        "rest": state.count_aside(),
        "show": state.show,
        "seen": seen_faces(state) if state.training else None,
        "aside": faces_aside(state) if state.phase == OVER else None,
    }


def phase_name(state: BonbonsFields) -> str:
    """Return the phase; (B21) "again" before the first tile of a further go, where stopping is allowed."""
    return "again" if state.phase == FIRST and state.further_go else PHASES[state.phase]


def view_squares(state: BonbonsFields) -> list[dict[str, Any]]:
    """Return the squares row by row; (B30) places emptied by coins are included."""
    return [view_tile(state, place) for place in range(FIRST_ROUND) if state.is_in_square(place)]


def view_rounds(state: BonbonsFields, seat: Int) -> list[dict[str, Any]]:
    """Return the round tiles of a seat, from the left."""
    first = state.round_place(seat, 0)
    return [view_tile(state, first + at) for at in range(PLACES_PER_SEAT) if state.side[first + at] != EMPTY]


def view_tile(state: BonbonsFields, place: Int) -> dict[str, Any]:
    """(B18, B24) Return place, side and face; a hidden face is None until the match is over."""
    side = state.side[place]
    shown = side in (LINGERING, OPEN, UP) or state.phase == OVER
    face = FACES[state.tile[place]] if shown and side != EMPTY else None
    return {"place": PLACES[place], "side": SIDES[side], "face": face}


def seen_faces(state: BonbonsFields) -> dict[str, str]:
    """(B18) Return, by place, the faces of hidden tiles that were shown before; for the option "training"."""
    known = {}
    for place in range(FIRST_ASIDE):
        side = state.side[place]
        if state.seen[place] and side in (DOWN, COVERED):
            known[PLACES[place]] = FACES[state.tile[place]]
    return known


def faces_aside(state: BonbonsFields) -> list[str]:
    """(B24) Return the round tiles put aside. Call it only after the match: they are hidden before."""
    return [FACES[state.tile[at]] for at in range(FIRST_ASIDE, PLACE_COUNT) if state.tile[at] != NONE]


def move_effect(after: BonbonsFields, seat: Int) -> dict[str, Any]:
    """Return what a move of a seat has led to: tiles found, whether it wins, and the seat in turn."""
    over = after.phase == OVER
    return {
        "found": after.count_found(seat),
        "of": after.count_rounds(seat),
        "wins": over,
        "next": after.turn,
    }
