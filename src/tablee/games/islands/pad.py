"""The score pad: an island of the real box, put together on a screen, counted by the rules of the match.

Never compiled. What is printed on the real tiles we do not know, so an island is told by its pictures:

    {"island": {"t1": {"palm": 2, "lamp": 1}}, "turned": ["m2"], "dreams": ["roc"], "brigands": 5}

`island`: what each cell shows. `turned`: cells on their Genie side. `dreams`: one to four kinds. `brigands`:
how many are seen on whichever other island has the most. All may be left out, and an island may have gaps: it
is counted as far as it has been told.
"""

from __future__ import annotations

from typing import Any

from tablee.core.errors import Illegal, Unreadable
from tablee.games.islands.scoring import genies, items, score
from tablee.games.islands.state import BRIGAND, COLUMNS, FIRST_DREAM, LAMP, VISIBLE_LAMPS, Archipelago
from tablee.games.islands.pieces import CELLS, DREAMS, ELEMENTS, PIECES, TILES

PARTS = {"island": dict, "turned": list, "dreams": list, "brigands": int}
MOST_ON_A_TILE = 6
MOST_BRIGANDS = 99
OWN, OTHERS = 0, 1


class Counted(Archipelago):
    """An island told by its pictures, beside another that shows nothing but brigands."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 2
        self.faces: dict[int, dict[str, int]] = {}
        self.rivals = 0

    def seen_on(self, seat: int, cell: int, element: int) -> int:
        """Rule 23: what is turned is not seen."""
        if seat == OTHERS:
            return self.rivals if cell == 0 and element == BRIGAND else 0
        if self.is_turned(OWN, cell):
            return 0
        return self.faces.get(cell, {}).get(ELEMENTS[element], 0)


def pad(layout: dict[str, Any]) -> dict[str, Any]:
    """The lines of the score sheet, their total, and what can be seen on the island."""
    table = read(layout)
    if table.seen(OWN, LAMP) > VISIBLE_LAMPS:
        raise Illegal("pad-three-lamps", "22", n=table.seen(OWN, LAMP))
    notes = {element: table.seen(OWN, at) for at, element in enumerate(ELEMENTS)}
    return {
        "items": items(table, OWN),
        "total": score(table, OWN),
        "notes": {**notes, "genie": genies(table, OWN)},
    }


def read(layout: dict[str, Any]) -> Counted:
    """The table that a layout tells of."""
    for part, value in layout.items():
        if part not in PARTS or type(value) is not PARTS[part]:
            raise Unreadable("pad-unreadable", part=str(part)[:40])
    table = Counted()
    for cell, face in layout.get("island", {}).items():
        table.faces[cell_number(cell, "island")] = checked_face(face)
    for cell in layout.get("turned", []):
        table.put(OWN, cell_number(cell, "turned"), 0, turned=True)
    for slot, tile in enumerate(dream_tiles(layout.get("dreams", []))):
        table.put(OWN, FIRST_DREAM + slot, tile, turned=False)
    table.rivals = checked_number(layout.get("brigands", 0), MOST_BRIGANDS, "brigands")
    return table


def cell_number(cell: object, part: str) -> int:
    """One of the twelve cells of the island (rule 16)."""
    if cell not in CELLS[:FIRST_DREAM]:
        raise Unreadable("pad-unreadable", part=part)
    return CELLS.index(str(cell))


def checked_face(face: object) -> dict[str, int]:
    """What a tile may show: elements of the game, and no more than fit on it."""
    if type(face) is not dict or not all(element in ELEMENTS for element in face):
        raise Unreadable("pad-unreadable", part="island")
    counted = {element: checked_number(count, MOST_ON_A_TILE, "island") for element, count in face.items()}
    if sum(counted.values()) > MOST_ON_A_TILE:
        raise Illegal("pad-tile-full", most=MOST_ON_A_TILE)
    return counted


def checked_number(count: object, most: int, part: str) -> int:
    """A number that can be; true and false are none."""
    if type(count) is not int or not 0 <= count <= most:
        raise Unreadable("pad-unreadable", part=part)
    return count


def dream_tiles(kinds: list[Any]) -> list[int]:
    """Rule 34: four dreams at most, of each kind no more copies than are in the box."""
    if len(kinds) > COLUMNS or not all(kind in DREAMS for kind in kinds):
        raise Unreadable("pad-unreadable", part="dreams")
    for kind in kinds:
        if kinds.count(kind) > PIECES.data["dream"][kind]:
            raise Illegal("pad-too-many-copies", "34", dream=kind, n=PIECES.data["dream"][kind])
    return [TILES.index(f"{kind}-{kinds[: at + 1].count(kind)}") for at, kind in enumerate(kinds)]
