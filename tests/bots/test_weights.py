"""Weights files fit the present games and survive being written and read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee import games
from tablee.bots.weights import load_weights, read_weights, write_weights
from tablee.core.buffers import FeatureBuffer
from tests.bots.positions import GAME

TRAINED = [game.key for game in games.all() if load_weights(game) is not None]


@pytest.mark.parametrize("key", TRAINED)
def test_the_number_of_features_is_that_of_the_training(key: str) -> None:
    game = games.load(key)
    for seats in game.seats:
        weights, features = load_weights(game, solo=seats == 1), FeatureBuffer()
        assert weights is not None
        game.deal(seats, "today").fill_features(0, features)
        assert weights.inputs == features.count
        assert (weights.inputs + 2) * weights.hidden + 1 == len(weights.by_seats[seats])


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights = load_weights(GAME)
    assert weights is not None
    write_weights(tmp_path / "weights.json", weights)
    assert weights == read_weights(tmp_path / "weights.json")


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "weights.json").write_text('{"version":1}')
    with pytest.raises(ValueError, match="has version 1"):
        read_weights(tmp_path / "weights.json")
