"""Why a move is refused: the first reason that applies, with its values and the number of the rule."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.state import CLOCK
from tablee.games.mine.mechanics import geometry
from tablee.games.mine.mechanics.geometry import CELLS, TURNS
from tablee.games.mine.pieces import ANY, COLOURS, PATTERNS, SHAPES, SLOTS, VOCABULARY
from tablee.games.mine.state import (
    ANY_ELEMENT,
    CELL_COUNT,
    COLOUR,
    MASK,
    NONE,
    PLACE_COUNT,
    SETTLING,
    TILE_SHAPE,
    MineFields,
)

CLOCK_WORDS = ("lamp", "settle", "burn")


def why_not(state: MineFields, seat: int, move: int) -> Illegal:
    """Return the reason why an actor may not make this move."""
    verb, *things = VOCABULARY.format(move).split()
    if seat == CLOCK or verb in CLOCK_WORDS:
        return why_not_clock(state, seat, verb)
    if state.face[seat] == NONE:
        return Illegal("side-before-start", "P9") if state.ghost else Illegal("side-first", "A23")
    if verb == "side":
        return Illegal("side-is-chosen", "3")
    if state.ghost and state.started[seat] == NONE:
        return Illegal("start-first", "P9")
    if verb == "start":
        return Illegal("started-already", "P9") if state.ghost else Illegal("no-ghost-race", "P9")
    return why_not_in_race(state, seat, verb, things)


def why_not_in_race(state: MineFields, seat: Int, verb: str, things: list[str]) -> Illegal:
    """Return the reason against a move of the race."""
    if verb == "take":
        return why_not_take(state, seat, things[0], things[1])
    if verb == "lay":
        return why_not_lay(state, seat, things[0], things[1])
    if verb == "call":
        return Illegal("not-covered", "13", open=state.open_cells(seat))
    return why_not_tile(state, seat, verb, things)


def why_not_clock(state: MineFields, seat: Int, verb: str) -> Illegal:
    """(A12, A34, P9) Return the reason against a move of CLOCK, or against one of its words by a seat."""
    if seat != CLOCK:
        return Illegal("word-of-the-clock", "A12", verb=verb)
    if verb not in CLOCK_WORDS:
        return Illegal("not-for-the-clock", "A12", verb=verb)
    if state.ghost or verb == "burn":
        return Illegal("one-lamp-each" if state.ghost else "no-ghost-race", "P9")
    if state.phase == SETTLING:
        return Illegal("calls-on-their-way", "A34")
    return Illegal("nothing-to-settle", "A34")


def why_not_take(state: MineFields, seat: Int, shape: str, element: str) -> Illegal:
    """(9, 10, A13, A14, A28, A36) Return the reason against a `take`."""
    kind = SHAPES.index(shape)
    colour = COLOUR[kind]
    if element == ANY and state.finds:
        return Illegal("name-the-element", "A28")
    if element != ANY and not state.finds:
        return Illegal("elements-do-not-count", "A28")
    if state.hand[seat] != NONE:
        return Illegal("hand-is-full", "10")
    if state.tile_count(seat) >= state.wanted_total(seat):
        return Illegal("enough-tiles", "A14", n=state.wanted_total(seat))
    if state.find_in_pool(seat, kind, ANY_ELEMENT) == NONE:
        return Illegal("shape-ran-out", "A13", shape=shape, colour=COLOURS[colour])
    if state.helper and state.wanted(seat, colour) == 0:
        return Illegal(
            "colour-not-on-card", "9", colour=COLOURS[colour], colours=missing_colours(state, seat)
        )
    if state.helper and state.colour_count(seat, colour) >= state.wanted(seat, colour):
        return Illegal(
            "colour-complete",
            "9",
            colour=COLOURS[colour],
            n=state.wanted(seat, colour),
            colours=missing_colours(state, seat),
        )
    return Illegal("element-ran-out", "A36", shape=shape, element=element)


def missing_colours(state: MineFields, seat: Int) -> str:
    """(9) Return the colours of which the card of a seat still wants tiles, as words."""
    missing = []
    for colour in range(len(COLOURS)):
        if state.colour_count(seat, colour) < state.wanted(seat, colour):
            missing.append(COLOURS[colour])
    return " ".join(missing)


def why_not_lay(state: MineFields, seat: Int, turn: str, cell: str) -> Illegal:
    """(12, A2, A25, A26) Return the reason against a `lay`."""
    if state.hand[seat] == NONE:
        return Illegal("hand-is-empty", "A25")
    shape = TILE_SHAPE[state.hand[seat]]
    return why_not_place(state.gallery_of(seat), state.covered(seat), shape, turn, cell)


def why_not_tile(state: MineFields, seat: Int, verb: str, things: list[str]) -> Illegal:
    """(A25) Return the reason against a `return`, `lift` or `move`."""
    if things[0] == "hand":
        return Illegal("hand-is-empty", "A25")
    slot = SLOTS.index(things[0])
    if state.tile_in(seat, slot) == NONE:
        return Illegal("no-tile-there", "A25", slot=things[0])
    if verb == "lift":
        return Illegal("hand-is-full", "10")
    shape = TILE_SHAPE[state.tile_in(seat, slot)]
    if state.place_of(seat, slot) == place_number(things[1], things[2]):
        return Illegal("already-there", "A25", slot=things[0])
    others = state.covered(seat) & ~state.mask_of(seat, slot)
    return why_not_place(state.gallery_of(seat), others, shape, things[1], things[2])


def why_not_place(gallery: Int, covered: Int, shape: Int, turn: str, cell: str) -> Illegal:
    """(12, A2, A26) Return the reason against a place in this gallery, with these cells under tiles."""
    first = TURNS[geometry.first_equal_turn(PATTERNS[shape], TURNS.index(turn))]
    if first != turn:
        return Illegal("same-as-turn", "A2", turn=turn, first=first)
    mask = MASK[PLACE_COUNT * shape + place_number(turn, cell)]
    if mask == 0:
        return Illegal("out-of-frame", "A26", cell=cell)
    if mask & covered:
        return Illegal("over-a-tile", "12", cells=" ".join(geometry.cell_names(mask & covered)))
    if not mask & gallery:
        return Illegal("only-rock", "A26", cell=cell)
    return Illegal("over-rock", "12", cells=" ".join(geometry.cell_names(mask & ~gallery)))


def place_number(turn: str, cell: str) -> Int:
    """Return the number of a place: 35 x turn + top left cell."""
    return CELL_COUNT * TURNS.index(turn) + CELLS.index(cell)
