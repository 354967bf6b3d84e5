"""The utility of a finished match."""

from __future__ import annotations

import pytest

from tablee.bots.utility import utility
from tablee.games.islands.position import new_state, set_island


def test_half_is_for_winning_and_half_for_the_margin() -> None:
    """A shared win is half a win."""
    state = new_state(2)
    assert utility(state, 0, 0, 10) == utility(state, 1, 0, 10) == pytest.approx(0.5)
    set_island(state, 0, "T17 . . .\n. . . .\n. . . .")
    assert utility(state, 0, 0, 10) > 0.75
    assert utility(state, 1, 0, 10) < 0.25
