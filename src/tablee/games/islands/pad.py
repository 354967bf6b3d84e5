"""The score pad: scores an island of the real box with the rules of a match. Used by Game.pad; not compiled.

The printed faces of the real tiles are not known here, so a layout says which elements each cell shows:

    {"island": {"t1": {"palm": 2, "lamp": 1}}, "turned": ["m2"], "dreams": ["roc"], "brigands": 5}

`island`: the elements of each cell. `turned`: cells that show the genie. `dreams`: up to four kinds.
`brigands`: the largest number of visible brigands on any other island. Every key is optional, and an
island may have gaps.
"""

from __future__ import annotations

from typing import Any

from tablee.core.errors import Illegal, Unreadable
from tablee.games.islands.pieces import CELLS, DREAMS, ELEMENTS, PIECES, TILES
from tablee.games.islands.scoring import count_genies, score, score_items
from tablee.games.islands.state import BRIGAND, COLUMNS, FIRST_DREAM, LAMP, MAX_LAMPS, IslandsFields

KEYS = {"island": dict, "turned": list, "dreams": list, "brigands": int}
MAX_ELEMENTS = 6
MAX_BRIGANDS = 99
OWN, OTHERS = 0, 1


class PadState(IslandsFields):
    """Two seats: the island of a layout, and one that stands for all others and shows only brigands."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 2
        self.faces: dict[int, dict[str, int]] = {}
        self.other_brigands = 0

    def count_in_cell(self, seat: int, cell: int, element: int) -> int:
        """(23) Count an element of the layout instead of the faces in pieces.toml."""
        if seat == OTHERS:
            return self.other_brigands if cell == 0 and element == BRIGAND else 0
        if self.is_turned(OWN, cell):
            return 0
        return self.faces.get(cell, {}).get(ELEMENTS[element], 0)


def score_layout(layout: dict[str, Any]) -> dict[str, Any]:
    """Return the lines of the score sheet, their total, and the count of each element as notes.

    Raise Unreadable for a layout of the wrong shape, Illegal for one that breaks a rule.
    """
    state = read_layout(layout)
    lamps = state.count_visible(OWN, LAMP)
    if lamps > MAX_LAMPS:
        raise Illegal("pad-three-lamps", "22", n=lamps)
    notes = {element: state.count_visible(OWN, number) for number, element in enumerate(ELEMENTS)}
    return {
        "items": score_items(state, OWN),
        "total": score(state, OWN),
        "notes": {**notes, "genie": count_genies(state, OWN)},
    }


def read_layout(layout: dict[str, Any]) -> PadState:
    """Check an untrusted layout and convert it to a state."""
    for key, value in layout.items():
        if key not in KEYS or type(value) is not KEYS[key]:
            raise Unreadable("pad-unreadable", part=str(key)[:40])
    state = PadState()
    for cell, face in layout.get("island", {}).items():
        state.faces[read_cell(cell, "island")] = read_face(face)
    for cell in layout.get("turned", []):
        state.set_cell(OWN, read_cell(cell, "turned"), 0, turned=True)
    for slot, tile in enumerate(read_dreams(layout.get("dreams", []))):
        state.set_cell(OWN, FIRST_DREAM + slot, tile, turned=False)
    state.other_brigands = read_count(layout.get("brigands", 0), MAX_BRIGANDS, "brigands")
    return state


def read_cell(cell: object, key: str) -> int:
    """(16) Return the number of one of the twelve island cells."""
    if cell not in CELLS[:FIRST_DREAM]:
        raise Unreadable("pad-unreadable", part=key)
    return CELLS.index(str(cell))


def read_face(face: object) -> dict[str, int]:
    """Return the elements of a tile, at most MAX_ELEMENTS in all."""
    if type(face) is not dict or not all(element in ELEMENTS for element in face):
        raise Unreadable("pad-unreadable", part="island")
    counts = {element: read_count(count, MAX_ELEMENTS, "island") for element, count in face.items()}
    if sum(counts.values()) > MAX_ELEMENTS:
        raise Illegal("pad-tile-full", most=MAX_ELEMENTS)
    return counts


def read_count(count: object, most: int, key: str) -> int:
    """Return an integer from 0 to `most`; True and False are refused."""
    if type(count) is not int or not 0 <= count <= most:
        raise Unreadable("pad-unreadable", part=key)
    return count


def read_dreams(kinds: list[Any]) -> list[int]:
    """(34) Return the tiles of at most four dreams, of each kind no more copies than are in the box."""
    if len(kinds) > COLUMNS or not all(kind in DREAMS for kind in kinds):
        raise Unreadable("pad-unreadable", part="dreams")
    for kind in kinds:
        if kinds.count(kind) > PIECES.data["dream"][kind]:
            raise Illegal("pad-too-many-copies", "34", dream=kind, n=PIECES.data["dream"][kind])
    return [TILES.index(f"{kind}-{kinds[: slot + 1].count(kind)}") for slot, kind in enumerate(kinds)]
