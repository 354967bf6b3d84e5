"""Set up positions that are drawn as text, for lessons and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.core.vocabulary import parse_seat
from tablee.games.islands.pieces import STACK_SIZE, STACKS, TILES
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.state import COLUMNS


def draw_position(seats: int, drawing: Mapping[str, Any]) -> IslandsState:
    """Return a state from `lookout`, a seat such as "A"; `stacks`, the top tiles by stack; and `islands`.

    Raises ValueError if an island has the wrong shape or a tile is unknown.
    """
    state = new_state(seats, parse_seat(drawing.get("lookout", "A")), **drawing.get("stacks", {}))
    for seat, picture in enumerate(drawing.get("islands", [])):
        set_island(state, seat, picture)
    return state


def tile_number(word: str) -> int:
    """Return the tile of a name, for example T07; the kind of a dream stands for its first copy."""
    return TILES.index(word if word in TILES else f"{word}-1")


def set_island(state: IslandsState, seat: int, picture: str) -> None:
    """Set the island of a seat: three lines of four cells and optionally a line of dreams.

    A dot is an empty cell, a star before a name a turned tile.
    """
    lines = [line.split() for line in picture.strip().split("\n")]
    for row, words in enumerate(lines):
        if len(words) > COLUMNS or (row < 3 and len(words) != COLUMNS):
            raise ValueError(f"line {row + 1} of the island has {len(words)} cells instead of {COLUMNS}")
        for column, word in enumerate(words):
            if word != ".":
                tile = tile_number(word.removeprefix("*"))
                state.set_cell(seat, COLUMNS * row + column, tile, word.startswith("*"))


def new_state(seats: int, lookout: int = 0, **tops: str) -> IslandsState:
    """Return a state before the first move; `top="T05 T06"` puts these tiles on top of the stack `top`."""
    state = IslandsState()
    state.set_up(seats, [_stack(number, tops.get(name, "")) for number, name in enumerate(STACKS)], lookout)
    return state


def _stack(number: int, first: str) -> list[int]:
    chosen = [tile_number(word) - STACK_SIZE * number for word in first.split()]
    return chosen + [tile for tile in range(STACK_SIZE) if tile not in chosen]
