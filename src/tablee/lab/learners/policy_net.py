"""A small network in numpy that learns a policy and a value from observations; used by the examples.

Two hidden layers of ReLU units, shared by both outputs, trained by Adam. It is meant to be read and to need
no other package: larger networks belong to PyTorch or JAX, and play by `lab.learners.evaluator` all the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.lab.batch import observation_size

Floats: TypeAlias = NDArray[numpy.float32]
Array: TypeAlias = NDArray[Any]

ILLEGAL = numpy.float32(-1e9)
# The decay of Adam's means of gradients and of their squares.
FIRST_DECAY = 0.9
SECOND_DECAY = 0.999
MAX_GRADIENT_NORM = 1.0
LAYERS = ("hidden1", "hidden2", "policy", "value")


class PolicyNetwork:
    """The parameters by name (`hidden1.weight`, `hidden1.bias` ...), and the activations of `forward`."""

    def __init__(self, parameters: dict[str, Floats]) -> None:
        self.parameters = parameters
        self.mean = {name: numpy.zeros_like(each) for name, each in parameters.items()}
        self.square = {name: numpy.zeros_like(each) for name, each in parameters.items()}
        self.steps = 0
        self.layers: list[Floats] = []

    @classmethod
    def create(cls, game: Game, seats: int, hidden: int = 128, seed: int = 0) -> PolicyNetwork:
        """Return a network with random weights for the observations and moves of a game.

        The first policy is nearly uniform, the first values are near 0. Raises Illegal if the game has no
        observations.
        """
        rng = numpy.random.default_rng(seed)
        inputs, moves = observation_size(game, seats), game.vocabulary.size
        sizes = {"hidden1": (inputs, hidden), "hidden2": (hidden, hidden)}
        sizes |= {"policy": (hidden, moves), "value": (hidden, 1)}
        parameters = {"scale": input_scale(game, seats)}
        for name, (rows, columns) in sizes.items():
            deviation = numpy.sqrt(2 / rows) * (1 if name.startswith("hidden") else 0.01)
            parameters[f"{name}.weight"] = rng.normal(0, deviation, (rows, columns)).astype(numpy.float32)
            parameters[f"{name}.bias"] = numpy.zeros(columns, numpy.float32)
        return cls(parameters)

    @classmethod
    def load(cls, file: Path) -> PolicyNetwork:
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

    def forward(self, observations: Array, masks: Array) -> tuple[Floats, Floats]:
        """Return the logarithms of the policies (very negative for illegal moves) and the values."""
        own = self.parameters
        inputs = observations.astype(numpy.float32) * own["scale"]
        first = numpy.maximum(inputs @ own["hidden1.weight"] + own["hidden1.bias"], 0)
        second = numpy.maximum(first @ own["hidden2.weight"] + own["hidden2.bias"], 0)
        logits = numpy.where(masks != 0, second @ own["policy.weight"] + own["policy.bias"], ILLEGAL)
        logits -= logits.max(axis=1, keepdims=True)
        logits -= numpy.log(numpy.exp(logits).sum(axis=1, keepdims=True))
        self.layers = [inputs, first, second]
        return logits, (second @ own["value.weight"] + own["value.bias"])[:, 0]

    def evaluate(self, observations: Array, masks: Array) -> tuple[Floats, Floats]:
        """Return policies and values: the evaluator of an `EvaluatorBot`."""
        logits, values = self.forward(observations, masks)
        return numpy.exp(logits), values

    def update(self, logit_gradients: Floats, value_gradients: Floats, learning_rate: float) -> None:
        """Take one step of Adam, given the gradients of the loss by the outputs of the last `forward`.

        `logit_gradients` are those before the softmax; they must be 0 for illegal moves.
        """
        inputs, first, second = self.layers
        own = self.parameters
        values = value_gradients[:, None]
        into_second = (logit_gradients @ own["policy.weight"].T + values @ own["value.weight"].T) * (
            second > 0
        )
        into_first = (into_second @ own["hidden2.weight"].T) * (first > 0)
        befores, afters = (inputs, first, second, second), (into_first, into_second, logit_gradients, values)
        gradients: dict[str, Floats] = {}
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
    return ["scale", *(f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias"))]


def input_scale(game: Game, seats: int) -> Floats:
    """Return what each number of an observation is multiplied by, so that it lies between -1 and 1."""
    fields = game.observation_fields(seats)
    bounds = [max(abs(field.low), abs(field.high), 1) for field in fields]
    return (1 / numpy.repeat(bounds, [field.size for field in fields])).astype(numpy.float32)
