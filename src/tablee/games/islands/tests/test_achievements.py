"""Achievements in the golden matches: which seats have which."""

from __future__ import annotations

import pytest

from tablee.core.match import Match
from tablee.games.islands import GAME, achievements
from tablee.games.islands.state import CELL_COUNT, NONE

EXPECTED: dict[str, dict[str, list[int]]] = {
    "four-seats": {"no-genie": [0, 2, 3], "dream": [1, 2]},
    "two-seats-commented": {"pairs": [0]},
}


def golden_match(name: str) -> Match:
    """Replay a recorded match."""
    text = (GAME.folder / f"tests/golden/{name}.txt").read_text("utf-8")
    return Match.from_record(text, lambda _: GAME)


@pytest.mark.parametrize("name", EXPECTED)
def test_golden_matches_have_their_achievements(name: str) -> None:
    match = golden_match(name)
    found = {
        each: [seat for seat in range(match.seats) if is_achieved(match, seat)]
        for each, is_achieved in GAME.achievements.items()
    }
    assert EXPECTED[name] == {each: seats for each, seats in found.items() if seats}


def test_an_island_without_tiles_has_no_brigand_and_no_points() -> None:
    match = golden_match("four-seats")
    state = achievements.final_state(match)
    for cell in range(CELL_COUNT):
        state.set_cell(0, cell, NONE, turned=False)
    assert achievements.has_no_brigand(match, 0)
    assert not achievements.has_many_points(match, 0)


def test_a_single_turned_tile_counts() -> None:
    match = golden_match("four-seats")
    state = achievements.final_state(match)
    assert achievements.has_no_genie(match, 0)
    state.set_cell(0, 0, state.tile_at(0, 0), turned=True)
    assert not achievements.has_no_genie(match, 0)
