"""The frame of 7 x 5 cells, and where a shape may lie in it. Never compiled: it makes tables, once.

A set of cells is a number with one bit for each: bit 0 is a1, bit 6 is g1, bit 34 is g5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

COLUMNS = "abcdefg"
ROWS = "12345"
WIDTH = len(COLUMNS)
HEIGHT = len(ROWS)
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)

# Turned clockwise by so many degrees; f: turned over, left to right, before that.
TURNS = ("r0", "r90", "r180", "r270", "f0", "f90", "f180", "f270")

Spot = tuple[int, int]
Shape = frozenset[Spot]


def shape(rows: Sequence[str]) -> Shape:
    """The cells of a drawing, from its top left corner."""
    return frozenset(
        (row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "X"
    )


def turned(cells: Shape, turn: int) -> Shape:
    """A shape turned and flipped, moved back to its top left corner."""
    spots = [(row, -column) for row, column in cells] if turn >= 4 else list(cells)
    for _ in range(turn % 4):
        spots = [(column, -row) for row, column in spots]
    top = min(row for row, _ in spots)
    left = min(column for _, column in spots)
    return frozenset((row - top, column - left) for row, column in spots)


def same_as(cells: Shape, turn: int) -> int:
    """The first turn that looks the same."""
    return next(other for other in range(turn + 1) if turned(cells, other) == turned(cells, turn))


def is_connected(cells: Shape) -> bool:
    """Whether a shape is in one piece, edge to edge."""
    reached: set[Spot] = set()
    edge = set(list(cells)[:1])
    while edge:
        reached |= edge
        near = {(row + down, column + right) for row, column in edge for down, right in STEPS.values()}
        edge = (near & cells) - reached
    return reached == cells


STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def mask(spots: Iterable[Spot]) -> int:
    """A set of cells as a number."""
    return sum(1 << (WIDTH * row + column) for row, column in spots)


def places(cells: Shape) -> list[int]:
    """The cells covered by each turn and top left cell; 0 where it leaves the frame or repeats a turn."""
    return [
        _placed(turned(cells, turn), cell) if same_as(cells, turn) == turn else 0
        for turn in range(len(TURNS))
        for cell in range(len(CELLS))
    ]


def _placed(cells: Shape, cell: int) -> int:
    down, right = divmod(cell, WIDTH)
    spots = [(row + down, column + right) for row, column in cells]
    inside = all(row < HEIGHT and column < WIDTH for row, column in spots)
    return mask(spots) if inside else 0


def gallery(rows: Sequence[str]) -> int:
    """The open cells of a board's side."""
    return mask(
        (row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "."
    )


def cell_names(cells: int) -> list[str]:
    """The names of a set of cells."""
    return [name for at, name in enumerate(CELLS) if cells >> at & 1]
