"""Reasons of refused moves, each with its values and the number of the rule."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.games.clouds.mechanics.placement import is_idle_volcano
from tablee.games.clouds.mechanics.travellers import fits_in_world
from tablee.games.clouds.pieces import CELLS, COLUMNS, LANDS, PLACES, ROWS, SIDES, TRAVELLERS, VOCABULARY
from tablee.games.clouds.state import (
    BOXED,
    DIRECTIONS,
    EMPTY,
    FUMAROLE,
    LINE,
    NEIGHBOUR,
    NONE,
    ROW_PAIRS,
    SIDE_LENGTH,
    SQUARE_OF_CELL,
    STACK_SIZE,
    WORLD,
    CloudsFields,
)
from tablee.games.clouds.view import PHASES

DRAFT_VERBS = {"face", "keep", "pass"}


def why_not(state: CloudsFields, seat: int, move: int) -> Illegal:
    """Return a reason against a move: first against its verb, then against the things it names."""
    verb, *things = VOCABULARY.format(move).split()
    return why_not_verb(state, verb) or why_not_things(state, seat, verb, things)


def why_not_verb(state: CloudsFields, verb: str) -> Illegal | None:
    """(54, A33, A17, A24) Return why this kind of move is not possible now, or None."""
    asked = PHASES[state.phase]
    if verb == "take" and state.seats > 1:
        return Illegal("no-stacks", "54")
    if verb in DRAFT_VERBS and state.seats == 1:
        return Illegal("no-draft", "A33")
    if verb == "face" and state.seats == 2:
        return Illegal("no-face", "A17")
    if verb != asked and not (verb == "decline" and asked == "welcome"):
        return Illegal("not-your-phase", "A24", asked=asked)
    return None


def why_not_things(state: CloudsFields, seat: int, verb: str, things: list[str]) -> Illegal:
    """Return the reason against the things that a move of the open decision names."""
    if verb == "welcome":
        return why_not_traveller(state, things[0])
    if verb == "stand":
        return why_not_place(state, seat, things[0])
    if verb == "cover":
        return why_not_cover(state, seat, things[0])
    if verb == "join":
        return why_not_join(state, seat, things[0])
    if verb == "take":
        card = state.deck[STACK_SIZE * (int(things[0][1:]) - 1)]
        return why_not_stack(state, things[0]) or why_not_cell(state, 0, card, things[1])
    card = LANDS.index(things[0])
    if state.slot_of(seat, card) == NONE:
        rule = "15" if verb == "lay" else "14"
        return Illegal("not-in-hand", rule, card=things[0], lands=cards_in_hand(state, seat))
    return why_not_cell(state, seat, card, things[1])


def cards_in_hand(state: CloudsFields, seat: int) -> str:
    """Return the cards that a seat has in hand, as words, each once."""
    found = []
    for card, land in enumerate(LANDS):
        if state.slot_of(seat, card) != NONE:
            found.append(land)
    return " ".join(found)


def free_travellers(state: CloudsFields) -> str:
    """(30) Return the travellers that nobody has welcomed yet, as words."""
    free = []
    for number, name in enumerate(TRAVELLERS):
        if state.host[number] == NONE:
            free.append(name)
    return " ".join(free)


def why_not_stack(state: CloudsFields, stack: str) -> Illegal | None:
    """(55) Return why a stack cannot be chosen, or None if it can."""
    used = state.opened[int(stack[1:]) - 1] != 0
    return Illegal("stack-used", "55", stack=stack) if used else None


def why_not_cell(state: CloudsFields, seat: Int, card: Int, cell: str) -> Illegal:
    """(17, 34, A12, A13) Return why a card cannot be laid into a cell."""
    square = WORLD * seat + SQUARE_OF_CELL[CELLS.index(cell)]
    row = square % WORLD // LINE
    column = square % LINE
    if state.shows[square] != EMPTY:
        return Illegal("cell-taken", "17", cell=cell)
    if not state.touches_world(square):
        return Illegal("cell-not-adjacent", "17", cell=cell)
    if state.is_beyond_traveller(seat, column):
        return Illegal("beyond-traveller", "34", cell=cell)
    high = row <= state.bottom[seat] - SIDE_LENGTH or row >= state.top[seat] + SIDE_LENGTH
    wide = column <= state.right[seat] - SIDE_LENGTH or column >= state.left[seat] + SIDE_LENGTH
    if not high and not wide:
        idle = is_idle_volcano(state, card, square)
        return Illegal("volcano-elsewhere", "A12") if idle else Illegal("portal-elsewhere", "A13")
    if high:
        first, last = ends(state.top[seat], state.bottom[seat])
        return Illegal("world-too-high", "17", cell=cell, first=ROWS[first - 1], last=ROWS[last - 1])
    first, last = ends(state.left[seat], state.right[seat])
    return Illegal("world-too-wide", "17", cell=cell, first=COLUMNS[first - 1], last=COLUMNS[last - 1])


def ends(least: int, most: int) -> tuple[int, int]:
    """(17) Return the first and last row or column that keeps a World within SIDE_LENGTH; from 1 to 7."""
    return max(1, most - SIDE_LENGTH + 1), min(len(ROWS), least + SIDE_LENGTH - 1)


def why_not_traveller(state: CloudsFields, name: str) -> Illegal:
    """(30, 54) Return why a traveller cannot be chosen."""
    if state.host[TRAVELLERS.index(name)] == BOXED:
        return Illegal("traveller-boxed", "54", traveller=name, travellers=free_travellers(state))
    return Illegal("traveller-gone", "30", traveller=name, travellers=free_travellers(state))


def why_not_place(state: CloudsFields, seat: Int, place: str) -> Illegal:
    """(32, 33, 35, A5) Return why the chosen traveller cannot stand at a place."""
    number = PLACES.index(place)
    side = number // ROW_PAIRS
    upper = number % ROW_PAIRS + 1
    row = state.laid_square % WORLD // LINE
    if state.side[seat] != NONE and state.side[seat] != side:
        return Illegal("other-side", "33", side=SIDES[state.side[seat]])
    if upper != row and upper != row - 1:
        return Illegal("other-row", "32", row=ROWS[row - 1])
    if not fits_in_world(state, seat, upper):
        return Illegal("no-such-row", "A5", place=place)
    return Illegal("place-taken", "35", place=place)


def why_not_cover(state: CloudsFields, seat: Int, cell: str) -> Illegal:
    """(37, 38) Return why the card in a cell cannot be covered by a fumarole."""
    square = WORLD * seat + SQUARE_OF_CELL[CELLS.index(cell)]
    if not is_beside(square, state.laid_square):
        return Illegal("not-beside-volcano", "37", cell=cell)
    if state.shows[square] == FUMAROLE:
        return Illegal("already-fumarole", "38", cell=cell)
    return Illegal("nothing-to-cover", "37", cell=cell)


def why_not_join(state: CloudsFields, seat: Int, cell: str) -> Illegal:
    """(41) Return why a city cannot be built on the new fumarole and the one in this cell."""
    square = WORLD * seat + SQUARE_OF_CELL[CELLS.index(cell)]
    if not is_beside(square, state.new_fumarole):
        return Illegal("not-beside-fumarole", "41", cell=cell)
    if state.shows[square] != FUMAROLE:
        return Illegal("no-fumarole-there", "41", cell=cell)
    return Illegal("already-in-city", "41", cell=cell)


def is_beside(one: Int, other: Int) -> bool:
    """(3) Return whether two squares are neighbours, not diagonally."""
    for direction in range(DIRECTIONS):
        if one == other + NEIGHBOUR[direction]:
            return True
    return False
