"""L'étrange monde au-dessus des nuages / Strange World Above the Clouds, by Florian Grenier (2024)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import Game, Option
from tablee.core.i18n import Translations
from tablee.games.clouds import terminal
from tablee.games.clouds.pad import pad
from tablee.games.clouds.rules import SOLO_TRAVELLERS, CloudsState
from tablee.games.clouds.state import FIRST_START
from tablee.games.clouds.tables import FOLDER, PIECES, STARTS, TRAVELLERS, VOCABULARY, deck


class Clouds(Game):
    """Sixteen cards each, drafted three at a time, and monsters that turn over whatever does not fit."""

    key = "clouds"
    version = 1
    titles = {"fr": "L'étrange monde au-dessus des nuages", "en": "Strange World Above the Clouds"}
    seats = range(1, 5)
    minutes = (15, 15)
    age = 10
    options = (Option("scores", ("open", "end")),)
    # Alone, four times as many simulations as usual are worth a star (docs/explanation/bots.md).
    levels: ClassVar[Mapping[str, Mapping[str, Any]]] = {"expert": {"simulations": 8000}}
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> CloudsState:
        """Rules 9-12 and 54: starting lands, the deck for this many, the Sun; solo, three travellers."""
        state = CloudsState()
        cards = deck(seats)
        shuffled = [cards[card] for card in shuffler.shuffle("clouds deck", len(cards))]
        starts = [FIRST_START + start for start in shuffler.shuffle("clouds starts", len(STARTS))]
        sun = shuffler.pick("clouds sun", seats)
        if seats == 1:
            state.box_travellers(shuffler.shuffle("clouds travellers", len(TRAVELLERS)), SOLO_TRAVELLERS)
        state.set_up(seats, shuffled, starts, sun, options["scores"] == "open")
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """The table as text."""
        return terminal.draw(view, words, pointer)

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """Rules 45-52: the stars of a World that lies on a real table."""
        return pad(layout)


GAME = Clouds()
