"""L'étrange monde au-dessus des nuages / Strange World Above the Clouds, by Florian Grenier (2024)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import Game, Option
from tablee.core.i18n import Translations
from tablee.games.clouds import terminal
from tablee.games.clouds.achievements import ACHIEVEMENTS
from tablee.games.clouds.mechanics.travellers import box_travellers
from tablee.games.clouds.pad import pad
from tablee.games.clouds.pieces import FOLDER, PIECES, STARTS, TRAVELLERS, VOCABULARY, deck
from tablee.games.clouds.position import draw_position
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.state import FIRST_START

SOLO_TRAVELLERS = 3


class Clouds(Game):
    """Strange World: sixteen cards per seat, drafted three at a time; a card that does not fit is flipped."""

    key = "clouds"
    version = 1
    titles = {"fr": "L'étrange monde au-dessus des nuages", "en": "Strange World Above the Clouds"}
    seats = range(1, 5)
    minutes = (15, 15)
    age = 10
    score_unit = "stars"
    options = (Option("scores", ("open", "end")), Option("strict", later=True))
    daily_bots = ()
    # In the solo game, four times the usual number of simulations gains about one star (see docs).
    levels: ClassVar[Mapping[str, Mapping[str, Any]]] = {"expert": {"simulations": 8000}}
    # From the ladder in docs/explanation/bots.md, matches of two; 400 points are ten victories to one.
    bot_ratings = {"beginner": 1042, "casual": 1210, "regular": 1500, "strong": 1833, "expert": 2001}
    achievements = ACHIEVEMENTS
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> CloudsState:
        """(9-12, 54) Deal starting lands, the deck for these seats and the Sun; solo, three travellers."""
        state = CloudsState()
        state.strict = 1 if options["strict"] == "yes" else 0
        cards = deck(seats)
        shuffled = [cards[card] for card in shuffler.shuffle("clouds deck", len(cards))]
        starts = [FIRST_START + start for start in shuffler.shuffle("clouds starts", len(STARTS))]
        sun = shuffler.pick("clouds sun", seats)
        if seats == 1:
            order = shuffler.shuffle("clouds travellers", len(TRAVELLERS))
            box_travellers(state, order, SOLO_TRAVELLERS)
        state.set_up(seats, shuffled, starts, sun, options["scores"] == "open")
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        return terminal.draw(view, words, pointer)

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """(45-52) Count the stars of a World of the real box."""
        return pad(layout)

    def position(self, seats: int, drawing: Mapping[str, Any], options: Mapping[str, str]) -> CloudsState:
        """Set up a drawn position; the format is in position.py."""
        return draw_position(seats, drawing, options)


GAME = Clouds()
