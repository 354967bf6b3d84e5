"""The trained weights of a game: the files `ai/weights.json` and `ai/weights.solo.json` in its folder.

A game may lack both. The solo file, where there is one, is for a table of one; it has its own features and
training settings. Search bots read these files; `lab.train` writes them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tablee.bots.value_net import ValueNetwork
from tablee.core.game import Game

FOLDER = "ai"
FILE = "weights.json"
SOLO_FILE = "weights.solo.json"
VERSION = 2
TRAINING_SETTINGS = (
    "matches",
    "learning_rate",
    "samples",
    "exploration",
    "average_weights",
    "greedy_share",
)


@dataclass(frozen=True)
class Weights:
    """Weights of value networks by number of seats, all of one size, with the settings they were trained by.

    `solo_baseline` and `margin_scale` are the parameters of `utility`, in points. `exploration` is the
    exploration constant of the search; None keeps its default. The other settings are those of
    `lab.train.TrainingConfig`, kept so that the training can be repeated.
    """

    solo_baseline: float
    margin_scale: float
    inputs: int
    hidden: int
    by_seats: dict[int, tuple[float, ...]]
    matches: int = 40_000
    learning_rate: float = 0.005
    samples: int = 1
    exploration: float | None = None
    average_weights: bool = False
    greedy_share: float = 0.0

    def network(self, seats: int) -> ValueNetwork:
        """Return a network for this number of seats. Raises KeyError if none was trained."""
        network = ValueNetwork()
        network.set_weights(self.inputs, self.hidden, list(self.by_seats[seats]))
        return network


@cache
def load_weights(game: Game, solo: bool = False) -> Weights | None:
    """Return the weights of a game, or None if it has none.

    With `solo`, those for a table of one: from the solo file if there is one, else from the common file.
    """
    file = game.folder / FOLDER / (SOLO_FILE if solo and has_solo_weights(game) else FILE)
    return read_weights(file) if file.exists() else None


def has_solo_weights(game: Game) -> bool:
    """Return whether a table of one has its own weights file."""
    return (game.folder / FOLDER / SOLO_FILE).exists()


def read_weights(file: Path) -> Weights:
    """Read a weights file. Raises ValueError if it has another version."""
    data = json.loads(file.read_text("utf-8"))
    if data["version"] != VERSION:
        raise ValueError(f"{file} has version {data['version']}, this Tablée reads {VERSION}: train it again")
    by_seats = {int(seats): tuple(weights) for seats, weights in data["weights"].items()}
    settings = {name: data[name] for name in TRAINING_SETTINGS if name in data}
    return Weights(
        data["solo_baseline"], data["margin_scale"], data["inputs"], data["hidden"], by_seats, **settings
    )


def write_weights(file: Path, weights: Weights) -> None:
    """Write a weights file; weights are rounded to four decimals, which does not change how bots play."""
    rounded = {seats: [round(weight, 4) for weight in values] for seats, values in weights.by_seats.items()}
    data = {
        "version": VERSION,
        "solo_baseline": weights.solo_baseline,
        "margin_scale": weights.margin_scale,
        "inputs": weights.inputs,
        "hidden": weights.hidden,
        **{name: getattr(weights, name) for name in TRAINING_SETTINGS},
        "weights": rounded,
    }
    file.write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")
