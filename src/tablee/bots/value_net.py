"""The value network: from the features of a position to the expected utility of the match for a seat.

One hidden layer of leaky ReLU units, a logistic output, trained by stochastic gradient descent. Used by the
search, the rollout policy and the trainer; compiled.
"""

from __future__ import annotations

from math import exp
from typing import final

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int, Real
from tablee.core.rng import Rng
from tablee.core.state import State

MAX_HIDDEN: Int = 64
MAX_INPUT_WEIGHTS: Int = 32768
UNTRAINED_MARGIN_SCALE: Real = 10.0
# Features are mostly counts below ten; the network trains better on inputs near one.
INPUT_SCALE: Real = 0.125


@final
class ValueNetwork:
    """The weights, and the features and activations of the position evaluated last.

    With `inputs` 0 the network is untrained and evaluates by `State.estimate`.
    """

    def __init__(self) -> None:
        self.inputs: Int = 0
        self.hidden: Int = 0
        self.features: FeatureBuffer = FeatureBuffer()
        # The weight from input i to hidden unit h is at [hidden * i + h], so that an input of 0 skips a row.
        self.input_weight: list[Real] = [0.0] * MAX_INPUT_WEIGHTS
        self.bias: list[Real] = [0.0] * MAX_HIDDEN
        self.output_weight: list[Real] = [0.0] * MAX_HIDDEN
        self.output_bias: float = 0.0
        self.activation: list[Real] = [0.0] * MAX_HIDDEN

    def initialize(self, inputs: Int, hidden: Int, rng: Rng) -> None:
        """Set the size, and draw the weights uniformly from -0.1 to 0.1; biases are 0."""
        self.inputs = inputs
        self.hidden = hidden
        for index in range(inputs * hidden):
            self.input_weight[index] = 0.2 * (rng.real() - 0.5)
        for unit in range(hidden):
            self.bias[unit] = 0.0
            self.output_weight[unit] = 0.2 * (rng.real() - 0.5)
        self.output_bias = 0.0

    def evaluate(self, state: State, seat: Int) -> float:
        """Return the expected utility (0 to 1) of the match for a seat; untrained, by `State.estimate`."""
        if self.inputs == 0:
            return 1.0 / (1.0 + exp(-state.estimate(seat) / UNTRAINED_MARGIN_SCALE))
        self.features.count = 0
        state.fill_features(seat, self.features)
        return self.forward()

    def forward(self) -> float:
        """Return the output for `features`, and keep the activations for `update`."""
        hidden = self.hidden
        for unit in range(hidden):
            self.activation[unit] = self.bias[unit]
        for index in range(self.features.count):
            value = INPUT_SCALE * self.features.at(index)
            if value != 0.0:
                row = index * hidden
                for unit in range(hidden):
                    self.activation[unit] += value * self.input_weight[row + unit]
        total = self.output_bias
        for unit in range(hidden):
            if self.activation[unit] < 0.0:
                self.activation[unit] *= 0.1  # the slope of the leaky ReLU
            total += self.activation[unit] * self.output_weight[unit]
        return 1.0 / (1.0 + exp(-total))

    def update(self, error: float, learning_rate: float) -> None:
        """Take one gradient step for the last `forward`; `error` is the target minus its output.

        This is the gradient of the cross-entropy loss. Overwrites the activations.
        """
        step = learning_rate * error
        hidden = self.hidden
        self.output_bias += step
        for unit in range(hidden):
            slope = 0.1 if self.activation[unit] < 0.0 else 1.0
            gradient = step * self.output_weight[unit] * slope
            self.output_weight[unit] += step * self.activation[unit]
            self.bias[unit] += gradient
            self.activation[unit] = gradient
        for index in range(self.features.count):
            value = INPUT_SCALE * self.features.at(index)
            if value != 0.0:
                row = index * hidden
                for unit in range(hidden):
                    self.input_weight[row + unit] += value * self.activation[unit]

    def set_weights(self, inputs: int, hidden: int, weights: list[float]) -> None:
        """Set size and weights from one list: input weights, biases, output weights, output bias."""
        self.inputs = inputs
        self.hidden = hidden
        size = inputs * hidden
        for index in range(size):
            self.input_weight[index] = weights[index]
        for unit in range(hidden):
            self.bias[unit] = weights[size + unit]
            self.output_weight[unit] = weights[size + hidden + unit]
        self.output_bias = weights[size + 2 * hidden]

    def get_weights(self) -> list[float]:
        """Return all weights in the order of `set_weights`."""
        size = self.inputs * self.hidden
        weights = [self.input_weight[index] for index in range(size)]
        weights += [self.bias[unit] for unit in range(self.hidden)]
        weights += [self.output_weight[unit] for unit in range(self.hidden)]
        return [*weights, self.output_bias]
