"""Drawn positions that are wrong: refused before anything is written to a state."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.clouds import GAME
from tablee.games.clouds.pieces import TRAVELLERS

WRONG: dict[str, dict[str, Any]] = {
    "a World too few": {"worlds": ["*M"]},
    "the Sun without a seat": {"worlds": ["*M", "*W"], "sun": "F"},
    "a card outside the World": {"worlds": ["*M" + " .." * 6 + " o o o", "*W o o o"]},
    "a hand of two cards": {"worlds": ["*M", "*W"], "hands": ["o o", "o o o"]},
    "a traveller twice": {"worlds": ["*M", "*W"], "travellers": 9 * [TRAVELLERS[0]]},
}


@pytest.mark.parametrize("why", WRONG)
def test_a_wrong_drawing_is_refused(why: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        GAME.position(2, WRONG[why], GAME.resolve_options({}))
