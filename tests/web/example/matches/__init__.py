"""Ten matches, a game of sticks as old as tables."""

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
    """The row of matches, whose turn it is, and everybody's card, which only they have seen."""

    def set_up(self, seats: int, matches: int, cards: list[int]) -> None:
        self.seats, self.matches, self.cards, self.turn, self.last = seats, matches, cards, 0, -1

    def is_actor(self, seat: int) -> bool:
        """1: in turn, while there are matches."""
        return self.matches > 0 and seat == self.turn

    def find_moves(self, seat: int, moves: Any) -> None:
        """2: one, two or three."""
        for taken in range(min(3, self.matches)):
            moves.add(taken)

    def apply(self, seat: int, move: int) -> None:
        """2, 3: they are gone, and the next is asked."""
        self.matches -= move + 1
        self.last = seat if self.matches == 0 else -1
        self.turn = (seat + 1) % self.seats

    def reshuffle(self, seat: int, rng: Rng) -> None:
        """4: any card of the others may be any that one has not."""
        for other in range(self.seats):
            if other != seat and self.matches:
                self.cards[other] = rng.below(len(PIECES.data["cards"]))

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def board_view(self, seat: int) -> dict[str, Any]:
        """4: one's own card; all of them at the end."""
        shown = [self.worth(each) if each == seat or not self.matches else None for each in range(self.seats)]
        return {"phase": "take" if self.matches else "over", "matches": self.matches, "cards": shown}

    def worth(self, seat: int) -> int:
        """What a card is worth."""
        return int(PIECES.data["cards"][self.cards[seat]])

    def score_sheet(self) -> Outcome:
        """3, 4: the last match, and the card."""
        last = [LAST_MATCH * (seat == self.last) for seat in range(self.seats)]
        return ranked([{"last": last[seat], "card": self.worth(seat)} for seat in range(self.seats)])


class Matches(Game):
    """Whoever takes the last one is paid for it."""

    key = "matches"
    version = 1
    titles = {"fr": "Dix allumettes", "en": "Ten Matches"}  # noqa: RUF012  # typed as what cannot be changed
    seats = range(2, 4)
    vocabulary = VOCABULARY
    pieces = PIECES
    folder = FOLDER

    def initial_state(self, seats: int, rng: Shuffler, options: Mapping[str, str]) -> Sticks:
        """4: everybody is dealt a card."""
        state = Sticks()
        state.set_up(seats, PIECES.data["matches"], rng.shuffle("matches cards", 6)[:seats])
        return state

    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """A row of strokes."""
        canvas = Canvas()
        canvas.put(0, 0, "|" * view["matches"])
        return canvas


GAME = Matches()
