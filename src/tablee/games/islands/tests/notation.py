"""Islands written as text, and helpers that set up and play positions. Used by tests only."""

from __future__ import annotations

import pytest

from tablee.core.errors import Illegal
from tablee.core.vocabulary import parse_seat
from tablee.games.islands.pieces import CELLS, TILES, VOCABULARY
from tablee.games.islands.position import new_state, set_island
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.state import COLUMNS, FIRST_DREAM

EMPTY = """
    . . . .
    . . . .
    . . . .
"""
# The worked example of rule 38: 35 points beside NINE_PALMS, 42 beside EIGHT_BRIGANDS.
WORKED = """
    T07 T13 T06 T11
    M17 M04 M08 M19
    B06 B12 B16 B19
    gem-column lamp elephant snake
"""
EIGHT_BRIGANDS = """
    T08 T09 T10 T12
    M06 M09 .   .
    B07 .   .   .
"""
NINE_PALMS = """
    T11 .   .   .
    M18 .   .   .
    B11 .   .   .
"""


def state_with_islands(*pictures: str) -> IslandsState:
    """Return a new state with these islands, padded with empty ones to two seats."""
    padded = [*pictures, *[EMPTY] * (2 - len(pictures))]
    state = new_state(len(padded))
    for seat, picture in enumerate(padded):
        set_island(state, seat, picture)
    return state


def island_text(state: IslandsState, seat: int) -> str:
    """Return the island of a seat as four lines, in the notation of `set_island`."""
    words = []
    for cell in range(len(CELLS)):
        tile = state.tile_at(seat, cell)
        star = "*" if state.is_turned(seat, cell) else ""
        words.append(star + TILES[tile] if tile >= 0 else ".")
    starts = range(0, FIRST_DREAM + COLUMNS, COLUMNS)
    return "\n".join(" ".join(words[first : first + COLUMNS]) for first in starts)


def play(state: IslandsState, *lines: str) -> IslandsState:
    """Play moves, for example `A take 2 m3`, and return the state."""
    for line in lines:
        seat, _, words = line.partition(" ")
        state.play(parse_seat(seat), VOCABULARY.parse(words))
    return state


def refusal(state: IslandsState, line: str) -> tuple[str, str | None]:
    """Return the code and the rule with which a move is refused, given as `A take 2 m3`."""
    with pytest.raises(Illegal) as raised:
        play(state, line)
    return raised.value.code, raised.value.rule


def moves(state: IslandsState, seat: str) -> list[str]:
    """Return the legal moves of a seat, given as `A`, as text."""
    return [VOCABULARY.format(move) for move in state.moves(parse_seat(seat))]
