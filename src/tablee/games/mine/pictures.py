"""Pictures of a gallery, large and small, and of shapes. They know where tiles lie, and no rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablee.core.canvas import Canvas, Pointer
from tablee.core.i18n import Translations
from tablee.games.mine.geometry import CELLS, COLUMNS, HEIGHT, ROWS, STEPS, WIDTH

ROCK = "▒"
CELL_WIDTH = 4
CELL_HEIGHT = 2
# A corner by which of its four arms, up, right, down, left, are drawn.
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

Spot = tuple[int, int]


@dataclass
class Laid:
    """A tile in a gallery: its colour, what is written on it, and the cells under it."""

    colour: str
    label: str
    cells: Sequence[str]
    wrong: bool = False


@dataclass
class Gallery:
    """What a picture of a gallery shows."""

    rows: Sequence[str]
    elves: Sequence[Mapping[str, str]]
    tiles: Sequence[Laid]
    ghost: frozenset[str] = frozenset()
    owners: dict[Spot, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, tile in enumerate(self.tiles):
            self.owners |= {spot(cell): number for cell in tile.cells}

    def region(self, row: int, column: int) -> int | str:
        """What a cell belongs to: a tile, the rock, or the open gallery; outside all is rock."""
        if not (0 <= row < HEIGHT and 0 <= column < WIDTH):
            return "#"
        return self.owners.get((row, column), self.rows[row][column])


def spot(cell: str) -> Spot:
    """Row and column of a cell."""
    return ROWS.index(cell[1]), COLUMNS.index(cell[0])


def large(gallery: Gallery, words: Translations, pointer: Pointer) -> Canvas:
    """Cells of four by two characters with walls around every tile; each can be touched by its name."""
    canvas = Canvas()
    for column, name in enumerate(COLUMNS):
        canvas.put(0, 3 + CELL_WIDTH * column + 2, name, "dim")
    for row, name in enumerate(ROWS):
        canvas.put(2 + CELL_HEIGHT * row, 1, name, "dim")
    _walls(canvas, gallery)
    for cell in CELLS:
        _cell(canvas, gallery, cell, words, pointer)
    for elf in gallery.elves:
        _elf(canvas, elf, words)
    return canvas


def _walls(canvas: Canvas, gallery: Gallery) -> None:
    for row in range(HEIGHT + 1):
        for column in range(WIDTH + 1):
            around = [
                gallery.region(row + down, column + right)
                for down, right in ((-1, -1), (-1, 0), (0, 0), (0, -1))
            ]
            arms = [around[at] != around[(at + 1) % 4] for at in range(4)]
            corner = CORNERS[sum(arm << at for at, arm in enumerate(arms))]
            canvas.put(1 + CELL_HEIGHT * row, 3 + CELL_WIDTH * column, corner, "brown")
            if column < WIDTH:
                canvas.put(
                    1 + CELL_HEIGHT * row, 4 + CELL_WIDTH * column, "─" * 3 if arms[1] else "   ", "brown"
                )
            if row < HEIGHT:
                canvas.put(2 + CELL_HEIGHT * row, 3 + CELL_WIDTH * column, "│" if arms[2] else " ", "brown")


def _cell(canvas: Canvas, gallery: Gallery, cell: str, words: Translations, pointer: Pointer) -> None:
    row, column = spot(cell)
    top, left = 2 + CELL_HEIGHT * row, 4 + CELL_WIDTH * column
    owner = gallery.region(row, column)
    if isinstance(owner, int):
        tile = gallery.tiles[owner]
        first = tile.cells[0] == cell
        text = f"{words(f'letter.{tile.colour}')}{tile.label if first else ''}".center(3)
        canvas.put(top, left, text, tile.colour)
    else:
        canvas.put(top, left, ROCK * 3 if owner == "#" else " · ", "dim")
    if cell in gallery.ghost:
        canvas.put(top, left, "░░░" if owner == "." else "░×░" if isinstance(owner, int) else "░▒░", "cursor")
    elif cell in pointer.targets:
        middle = canvas.rows[top][left + 1][0]
        canvas.put(top, left, f"[{middle}]", "target")
    if cell == pointer.cursor:
        canvas.put(top, left, f"►{canvas.rows[top][left + 1][0]}◄", "cursor")
    canvas.mark(cell, top, left, 1, 3)


def _elf(canvas: Canvas, elf: Mapping[str, str], words: Translations) -> None:
    """A small letter on the edge of the cell, of the colour it waits for."""
    row, column = spot(elf["cell"])
    down, right = STEPS[elf["stands"]]
    letter = words(f"letter.{elf['colour']}").lower()
    canvas.put(2 + CELL_HEIGHT * row + down, 5 + CELL_WIDTH * column + 2 * right, letter, elf["colour"])


def small(gallery: Gallery, words: Translations) -> Canvas:
    """Two characters for a cell: rock, a dot, or the letter of a tile's colour; × where it was removed."""
    canvas = Canvas()
    for cell in CELLS:
        row, column = spot(cell)
        owner = gallery.region(row, column)
        if isinstance(owner, int):
            tile = gallery.tiles[owner]
            text = words(f"letter.{tile.colour}") + ("×" if tile.wrong else " ")
            canvas.put(row, 2 * column, text, "bad" if tile.wrong else tile.colour)
        else:
            canvas.put(row, 2 * column, ROCK * 2 if owner == "#" else "· ", "dim")
    return canvas


def shape(spots: Iterable[Sequence[int]]) -> list[str]:
    """A shape in half lines: two cells high in one character."""
    cells = {(row, column) for row, column in spots}
    height = 1 + max(row for row, _ in cells)
    width = 1 + max(column for _, column in cells)
    return [
        "".join(HALVES[(row, column) in cells, (row + 1, column) in cells] for column in range(width))
        for row in range(0, height, 2)
    ]


def tiles_of(tiles: Mapping[str, Mapping[str, Any]]) -> list[Laid]:
    """The tiles of a board, each with its number."""
    return [Laid(tile["colour"], slot, tile["cells"]) for slot, tile in tiles.items()]
