"""A small game for tests: all seats pick a colour at once and in secret, until all have or CLOCK rings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tablee.core.buffers import MoveBuffer
from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.errors import Illegal, Unreadable
from tablee.core.game import Game, Option
from tablee.core.i18n import Translations
from tablee.core.outcome import Outcome, ranked
from tablee.core.pieces import Pieces, require
from tablee.core.state import CLOCK, State
from tablee.core.vocabulary import Verb, Vocabulary

COLOURS = ("red", "green", "blue")
ROUNDS = 2
VOCABULARY = Vocabulary(Verb("pick", COLOURS), Verb("skip"), Verb("ring"))
SKIP, RING = VOCABULARY.first("skip"), VOCABULARY.first("ring")


class BellState(State):
    """Picks of this round (-1: none yet) and points so far. `wait` is in ms, `since` the ply of its start."""

    def __init__(self, seats: int = 0, wait: int = 0) -> None:
        super().__init__()
        self.seats = seats
        self.wait = wait
        self.since = 0
        self.round = 0
        self.picks = [-1] * seats
        self.scored = [0] * seats

    def is_actor(self, seat: int) -> bool:
        return self.round < ROUNDS and (seat == CLOCK or self.picks[seat] < 0)

    def find_moves(self, seat: int, moves: MoveBuffer) -> None:
        for move in [RING] if seat == CLOCK else range(RING):
            moves.add(move)

    def apply(self, seat: int, move: int) -> None:
        if seat != CLOCK:
            self.picks[seat] = move
        if seat == CLOCK or min(self.picks) >= 0:
            for each, pick in enumerate(self.picks):
                self.scored[each] += 0 <= pick < SKIP and self.picks.count(pick) == 1
            self.picks = [-1] * self.seats
            self.round += 1
            self.since = self.plies + 1

    def timer(self) -> tuple[int, int] | None:
        return (self.since, self.wait) if self.round < ROUNDS else None

    def announce(self, viewer: int, seat: int, move: int) -> str:
        return VOCABULARY.format(move) if seat in (viewer, CLOCK) else "pick"

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def board_view(self, seat: int) -> dict[str, Any]:
        own = self.picks[seat] if seat != CLOCK else -1
        return {"phase": "pick", "round": self.round, "points": list(self.scored), "own": own}

    def score_sheet(self) -> Outcome:
        return ranked([{"unique": points} for points in self.scored])


def check(data: dict[str, Any]) -> None:
    require(data.get("bell") == 1, "there must be one bell")


def chime(times: int = 1) -> None:
    print("ding " * times)


class Bell(Game):
    """Two rounds of one pick each."""

    key = "bell"
    version = 3
    titles: ClassVar[Mapping[str, str]] = {"fr": "La cloche", "en": "The bell"}
    seats = range(2, 5)
    options = (Option("wait", ("60000", "20")),)
    vocabulary = VOCABULARY
    folder = Path(__file__).parent
    pieces = Pieces(folder / "pieces.toml", check)

    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> BellState:
        return BellState(seats, int(options["wait"]))

    def draw(self, view: dict[str, Any], translations: Translations, pointer: Pointer) -> Canvas:
        """Draw red and green only, so that the other things need buttons."""
        canvas = Canvas()
        canvas.put(0, 0, f"{translations('round')} {view['round']} {view['points']} own {view['own']}")
        for column, colour in enumerate(COLOURS[:2]):
            canvas.block(2, 20 * column, [translations(f"colour.{colour}")], pointer.style(colour), colour)
        return canvas

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """Return a point for each colour in `picks`, those that one seat alone picked."""
        picks = layout.get("picks")
        if not isinstance(picks, list):
            raise Unreadable("no-picks")
        wrong = next((pick for pick in picks if pick not in COLOURS), None)
        if wrong is not None:
            raise Unreadable("unknown-word", word=str(wrong)[:40], place=1, known=" ".join(COLOURS))
        if len(picks) > ROUNDS:
            raise Illegal("too-many-picks", "2", most=ROUNDS)
        return {"items": {"unique": len(picks)}, "total": len(picks), "notes": {"picks": picks}}

    def commands(self) -> Mapping[str, Callable[..., None]]:
        return {"chime": chime}


GAME = Bell()
