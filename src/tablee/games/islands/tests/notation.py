"""Islands drawn as text, and tables with chosen tiles on top of the stacks."""

from __future__ import annotations

from tablee.core.vocabulary import parse_seat
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.state import COLUMNS, FIRST_DREAM
from tablee.games.islands.pieces import CELLS, PER_STACK, STACKS, TILES, VOCABULARY


def tile_number(word: str) -> int:
    """The tile of a name such as T07; a dream may be named by its kind alone."""
    return TILES.index(word if word in TILES else f"{word}-1")


def draw_island(state: IslandsState, seat: int, picture: str) -> None:
    """Put an island on the table: three lines of four cells, then perhaps a line of dreams.

    A dot is an empty cell, a star before a name means that its genie shows.
    """
    lines = [line.split() for line in picture.strip().split("\n")]
    for row, words in enumerate(lines):
        if len(words) > COLUMNS or (row < 3 and len(words) != COLUMNS):
            raise ValueError(f"line {row + 1} of the island has {len(words)} cells instead of {COLUMNS}")
        for column, word in enumerate(words):
            if word != ".":
                tile = tile_number(word.removeprefix("*"))
                state.put(seat, COLUMNS * row + column, tile, word.startswith("*"))


def island_table(*pictures: str) -> IslandsState:
    """A table with these islands, at least two."""
    drawn = [*pictures, *[". . . .\n. . . .\n. . . ."] * (2 - len(pictures))]
    state = table(len(drawn))
    for seat, picture in enumerate(drawn):
        draw_island(state, seat, picture)
    return state


def island_text(state: IslandsState, seat: int) -> str:
    """The drawing of an island."""
    words = []
    for cell in range(len(CELLS)):
        tile = state.tile_at(seat, cell)
        star = "*" if state.is_turned(seat, cell) else ""
        words.append(star + TILES[tile] if tile >= 0 else ".")
    ends = range(0, FIRST_DREAM + COLUMNS, COLUMNS)
    return "\n".join(" ".join(words[first : first + COLUMNS]) for first in ends)


def table(seats: int, lookout: int = 0, **tops: str) -> IslandsState:
    """A fresh table; `top="T05 T06"` and so on puts these tiles on top of a stack."""
    state = IslandsState()
    state.set_up(seats, [_stack(number, tops.get(name, "")) for number, name in enumerate(STACKS)], lookout)
    return state


def _stack(number: int, first: str) -> list[int]:
    chosen = [tile_number(word) - PER_STACK * number for word in first.split()]
    return chosen + [tile for tile in range(PER_STACK) if tile not in chosen]


def play(state: IslandsState, *lines: str) -> IslandsState:
    """Play moves such as `A take 2 m3`."""
    for line in lines:
        seat, _, words = line.partition(" ")
        state.play(parse_seat(seat), VOCABULARY.parse(words))
    return state


def moves(state: IslandsState, seat: str) -> list[str]:
    """The legal moves of a seat in words."""
    return [VOCABULARY.format(move) for move in state.moves(parse_seat(seat))]
