"""The frame of 7 x 5 cells, and where a shape can lie in it. Used to build tables; never compiled.

A set of cells is a bit mask: bit 0 is a1, bit 6 is g1, bit 34 is g5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

COLUMNS = "abcdefg"
ROWS = "12345"
WIDTH = len(COLUMNS)
HEIGHT = len(ROWS)
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)

# Rotated clockwise by this many degrees; with f, mirrored left to right before that.
TURNS = ("r0", "r90", "r180", "r270", "f0", "f90", "f180", "f270")

# A row and a column.
Spot = tuple[int, int]
Shape = frozenset[Spot]

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def parse_shape(rows: Sequence[str]) -> Shape:
    """Return the spots marked X in a drawing."""
    return frozenset(
        (row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "X"
    )


def turn_shape(cells: Shape, turn: int) -> Shape:
    """Return a shape in one of the TURNS, moved to the top left corner."""
    spots = [(row, -column) for row, column in cells] if turn >= 4 else list(cells)
    for _ in range(turn % 4):
        spots = [(column, -row) for row, column in spots]
    top = min(row for row, _ in spots)
    left = min(column for _, column in spots)
    return frozenset((row - top, column - left) for row, column in spots)


def first_equal_turn(cells: Shape, turn: int) -> int:
    """Return the first turn that gives the same cells as this one."""
    return next(other for other in range(turn + 1) if turn_shape(cells, other) == turn_shape(cells, turn))


def is_connected(cells: Shape) -> bool:
    """Return whether every cell of a shape can be reached over shared edges."""
    reached: set[Spot] = set()
    edge = set(list(cells)[:1])
    while edge:
        reached |= edge
        near = {(row + down, column + right) for row, column in edge for down, right in STEPS.values()}
        edge = (near & cells) - reached
    return reached == cells


def mask_of_spots(spots: Iterable[Spot]) -> int:
    """Return the bit mask of some spots of the frame."""
    return sum(1 << (WIDTH * row + column) for row, column in spots)


def place_masks(cells: Shape) -> list[int]:
    """Return the mask of each place: 35 x turn + top left cell.

    The mask is 0 where the shape would leave the frame, and for a turn equal to an earlier one.
    """
    turned = [turn_shape(cells, turn) for turn in range(len(TURNS))]
    masks: list[int] = []
    for turn, shape in enumerate(turned):
        masks += [0] * len(CELLS) if shape in turned[:turn] else _masks_by_cell(shape)
    return masks


def _masks_by_cell(shape: Shape) -> list[int]:
    """Return the mask of a shape with each cell as its top left corner; 0 where it would leave the frame."""
    corner = mask_of_spots(shape)
    height = 1 + max(row for row, _ in shape)
    width = 1 + max(column for _, column in shape)
    return [
        corner << cell if cell // WIDTH + height <= HEIGHT and cell % WIDTH + width <= WIDTH else 0
        for cell in range(len(CELLS))
    ]


def gallery_mask(rows: Sequence[str]) -> int:
    """Return the open cells of a drawn gallery, marked with dots."""
    return mask_of_spots(
        (row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "."
    )


def cell_names(cells: int) -> list[str]:
    """Return the names of the cells in a mask, row by row."""
    return [name for at, name in enumerate(CELLS) if cells >> at & 1]
