"""Achievements in the golden matches: which seats have which."""

from __future__ import annotations

import pytest

from tablee.core.match import Match
from tablee.games.mine import GAME

EXPECTED: dict[str, dict[str, list[int]]] = {
    "expert": {},
    "ghosts": {"calls": [0], "right": [0]},
    "story": {},
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
