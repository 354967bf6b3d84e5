"""Training of a value network by self-play with TD(lambda) targets, computed backwards from the outcome.

Compiled; `lab.train` runs it over many matches.
"""

from __future__ import annotations

from typing import final

from tablee.bots.rollout import RolloutPolicy, next_actor
from tablee.bots.utility import utility
from tablee.core.compiled import Int, Real
from tablee.core.state import NOBODY, State

MAX_POSITIONS: Int = 2048
MAX_STORED_FEATURES: Int = 1048576


@final
class SelfPlayTrainer(RolloutPolicy):
    """The policy being trained, and the positions of the current match as every seat saw them.

    `td_lambda` (0 to 1) is the weight of the outcome against later predictions: 1 is the outcome alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.solo_baseline: float = 0.0
        self.margin_scale: float = 10.0
        self.td_lambda: float = 0.7
        self.positions: Int = 0
        self.stored_features: list[Int] = [0] * MAX_STORED_FEATURES
        self.viewer: list[Int] = [0] * MAX_POSITIONS
        self.predicted: list[Real] = [0.0] * MAX_POSITIONS

    def train_match(self, state: State, learning_rate: float) -> float:
        """Play a match from `state` to its end, update the network; return the mean squared error."""
        self.positions = 0
        seat = next_actor(state)
        while seat != NOBODY:
            move = self.choose_by_value(state, seat) if seat >= 0 else state.moves(seat)[0]
            state.advance(seat, move)
            if seat >= 0:
                self.record_position(state)
            seat = next_actor(state)
        return self.update_network(state, learning_rate)

    def record_position(self, state: State) -> None:
        """Store features and prediction of the position for every seat; do nothing once storage is full."""
        for seat in range(state.seats):
            size = (self.positions + 1) * self.network.inputs
            if self.positions == MAX_POSITIONS or size > MAX_STORED_FEATURES:
                return
            self.predicted[self.positions] = self.network.evaluate(state, seat)
            self.viewer[self.positions] = seat
            start = self.positions * self.network.inputs
            for index in range(self.network.inputs):
                self.stored_features[start + index] = self.network.features.at(index)
            self.positions += 1

    def update_network(self, state: State, learning_rate: float) -> float:
        """Update the network for all recorded positions, last to first; return the mean squared error.

        `state` is the end of the match. The target of a position mixes the outcome with the predictions
        recorded after it.
        """
        squared_error = 0.0
        for seat in range(state.seats):
            target = utility(state, seat, self.solo_baseline, self.margin_scale)
            for back in range(self.positions):
                position = self.positions - 1 - back
                if self.viewer[position] == seat:
                    error = target - self.predicted[position]
                    squared_error += error * error
                    self.update_position(position, target, learning_rate)
                    target = self.td_lambda * target + (1.0 - self.td_lambda) * self.predicted[position]
        return squared_error / self.positions if self.positions else 0.0

    def update_position(self, position: Int, target: float, learning_rate: float) -> None:
        """Take one gradient step towards the target for a recorded position."""
        start = position * self.network.inputs
        self.network.features.count = 0
        for index in range(self.network.inputs):
            self.network.features.add(self.stored_features[start + index])
        self.network.update(target - self.network.forward(), learning_rate)
