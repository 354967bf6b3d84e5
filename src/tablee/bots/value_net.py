"""What a bot believes of a position before it thinks: a small network over the numbers a game tells of it.

One hidden layer; from the features of a seat to how well the match will end for it, between 0 and 1.
"""

from __future__ import annotations

from math import exp
from typing import final

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int, Real
from tablee.core.rng import Rng
from tablee.core.state import State

MOST_INPUTS: Int = 512
MOST_HIDDEN: Int = 64
MOST_WEIGHTS: Int = 32768
UNLEARNED_SPREAD: Real = 10.0
SCALE: Real = 0.125  # counts on a table are rarely above ten; a network likes numbers near one


@final
class Sense:
    """The network, and the last position it looked at."""

    def __init__(self) -> None:
        self.inputs: Int = 0
        self.hidden: Int = 0
        self.features: FeatureBuffer = FeatureBuffer()
        # Weight of input i to hidden unit h is weight[hidden i + h]: an input that is 0 is passed over whole.
        self.weight: list[Real] = [0.0] * MOST_WEIGHTS
        self.bias: list[Real] = [0.0] * MOST_HIDDEN
        self.out: list[Real] = [0.0] * MOST_HIDDEN
        self.out_bias: float = 0.0
        self.active: list[Real] = [0.0] * MOST_HIDDEN

    def begin(self, inputs: Int, hidden: Int, rng: Rng) -> None:
        """Start from small random weights."""
        self.inputs = inputs
        self.hidden = hidden
        for place in range(inputs * hidden):
            self.weight[place] = 0.2 * (rng.real() - 0.5)
        for unit in range(hidden):
            self.bias[unit] = 0.0
            self.out[unit] = 0.2 * (rng.real() - 0.5)
        self.out_bias = 0.0

    def value(self, state: State, seat: Int) -> float:
        """How well it will end for a seat, between 0 and 1; by the game's estimate if nothing was learned."""
        if self.inputs == 0:
            return 1.0 / (1.0 + exp(-state.estimate(seat) / UNLEARNED_SPREAD))
        self.features.count = 0
        state.fill_features(seat, self.features)
        return self.answer()

    def answer(self) -> float:
        """The output for the features at hand."""
        hidden = self.hidden
        for unit in range(hidden):
            self.active[unit] = self.bias[unit]
        for place in range(self.features.count):
            number = SCALE * self.features.at(place)
            if number != 0.0:
                first = place * hidden
                for unit in range(hidden):
                    self.active[unit] += number * self.weight[first + unit]
        total = self.out_bias
        for unit in range(hidden):
            if self.active[unit] < 0.0:
                self.active[unit] *= 0.1
            total += self.active[unit] * self.out[unit]
        return 1.0 / (1.0 + exp(-total))

    def learn(self, error: float, rate: float) -> None:
        """Move the answer just given towards what it should be; `error` is what is missing to that."""
        step = rate * error
        hidden = self.hidden
        self.out_bias += step
        for unit in range(hidden):
            slope = 0.1 if self.active[unit] < 0.0 else 1.0
            back = step * self.out[unit] * slope
            self.out[unit] += step * self.active[unit]
            self.bias[unit] += back
            self.active[unit] = back
        for place in range(self.features.count):
            number = SCALE * self.features.at(place)
            if number != 0.0:
                first = place * hidden
                for unit in range(hidden):
                    self.weight[first + unit] += number * self.active[unit]

    def load(self, inputs: int, hidden: int, numbers: list[float]) -> None:
        """Take all weights from one list: input weights, biases, output weights, output bias."""
        self.inputs = inputs
        self.hidden = hidden
        size = inputs * hidden
        for place in range(size):
            self.weight[place] = numbers[place]
        for unit in range(hidden):
            self.bias[unit] = numbers[size + unit]
            self.out[unit] = numbers[size + hidden + unit]
        self.out_bias = numbers[size + 2 * hidden]

    def numbers(self) -> list[float]:
        """All weights in one list."""
        size = self.inputs * self.hidden
        listed = [self.weight[place] for place in range(size)]
        listed += [self.bias[unit] for unit in range(self.hidden)]
        listed += [self.out[unit] for unit in range(self.hidden)]
        return [*listed, self.out_bias]
