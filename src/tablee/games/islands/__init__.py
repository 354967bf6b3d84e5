"""1001 Îles / 1001 Islands, by Antoine Bauza and Bruno Cathala (Ludonaute 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import Game
from tablee.core.i18n import Translations
from tablee.games.islands import terminal
from tablee.games.islands.pad import pad
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.tables import FOLDER, PER_STACK, PIECES, STACKS, VOCABULARY


class Islands(Game):
    """Four stacks, sixteen rounds, an island and four dreams for everyone."""

    key = "islands"
    version = 1
    titles = {"fr": "1001 Îles", "en": "1001 Islands"}
    seats = range(2, 6)
    minutes = (30, 30)
    age = 7
    levels: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "regular": {"noise": 0.042},
        "strong": {"noise": 0.026},
        "expert": {"simulations": 640, "full_rollouts": True, "prior_visits": 40},
    }
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> IslandsState:
        """Rule 4: each stack is shuffled whole, so that what is set aside is random too."""
        state = IslandsState()
        stacks = [shuffler.shuffle(f"islands {stack}", PER_STACK) for stack in STACKS]
        state.set_up(seats, stacks, shuffler.pick("islands lookout", seats))
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """The table as text."""
        return terminal.draw(view, words, pointer)

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """An island of the real box, counted."""
        return pad(layout)


GAME = Islands()
