"""What was learned fits the game of today: other numbers than were learned would be read as nonsense."""

from __future__ import annotations

from math import log

import pytest

from tablee import games
from tablee.bots.knowledge import knowledge, together
from tablee.bots.sense import Sense
from tablee.core.generator import Generator
from tablee.core.state import Features

LEARNED = [game.key for game in games.all() if knowledge(game) is not None]


@pytest.mark.parametrize("key", LEARNED)
def test_as_many_numbers_are_told_of_a_position_as_were_learned(key: str) -> None:
    game = games.load(key)
    for seats in game.seats:
        learned, features = knowledge(game, alone=seats == 1), Features()
        assert learned is not None
        game.deal(seats, "today").describe(0, features)
        assert learned.inputs == features.count
        assert (learned.inputs + 2) * learned.hidden + 1 == len(learned.weights[seats])


def test_minds_together_answer_with_their_mean() -> None:
    state, features = games.load("islands").deal(2, "together"), Features()
    state.describe(0, features)
    minds = [Sense() for _ in range(3)]
    for mind, seed in zip(minds, "abc", strict=True):
        mind.begin(features.count, 5, Generator(seed))
    joined = Sense()
    joined.load(features.count, 15, together([mind.numbers() for mind in minds], features.count))
    beliefs = [unsqueezed(mind.value(state, 0)) for mind in minds]
    assert len(set(beliefs)) == 3
    assert unsqueezed(joined.value(state, 0)) == pytest.approx(sum(beliefs) / 3)


def unsqueezed(value: float) -> float:
    """What a belief was before it was brought between 0 and 1."""
    return log(value / (1 - value))
