"""What was learned fits the game of today: other numbers than were learned would be read as nonsense."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.bots.weights import knowledge
from tablee.core.buffers import FeatureBuffer

LEARNED = [game.key for game in games.all() if knowledge(game) is not None]


@pytest.mark.parametrize("key", LEARNED)
def test_as_many_numbers_are_told_of_a_position_as_were_learned(key: str) -> None:
    game = games.load(key)
    for seats in game.seats:
        learned, features = knowledge(game, alone=seats == 1), FeatureBuffer()
        assert learned is not None
        game.deal(seats, "today").fill_features(0, features)
        assert learned.inputs == features.count
        assert (learned.inputs + 2) * learned.hidden + 1 == len(learned.weights[seats])
