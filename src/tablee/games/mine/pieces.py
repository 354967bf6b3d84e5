"""Load and check pieces.toml, and derive the tables and the vocabulary of the game from it.

Never compiled: the file may be replaced by the owner of a box, and is read when the game is imported.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablee.core import pieces
from tablee.core.pieces import require, require_one_of
from tablee.core.vocabulary import SEAT_WORDS, Verb, Vocabulary
from tablee.games.mine.mechanics import geometry
from tablee.games.mine.mechanics.geometry import CELLS, HEIGHT, STEPS, TURNS, WIDTH

FOLDER = Path(__file__).parent

COLOURS = ("yellow", "blue", "green", "red", "white")
GOOD = ("gold", "silver")
BAD = ("worm", "rat")
ELEMENTS = ("plain", *GOOD, *BAD)

# By colour: how many tiles, and how many shapes. A tile of the colour numbered c covers c + 1 cells.
TILE_COUNTS = (12, 16, 16, 15, 10)
SHAPE_COUNTS = (1, 1, 2, 5, 10)
CARD_COUNT = 40
BOARD_COUNT = 10
OPEN_CELLS = 20
MAX_TILES = 8
ELVES_PER_SIDE = 3


# The check of the file (1)


def check(data: dict[str, Any]) -> None:
    """(1) Raise BadPieces unless these are the tiles, boards and cards of a box."""
    _check_shapes(data["shapes"])
    _check_galleries(data["galleries"])
    cards = data["cards"]
    require(len(cards) == CARD_COUNT, f"there are {len(cards)} cards instead of {CARD_COUNT}")
    for number, card in enumerate(cards, start=1):
        _check_card(number, card)


def _check_shapes(shapes: dict[str, dict[str, Any]]) -> None:
    for name, entry in shapes.items():
        _check_shape(name, entry)
    for colour, tiles, kinds in zip(COLOURS, TILE_COUNTS, SHAPE_COUNTS, strict=True):
        own = [entry for entry in shapes.values() if entry["colour"] == colour]
        count = sum(len(entry["tiles"]) for entry in own)
        require(len(own) == kinds, f"{colour} has {len(own)} shapes instead of {kinds}")
        require(count == tiles, f"{colour} has {count} tiles instead of {tiles}")
    forms = [_canonical_form(entry["rows"]) for entry in shapes.values()]
    require(len(set(forms)) == len(forms), "two shapes are the same, turned or flipped")


def _check_shape(name: str, entry: dict[str, Any]) -> None:
    require_one_of(entry["colour"], COLOURS, f"shape {name}")
    cells = geometry.parse_shape(entry["rows"])
    wanted = COLOURS.index(entry["colour"]) + 1
    require(len(cells) == wanted, f"shape {name}: {entry['colour']} has {wanted} cells, not {len(cells)}")
    require(geometry.is_connected(cells), f"shape {name} is not in one piece")
    for element in entry["tiles"]:
        require_one_of(element, ELEMENTS, f"shape {name}")


def _canonical_form(rows: list[str]) -> geometry.Shape:
    """Return the same one of the eight turns for all shapes that are equal up to turning."""
    cells = geometry.parse_shape(rows)
    return min((geometry.turn_shape(cells, turn) for turn in range(8)), key=sorted)


def _check_galleries(galleries: dict[str, dict[str, Any]]) -> None:
    names = [f"{board}{face}" for board in range(1, BOARD_COUNT + 1) for face in "AB"]
    require(
        list(galleries) == names, f"the galleries must be {names[0]}, {names[1]} … {names[-1]}, in this order"
    )
    for name, entry in galleries.items():
        rows = entry["rows"]
        right = len(rows) == HEIGHT and all(len(row) == WIDTH and set(row) <= {".", "#"} for row in rows)
        require(right, f"gallery {name} must be {HEIGHT} rows of {WIDTH} cells, each . or #")
        count = "".join(rows).count(".")
        require(count == OPEN_CELLS, f"gallery {name} has {count} open cells instead of {OPEN_CELLS}")
        _check_elves(name, rows, entry["elves"])


def _check_elves(name: str, rows: list[str], elves: list[dict[str, str]]) -> None:
    cells = [elf["cell"] for elf in elves]
    require(len(elves) <= ELVES_PER_SIDE, f"gallery {name} has more than {ELVES_PER_SIDE} elves")
    require(len(set(cells)) == len(cells), f"gallery {name}: two elves stand before the same cell")
    for elf in elves:
        at = f"gallery {name}, elf before {elf['cell']!r}"
        require(elf["cell"] in CELLS, f"{at}: no such cell")
        require_one_of(elf["colour"], COLOURS, at)
        require_one_of(elf["stands"], STEPS, at)
        row, column = divmod(CELLS.index(elf["cell"]), WIDTH)
        require(rows[row][column] == ".", f"{at}: that cell is rock")
        down, right = STEPS[elf["stands"]]
        inside = 0 <= row + down < HEIGHT and 0 <= column + right < WIDTH
        require(not inside or rows[row + down][column + right] == "#", f"{at}: it would stand in the gallery")


def _check_card(number: int, card: dict[str, Any]) -> None:
    counts = [card[colour] for colour in COLOURS]
    for colour, count, tiles in zip(COLOURS, counts, TILE_COUNTS, strict=True):
        known = type(count) is int and 0 <= count <= tiles
        require(known, f"card {number}: {count!r} {colour} tiles, of {tiles} in the box")
    cells = sum(count * size for size, count in enumerate(counts, start=1))
    require(cells == OPEN_CELLS, f"card {number} is for {cells} cells instead of {OPEN_CELLS}")
    require(sum(counts) <= MAX_TILES, f"card {number} shows {sum(counts)} tiles, more than {MAX_TILES}")
    for word, elements, values in (("good", GOOD, (1, 2)), ("bad", BAD, (-1, -2))):
        for element, points in card[word].items():
            require_one_of(element, elements, f"card {number}, {word} elements")
            require_one_of(points, values, f"card {number}, points for {element}")
    require_one_of(card["pack"], range(1, 5), f"card {number}, pack")


# The pieces by name, and the vocabulary

PIECES = pieces.load(FOLDER, check)
_SHAPES: dict[str, dict[str, Any]] = PIECES.data["shapes"]
_GALLERIES: dict[str, dict[str, Any]] = PIECES.data["galleries"]
_CARDS: list[dict[str, Any]] = PIECES.data["cards"]

SHAPES = tuple(_SHAPES)
SHAPE_ROWS: list[list[str]] = [entry["rows"] for entry in _SHAPES.values()]
PATTERNS = [geometry.parse_shape(entry["rows"]) for entry in _SHAPES.values()]
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


# The tables


def _first_tiles() -> list[int]:
    """Return the number of the first copy of each shape, and at the end the number of tiles."""
    starts = [0]
    for entry in _SHAPES.values():
        starts.append(starts[-1] + len(entry["tiles"]))
    return starts


def _all_masks() -> list[int]:
    return [mask for pattern in PATTERNS for mask in geometry.place_masks(pattern)]


def _corner_cells() -> list[int]:
    """Return, for each turn of each shape, the mask of the cells where its top left corner may lie.

    The tile then stays in the frame. 0 for a turn that looks like an earlier one.
    """
    return [
        sum(1 << cell for cell in range(len(CELLS)) if MASKS[first + cell])
        for first in range(0, len(MASKS), len(CELLS))
    ]


def _cell_steps() -> list[int]:
    """Return, for each turn of each shape, the steps from its top left cell to its cells, MOST_CELLS each.

    A shape with fewer cells repeats one of them.
    """
    steps = []
    for pattern in PATTERNS:
        for turn in range(len(TURNS)):
            own = [geometry.WIDTH * row + column for row, column in geometry.turn_shape(pattern, turn)]
            steps += sorted(own) + own[:1] * (MOST_CELLS - len(own))
    return steps


def _cells_by_window() -> list[int]:
    """Return the cell of each window of six bits: the upper six of WINDOWS shifted by the cell."""
    cells = [0] * 64
    for cell in range(len(CELLS)):
        cells[(WINDOWS << cell) >> 58 & 63] = cell
    return cells


def _tile_counts() -> list[int]:
    """Return how many tiles there are, by shape and element; before that all of a shape under element 0."""
    counts = [0] * (2 * len(SHAPES) * len(ELEMENTS))
    for shape, element in zip(TILE_SHAPES, TILE_ELEMENTS, strict=True):
        counts[len(ELEMENTS) * shape] += 1
        counts[len(ELEMENTS) * (len(SHAPES) + shape) + element] += 1
    return counts


def _join_padded(lists: list[list[int]]) -> list[int]:
    """Join the lists and pad with 0 to a fixed length.

    Compiled arrays have one length, but the shapes of a replaced file may fit in more places.
    """
    joined = [place for places in lists for place in places]
    return joined + [0] * (PLACES_PER_SHAPE * len(SHAPES) - len(joined))


def _distinct_turns(pattern: geometry.Shape) -> dict[str, list[list[int]]]:
    """Return the cells of a shape, sorted [row, column] pairs, by the word of each distinct turn."""
    return {
        word: [list(spot) for spot in sorted(geometry.turn_shape(pattern, turn))]
        for turn, word in enumerate(TURNS)
        if geometry.first_equal_turn(pattern, turn) == turn
    }


def _places_by_lowest_cell() -> tuple[list[int], list[int]]:
    """Return all places by their lowest cell, big shapes first, and where each cell begins in that list."""
    ordered = sorted(range(len(SHAPES)), key=lambda shape: -SHAPE_COLOURS[shape])
    lists: list[list[int]] = [[] for _ in CELLS]
    for shape in ordered:
        for place in range(PLACES_PER_SHAPE * shape, PLACES_PER_SHAPE * (shape + 1)):
            if MASKS[place]:
                lists[(MASKS[place] & -MASKS[place]).bit_length() - 1].append(place)
    starts = [sum(map(len, lists[:cell])) for cell in range(len(CELLS) + 1)]
    return _join_padded(lists), starts


def _elf_colours() -> list[int]:
    """Return the colour that the elf before each cell of each side waits for, -1 where none stands."""
    colours = [-1] * (len(SIDES) * len(CELLS))
    for side, elves in enumerate(ELVES):
        for elf in elves:
            colours[len(CELLS) * side + CELLS.index(elf["cell"])] = COLOURS.index(elf["colour"])
    return colours


# Tiles are numbered 0-68 in the order of the file. A place of a shape is 35 x turn + top left cell.
PLACES_PER_SHAPE = len(TURNS) * len(CELLS)
SHAPE_COLOURS: list[int] = [COLOURS.index(entry["colour"]) for entry in _SHAPES.values()]
FIRST_TILES: list[int] = _first_tiles()
TILE_SHAPES: list[int] = [shape for shape, entry in enumerate(_SHAPES.values()) for _ in entry["tiles"]]
TILE_ELEMENTS: list[int] = [ELEMENTS.index(word) for entry in _SHAPES.values() for word in entry["tiles"]]
TILE_COUNTS_BY_SHAPE: list[int] = _tile_counts()
TILES: list[str] = [
    f"{SHAPES[shape]}-{tile - FIRST_TILES[shape] + 1}" for tile, shape in enumerate(TILE_SHAPES)
]
MASKS: list[int] = _all_masks()
SHAPE_TURNS = [_distinct_turns(pattern) for pattern in PATTERNS]
MOST_CELLS = len(COLOURS)
CORNER_CELLS: list[int] = _corner_cells()
CELL_STEPS: list[int] = _cell_steps()
# A de Bruijn sequence: each window of six of its 64 bits is another number.
WINDOWS = 0x03F7_9D71_B4CB_0A89
CELLS_BY_WINDOW: list[int] = _cells_by_window()
PLACES_BY_CELL, FIRST_BY_CELL = _places_by_lowest_cell()

GALLERIES: list[int] = [geometry.gallery_mask(entry["rows"]) for entry in _GALLERIES.values()]
# By side, 1 for each open cell and 0 for each other one.
OPEN_CELLS_BY_SIDE: list[int] = [gallery >> cell & 1 for gallery in GALLERIES for cell in range(len(CELLS))]
GALLERY_ROWS: list[list[str]] = [entry["rows"] for entry in _GALLERIES.values()]
ELVES: list[list[dict[str, str]]] = [entry["elves"] for entry in _GALLERIES.values()]
ELF_COLOURS: list[int] = _elf_colours()

# Tiles of each colour on each card, and the points for each element.
CARD_TILES: list[int] = [card[colour] for card in _CARDS for colour in COLOURS]
CARD_WORTHS: list[int] = [
    {**card["good"], **card["bad"]}.get(element, 0) for card in _CARDS for element in ELEMENTS
]
CARD_PACKS: list[int] = [card["pack"] for card in _CARDS]
