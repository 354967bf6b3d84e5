"""Draw galleries, large and small, and shapes as text; used by the terminal and the command `solve`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablee.core.canvas import Canvas, Pointer
from tablee.core.i18n import Translations
from tablee.games.mine.mechanics.geometry import CELLS, COLUMNS, HEIGHT, ROWS, STEPS, WIDTH

ROCK = "▒"
CELL_WIDTH = 4
CELL_HEIGHT = 2
# The line character of a corner; bit 0 is its arm up, then right, down, left.
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

Spot = tuple[int, int]


@dataclass
class LaidTile:
    """A tile in a gallery: its colour, its label, the cells under it, and whether the check removed it."""

    colour: str
    label: str
    cells: Sequence[str]
    wrong: bool = False


@dataclass
class Gallery:
    """The content of a picture; `owners` is the number of the tile on each covered spot."""

    rows: Sequence[str]
    elves: Sequence[Mapping[str, str]]
    tiles: Sequence[LaidTile]
    preview: frozenset[str] = frozenset()
    owners: dict[Spot, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, tile in enumerate(self.tiles):
            self.owners |= {spot_of(cell): number for cell in tile.cells}

    def region(self, row: int, column: int) -> int | str:
        """Return the number of the tile on a cell, else "." for open or "#" for rock or outside."""
        if not (0 <= row < HEIGHT and 0 <= column < WIDTH):
            return "#"
        return self.owners.get((row, column), self.rows[row][column])


def spot_of(cell: str) -> Spot:
    """Return the row and column of a cell."""
    return ROWS.index(cell[1]), COLUMNS.index(cell[0])


def draw_large(gallery: Gallery, words: Translations, pointer: Pointer) -> Canvas:
    """Draw cells of four by two characters with walls around every tile; cells are marked by name."""
    canvas = Canvas()
    for column, name in enumerate(COLUMNS):
        canvas.put(0, 3 + CELL_WIDTH * column + 2, name, "dim")
    for row, name in enumerate(ROWS):
        canvas.put(2 + CELL_HEIGHT * row, 1, name, "dim")
    _draw_walls(canvas, gallery)
    for cell in CELLS:
        _draw_cell(canvas, gallery, cell, words, pointer)
    for elf in gallery.elves:
        _draw_elf(canvas, elf, words)
    return canvas


def _draw_walls(canvas: Canvas, gallery: Gallery) -> None:
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


def _draw_cell(canvas: Canvas, gallery: Gallery, cell: str, words: Translations, pointer: Pointer) -> None:
    row, column = spot_of(cell)
    top, left = 2 + CELL_HEIGHT * row, 4 + CELL_WIDTH * column
    owner = gallery.region(row, column)
    if isinstance(owner, int):
        tile = gallery.tiles[owner]
        first = tile.cells[0] == cell
        text = f"{words(f'letter.{tile.colour}')}{tile.label if first else ''}".center(3)
        canvas.put(top, left, text, tile.colour)
    else:
        canvas.put(top, left, ROCK * 3 if owner == "#" else " · ", "dim")
    if cell in gallery.preview:
        canvas.put(top, left, "░░░" if owner == "." else "░×░" if isinstance(owner, int) else "░▒░", "cursor")
    elif cell in pointer.targets:
        middle = canvas.rows[top][left + 1][0]
        canvas.put(top, left, f"[{middle}]", "target")
    if cell == pointer.cursor:
        canvas.put(top, left, f"►{canvas.rows[top][left + 1][0]}◄", "cursor")
    canvas.mark(cell, top, left, 1, 3)


def _draw_elf(canvas: Canvas, elf: Mapping[str, str], words: Translations) -> None:
    """Draw the lower-case letter of the colour that an elf waits for on the edge of its cell."""
    row, column = spot_of(elf["cell"])
    down, right = STEPS[elf["stands"]]
    letter = words(f"letter.{elf['colour']}").lower()
    canvas.put(2 + CELL_HEIGHT * row + down, 5 + CELL_WIDTH * column + 2 * right, letter, elf["colour"])


def draw_small(gallery: Gallery, words: Translations) -> Canvas:
    """Draw two characters for a cell: rock, a dot, or the letter of a colour; × for a removed tile."""
    canvas = Canvas()
    for cell in CELLS:
        row, column = spot_of(cell)
        owner = gallery.region(row, column)
        if isinstance(owner, int):
            tile = gallery.tiles[owner]
            text = words(f"letter.{tile.colour}") + ("×" if tile.wrong else " ")
            canvas.put(row, 2 * column, text, "bad" if tile.wrong else tile.colour)
        else:
            canvas.put(row, 2 * column, ROCK * 2 if owner == "#" else "· ", "dim")
    return canvas


def draw_shape(spots: Iterable[Sequence[int]]) -> list[str]:
    """Return the lines of a shape, in which a character is two cells high."""
    cells = {(row, column) for row, column in spots}
    height = 1 + max(row for row, _ in cells)
    width = 1 + max(column for _, column in cells)
    return [
        "".join(HALVES[(row, column) in cells, (row + 1, column) in cells] for column in range(width))
        for row in range(0, height, 2)
    ]


def parse_tiles(tiles: Mapping[str, Mapping[str, Any]]) -> list[LaidTile]:
    """Return the tiles of a board in a view, labelled by slot."""
    return [LaidTile(tile["colour"], slot, tile["cells"]) for slot, tile in tiles.items()]
