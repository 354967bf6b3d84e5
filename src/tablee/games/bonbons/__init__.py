"""Bonbons, by Marc André (GameWorks 2011)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import YES_NO, Game, Option
from tablee.core.i18n import Translations
from tablee.games.bonbons import terminal
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.tables import (
    FOLDER,
    KIND_PAIRS,
    KINDS,
    PIECES,
    VOCABULARY,
    specials,
    sweets_without,
)

YES = YES_NO[1]
BY_THE_DEAL = "deal"


class Bonbons(Game):
    """Thirty-six squares in the middle, four rounds in front of you: find their twins, and remember."""

    key = "bonbons"
    version = 1
    titles: ClassVar[Mapping[str, str]] = {"fr": "Bonbons", "en": "Bonbons"}
    seats = range(2, 7)
    minutes = (10, 20)
    age = 7
    memory = True
    options = (
        Option("quick"),
        Option("kinds", (BY_THE_DEAL, *KIND_PAIRS)),
        Option("training"),
        Option("show", ("2000", "1500", "3000", "4000")),
    )
    # In a game of memory levels differ by what they forget. What a tile will show nobody knows at a glance:
    # only many ends tell good moves from bad ones.
    levels: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "beginner": {"recall": 0.77, "blunder_rate": 0.14},
        "casual": {"recall": 0.865, "blunder_rate": 0.05},
        "regular": {"recall": 0.917},
        "strong": {"recall": 0.95},
        "expert": {"simulations": 12000, "full_rollouts": True},
    }
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> BonbonsState:
        """Rulings B27 and B28: the square, the rounds, who begins, and the squares of those who are late."""
        quick = options["quick"] == YES
        removed = _removed(options["kinds"], shuffler) if quick else []
        sweets = sweets_without(removed)
        middle = sweets + specials(quick)
        state = BonbonsState()
        state.choose(removed, options["training"] == YES, int(options["show"]))
        state.set_up(
            seats,
            [middle[at] for at in shuffler.shuffle("bonbons squares", len(middle))],
            [sweets[at] for at in shuffler.shuffle("bonbons rounds", len(sweets))],
            shuffler.shuffle("bonbons late", len(middle)),
            shuffler.pick("bonbons first", seats),
        )
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """The table as text."""
        return terminal.draw(view, words, pointer)


def _removed(choice: str, shuffler: Shuffler) -> list[int]:
    """(B27) The two kinds that the quick game does without."""
    if choice == BY_THE_DEAL:
        return sorted(shuffler.shuffle("bonbons kinds", len(KINDS))[:2])
    return [KINDS.index(kind) for kind in choice.split("+")]


GAME = Bonbons()
