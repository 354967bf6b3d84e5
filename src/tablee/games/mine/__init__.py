"""Out of Mine!, by Martin Nedergaard Andersen (HUCH! & friends 2014)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import YES_NO, Game, Option
from tablee.core.i18n import Translations
from tablee.core.match import Match
from tablee.games.mine import terminal
from tablee.games.mine.achievements import ACHIEVEMENTS
from tablee.games.mine.commands import solve
from tablee.games.mine.pad import pad
from tablee.games.mine.pieces import BOARD_COUNT, CARD_COUNT, FOLDER, PIECES, VOCABULARY
from tablee.games.mine.position import draw_position
from tablee.games.mine.review import review_notes
from tablee.games.mine.rules import MineState
from tablee.games.mine.state import ROUNDS, SEATS


class OutOfMine(Game):
    """The game Out of Mine!: seven races to fill a gallery with crystals from a common pool."""

    key = "mine"
    version = 1
    titles = {"fr": "Out of Mine!", "en": "Out of Mine!"}
    seats = range(2, SEATS + 1)
    minutes = (20, 20)
    age = 10
    passes_round = False
    # In a race the levels differ by their speed (ms per move) and by how often they blunder.
    levels = {
        "beginner": {"pace": 4200, "blunder_rate": 0.2},
        "casual": {"pace": 3700, "blunder_rate": 0.16},
        "regular": {"pace": 3200, "blunder_rate": 0.11},
        "strong": {"pace": 2700, "blunder_rate": 0.05},
        "expert": {"pace": 2400},
    }
    # 400 points are ten victories to one. From whole matches of two, by `tablee arena mine --pairing ladder
    # --bots beginner,casual,regular,strong,expert --matches 400 --seed fresh`: 85.1, 94.4, 96.4 and 91.8 %
    # against the level below.
    bot_ratings = {"beginner": 707, "casual": 1009, "regular": 1500, "strong": 2071, "expert": 2491}
    options = (
        Option("elves", YES_NO),
        Option("finds", YES_NO),
        Option("helper", YES_NO),
        Option("lamp", ("240", "120", "180", "none")),
        Option("ghost", YES_NO),
    )
    # Alone against the clock, so that nobody's latency counts; the lamp of a ghost race is one's own.
    daily_options = {"ghost": "yes"}
    first_options = {"helper": "yes", "lamp": "none"}
    # With elves and finds every proposal searches the best fill, which is slow.
    review_simulations = 6_000
    achievements = ACHIEVEMENTS
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> MineState:
        """(3-5, A32) Shuffle cards, boards, and for each round an order for ties and a mix of boards."""
        unused = list(range(seats, SEATS))
        shuffled = shuffler.shuffle("mine cards", CARD_COUNT) + shuffler.shuffle("mine boards", BOARD_COUNT)
        for what in ("ties", "mix"):
            for number in range(1, ROUNDS + 1):
                shuffled += shuffler.shuffle(f"mine {what} {number}", seats) + unused
        state = MineState()
        state.set_up(seats, shuffled, options)
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """Draw a view for the terminal."""
        return terminal.draw(view, words, pointer)

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """Count a gallery of the real box; see pad.py for the layout."""
        return pad(layout)

    def position(self, seats: int, drawing: Mapping[str, Any], options: Mapping[str, str]) -> MineState:
        """Set up a drawn position; the format is in position.py."""
        return draw_position(seats, drawing, options)

    def review_notes(self, match: Match) -> Mapping[str, Any]:
        """Return where the seconds of each race went."""
        return review_notes(match)

    def commands(self) -> Mapping[str, Any]:
        """Return `solve`, which shows how a side can be filled with a card."""
        return {"solve": solve}


GAME = OutOfMine()
