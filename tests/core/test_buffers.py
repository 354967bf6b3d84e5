"""The list of a buffer has its moves in order, however many there are and however large."""

from __future__ import annotations

import pytest

from tablee.core.buffers import MAX_MOVES, MoveBuffer


@pytest.mark.parametrize("count", [0, 1, 15, 16, 100, MAX_MOVES])
def test_a_buffer_becomes_a_list_of_its_moves(count: int) -> None:
    wanted = [7 * index for index in range(count)]
    buffer = MoveBuffer()
    for move in wanted:
        buffer.add(move)
    assert wanted == buffer.to_list()
    assert wanted == buffer.to_list()
