"""Drawn positions that are wrong: refused before anything is written to a state."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.bonbons import GAME

WRONG: dict[str, dict[str, Any]] = {
    "a first seat that does not exist": {"squares": "", "rounds": ["", ""], "first": "E"},
    "too many squares": {"squares": 99 * ". ", "rounds": ["", ""]},
    "five round tiles": {"squares": "", "rounds": ["wheel-b wheel-g wheel-r jelly-b jelly-g", ""]},
    "a round tile twice": {"squares": "", "rounds": ["wheel-b", "wheel-b"]},
}


@pytest.mark.parametrize("why", WRONG)
def test_a_wrong_drawing_is_refused(why: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        GAME.position(2, WRONG[why], GAME.resolve_options({}))
