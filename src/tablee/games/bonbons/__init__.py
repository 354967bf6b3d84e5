"""Bonbons, by Marc André (GameWorks 2011)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import YES_NO, Game, Option
from tablee.core.i18n import Translations
from tablee.core.match import Match
from tablee.games.bonbons import terminal
from tablee.games.bonbons.achievements import ACHIEVEMENTS
from tablee.games.bonbons.pieces import (
    FOLDER,
    KIND_PAIRS,
    KINDS,
    PIECES,
    VOCABULARY,
    special_squares,
    sweets_without,
)
from tablee.games.bonbons.position import draw_position
from tablee.games.bonbons.review import review_notes
from tablee.games.bonbons.rules import BonbonsState

YES = YES_NO[1]
BY_THE_DEAL = "deal"


class Bonbons(Game):
    """A memory game: each seat looks for the squares that match its round tiles."""

    key = "bonbons"
    version = 1
    titles: ClassVar[Mapping[str, str]] = {"fr": "Bonbons", "en": "Bonbons"}
    seats = range(2, 7)
    minutes = (10, 20)
    age = 7
    score_unit = "tiles"
    memory = True
    options = (
        Option("quick"),
        Option("kinds", (BY_THE_DEAL, *KIND_PAIRS)),
        Option("training"),
        Option("show", ("2000", "1500", "3000", "4000")),
    )
    daily_bots = ("casual", "regular")
    # In a memory game the levels differ by how much they forget. The expert plays its simulations to the
    # end of the match, because a position after an unseen tile is hard to evaluate.
    levels: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "beginner": {"recall": 0.77, "blunder_rate": 0.14},
        "casual": {"recall": 0.865, "blunder_rate": 0.05},
        "regular": {"recall": 0.917},
        "strong": {"recall": 0.95},
        "expert": {"simulations": 12000, "full_rollouts": True},
    }
    # From the ladder in docs/explanation/bots.md, matches of two; 400 points are ten victories to one.
    bot_ratings = {"beginner": 1133, "casual": 1331, "regular": 1500, "strong": 1647, "expert": 1832}
    review_simulations = 200_000
    review_points = 0.2
    achievements = ACHIEVEMENTS
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def withholds_seen(self, options: Mapping[str, str]) -> bool:
        """(B18) Return False with the option "training", which reminds people of the tiles they saw."""
        return options["training"] != YES

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> BonbonsState:
        """(B27, B28) Deal squares, round tiles, first seat, and the squares turned for late seats."""
        quick = options["quick"] == YES
        removed = _removed_kinds(options["kinds"], shuffler) if quick else []
        sweets = sweets_without(removed)
        squares = sweets + special_squares(quick)
        state = BonbonsState()
        state.set_options(removed, options["training"] == YES, int(options["show"]))
        state.set_up(
            seats,
            [squares[at] for at in shuffler.shuffle("bonbons squares", len(squares))],
            [sweets[at] for at in shuffler.shuffle("bonbons rounds", len(sweets))],
            shuffler.shuffle("bonbons late", len(squares)),
            shuffler.pick("bonbons first", seats),
        )
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """Draw a view as text for a terminal."""
        return terminal.draw(view, words, pointer)

    def position(self, seats: int, drawing: Mapping[str, Any], options: Mapping[str, str]) -> BonbonsState:
        """Set up a drawn position; the format is in position.py."""
        return draw_position(seats, drawing, options)

    def review_notes(self, match: Match) -> Mapping[str, Any]:
        """Return the pairs that could have been remembered."""
        return review_notes(match)


def _removed_kinds(choice: str, shuffler: Shuffler) -> list[int]:
    """(B27) Return the two kinds removed in the quick game: those chosen, or two drawn by the deal."""
    if choice == BY_THE_DEAL:
        return sorted(shuffler.shuffle("bonbons kinds", len(KINDS))[:2])
    return [KINDS.index(kind) for kind in choice.split("+")]


GAME = Bonbons()
