"""Tests of the pieces: their numbers, and files that are refused."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.core.pieces import BadPieces, Pieces
from tablee.games.islands.pieces import ELEMENTS, PIECES, check_pieces

ROW_TOTALS = {
    "palm": 15, "brigand": 8, "lamp": 5, "roc": 7, "egg": 3, "monkey": 7, "fennec": 4, "dromedary": 3,
    "elephant": 2, "snake": 3, "emerald": 2, "ruby": 2, "diamond": 2,
}  # fmt: skip


@pytest.mark.parametrize("row", ["top", "middle", "bottom"])
def test_all_stacks_have_the_same_elements(row: str) -> None:
    tiles = PIECES.data[row].values()
    assert ROW_TOTALS == {element: sum(tile.get(element, 0) for tile in tiles) for element in ELEMENTS}


def broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return a changed copy of the pieces."""
    data = copy.deepcopy(PIECES.data)
    change(data)
    return data


@pytest.mark.parametrize(
    "change, reason",
    [
        (lambda data: data["top"].pop("T01"), r"\[top\] has 19 tiles instead of 20"),
        (lambda data: data["top"].update(T01={"dragon": 1}), "T01: 'dragon' is not one of "),
        (lambda data: data["top"].update(T01={"palm": -1}), "T01: palm must be 1 or more, not -1"),
        (lambda data: data["top"].update(T01={"palm": "two"}), "T01: palm must be 1 or more, not 'two'"),
        (lambda data: data["middle"].update(T01=data["middle"].pop("M01")), "same name"),
        (lambda data: data["dream"].pop("roc"), "must have exactly"),
        (lambda data: data["dream"].update(roc=3), "must have 20 tiles"),
        (lambda data: data["characters"].pop(), "five characters"),
    ],
)
def test_bad_pieces_are_refused_with_a_reason(
    change: Callable[[dict[str, Any]], object], reason: str
) -> None:
    with pytest.raises(BadPieces, match=reason):
        check_pieces(broken(change))


@pytest.mark.parametrize("text", ["", "top = 3", "[top]\nT01 = 5", "not toml at all ["])
def test_a_file_of_another_shape_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "islands.toml"
    file.write_text(text)
    with pytest.raises(BadPieces, match=re.escape(str(file))):
        Pieces(file, check_pieces)
