"""Drawn positions that are wrong: refused before anything is written to a state."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.islands import GAME

ISLAND = ". . . .\n. . . .\n. . . ."

WRONG: dict[str, dict[str, Any]] = {
    "a lookout without a seat": {"lookout": "D"},
    "a tile of another stack": {"stacks": {"top": "M05"}},
    "an island of a thousand lines": {"islands": [ISLAND + "\n. . . ." * 1000, ISLAND, ISLAND]},
    "an island too few": {"islands": [ISLAND, ISLAND]},
}


@pytest.mark.parametrize("why", WRONG)
def test_a_wrong_drawing_is_refused(why: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        GAME.position(3, WRONG[why], GAME.resolve_options({}))
