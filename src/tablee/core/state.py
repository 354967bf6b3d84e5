"""The state of a match: the contract of a game, and the machinery built on it.

A new game writes a subclass of State with these methods:

    is_actor, find_moves, apply      whose turn it is, which moves are legal, what a move does
    reshuffle                        redraw what a seat cannot know
    points, score_sheet              the score as it stands, and the final one
    vocabulary, board_view           the text form of moves, and what a viewer sees

and, where it applies, `why_not` (reasons of refusals), `foresee` (previews), `announce`, `view_group` and
`visible_actors` (secrets), `estimate`. Everything else is inherited: `actors`, `moves`, `play`, `copy`,
`view`, `resample`, `outcome`. Optional hooks are grouped by subject in their own modules: `core.timed`,
`core.race`, `core.memory`, `core.advice`.
"""

from __future__ import annotations

from typing import Any, Self

from tablee.core.advice import Advice
from tablee.core.buffers import MoveBuffer, acquire, release
from tablee.core.checks import elapsed_time, whole_number
from tablee.core.compiled import Int
from tablee.core.errors import Illegal, Unreadable
from tablee.core.memory import Memory
from tablee.core.outcome import Outcome
from tablee.core.race import Race
from tablee.core.rng import Rng
from tablee.core.timed import Timed
from tablee.core.vocabulary import Vocabulary, format_seat

# The seat that plays moves of time, and no seat at all.
CLOCK: Int = -1
NOBODY: Int = -2
# The elapsed time of a move that was not measured, and the longest time (ms) that needs no further check.
UNTIMED: Int = -1
SHORT_TIME: Int = 2147483647


def integer(name: str, value: object) -> Int:
    """Return an argument, checked by `whole_number` unless it is an `int` of 32 bits.

    The bounds are literals: the compiled form would make a Python object of a constant at each comparison.
    """
    if type(value) is int and -0x7FFF_FFFF <= value <= 0x7FFF_FFFF:
        return value
    return whole_number(name, value)


