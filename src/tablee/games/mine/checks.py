"""What a pieces file of Out of Mine! must be (rule 1), with a precise complaint for whatever is wrong."""

from __future__ import annotations

from typing import Any

from tablee.core.pieces import require
from tablee.games.mine import geometry
from tablee.games.mine.geometry import CELLS, HEIGHT, STEPS, WIDTH

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
MOST_TILES = 8
ELVES_PER_SIDE = 3


def check(data: dict[str, Any]) -> None:
    """Rule 1: the tiles, the boards and the cards of the box."""
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
    forms = [_form(entry["rows"]) for entry in shapes.values()]
    require(len(set(forms)) == len(forms), "two shapes are the same, turned or flipped")


def _check_shape(name: str, entry: dict[str, Any]) -> None:
    require(entry["colour"] in COLOURS, f"shape {name}: {entry['colour']!r} is no colour of the game")
    cells = geometry.shape(entry["rows"])
    wanted = COLOURS.index(entry["colour"]) + 1
    require(len(cells) == wanted, f"shape {name}: {entry['colour']} has {wanted} cells, not {len(cells)}")
    require(geometry.is_connected(cells), f"shape {name} is not in one piece")
    for element in entry["tiles"]:
        require(element in ELEMENTS, f"shape {name}: {element!r} is no element of the game")


def _form(rows: list[str]) -> geometry.Shape:
    """One of the eight ways to see a shape, always the same one."""
    cells = geometry.shape(rows)
    return min((geometry.turned(cells, turn) for turn in range(8)), key=sorted)


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
        require(elf["colour"] in COLOURS, f"{at}: {elf['colour']!r} is no colour of the game")
        require(elf["stands"] in STEPS, f"{at}: {elf['stands']!r} is not N, E, S or W")
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
    require(sum(counts) <= MOST_TILES, f"card {number} shows {sum(counts)} tiles, more than {MOST_TILES}")
    for word, elements, values in (("good", GOOD, (1, 2)), ("bad", BAD, (-1, -2))):
        for element, points in card[word].items():
            require(element in elements, f"card {number}: {element!r} is no {word} element")
            require(points in values, f"card {number}: {points!r} points for {element}")
    require(card["pack"] in range(1, 5), f"card {number}: {card['pack']!r} is no pack")
