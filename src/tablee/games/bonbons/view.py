"""What leaves the table: what all see, what a move would lead to, why a move is refused."""

from __future__ import annotations

from typing import Any

from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.state import CLOCK
from tablee.core.vocabulary import format_seat
from tablee.games.bonbons.pieces import FACES, KINDS, ROUNDS, SQUARES, VOCABULARY
from tablee.games.bonbons.state import (
    AFTER_COINS,
    COVERED,
    COVERING,
    DOWN,
    EMPTY,
    FIRST,
    FIRST_ASIDE,
    FIRST_ROUND,
    GIVING,
    LINGERING,
    NONE,
    OPEN,
    OVER,
    PER_SEAT,
    PLACE_COUNT,
    ROW,
    UP,
    Sweetshop,
)

PHASES = ("first", "after-square", "after-round", "after-coin", "after-coins", "give", "cover", "over")
SIDES = ("down", "lingering", "open", "up", "covered", "empty")
PLACES = SQUARES + ROUNDS


def look(table: Sweetshop) -> dict[str, Any]:
    """(B24) One view for all: what is open, where things lie, how many there are."""
    return {
        "phase": phase(table),
        "turn": table.turn,
        "size": table.size,
        "removed": [KINDS[table.removed[at]] for at in range(2) if table.removed[at] != NONE],
        "squares": squares(table),
        "rounds": [rounds(table, seat) for seat in range(table.seats)],
        "found": [table.found(seat) for seat in range(table.seats)],
        "stolen": PLACES[table.stolen] if table.stolen != NONE else None,
        "rest": table.aside(),
        "show": table.show,
        "seen": remembered(table) if table.training else None,
        "aside": aside(table) if table.phase == OVER else None,
    }


def phase(table: Sweetshop) -> str:
    """What is asked; (B21) the first tile of a further go is another question, for one may stop."""
    return "again" if table.phase == FIRST and table.again else PHASES[table.phase]


def squares(table: Sweetshop) -> list[dict[str, Any]]:
    """The middle, row by row; (B30) with the places that coins have left."""
    return [tile(table, place) for place in range(FIRST_ROUND) if is_in_square(table, place)]


def is_in_square(table: Sweetshop, place: Int) -> bool:
    """(12) The quick game is played in the first five rows and columns."""
    return place // ROW < table.size and place % ROW < table.size


def rounds(table: Sweetshop, seat: Int) -> list[dict[str, Any]]:
    """What lies in front of a seat, from the left."""
    first = table.round_place(seat, 0)
    return [tile(table, first + at) for at in range(PER_SEAT) if table.side[first + at] != EMPTY]


def tile(table: Sweetshop, place: Int) -> dict[str, Any]:
    """(B18, B24) A face-down tile is a place and nothing more."""
    side = table.side[place]
    shown = side in (LINGERING, OPEN, UP) or table.phase == OVER
    face = FACES[table.tile[place]] if shown and side != EMPTY else None
    return {"place": PLACES[place], "side": SIDES[side], "face": face}


def remembered(table: Sweetshop) -> dict[str, str]:
    """(B18) For those in training: what was seen of the tiles that nobody can see now."""
    known = {}
    for place in range(FIRST_ASIDE):
        side = table.side[place]
        if table.seen[place] and side in (DOWN, COVERED):
            known[PLACES[place]] = FACES[table.tile[place]]
    return known


def aside(table: Sweetshop) -> list[str]:
    """(B24) The rounds that nobody had, shown when the match is over."""
    return [FACES[table.tile[at]] for at in range(FIRST_ASIDE, PLACE_COUNT) if table.tile[at] != NONE]


def consequence(after: Sweetshop, seat: Int) -> dict[str, Any]:
    """How far a seat is after its move, and whose turn it is."""
    over = after.phase == OVER
    return {"found": after.found(seat), "of": after.held(seat), "wins": over, "next": after.turn}


# Why a move is refused


def why_not(table: Sweetshop, seat: int, move: int) -> Illegal:
    """The first reason, in the order a hand would meet them."""
    verb, *things = VOCABULARY.format(move).split()
    if seat == CLOCK:
        return Illegal("clock-only-closes", "B25")
    if verb == "close":
        return Illegal("only-the-clock", "B25")
    if table.phase == GIVING and verb != "give":
        return Illegal("give-first", "B23")
    if table.phase == COVERING and verb != "cover":
        return Illegal("cover-first", "9")
    if verb == "stop":
        return Illegal("no-passing" if table.phase == FIRST else "no-stop-after-round", "B3")
    if verb == "turn":
        return why_not_turn(table, things[0])
    return why_not_own(table, seat, verb, things[0])


def why_not_turn(table: Sweetshop, thing: str) -> Illegal:
    """(4, 12, B2, B17, B22, B23, B30) No tile there, not face down, or of the wrong shape."""
    place = PLACES.index(thing)
    if place < FIRST_ROUND and not is_in_square(table, place):
        return Illegal("outside-the-square", "12", place=thing)
    if place < FIRST_ROUND and table.side[place] == EMPTY:
        return Illegal("coins-were-here", "B30", place=thing)
    if place >= FIRST_ROUND and table.owner(place) >= table.seats:
        return Illegal("nobody-there", "B23", place=thing, who=format_seat(table.owner(place)))
    if table.side[place] != DOWN and table.side[place] != LINGERING:
        return why_not_face_down(table, thing)
    if place < FIRST_ROUND:
        return Illegal("one-square-only", "B2", place=thing)
    if table.phase == AFTER_COINS:
        return Illegal("coins-need-squares", "B22", place=thing)
    return Illegal("one-round-only", "B2", place=thing)


def why_not_face_down(table: Sweetshop, thing: str) -> Illegal:
    """(9, B17, B23) What can be neither turned nor given."""
    side = table.side[PLACES.index(thing)]
    if side == EMPTY:
        return Illegal("no-tile-there", "B23", place=thing)
    if side == COVERED:
        return Illegal("under-coins", "9", place=thing)
    return Illegal("already-open" if side == OPEN else "face-up", "4" if side == OPEN else "B17", place=thing)


def why_not_own(table: Sweetshop, seat: int, verb: str, thing: str) -> Illegal:
    """(8, 9, B10) Something other than an own face-down tile."""
    if verb == "give" and table.phase != GIVING:
        return Illegal("nothing-stolen", "8")
    if verb == "cover" and table.phase != COVERING:
        return Illegal("no-three-coins", "9")
    if table.owner(PLACES.index(thing)) != seat:
        return Illegal("not-your-tile", "8" if verb == "give" else "9", place=thing)
    return why_not_face_down(table, thing)
