"""A small network in numpy that judges positions and the positions after each legal move (afterstates).

It gets the features of the game, as `SearchSettings.look_ahead` passes them: a row for each position, and one
for each move from there. Two hidden layers of ReLU units turn every row into a score and a value. The scores
after the legal moves make the policy, so that what was learned about one move holds for all that lead to
similar positions; the value is that of the first row. Trained by Adam.

It is written to be read, and needs no other package. Larger networks, in PyTorch or JAX, play through
`lab.learners.evaluator` as well.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.lab.learners.puct import Encoder

Floats: TypeAlias = NDArray[numpy.float32]
Array: TypeAlias = NDArray[Any]

# Features are mostly counts below ten; the network trains better on inputs near one.
INPUT_SCALE = numpy.float32(0.125)
# The decay of Adam's means of gradients and of their squares.
FIRST_DECAY = 0.9
SECOND_DECAY = 0.999
MAX_GRADIENT_NORM = 1.0
LAYERS = ("hidden1", "hidden2", "output")
SCORE, VALUE = 0, 1


class AfterstateNetwork:
    """The parameters by name (`hidden1.weight`, `hidden1.bias` ...), and the activations of `forward`."""

    def __init__(self, parameters: dict[str, Floats]) -> None:
        self.parameters = parameters
        self.mean = {name: numpy.zeros_like(each) for name, each in parameters.items()}
        self.square = {name: numpy.zeros_like(each) for name, each in parameters.items()}
        self.steps = 0
        self.layers: list[Floats] = []
        self.is_move: NDArray[numpy.bool_] = numpy.zeros(0, bool)

    @classmethod
    def create(cls, game: Game, seats: int, hidden: int = 64, seed: int = 0) -> AfterstateNetwork:
        """Return a network with random weights for the features of a game.

        The first policy is nearly uniform, the first values are near 0. Raises Illegal if the game has no
        features.
        """
        rng = numpy.random.default_rng(seed)
        inputs = Encoder(game.quick_deal(seats, 0), look_ahead=True).features
        parameters = {}
        for name, rows, columns in zip(LAYERS, (inputs, hidden, hidden), (hidden, hidden, 2), strict=True):
            deviation = numpy.sqrt(2 / rows) * (0.01 if name == "output" else 1)
            parameters[f"{name}.weight"] = rng.normal(0, deviation, (rows, columns)).astype(numpy.float32)
            parameters[f"{name}.bias"] = numpy.zeros(columns, numpy.float32)
        return cls(parameters)

    @classmethod
    def load(cls, file: Path) -> AfterstateNetwork:
        """Return the network of a file that `save` wrote; raises Unreadable for another file."""
        try:
            with numpy.load(file) as stored:
                return cls({name: stored[name] for name in parameter_names()})
        except (OSError, ValueError, KeyError) as error:
            raise Unreadable("bad-network", file=str(file), why=str(error)) from error

    def save(self, file: Path) -> None:
        """Write the parameters to an .npz file, at once or not at all."""
        part = file.with_name(file.name + ".part")
        with part.open("wb") as out:
            numpy.savez(out, **self.parameters)  # type: ignore[arg-type]  # numpy's stub wants a bool
        part.replace(file)

    def forward(self, features: Array, counts: Array) -> tuple[Floats, Floats]:
        """Return the logarithms of the policies, all legal moves in one array, and the values.

        `counts` has the number of legal moves of each position; it may be 0.
        """
        own = self.parameters
        inputs = features * INPUT_SCALE
        first = numpy.maximum(inputs @ own["hidden1.weight"] + own["hidden1.bias"], 0)
        second = numpy.maximum(first @ own["hidden2.weight"] + own["hidden2.bias"], 0)
        outputs = second @ own["output.weight"] + own["output.bias"]
        self.is_move = numpy.ones(len(features), bool)
        self.is_move[position_rows(counts)] = False
        self.layers = [inputs, first, second]
        return log_softmax(outputs[self.is_move, SCORE], counts), outputs[~self.is_move, VALUE]

    def evaluate(self, features: Array, masks: Array) -> tuple[Floats, Floats]:
        """Return policies in the shape of the masks, and values: the evaluator of an `EvaluatorBot`."""
        legal = masks != 0
        scores, values = self.forward(features, legal.sum(axis=1))
        policies = numpy.zeros(masks.shape, numpy.float32)
        policies[legal] = numpy.exp(scores)
        return policies, values

    def update(self, score_gradients: Floats, value_gradients: Floats, learning_rate: float) -> None:
        """Take one step of Adam, given the gradients of the loss by the outputs of the last `forward`.

        `score_gradients` are those before the softmax.
        """
        inputs, first, second = self.layers
        own = self.parameters
        outputs = numpy.zeros((len(inputs), 2), numpy.float32)
        outputs[self.is_move, SCORE] = score_gradients
        outputs[~self.is_move, VALUE] = value_gradients
        into_second = (outputs @ own["output.weight"].T) * (second > 0)
        into_first = (into_second @ own["hidden2.weight"].T) * (first > 0)
        gradients: dict[str, Floats] = {}
        befores: list[Array] = [inputs, first, second]
        afters: list[Array] = [into_first, into_second, outputs]
        for name, before, after in zip(LAYERS, befores, afters, strict=True):
            gradients[f"{name}.weight"] = before.T @ after
            gradients[f"{name}.bias"] = after.sum(axis=0)
        self.descend(gradients, learning_rate)

    def descend(self, gradients: dict[str, Floats], learning_rate: float) -> None:
        """Take one step of Adam; a gradient that is too long is shortened."""
        norm = float(numpy.sqrt(sum(float((each * each).sum()) for each in gradients.values())))
        shorten = min(1.0, MAX_GRADIENT_NORM / (norm + 1e-8))
        self.steps += 1
        rate = learning_rate * (1 - SECOND_DECAY**self.steps) ** 0.5 / (1 - FIRST_DECAY**self.steps)
        for name, each in gradients.items():
            gradient = shorten * each
            self.mean[name] += (1 - FIRST_DECAY) * (gradient - self.mean[name])
            self.square[name] += (1 - SECOND_DECAY) * (gradient * gradient - self.square[name])
            self.parameters[name] -= rate * self.mean[name] / (numpy.sqrt(self.square[name]) + 1e-8)


def parameter_names() -> list[str]:
    """Return the names of all parameters, as in a file."""
    return [f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")]


def position_rows(counts: Array) -> Array:
    """Return in which row each position starts, if a row for each of its `counts` moves follows its own."""
    return numpy.cumsum(1 + counts) - 1 - counts


def log_softmax(scores: Floats, counts: Array) -> Floats:
    """Return the logarithms of the policies of positions with `counts` legal moves each."""
    position = numpy.repeat(numpy.arange(len(counts)), counts)
    highest = numpy.full(len(counts), -numpy.inf, numpy.float32)
    numpy.maximum.at(highest, position, scores)
    shifted = scores - highest[position]
    sums = numpy.bincount(position, numpy.exp(shifted), len(counts)).astype(numpy.float32)
    return shifted - numpy.log(sums[position])
