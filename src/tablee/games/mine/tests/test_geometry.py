"""Tests of the tables of places, which are built when the game is imported."""

from __future__ import annotations

import pytest

from tablee.games.mine.mechanics import geometry
from tablee.games.mine.mechanics.geometry import CELLS, HEIGHT, TURNS, WIDTH, Shape, turn_shape
from tablee.games.mine.pieces import PATTERNS


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_place_is_a_turned_shape_moved_to_a_cell(pattern: Shape) -> None:
    masks = geometry.place_masks(pattern)
    assert len(TURNS) * len(CELLS) == len(masks)
    for turn in range(len(TURNS)):
        shape = turn_shape(pattern, turn)
        repeated = geometry.first_equal_turn(pattern, turn) < turn
        for cell in range(len(CELLS)):
            spots = [(row + cell // WIDTH, column + cell % WIDTH) for row, column in shape]
            inside = all(row < HEIGHT and column < WIDTH for row, column in spots)
            expected = geometry.mask_of_spots(spots) if inside and not repeated else 0
            assert expected == masks[len(CELLS) * turn + cell]


def test_a_shape_is_turned_once_for_all_its_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turning it for every cell took 200 ms at each start of the program."""
    turned: list[int] = []

    def counted(cells: Shape, turn: int) -> Shape:
        turned.append(turn)
        return turn_shape(cells, turn)

    monkeypatch.setattr(geometry, "turn_shape", counted)
    geometry.place_masks(PATTERNS[0])
    assert list(range(len(TURNS))) == turned
