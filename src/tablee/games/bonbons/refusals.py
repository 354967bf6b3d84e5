"""Reasons why a move is refused, each with the number of its rule."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.state import CLOCK
from tablee.core.vocabulary import format_seat
from tablee.games.bonbons.pieces import PLACES, VOCABULARY
from tablee.games.bonbons.state import (
    AFTER_COINS,
    COVERED,
    COVERING,
    EMPTY,
    FIRST,
    FIRST_ROUND,
    GIVING,
    LINGERING,
    OPEN,
    BonbonsFields,
)


def why_not(state: BonbonsFields, seat: Int, move: Int) -> Illegal:
    """Return the first reason that applies: who moves, then the phase, then the place."""
    verb, *places = VOCABULARY.format(move).split()
    if seat == CLOCK:
        return Illegal("clock-only-closes", "B25")
    if verb == "close":
        return Illegal("only-the-clock", "B25")
    if state.phase == GIVING and verb != "give":
        return Illegal("give-first", "B23")
    if state.phase == COVERING and verb != "cover":
        return Illegal("cover-first", "9")
    if verb == "stop":
        return Illegal("no-passing" if state.phase == FIRST else "no-stop-after-round", "B3")
    if verb == "turn":
        return why_not_turn(state, places[0])
    return why_not_own(state, seat, verb, places[0])


def why_not_turn(state: BonbonsFields, name: str) -> Illegal:
    """(4, 12, B2, B17, B22, B23, B30) Return why the tile at this place may not be turned."""
    place = PLACES.index(name)
    if place < FIRST_ROUND and not state.is_in_square(place):
        return Illegal("outside-the-square", "12", place=name)
    if place < FIRST_ROUND and state.side[place] == EMPTY:
        return Illegal("coins-were-here", "B30", place=name)
    if place >= FIRST_ROUND and state.owner(place) >= state.seats:
        return Illegal("nobody-there", "B23", place=name, who=format_seat(state.owner(place)))
    if state.side[place] > LINGERING:
        return why_not_face_down(state, name)
    if place < FIRST_ROUND:
        return Illegal("one-square-only", "B2", place=name)
    if state.phase == AFTER_COINS:
        return Illegal("coins-need-squares", "B22", place=name)
    return Illegal("one-round-only", "B2", place=name)


def why_not_face_down(state: BonbonsFields, name: str) -> Illegal:
    """(9, B17, B23) Return why a tile that is not face down can be neither turned nor given nor covered."""
    side = state.side[PLACES.index(name)]
    if side == EMPTY:
        return Illegal("no-tile-there", "B23", place=name)
    if side == COVERED:
        return Illegal("under-coins", "9", place=name)
    return Illegal("already-open" if side == OPEN else "face-up", "4" if side == OPEN else "B17", place=name)


def why_not_own(state: BonbonsFields, seat: Int, verb: str, name: str) -> Illegal:
    """(8, 9, B10) Return why this tile may not be given or covered."""
    if verb == "give" and state.phase != GIVING:
        return Illegal("nothing-stolen", "8")
    if verb == "cover" and state.phase != COVERING:
        return Illegal("no-three-coins", "9")
    if state.owner(PLACES.index(name)) != seat:
        return Illegal("not-your-tile", "8" if verb == "give" else "9", place=name)
    return why_not_face_down(state, name)
