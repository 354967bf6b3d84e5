"""The score pad: a gallery of the real box, put together on a screen, counted by the rules of the match.

Never compiled. The real galleries and cards are in no public source, so that they are told by what they show:

    {"gallery": ["##..###", ...], "card": {"yellow": 2, ...},
     "tiles": [{"shape": "R4L", "turn": "r90", "cell": "c2", "element": "gold"}, ...],
     "elves": [{"cell": "c1", "colour": "blue"}, ...], "worth": {"gold": 2, "rat": -1}, "called": true}

`gallery`: five rows of seven cells, 20 of them open. `card`: tiles of each colour. `tiles`: in the order of
laying. `elves` and `worth` are for the expert variants. All but the gallery may be left out.
"""

from __future__ import annotations

from typing import Any

from tablee.core.errors import Illegal, Unreadable
from tablee.games.mine import geometry, told
from tablee.games.mine.checks import COLOURS, ELEMENTS, OPEN_CELLS
from tablee.games.mine.geometry import CELLS, HEIGHT, TURNS, WIDTH
from tablee.games.mine.refusals import why_not_place
from tablee.games.mine.scoring import is_wrong, write_sheet
from tablee.games.mine.state import OPEN, SLOT_COUNT, Mine
from tablee.games.mine.tables import FIRST_TILES, MASKS, PATTERNS, PLACES_PER_SHAPE, SHAPES
from tablee.games.mine.view import LINES

PARTS = {"gallery": list, "card": dict, "tiles": list, "elves": list, "worth": dict, "called": bool}
PLAIN = "plain"
MOST_WORTH = 2
SEAT, ROUND = 0, 0


class Told(Mine):
    """One gallery as it was told, with a card of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 1
        self.open = 0
        self.card: dict[str, int] = {}
        self.waiting: dict[int, int] = {}
        self.worths: dict[str, int] = {}
        self.shown: dict[int, str] = {}

    def gallery_of(self, seat: int) -> int:
        """The open cells that were told."""
        return self.open

    def wanted(self, seat: int, colour: int) -> int:
        """The card that was told."""
        return self.card.get(COLOURS[colour], 0)

    def elf_before(self, seat: int, cell: int) -> int:
        """The elves that were told."""
        return self.waiting.get(cell, -1)

    def worth_of(self, seat: int, tile: int) -> int:
        """What this card gives for what this tile shows."""
        return self.worths.get(self.shown.get(tile, PLAIN), 0)


def pad(layout: dict[str, Any]) -> dict[str, Any]:
    """The lines of the score sheet of a round, their total, and what the check removed."""
    table = read(layout)
    write_sheet(table, SEAT)
    removed = [slot for slot in range(SLOT_COUNT) if is_wrong(table, SEAT, slot)]
    return {
        "items": {name: table.line(ROUND, SEAT, at) for at, name in enumerate(LINES)},
        "total": table.round_score(ROUND, SEAT),
        "notes": {"open": table.line(ROUND, SEAT, OPEN), "removed": removed},
    }


def read(layout: dict[str, Any]) -> Told:
    """The table that a layout tells of."""
    for part, value in layout.items():
        if part not in PARTS or type(value) is not PARTS[part]:
            raise unreadable(part)
    table = Told()
    table.open = read_gallery(layout.get("gallery"))
    table.card = {colour: counted(n, "card") for colour, n in named(layout, "card", COLOURS).items()}
    table.worths = {kind: read_worth(n) for kind, n in named(layout, "worth", ELEMENTS).items()}
    table.waiting = dict(read_elf(elf) for elf in layout.get("elves", []))
    table.elves, table.finds = bool(table.waiting), bool(table.worths)
    if layout.get("called"):
        told.call(table, SEAT)
    for tile in layout.get("tiles", []):
        lay(table, tile)
    return table


def unreadable(part: object) -> Unreadable:
    """Which part of a layout makes no sense."""
    return Unreadable("pad-unreadable", part=str(part)[:40])


def named(layout: dict[str, Any], part: str, names: tuple[str, ...]) -> dict[str, Any]:
    """A part whose entries have names of the game."""
    found: dict[str, Any] = layout.get(part, {})
    if not set(found) <= set(names):
        raise unreadable(part)
    return found


def counted(number: object, part: str) -> int:
    """How many tiles a card shows of a colour: no more than a board can hold."""
    if type(number) is not int or not 0 <= number <= OPEN_CELLS:
        raise unreadable(part)
    return number


def read_worth(number: object) -> int:
    """(24) One or two points, up or down."""
    if type(number) is not int or not -MOST_WORTH <= number <= MOST_WORTH:
        raise unreadable("worth")
    return number


def read_gallery(rows: Any) -> int:
    """(1) Rock and 20 open cells."""
    if type(rows) is not list or len(rows) != HEIGHT or not all(is_row(row) for row in rows):
        raise unreadable("gallery")
    cells = geometry.gallery(rows)
    if cells.bit_count() != OPEN_CELLS:
        raise Illegal("pad-not-twenty", "1", n=cells.bit_count())
    return cells


def is_row(row: object) -> bool:
    """Seven cells, each open or rock."""
    return type(row) is str and len(row) == WIDTH and set(row) <= {".", "#"}


def read_elf(elf: object) -> tuple[int, int]:
    """(23) A cell, and the colour that the elf at its edge waits for."""
    if type(elf) is not dict or elf.get("cell") not in CELLS or elf.get("colour") not in COLOURS:
        raise unreadable("elves")
    return CELLS.index(elf["cell"]), COLOURS.index(elf["colour"])


def lay(table: Told, data: object) -> None:
    """(A26) One more tile, where a tile may lie at a table without the helping elf."""
    tile = read_tile(data)
    slot = next((slot for slot in range(SLOT_COUNT) if table.tile_in(SEAT, slot) < 0), SLOT_COUNT)
    if slot == SLOT_COUNT:
        raise Illegal("pad-too-many", "A14", most=SLOT_COUNT)
    shape = SHAPES.index(tile["shape"])
    place = len(CELLS) * TURNS.index(tile["turn"]) + CELLS.index(tile["cell"])
    mask = MASKS[PLACES_PER_SHAPE * shape + place]
    if not mask or mask & table.covered(SEAT) or not mask & table.open:
        raise why_not_place(table.open, table.covered(SEAT), shape, tile["turn"], tile["cell"])
    number = copy_of(table, shape)
    told.put(table, SEAT, slot, number, place)
    table.shown[number] = tile["element"]


def read_tile(data: object) -> dict[str, str]:
    """Shape, turn and cell by their names, and what the tile shows."""
    if type(data) is not dict:
        raise unreadable("tiles")
    tile = {"element": PLAIN, **data}
    known = {"shape": SHAPES, "turn": TURNS, "cell": CELLS, "element": ELEMENTS}
    if set(tile) != set(known) or not all(tile[part] in words for part, words in known.items()):
        raise unreadable("tiles")
    first = TURNS[geometry.same_as(PATTERNS[SHAPES.index(tile["shape"])], TURNS.index(tile["turn"]))]
    return {**tile, "turn": first}


def copy_of(table: Told, shape: int) -> int:
    """(1) The next copy of a shape; the box has so many and no more."""
    for number in range(FIRST_TILES[shape], FIRST_TILES[shape + 1]):
        if number not in table.shown:
            return number
    raise Illegal("pad-no-more", "1", shape=SHAPES[shape])
