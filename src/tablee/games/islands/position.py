"""Set up positions that are drawn as text, for lessons and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.core.vocabulary import parse_seat
from tablee.games.islands.pieces import STACK_SIZE, STACKS, TILES
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.state import COLUMNS, ROWS


def draw_position(seats: int, drawing: Mapping[str, Any]) -> IslandsState:
    """Return a state from `lookout`, a seat such as "A"; `stacks`, the top tiles by stack; and `islands`.

    All islands have as many tiles of each stack, one for each round. Raises ValueError if they have not, if
    an island has the wrong shape, or if a tile is unknown or drawn twice.
    """
    islands = [read_island(picture) for picture in drawing.get("islands", [])]
    if islands and (len(islands) != seats or seats == 2):
        raise ValueError("islands are drawn for three seats or more, and for all of them")
    laid = [[tiles_of(island, stack) for island in islands] for stack in range(len(STACKS))]
    state = new_state(
        seats,
        parse_seat(drawing.get("lookout", "A")),
        [[tile for tiles in rows for tile in tiles] for rows in laid],
        **drawing.get("stacks", {}),
    )
    for stack, rows in enumerate(laid):
        if len({len(tiles) for tiles in rows}) > 1:
            raise ValueError(f"the islands have different numbers of tiles of the stack {STACKS[stack]}")
        state.skip_rounds(stack, len(rows[0]) if rows else 0)
    for seat, island in enumerate(islands):
        for cell, tile, turned in island:
            state.set_cell(seat, cell, tile, turned)
    return state


def tiles_of(island: Sequence[tuple[int, int, bool]], stack: int) -> list[int]:
    """Return the tiles of a stack that lie on an island, numbered within the stack."""
    return [tile % STACK_SIZE for _, tile, _ in island if tile // STACK_SIZE == stack]


def tile_number(word: str) -> int:
    """Return the tile of a name, for example T07; the kind of a dream stands for its first copy."""
    return TILES.index(word if word in TILES else f"{word}-1")


def set_island(state: IslandsState, seat: int, picture: str) -> None:
    """Set the island of a seat, drawn as `read_island` reads it."""
    for cell, tile, turned in read_island(picture):
        state.set_cell(seat, cell, tile, turned)


def read_island(picture: str) -> list[tuple[int, int, bool]]:
    """Return, for each tile of a picture, its cell, the tile, and whether it is turned.

    It has three lines of four cells and optionally a line of dreams. A dot is an empty cell, a star before a
    name a turned tile.
    """
    found = []
    lines = [line.split() for line in picture.strip().split("\n")]
    if not ROWS <= len(lines) <= ROWS + 1:
        raise ValueError(f"an island has {ROWS} lines and one of dreams, not {len(lines)}")
    for row, words in enumerate(lines):
        if len(words) > COLUMNS or (row < ROWS and len(words) != COLUMNS):
            raise ValueError(f"line {row + 1} of the island has {len(words)} cells instead of {COLUMNS}")
        for column, word in enumerate(words):
            if word != ".":
                tile = tile_number(word.removeprefix("*"))
                found.append((COLUMNS * row + column, tile, word.startswith("*")))
    return found


def new_state(
    seats: int, lookout: int = 0, used: Sequence[Sequence[int]] = ((),) * len(STACKS), **tops: str
) -> IslandsState:
    """Return a state before the first move; `top="T05 T06"` puts these tiles on top of the stack `top`.

    `used` has for each stack the tiles that come before them, numbered within the stack.
    """
    state = IslandsState()
    if not 0 <= lookout < seats:
        raise ValueError("the lookout has no seat")
    stacks = [_stack(number, used[number], tops.get(name, "")) for number, name in enumerate(STACKS)]
    state.set_up(seats, stacks, lookout)
    return state


def _stack(number: int, used: Sequence[int], first: str) -> list[int]:
    """Return the tiles of a stack: those in use, the named ones, the others; ValueError if one is twice."""
    chosen = [*used, *(tile_number(word) - STACK_SIZE * number for word in first.split())]
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(range(STACK_SIZE)):
        raise ValueError(f"a tile of the stack {STACKS[number]} is drawn twice, or of another stack")
    return chosen + [tile for tile in range(STACK_SIZE) if tile not in chosen]
