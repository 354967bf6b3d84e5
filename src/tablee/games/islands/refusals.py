"""Reasons why a move is refused, each with the number of its rule."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.vocabulary import format_seat
from tablee.games.islands.pieces import CELLS, CHARACTERS, STACKS, VOCABULARY
from tablee.games.islands.state import CHOOSE, COLUMNS, NAME, NONE, PHASES, IslandsFields


def why_not(state: IslandsFields, seat: int, move: int) -> Illegal:
    """Return the first reason against an illegal move: its phase, then its tile, then its cell."""
    verb, *things = VOCABULARY.format(move).split()
    phase = PHASES[state.phase]
    if verb == "hide" and state.seats != 2:
        return Illegal("nothing-to-hide", "40", asked=phase)
    if verb != phase and not (verb == "turn" and phase == "take"):
        return Illegal("not-your-phase", "44", asked=phase)
    if verb == "draw":
        return Illegal("stack-empty", "6", stack=things[0])
    if verb == "name":
        return why_not_name(state, seat, things[0])
    if verb == "choose":
        owner = state.owner_of(move - CHOOSE)
        return Illegal("character-taken", "50", character=CHARACTERS[move - CHOOSE], who=format_seat(owner))
    if verb == "lay":
        return why_not_cell(state, seat, things[0])
    return why_not_tile(state, seat, verb, things)


def why_not_tile(state: IslandsFields, seat: Int, verb: str, things: list[str]) -> Illegal:
    """(8, 45) Return the reason against `hide`, `turn` or `take` of a place of the offer."""
    place = int(things[0]) - 1
    if state.offer[place] == NONE:
        return Illegal("no-tile-there", "8", place=things[0])
    if verb == "turn":
        return Illegal("not-face-down", "45", place=things[0])
    if place == state.hidden and seat != state.lookout:
        return Illegal("face-down", "45", place=things[0])
    return why_not_cell(state, seat, things[1])


def why_not_name(state: IslandsFields, seat: Int, word: str) -> Illegal:
    """(7, 8) Return the reason against naming the seat of this word."""
    named = VOCABULARY.parse(f"name {word}") - NAME
    if named >= state.seats:
        return Illegal("no-such-seat", "7", who=word)
    if named == seat:
        return Illegal("not-yourself", "7")
    return Illegal("already-picked", "8", who=format_seat(named))


def why_not_cell(state: IslandsFields, seat: Int, word: str) -> Illegal:
    """(14, 15, 17) Return the reason against laying a tile of the current stack into a cell."""
    cell = CELLS.index(word)
    if cell // COLUMNS != state.stack:
        return Illegal("wrong-row", "14", cell=word, kind=STACKS[state.stack])
    if state.tile_at(seat, cell) != NONE:
        return Illegal("cell-taken", "15", cell=word)
    return Illegal("cell-not-adjacent", "17", cell=word)
