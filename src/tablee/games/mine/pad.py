"""The score pad: read a gallery of the real box and count it by the rules of the match.

Never compiled. The real galleries and cards are in no public source, so a layout describes their content:

    {"gallery": ["##..###", ...], "card": {"yellow": 2, ...},
     "tiles": [{"shape": "R4L", "turn": "r90", "cell": "c2", "element": "gold"}, ...],
     "elves": [{"cell": "c1", "colour": "blue"}, ...], "worth": {"gold": 2, "rat": -1}, "called": true}

`gallery`: five rows of seven cells, 20 of them open. `card`: tiles of each colour. `tiles`: in the order of
laying. `elves` and `worth` are for the expert variants. All but the gallery may be left out.
"""

from __future__ import annotations

from typing import Any

from tablee.core.errors import Illegal, Unreadable
from tablee.games.mine.mechanics import geometry
from tablee.games.mine.mechanics.geometry import CELLS, HEIGHT, TURNS, WIDTH
from tablee.games.mine.mechanics.hands import put_tile
from tablee.games.mine.mechanics.times import record_call
from tablee.games.mine.pieces import (
    COLOURS,
    ELEMENTS,
    FIRST_TILES,
    MASKS,
    OPEN_CELLS,
    PATTERNS,
    PLACES_PER_SHAPE,
    SHAPES,
)
from tablee.games.mine.refusals import why_not_place
from tablee.games.mine.scoring import is_wrong, write_sheet
from tablee.games.mine.state import LINE_OPEN, SLOT_COUNT, MineFields
from tablee.games.mine.view import LINES

PARTS = {"gallery": list, "card": dict, "tiles": list, "elves": list, "worth": dict, "called": bool}
PLAIN = "plain"
MAX_WORTH = 2
SEAT, ROUND = 0, 0


class PadState(MineFields):
    """A state of one seat whose gallery, card and elements come from a layout instead of the pieces."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 1
        self.open_mask = 0
        self.card: dict[str, int] = {}
        self.elf_colours: dict[int, int] = {}
        self.worths: dict[str, int] = {}
        self.tile_elements: dict[int, str] = {}

    def gallery_of(self, seat: int) -> int:
        return self.open_mask

    def wanted(self, seat: int, colour: int) -> int:
        return self.card.get(COLOURS[colour], 0)

    def elf_before(self, seat: int, cell: int) -> int:
        return self.elf_colours.get(cell, -1)

    def worth_of(self, seat: int, tile: int) -> int:
        return self.worths.get(self.tile_elements.get(tile, PLAIN), 0)


def pad(layout: dict[str, Any]) -> dict[str, Any]:
    """Return the lines of the score sheet of a round, their total, and the slots that the check empties.

    Raise Unreadable for a malformed layout, Illegal for one that breaks a rule.
    """
    state = read_layout(layout)
    write_sheet(state, SEAT)
    removed = [slot for slot in range(SLOT_COUNT) if is_wrong(state, SEAT, slot)]
    return {
        "items": {name: state.line(ROUND, SEAT, at) for at, name in enumerate(LINES)},
        "total": state.round_score(ROUND, SEAT),
        "notes": {"open": state.line(ROUND, SEAT, LINE_OPEN), "removed": removed},
    }


def read_layout(layout: dict[str, Any]) -> PadState:
    """Build the state that a layout describes."""
    for part, value in layout.items():
        if part not in PARTS or type(value) is not PARTS[part]:
            raise unreadable(part)
    state = PadState()
    state.open_mask = read_gallery(layout.get("gallery"))
    state.card = {colour: read_count(n, "card") for colour, n in read_names(layout, "card", COLOURS).items()}
    state.worths = {kind: read_worth(n) for kind, n in read_names(layout, "worth", ELEMENTS).items()}
    state.elf_colours = dict(read_elf(elf) for elf in layout.get("elves", []))
    state.elves, state.finds = bool(state.elf_colours), bool(state.worths)
    if layout.get("called"):
        record_call(state, SEAT, 0)
    for tile in layout.get("tiles", []):
        lay(state, tile)
    return state


def unreadable(part: object) -> Unreadable:
    """Return the error that names a malformed part of a layout."""
    return Unreadable("pad-unreadable", part=str(part)[:40])


def read_names(layout: dict[str, Any], part: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return a part of a layout, whose keys must be among `names`."""
    found: dict[str, Any] = layout.get(part, {})
    if not set(found) <= set(names):
        raise unreadable(part)
    return found


