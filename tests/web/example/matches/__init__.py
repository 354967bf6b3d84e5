"""Ten Matches, a small game for the test of new game folders: take one, two or three matches in turn."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablee.core import pieces
from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.game import Game
from tablee.core.i18n import Translations
from tablee.core.outcome import Outcome, ranked
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.core.vocabulary import Verb, Vocabulary

FOLDER = Path(__file__).parent
PIECES = pieces.load(FOLDER, lambda data: pieces.require(len(data["cards"]) == 6, "there are six cards"))
LAST_MATCH = 5
VOCABULARY = Vocabulary(Verb("take", ("one", "two", "three")))


class Sticks(State):
    """The matches left, the seat to move, and one secret card for each seat."""

    def set_up(self, seats: int, matches: int, cards: list[int]) -> None:
        self.seats, self.matches, self.cards, self.turn, self.last = seats, matches, cards, 0, -1

    def is_actor(self, seat: int) -> bool:
        """Rule 1: seats act in turn while there are matches."""
        return self.matches > 0 and seat == self.turn

    def find_moves(self, seat: int, moves: Any) -> None:
        """Rule 2: take one, two or three."""
        for taken in range(min(3, self.matches)):
            moves.add(taken)

    def apply(self, seat: int, move: int) -> None:
        """Rules 2 and 3: remove the matches and pass the turn."""
        self.matches -= move + 1
        self.last = seat if self.matches == 0 else -1
        self.turn = (seat + 1) % self.seats

    def reshuffle(self, seat: int, rng: Rng) -> None:
        """Rule 4: replace the secret cards of the other seats."""
        for other in range(self.seats):
            if other != seat and self.matches:
                self.cards[other] = rng.below(len(PIECES.data["cards"]))

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def board_view(self, viewer: int) -> dict[str, Any]:
        """Rule 4: show the viewer's card, and all cards at the end."""
        seats = range(self.seats)
        shown = [self.worth(seat) if seat == viewer or not self.matches else None for seat in seats]
        return {"phase": "take" if self.matches else "over", "matches": self.matches, "cards": shown}

    def worth(self, seat: int) -> int:
        """Return the points of the card of a seat."""
        return int(PIECES.data["cards"][self.cards[seat]])

    def score_sheet(self) -> Outcome:
        """Rules 3 and 4: points for the last match and for the card."""
        last = [LAST_MATCH * (seat == self.last) for seat in range(self.seats)]
        return ranked([{"last": last[seat], "card": self.worth(seat)} for seat in range(self.seats)])


class Matches(Game):
    """The game: points for taking the last match, and for the secret card."""

    key = "matches"
    version = 1
    titles = {"fr": "Dix allumettes", "en": "Ten Matches"}  # noqa: RUF012  # typed as immutable
    seats = range(2, 4)
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> Sticks:
        """Rule 4: deal a card to each seat."""
        state = Sticks()
        state.set_up(seats, PIECES.data["matches"], shuffler.shuffle("matches cards", 6)[:seats])
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """Draw a stroke for each match."""
        canvas = Canvas()
        canvas.put(0, 0, "|" * view["matches"])
        return canvas


GAME = Matches()
