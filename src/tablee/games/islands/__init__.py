"""1001 Îles / 1001 Islands, by Antoine Bauza and Bruno Cathala (Ludonaute 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import Game, Option
from tablee.core.i18n import Translations
from tablee.games.islands import terminal
from tablee.games.islands.achievements import ACHIEVEMENTS
from tablee.games.islands.pad import score_layout
from tablee.games.islands.pieces import FOLDER, PIECES, STACK_SIZE, STACKS, VOCABULARY
from tablee.games.islands.position import draw_position
from tablee.games.islands.rules import IslandsState


class Islands(Game):
    """A drafting game of sixteen rounds in which each seat builds an island and collects four dreams."""

    key = "islands"
    version = 1
    titles = {"fr": "1001 Îles", "en": "1001 Islands"}
    seats = range(2, 6)
    options = (Option("characters", ("dealt", "chosen"), later=True),)
    daily_bots = ("casual", "regular")
    minutes = (30, 30)
    age = 7
    levels: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "regular": {"noise": 0.042},
        "strong": {"noise": 0.026},
        "expert": {"simulations": 640, "full_rollouts": True, "prior_visits": 40},
    }
    # From the ladder in docs/explanation/bots.md, matches of two; 400 points are ten victories to one.
    bot_ratings = {"beginner": 1264, "casual": 1392, "regular": 1500, "strong": 1573, "expert": 1741}
    review_simulations = 30_000
    achievements = ACHIEVEMENTS
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> IslandsState:
        """(4) Shuffle each stack whole, so that the tiles set aside are random too.

        (50) Characters go by seat, or are chosen before the first round.
        """
        state = IslandsState()
        stacks = [shuffler.shuffle(f"islands {stack}", STACK_SIZE) for stack in STACKS]
        state.set_up(seats, stacks, shuffler.pick("islands lookout", seats))
        if options["characters"] == "chosen":
            state.let_choose()
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """Draw a view for the terminal; see terminal.draw."""
        return terminal.draw(view, words, pointer)

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """Score an island of the real box; the format of a layout is in pad.py."""
        return score_layout(layout)

    def position(self, seats: int, drawing: Mapping[str, Any], options: Mapping[str, str]) -> IslandsState:
        """Set up a drawn position; the format is in position.py."""
        return draw_position(seats, drawing)


GAME = Islands()
