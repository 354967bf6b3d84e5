"""Why a move is refused: the first reason, in the order a hand would meet them."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.state import CLOCK
from tablee.games.mine import geometry
from tablee.games.mine.checks import COLOURS
from tablee.games.mine.geometry import CELLS, TURNS
from tablee.games.mine.solver import COLOUR, MASK, NONE, PLACE_COUNT, TILE_SHAPE
from tablee.games.mine.state import ANY_ELEMENT, SETTLING, Mine
from tablee.games.mine.tables import ANY, PATTERNS, SHAPES, SLOTS, VOCABULARY

CLOCK_WORDS = ("lamp", "settle", "burn")
CELLS_IN_FRAME: Int = 35


def why_not(table: Mine, seat: int, move: int) -> Illegal:
    """The reason, its values and the number of the rule."""
    verb, *things = VOCABULARY.format(move).split()
    if seat == CLOCK or verb in CLOCK_WORDS:
        return why_not_clock(table, seat, verb)
    if table.face[seat] == NONE:
        return Illegal("side-before-start", "P9") if table.ghost else Illegal("side-first", "A23")
    if verb == "side":
        return Illegal("side-is-chosen", "3")
    if table.ghost and table.started[seat] == NONE:
        return Illegal("start-first", "P9")
    if verb == "start":
        return Illegal("started-already", "P9") if table.ghost else Illegal("no-ghost-race", "P9")
    if verb == "take":
        return why_not_take(table, seat, things[0], things[1])
    if verb == "lay":
        return why_not_lay(table, seat, things[0], things[1])
    if verb == "call":
        return Illegal("not-covered", "13", open=table.open_cells(seat))
    return why_not_tile(table, seat, verb, things)


def why_not_clock(table: Mine, seat: Int, verb: str) -> Illegal:
    """(A12, A34, P9) The clock has words of its own, each at its time."""
    if seat != CLOCK:
        return Illegal("word-of-the-clock", "A12", verb=verb)
    if verb not in CLOCK_WORDS:
        return Illegal("not-for-the-clock", "A12", verb=verb)
    if table.ghost or verb == "burn":
        return Illegal("one-lamp-each" if table.ghost else "no-ghost-race", "P9")
    if table.phase == SETTLING:
        return Illegal("calls-on-their-way", "A34")
    return Illegal("nothing-to-settle", "A34")


def why_not_take(table: Mine, seat: Int, shape: str, element: str) -> Illegal:
    """Rules 9 and 10, rulings A13, A14, A28 and A36."""
    kind = SHAPES.index(shape)
    colour = COLOUR[kind]
    if element == ANY and table.finds:
        return Illegal("name-the-element", "A28")
    if element != ANY and not table.finds:
        return Illegal("elements-do-not-count", "A28")
    if table.hand[seat] != NONE:
        return Illegal("hand-is-full", "10")
    if table.tile_count(seat) >= table.wanted_in_all(seat):
        return Illegal("enough-tiles", "A14", n=table.wanted_in_all(seat))
    if table.in_pool(seat, kind, ANY_ELEMENT) == NONE:
        return Illegal("shape-ran-out", "A13", shape=shape)
    if table.helper and table.wanted(seat, colour) == 0:
        return Illegal("colour-not-on-card", "9", colour=COLOURS[colour])
    if table.helper and table.colour_count(seat, colour) >= table.wanted(seat, colour):
        return Illegal("colour-complete", "9", colour=COLOURS[colour], n=table.wanted(seat, colour))
    return Illegal("element-ran-out", "A36", shape=shape, element=element)


def why_not_lay(table: Mine, seat: Int, turn: str, cell: str) -> Illegal:
    """Rule 12, rulings A2, A25 and A26."""
    if table.hand[seat] == NONE:
        return Illegal("hand-is-empty", "A25")
    shape = TILE_SHAPE[table.hand[seat]]
    return why_not_place(table.gallery_of(seat), table.covered(seat), shape, turn, cell)


def why_not_tile(table: Mine, seat: Int, verb: str, things: list[str]) -> Illegal:
    """Rulings A25: what may be done with a tile on the board."""
    if things[0] == "hand":
        return Illegal("hand-is-empty", "A25")
    slot = SLOTS.index(things[0])
    if table.tile_in(seat, slot) == NONE:
        return Illegal("no-tile-there", "A25", slot=things[0])
    if verb == "lift":
        return Illegal("hand-is-full", "10")
    shape = TILE_SHAPE[table.tile_in(seat, slot)]
    if table.place_of(seat, slot) == place_number(things[1], things[2]):
        return Illegal("already-there", "A25", slot=things[0])
    others = table.covered(seat) & ~table.mask_of(seat, slot)
    return why_not_place(table.gallery_of(seat), others, shape, things[1], things[2])


def why_not_place(gallery: Int, covered: Int, shape: Int, turn: str, cell: str) -> Illegal:
    """Rule 12, rulings A2 and A26: in this gallery, with these cells under tiles."""
    first = TURNS[geometry.same_as(PATTERNS[shape], TURNS.index(turn))]
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
    """35 x turn + top left cell."""
    return CELLS_IN_FRAME * TURNS.index(turn) + CELLS.index(cell)
