"""Achievements that no golden match has, with states that have them."""

from __future__ import annotations

import pytest

from tablee.core.match import Match
from tablee.games.mine import GAME, achievements
from tablee.games.mine.rules import MineState
from tablee.games.mine.state import LINE_COUNT, LINE_OPEN, SEATS


def golden_match(name: str) -> Match:
    """Replay a recorded match."""
    return Match.from_record((GAME.folder / f"tests/golden/{name}.txt").read_text("utf-8"), lambda _: GAME)


def write_sheets(state: MineState, points: dict[int, list[int]], open_cells: int = 0) -> None:
    """Write the points of each seat by round into the first line of its sheets, and empty cells."""
    for seat, rounds in points.items():
        for number, scored in enumerate(rounds):
            first = LINE_COUNT * (SEATS * number + seat)
            state.sheets[first : first + LINE_COUNT] = [0] * LINE_COUNT
            state.sheets[first], state.sheets[first + LINE_OPEN] = scored, open_cells


def achieved(match: Match, name: str) -> list[int]:
    return [seat for seat in range(match.seats) if GAME.achievements[name](match, seat)]


def test_eighty_points_full_galleries_and_a_comeback() -> None:
    match = golden_match("story")
    state = achievements.final_state(match)
    if not hasattr(state, "sheets"):
        pytest.skip("arrays of compiled states cannot be written from Python")
    write_sheets(state, {0: [2, 2, 2, 2, 24, 24, 24], 1: [12, 12, 12, 12, 10, 10, 11]})
    assert ([0], [0, 1], [0]) == tuple(achieved(match, name) for name in ("points", "full", "comeback"))
    write_sheets(state, {0: [2, 2, 2, 2, 24, 24, 23]}, open_cells=1)
    assert ([], [1], []) == tuple(achieved(match, name) for name in ("points", "full", "comeback"))