class State(Advice, Timed, Race, Memory):
    """The full state of one match, hidden information included. Mutable and cheap to copy.

    `plies` counts the moves made. `elapsed` is the measured time of the last move in ms, or UNTIMED.
    """

    def __init__(self) -> None:
        self.seats: Int = 0
        self.plies: Int = 0
        self.elapsed: Int = UNTIMED

    # Written by the game

    def is_actor(self, seat: Int) -> bool:
        """Return whether this seat, or CLOCK, has a decision to make now."""
        return False

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """Add the legal moves of an actor to `moves`: at least one, in a stable order, without duplicates."""

    def apply(self, seat: Int, move: Int) -> None:
        """Carry out a legal move; `advance` and `play` have checked it."""

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """Redraw, uniformly, everything that this seat (CLOCK: a spectator) cannot know."""

    def points(self, seat: Int) -> Int:
        """Return the present score of a seat; higher is better. Bots compare seats by it."""
        return 0

    def score_sheet(self) -> Outcome:
        """Return scores, ranks and winners. Called only when the match is over."""
        raise NotImplementedError

    def vocabulary(self) -> Vocabulary:
        """Return the vocabulary of the game, which converts moves to text and back."""
        raise NotImplementedError

    def board_view(self, viewer: int) -> dict[str, Any]:
        """Return what a viewer (CLOCK: a spectator) sees of the board, as JSON-ready data."""
        raise NotImplementedError

    # Written by the game where the default does not fit

    def why_not(self, seat: int, move: int) -> Illegal:
        """Return the reason why an actor may not make this move."""
        return Illegal("not-allowed")

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """Return the visible effect of a legal move, for previews; {} for none."""
        return {}

    def announce(self, viewer: int, seat: int, move: int) -> str:
        """Return the text that a viewer receives about a move that is about to be made, without secrets.

        Return "" if the viewer must not notice the move: then it may change nothing in the viewer's view
        except `visible_actors`.
        """
        return self.vocabulary().format(move)

    def visible_actors(self, viewer: int) -> list[int]:
        """Return the actors that a viewer may know of; all of them by default."""
        return self.actors()

    def view_group(self, viewer: int) -> int:
        """Return a viewer with the same `board_view`, so that it is rendered once per group.

        Return CLOCK where all viewers see the same board.
        """
        return viewer

    def estimate(self, seat: Int) -> float:
        """Return how good the position is for a seat, in points; by default its lead over the mean score."""
        others = 0
        for other in range(self.seats):
            if other != seat:
                others += self.points(other)
        return self.points(seat) - (others / (self.seats - 1) if self.seats > 1 else 0.0)

    # Inherited by every game

    def actors(self) -> list[int]:
        """Return who may act: several seats at once in some games, [] when the match is over."""
        acting = []
        for seat in range(CLOCK, self.seats):
            if self.is_actor(seat):
                acting.append(seat)
        return acting

    def moves(self, seat: int) -> list[int]:
        """Return the legal moves of a seat; [] if it is not an actor or does not exist.

        Raises Unreadable if `seat` is not an integer, as do `play`, `view` and `resample`.
        """
        actor = integer("seat", seat)
        if not CLOCK <= actor < self.seats or not self.is_actor(actor):
            return []
        buffer = acquire()
        buffer.count = 0
        self.find_moves(actor, buffer)
        found = buffer.to_list()
        release(buffer)
        return found

    def allows(self, seat: Int, move: Int) -> bool:
        """Return whether the move is one of `moves`; games with long lists override it to be faster."""
        if seat < CLOCK or seat >= self.seats or not self.is_actor(seat):
            return False
        buffer = acquire()
        buffer.count = 0
        self.find_moves(seat, buffer)
        found = buffer.contains(move)
        release(buffer)
        return found

    def play(self, seat: int, move: int, elapsed: int = UNTIMED) -> None:
        """Make a move, or raise Illegal or Unreadable and change nothing.

        `elapsed` is its measured time in ms, or UNTIMED; no other negative number is accepted.
        """
        actor = integer("seat", seat)
        chosen = integer("move", move)
        measured = integer("elapsed", elapsed)
        if measured < UNTIMED or measured > SHORT_TIME:
            elapsed_time(measured)
        if not self.allows(actor, chosen):
            raise self._refusal(actor, chosen)
        self.elapsed = measured
        self.advance(actor, chosen)

    def advance(self, seat: Int, move: Int) -> None:
        """Make a move without checking it; the caller took it from `find_moves` (search, random matches)."""
        self.apply(seat, move)
        self.plies += 1

    def _refusal(self, seat: int, move: int) -> Illegal:
        if not 0 <= move < self.vocabulary().size:
            return Illegal("no-such-move", move=move)
        if not CLOCK <= seat < self.seats:
            return Illegal("no-such-seat", who=seat)
        acting = self.actors()
        if not acting:
            return Illegal("match-over")
        if seat not in acting:
            return Illegal("not-your-turn", who=" ".join(format_seat(other) for other in acting))
        return self.why_not(seat, move)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything a seat may know, with its legal moves. None is a spectator."""
        return {**self.view_header(seat), **self.board_view(self._viewer(seat))}

    def view_header(self, seat: int | None) -> dict[str, Any]:
        """Return the part of a view common to every game: ply, actors, legal moves, timer, outcome."""
        viewer = self._viewer(seat)
        vocabulary = self.vocabulary()
        text_of = vocabulary.texts.get
        moves = [] if seat is None else self.moves(viewer)
        foreseen = {text_of(move) or vocabulary.format(move): self.foresee(viewer, move) for move in moves}
        result = self.outcome()
        acting = self.visible_actors(viewer)
        timer = self.visible_timer(viewer) if CLOCK in acting else None
        return {
            "seats": self.seats,
            "seat": None if seat is None else viewer,
            "ply": self.plies,
            "actors": acting,
            "moves": list(foreseen),
            "foreseen": {words: what for words, what in foreseen.items() if what},
            "timer": {"since": timer[0], "wait": timer[1]} if timer else None,
            "outcome": result.as_json() if result else None,
        }

    def resample(self, seat: int | None, rng: object) -> Self:
        """Return a copy in which everything that the seat cannot know is redrawn. None is a spectator.

        Raises Unreadable unless `rng` is an Rng. It has no annotation, because the compiled form would then
        raise TypeError.
        """
        viewer = self._viewer(seat)
        if not isinstance(rng, Rng):
            raise Unreadable("not-an-rng", found=type(rng).__name__)
        other = self.copy()
        other.reshuffle(viewer, rng)
        return other

    def _viewer(self, seat: int | None) -> Int:
        """Return the seat of a viewer, CLOCK for None.

        Raises Unreadable if `seat` is not an integer, Illegal if the match has no such seat.
        """
        if seat is None:
            return CLOCK
        viewer = integer("seat", seat)
        if not CLOCK <= viewer < self.seats:
            raise Illegal("no-such-seat", who=viewer)
        return viewer

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None while the match goes on."""
        return None if self.actors() else self.score_sheet()

    def copy(self) -> Self:
        """Return an independent copy. The compiled form generates this method from the fields."""
        other = self.__class__.__new__(self.__class__)
        other.seats = self.seats
        other.plies = self.plies
        other.elapsed = self.elapsed
        for name, value in self.__dict__.items():
            other.__dict__[name] = value[:] if value.__class__ is list else value
        return other

    def snapshot(self) -> dict[str, Any]:
        """Return every field as plain data; states are equal when their snapshots are."""
        fields = {
            name: value[:] if value.__class__ is list else value for name, value in self.__dict__.items()
        }
        return {"seats": self.seats, "plies": self.plies, "elapsed": self.elapsed, **fields}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.snapshot() == other.snapshot()

    __hash__ = None  # type: ignore[assignment]  # mutable
