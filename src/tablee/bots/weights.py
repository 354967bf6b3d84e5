"""What was learned about a game: the file sense.json in its folder, and nothing where there is none.

A table of one may have a course of its own, and then a file of its own, alone.json.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tablee.bots.value_net import Sense
from tablee.core.game import Game

FILE = "ai/weights.json"
FILE_ALONE = "ai/weights.solo.json"
VERSION = 1
COURSE = ("matches", "rate", "truths", "curiosity", "evened", "sparring")


@dataclass(frozen=True)
class Knowledge:
    """Weights for each number of seats; `par` is a fair result alone, `spread` a clear lead in points.

    `curiosity` is how far the worth of a move may be from what its tries showed, if not as the search has it.
    The rest is how it was learned, so that it can be learned again so.
    """

    par: float
    spread: float
    inputs: int
    hidden: int
    weights: dict[int, tuple[float, ...]]
    matches: int = 40_000
    rate: float = 0.005
    truths: int = 1
    curiosity: float | None = None
    evened: bool = False
    sparring: float = 0.0

    def sense(self, seats: int) -> Sense:
        """The network for a table of so many."""
        sense = Sense()
        sense.load(self.inputs, self.hidden, list(self.weights[seats]))
        return sense


@cache
def knowledge(game: Game, alone: bool = False) -> Knowledge | None:
    """What comes with the game, or None; for a table of one what it learned by itself, if it did."""
    file = game.folder / (FILE_ALONE if alone and learns_alone(game) else FILE)
    return read_knowledge(file) if file.exists() else None


def learns_alone(game: Game) -> bool:
    """Whether a table of one has a course of its own."""
    return (game.folder / FILE_ALONE).exists()


def read_knowledge(file: Path) -> Knowledge:
    """The knowledge in a file."""
    data = json.loads(file.read_text("utf-8"))
    if data["version"] != VERSION:
        raise ValueError(f"{file} has version {data['version']}, this Tablée reads {VERSION}: train it again")
    weights = {int(seats): tuple(numbers) for seats, numbers in data["weights"].items()}
    taught = {name: data[name] for name in COURSE if name in data}
    return Knowledge(data["par"], data["spread"], data["inputs"], data["hidden"], weights, **taught)


def write_knowledge(file: Path, learned: Knowledge) -> None:
    """Store it; four digits are enough to play by."""
    rounded = {seats: [round(number, 4) for number in numbers] for seats, numbers in learned.weights.items()}
    data = {
        "version": VERSION,
        "par": learned.par,
        "spread": learned.spread,
        "inputs": learned.inputs,
        "hidden": learned.hidden,
        **{name: getattr(learned, name) for name in COURSE},
        "weights": rounded,
    }
    file.write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")