def read_count(number: object, part: str) -> int:
    """Return a number of tiles: 0 up to the open cells of a board."""
    if type(number) is not int or not 0 <= number <= OPEN_CELLS:
        raise unreadable(part)
    return number


def read_worth(number: object) -> int:
    """(24) Return the points for an element: -2 to 2."""
    if type(number) is not int or not -MAX_WORTH <= number <= MAX_WORTH:
        raise unreadable("worth")
    return number


def read_gallery(rows: Any) -> int:
    """(1) Return the mask of the open cells, of which there must be 20."""
    if type(rows) is not list or len(rows) != HEIGHT or not all(is_row(row) for row in rows):
        raise unreadable("gallery")
    cells = geometry.gallery_mask(rows)
    if cells.bit_count() != OPEN_CELLS:
        raise Illegal("pad-not-twenty", "1", n=cells.bit_count())
    return cells


def is_row(row: object) -> bool:
    """Return whether this is a text of seven cells, each open or rock."""
    return type(row) is str and len(row) == WIDTH and set(row) <= {".", "#"}


def read_elf(elf: object) -> tuple[int, int]:
    """(23) Return a cell, and the colour that the elf at its edge waits for."""
    if type(elf) is not dict or elf.get("cell") not in CELLS or elf.get("colour") not in COLOURS:
        raise unreadable("elves")
    return CELLS.index(elf["cell"]), COLOURS.index(elf["colour"])


def lay(state: PadState, data: object) -> None:
    """(A26) Add a tile to the board, by the rules of a match without the helping elf."""
    tile = read_tile(data)
    slot = next((slot for slot in range(SLOT_COUNT) if state.tile_in(SEAT, slot) < 0), SLOT_COUNT)
    if slot == SLOT_COUNT:
        raise Illegal("pad-too-many", "A14", most=SLOT_COUNT)
    shape = SHAPES.index(tile["shape"])
    place = len(CELLS) * TURNS.index(tile["turn"]) + CELLS.index(tile["cell"])
    mask = MASKS[PLACES_PER_SHAPE * shape + place]
    if not mask or mask & state.covered(SEAT) or not mask & state.open_mask:
        raise why_not_place(state.open_mask, state.covered(SEAT), shape, tile["turn"], tile["cell"])
    number = next_copy(state, shape)
    put_tile(state, SLOT_COUNT * SEAT + slot, number, place, slot)
    state.tile_elements[number] = tile["element"]


def read_tile(data: object) -> dict[str, str]:
    """Return the shape, turn, cell and element of a tile as words; equal turns become the first of them."""
    if type(data) is not dict:
        raise unreadable("tiles")
    tile = {"element": PLAIN, **data}
    known = {"shape": SHAPES, "turn": TURNS, "cell": CELLS, "element": ELEMENTS}
    if set(tile) != set(known) or not all(tile[part] in words for part, words in known.items()):
        raise unreadable("tiles")
    pattern = PATTERNS[SHAPES.index(tile["shape"])]
    return {**tile, "turn": TURNS[geometry.first_equal_turn(pattern, TURNS.index(tile["turn"]))]}


def next_copy(state: PadState, shape: int) -> int:
    """(1) Return the next unused copy of a shape, or raise Illegal if the box has no more."""
    for number in range(FIRST_TILES[shape], FIRST_TILES[shape + 1]):
        if number not in state.tile_elements:
            return number
    raise Illegal("pad-no-more", "1", shape=SHAPES[shape])
