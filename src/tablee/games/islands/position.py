"""Set up positions that are drawn as text, for lessons and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.core.vocabulary import parse_seat
from tablee.games.islands.pieces import STACK_SIZE, STACKS, TILES
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.state import CELL_COUNT, COLUMNS


def draw_position(seats: int, drawing: Mapping[str, Any]) -> IslandsState:
    """Return a state from `lookout`, a seat such as "A"; `stacks`, the top tiles by stack; and `islands`.

    All islands have as many tiles of each stack, one for each round. Raises ValueError if they have not, if
    an island has the wrong shape, or if a tile is unknown or drawn twice.
    """
    state = new_state(seats, parse_seat(drawing.get("lookout", "A")), **drawing.get("stacks", {}))
    islands = drawing.get("islands", [])
    if islands and (len(islands) != seats or seats == 2):
        raise ValueError("islands are drawn for three seats or more, and for all of them")
    for seat, picture in enumerate(islands):
        set_island(state, seat, picture)
    for stack in range(len(STACKS)):
        _use_tiles(state, stack, drawing.get("stacks", {}).get(STACKS[stack], ""))
    return state


def _use_tiles(state: IslandsState, stack: int, tops: str) -> None:
    """Put the tiles of a stack that lie on islands before those to come, and count their rounds."""
    rows = [
        [tile for tile in state.cells[CELL_COUNT * seat :][:CELL_COUNT] if tile // STACK_SIZE == stack]
        for seat in range(state.seats)
    ]
    laid = [tile - STACK_SIZE * stack for row in rows for tile in row]
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"the islands have different numbers of tiles of the stack {STACKS[stack]}")
    order = _stack(stack, tops, laid)
    state.order[STACK_SIZE * stack : STACK_SIZE * (stack + 1)] = [STACK_SIZE * stack + tile for tile in order]
    state.drawn[stack] = len(laid)
    state.round += len(rows[0])


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


def _stack(number: int, first: str, used: Sequence[int] = ()) -> list[int]:
    """Return the tiles of a stack: those in use, the named ones, the others; ValueError if one is twice."""
    chosen = [*used, *(tile_number(word) - STACK_SIZE * number for word in first.split())]
    if len(set(chosen)) != len(chosen):
        raise ValueError(f"a tile of the stack {STACKS[number]} is drawn twice")
    return chosen + [tile for tile in range(STACK_SIZE) if tile not in chosen]
