"""Drawn positions that are wrong: refused before anything is written to a state."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.mine import GAME

WRONG: dict[str, dict[str, Any]] = {
    "a card that does not exist": {"seats": ["1A 999", "2A 2"]},
    "a card twice": {"seats": ["1A 1", "2A 1"]},
    "a board twice": {"seats": ["1A 1", "1B 2"]},
    "a seat too few": {"seats": ["1A 1"]},
}


@pytest.mark.parametrize("why", WRONG)
def test_a_wrong_drawing_is_refused(why: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        GAME.position(2, WRONG[why], GAME.resolve_options({}))
