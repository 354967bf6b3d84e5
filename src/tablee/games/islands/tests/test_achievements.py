"""Achievements that no golden match shows."""

from __future__ import annotations

import pytest

from tablee.core.match import Match
from tablee.games.islands import GAME, achievements
from tablee.games.islands.scoring import score
from tablee.games.islands.state import CELL_COUNT, NONE
from tablee.games.islands.tests.notation import EIGHT_BRIGANDS, state_with_islands

RICH = """
    T14 T06 T07 T01
    M10 M04 M16 M17
    B15 B18 B14 B17
    gem-column lamp elephant snake
"""


@pytest.fixture
def match() -> Match:
    text = (GAME.folder / "tests/golden/four-seats.txt").read_text("utf-8")
    return Match.from_record(text, lambda _: GAME)


def test_an_island_without_tiles_has_no_brigand_and_no_points(match: Match) -> None:
    state = achievements.final_state(match)
    for cell in range(CELL_COUNT):
        state.set_cell(0, cell, NONE, turned=False)
    assert achievements.has_no_brigand(match, 0)
    assert not achievements.has_many_points(match, 0)


def test_a_single_turned_tile_counts(match: Match) -> None:
    state = achievements.final_state(match)
    assert achievements.has_no_genie(match, 0)
    state.set_cell(0, 0, state.tile_at(0, 0), turned=True)
    assert not achievements.has_no_genie(match, 0)


def test_an_island_of_72_points_has_many(match: Match) -> None:
    match.state = state_with_islands(RICH, EIGHT_BRIGANDS)
    assert 72 == score(achievements.final_state(match), 0)
    assert achievements.has_many_points(match, 0)
    assert not achievements.has_many_points(match, 1)
