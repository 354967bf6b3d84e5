"""The pieces and the words of Out of Mine! as tables. Never compiled: here the pieces file is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablee.core import pieces
from tablee.core.vocabulary import SEAT_WORDS, Verb, Vocabulary
from tablee.games.mine import geometry
from tablee.games.mine.checks import COLOURS, ELEMENTS, check
from tablee.games.mine.geometry import CELLS, TURNS

FOLDER = Path(__file__).parent
PIECES = pieces.load(FOLDER, check)
_SHAPES: dict[str, dict[str, Any]] = PIECES.data["shapes"]
_GALLERIES: dict[str, dict[str, Any]] = PIECES.data["galleries"]
_CARDS: list[dict[str, Any]] = PIECES.data["cards"]

SHAPES = tuple(_SHAPES)
SHAPE_ROWS: list[list[str]] = [entry["rows"] for entry in _SHAPES.values()]
PATTERNS = [geometry.shape(entry["rows"]) for entry in _SHAPES.values()]
SIDES = tuple(_GALLERIES)
FACES = ("A", "B")
SLOTS = tuple("12345678")
ANY = "any"

VOCABULARY = Vocabulary(
    Verb("side", FACES),
    Verb("take", SHAPES, (ANY, *ELEMENTS)),
    Verb("lay", TURNS, CELLS),
    Verb("move", SLOTS, TURNS, CELLS),
    Verb("lift", SLOTS),
    Verb("return", ("hand", *SLOTS)),
    Verb("call"),
    Verb("quit"),
    Verb("lamp"),
    Verb("settle"),
    Verb("start"),
    Verb("burn", SEAT_WORDS[:4]),
)


def _first_tiles() -> list[int]:
    """The number of the first copy of each shape, and after the last the number of all tiles."""
    starts = [0]
    for entry in _SHAPES.values():
        starts.append(starts[-1] + len(entry["tiles"]))
    return starts


def _masks() -> list[int]:
    return [mask for pattern in PATTERNS for mask in geometry.places(pattern)]


def _spots() -> tuple[list[int], list[int]]:
    """The places of each shape that are in the frame, and where each shape begins in that list."""
    lists = [[place for place, mask in enumerate(geometry.places(pattern)) if mask] for pattern in PATTERNS]
    starts = [sum(map(len, lists[:shape])) for shape in range(len(SHAPES) + 1)]
    return _padded(lists), starts


def _padded(lists: list[list[int]]) -> list[int]:
    """One list of all, as long whatever the shapes are: an owner's own shapes may fit in more places."""
    joined = [place for places in lists for place in places]
    return joined + [0] * (PLACES_PER_SHAPE * len(SHAPES) - len(joined))


def _turns(pattern: geometry.Shape) -> dict[str, list[list[int]]]:
    """The different ways to turn and flip a shape: rows and columns from its top left corner."""
    return {
        word: [list(spot) for spot in sorted(geometry.turned(pattern, turn))]
        for turn, word in enumerate(TURNS)
        if geometry.same_as(pattern, turn) == turn
    }


def _lowest_first() -> tuple[list[int], list[int]]:
    """Every place of every shape by its lowest cell, big shapes first; and where each cell begins in it."""
    ordered = sorted(range(len(SHAPES)), key=lambda shape: -SHAPE_COLOURS[shape])
    lists: list[list[int]] = [[] for _ in CELLS]
    for shape in ordered:
        for place in range(PLACES_PER_SHAPE * shape, PLACES_PER_SHAPE * (shape + 1)):
            if MASKS[place]:
                lists[(MASKS[place] & -MASKS[place]).bit_length() - 1].append(place)
    starts = [sum(map(len, lists[:cell])) for cell in range(len(CELLS) + 1)]
    return _padded(lists), starts


# Tiles are numbered 0-68 in the order of the file. A place of a shape is 35 x turn + top left cell.
PLACES_PER_SHAPE = len(TURNS) * len(CELLS)
SHAPE_COLOURS: list[int] = [COLOURS.index(entry["colour"]) for entry in _SHAPES.values()]
FIRST_TILES: list[int] = _first_tiles()
TILE_SHAPES: list[int] = [shape for shape, entry in enumerate(_SHAPES.values()) for _ in entry["tiles"]]
TILE_ELEMENTS: list[int] = [ELEMENTS.index(word) for entry in _SHAPES.values() for word in entry["tiles"]]
TILES: list[str] = [
    f"{SHAPES[shape]}-{tile - FIRST_TILES[shape] + 1}" for tile, shape in enumerate(TILE_SHAPES)
]
MASKS: list[int] = _masks()
SHAPE_TURNS = [_turns(pattern) for pattern in PATTERNS]
SPOTS, FIRST_SPOTS = _spots()
PLACES_BY_CELL, FIRST_BY_CELL = _lowest_first()

GALLERIES: list[int] = [geometry.gallery(entry["rows"]) for entry in _GALLERIES.values()]
GALLERY_ROWS: list[list[str]] = [entry["rows"] for entry in _GALLERIES.values()]
ELVES: list[list[dict[str, str]]] = [entry["elves"] for entry in _GALLERIES.values()]

# Colour wanted by the elf before each cell of each side, -1 where none stands.
ELF_COLOURS: list[int] = [-1] * (len(SIDES) * len(CELLS))
for _side, _elves in enumerate(ELVES):
    for _elf in _elves:
        ELF_COLOURS[len(CELLS) * _side + CELLS.index(_elf["cell"])] = COLOURS.index(_elf["colour"])

# Tiles of each colour on each card, and what each element brings.
CARD_TILES: list[int] = [card[colour] for card in _CARDS for colour in COLOURS]
CARD_WORTHS: list[int] = [
    {**card["good"], **card["bad"]}.get(element, 0) for card in _CARDS for element in ELEMENTS
]
CARD_PACKS: list[int] = [card["pack"] for card in _CARDS]
