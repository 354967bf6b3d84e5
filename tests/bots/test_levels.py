"""Levels and the timing of their actions."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.bots.levels import LEVELS, level, pause
from tablee.core.game import Game


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
def test_every_setting_is_ordered_by_level(game: Game) -> None:
    """With the overrides of the game, too."""
    assert ["beginner", "casual", "regular", "strong", "expert"] == list(LEVELS)
    assert set(game.levels) <= set(LEVELS)
    levels = [level(name, game) for name in LEVELS]
    assert sorted(levels, key=lambda level: level.simulations) == levels
    assert sorted(levels, key=lambda level: -level.noise) == levels
    assert sorted(levels, key=lambda level: -level.blunder_rate) == levels
    assert sorted(levels, key=lambda level: level.recall) == levels
    assert sorted(levels, key=lambda level: -level.pace) == levels


def test_most_pauses_are_short_and_a_few_are_long() -> None:
    """The mean is about the pace; half are below two thirds of it, one in a hundred is five times as long."""
    pauses = [pause(1000, number / 1000) for number in range(1000)]
    assert sorted(pauses) == pauses
    assert 950 == pytest.approx(sum(pauses) / 1000, abs=10)
    assert 250 == pauses[0]
    assert pauses[500] < 667
    assert 5000 < pauses[-7] < pauses[-1] < 6000
