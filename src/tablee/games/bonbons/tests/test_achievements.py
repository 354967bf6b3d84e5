"""Achievements that no golden match has, with states that have them."""

from __future__ import annotations

import pytest

from tablee.core.match import Match
from tablee.games.bonbons import GAME, achievements
from tablee.games.bonbons.state import FIRST_ROUND, PLACES_PER_SEAT, UP


def golden_match(name: str) -> Match:
    """Replay a recorded match."""
    return Match.from_record((GAME.folder / f"tests/golden/{name}.txt").read_text("utf-8"), lambda _: GAME)


def test_winning_with_a_fifth_tile_counts() -> None:
    match = golden_match("two")
    state, is_achieved = achievements.final_state(match), GAME.achievements["five"]
    if not hasattr(state, "side"):
        pytest.skip("arrays of compiled states cannot be written from Python")
    assert not is_achieved(match, 0), "four tiles"
    state.side[FIRST_ROUND + PLACES_PER_SEAT - 1] = UP
    assert is_achieved(match, 0)
    assert not is_achieved(match, 1), "five tiles, but not found"
