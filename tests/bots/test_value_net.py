"""The value network."""

from __future__ import annotations

import pytest

from tablee.bots.value_net import ValueNetwork
from tablee.core.rng import Rng
from tests.bots.positions import GAME


def test_the_network_learns_a_target() -> None:
    network, rng = ValueNetwork(), Rng("learn")
    state = GAME.deal(3, "seed")
    state.fill_features(0, network.features)
    network.initialize(network.features.count, 8, rng)
    for _ in range(200):
        network.update(0.9 - network.evaluate(state, 0), 0.05)
    assert 0.9 == pytest.approx(network.evaluate(state, 0), abs=0.02)
