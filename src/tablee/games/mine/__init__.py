"""Out of Mine!, by Martin Nedergaard Andersen (HUCH! & friends 2014)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import YES_NO, Game, Option
from tablee.core.i18n import Translations
from tablee.games.mine import terminal
from tablee.games.mine.commands import solve
from tablee.games.mine.pad import pad
from tablee.games.mine.rules import MineState
from tablee.games.mine.tables import FOLDER, PIECES, VOCABULARY

ROUNDS = 7
SEATS = 4
CARDS = 40
BOARDS = 10


class OutOfMine(Game):
    """Seven races to fill a gallery with crystals from one common pool."""

    key = "mine"
    version = 1
    titles = {"fr": "Out of Mine!", "en": "Out of Mine!"}
    seats = range(2, SEATS + 1)
    minutes = (20, 20)
    age = 10
    passes_round = False
    # In a race levels differ by their hands: how fast they are, and how often they do what must be undone.
    levels = {
        "beginner": {"pace": 4200, "slip": 0.2},
        "casual": {"pace": 3700, "slip": 0.16},
        "regular": {"pace": 3200, "slip": 0.11},
        "strong": {"pace": 2700, "slip": 0.05},
        "expert": {"pace": 2400},
    }
    options = (
        Option("elves", YES_NO),
        Option("finds", YES_NO),
        Option("helper", YES_NO),
        Option("lamp", ("240", "120", "180", "none")),
        Option("ghost", YES_NO),
    )
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> MineState:
        """Rules 3-5, ruling A32: cards, boards, and for each round an order for ties and a mix of boards."""
        unused = list(range(seats, SEATS))
        shuffled = shuffler.shuffle("mine cards", CARDS) + shuffler.shuffle("mine boards", BOARDS)
        for what in ("ties", "mix"):
            for number in range(1, ROUNDS + 1):
                shuffled += shuffler.shuffle(f"mine {what} {number}", seats) + unused
        state = MineState()
        state.set_up(seats, shuffled, options)
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """The table as text."""
        return terminal.draw(view, words, pointer)

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """A gallery of the real box, counted."""
        return pad(layout)

    def commands(self) -> Mapping[str, Any]:
        """`solve` shows how a side can be filled with a card."""
        return {"solve": solve}


GAME = OutOfMine()
