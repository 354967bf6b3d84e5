"""The whole truth at one moment: what every game answers, and what every game gets for it.

A game's State answers `acts`, `find`, `apply`, `reshuffle`, `look`, `sheet`, `why_not`. It inherits the
contract: `actors`, `moves`, `play`, `copy`, `view`, `imagine`, `outcome`.
"""

from __future__ import annotations

from operator import index
from typing import Any, Self

from tablee.core.buffers import SPARE, FeatureBuffer, MoveBuffer, borrow
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.vocabulary import Vocabulary, format_seat

CLOCK: Int = -1
NOBODY: Int = -2
UNTIMED: Int = -1


class State:
    """The truth of one match. Mutable, cheap to copy; `play` is the only door for a move."""

    def __init__(self) -> None:
        self.seats: Int = 0
        self.plies: Int = 0
        self.elapsed: Int = UNTIMED

    # What a game answers

    def is_actor(self, seat: Int) -> bool:
        """Whether this seat, or CLOCK, has a decision now."""
        return False

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """Fill `moves` with the legal moves of an actor, in a stable order, none twice."""

    def apply(self, seat: Int, move: Int) -> None:
        """Carry out a move that is known to be legal."""

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """Replace whatever this seat (CLOCK: a spectator) cannot know by something it could be."""

    def forget(self, seat: Int, recall: float, mind: Int) -> None:
        """Replace in this imagined truth what somebody with such a memory would no longer know.

        `recall` is the share still known after a while. `mind` tells one memory from another: the same one
        asked again at the same table has forgotten the same things.
        """

    def find_candidates(self, seat: Int, moves: MoveBuffer) -> None:
        """Fill `moves` with those worth a thought: all, unless the game knows that some are as good as others
        or plainly worse. A single one is played without thinking."""
        self.find_moves(seat, moves)

    def chance_key(self) -> Int:
        """What the last move brought to light for all, as a number, 0 for nothing: thought goes on from there
        in different ways."""
        return 0

    def blunder(self, seat: int, rng: Rng) -> int:
        """What somebody plays who does not look: any legal move, unless the game knows human mistakes."""
        moves = self.moves(seat)
        return moves[rng.below(len(moves))]

    def points(self, seat: Int) -> Int:
        """What is compared at the end, and before it the score as it stands."""
        return 0

    def estimate(self, seat: Int) -> float:
        """How good this looks for a seat: its points, ahead of the mean of the others."""
        others = 0
        for other in range(self.seats):
            if other != seat:
                others += self.points(other)
        return self.points(seat) - (others / (self.seats - 1) if self.seats > 1 else 0.0)

    def fill_features(self, seat: Int, features: FeatureBuffer) -> None:
        """Tell what a seat knows of the position in numbers, always as many, for bots that learn."""

    def propose(self, seat: int) -> list[int]:
        """A few good moves at first sight, where the game knows some: hints, what a greedy bot plays, and how
        all go on in thought. Bots ask it of truths they imagined; those that think ask `consider`."""
        return []

    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        raise NotImplementedError

    def board_view(self, seat: int) -> dict[str, Any]:
        """What a seat (CLOCK: a spectator) sees of the table, as plain data."""
        raise NotImplementedError

    def view_group(self, seat: int) -> int:
        """Who sees exactly what this seat sees of the table; CLOCK where everybody does. Such a look is made
        once for all."""
        return seat

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """What a move would visibly do, for a screen to show before it is made; empty if nothing."""
        return {}

    def score_sheet(self) -> Outcome:
        """Scores, ranks and winners of a match that is over."""
        raise NotImplementedError

    def why_not(self, seat: int, move: int) -> Illegal:
        """Why an actor may not play this move."""
        return Illegal("not-allowed")

    def announce(self, viewer: int, seat: int, move: int) -> str:
        """What a viewer hears of a move about to be made: its words, less what is secret. Nothing, "", if not
        even that there was a move may be noticed: nothing in sight changes, unless `visible_actors` does."""
        return self.vocabulary().format(move)

    def log_text(self, viewer: int, seat: int, move: int) -> str:
        """What a log kept during the match may keep of a move about to be made: what `tell` says, unless
        remembering is part of the game. Once the match is over, a log may hold all that was told."""
        return self.announce(viewer, seat, move)

    def timer(self) -> tuple[int, int] | None:
        """When CLOCK is due: the ply its wait began at, and how many milliseconds it waits."""
        return None

    def waits_for_clock(self) -> bool:
        """Whether seats must let CLOCK's wait pass first, at a table that keeps time."""
        return False

    def race_start(self, seat: int) -> int | None:
        """In a race, the ply of the start signal for a seat (CLOCK: for who watches): it counts its own time
        from when it saw that. Where all start together it is the same for all."""
        return None

    def min_interval(self, move: int) -> int:
        """In a race, how many milliseconds a hand needs before it can do the like again; 0 if none."""
        return 0

    def race_results(self) -> list[list[int]]:
        """In a game of races, who came first in each that is over; none where there are no races."""
        return []

    def late_move(self, seat: int) -> int:
        """What the table plays for a seat whose time is up."""
        return self.moves(seat)[0]

    def visible_actors(self, viewer: int) -> list[int]:
        """Who may act, as far as a viewer may know: all who do, unless that would tell a secret."""
        return self.actors()

    def visible_timer(self, viewer: int) -> tuple[int, int] | None:
        """The wait for CLOCK that concerns a viewer: the one there is, unless each seat has its own."""
        return self.timer()

    # The contract

    def actors(self) -> list[int]:
        """Who may act; several seats may; nobody when the match is over."""
        acting = []
        for seat in range(CLOCK, self.seats):
            if self.is_actor(seat):
                acting.append(seat)
        return acting

    def moves(self, seat: int) -> list[int]:
        """The legal moves of a seat: the only law."""
        if not CLOCK <= seat < self.seats or not self.is_actor(seat):
            return []
        room = borrow()
        room.count = 0
        self.find_moves(seat, room)
        found = room.to_list()
        SPARE.append(room)
        return found

    def allows(self, seat: Int, move: Int) -> bool:
        """Whether the move is one of `moves`; a game with long lists may answer faster."""
        if seat < CLOCK or seat >= self.seats or not self.is_actor(seat):
            return False
        room = borrow()
        room.count = 0
        self.find_moves(seat, room)
        found = room.contains(move)
        SPARE.append(room)
        return found

    def play(self, seat: int, move: int, elapsed: int = UNTIMED) -> None:
        """Make a move, or raise Illegal and change nothing. `elapsed` is what a clock-keeper measured."""
        if type(seat) is not int or type(move) is not int:
            seat, move = index(seat), index(move)
        if not self.allows(seat, move):
            raise self._refusal(seat, move)
        self.elapsed = elapsed
        self.advance(seat, move)

    def advance(self, seat: Int, move: Int) -> None:
        """Make a move that is known to be legal: for search and walks, which took it from `find`."""
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
        """All that leaves: what a seat may know, with its legal moves. None is a spectator."""
        return {**self.view_header(seat), **self.board_view(CLOCK if seat is None else seat)}

    def view_header(self, seat: int | None) -> dict[str, Any]:
        """The part of a view that every game has: how far the match is, and what this seat may do."""
        viewer = CLOCK if seat is None else seat
        if not CLOCK <= viewer < self.seats:
            raise Illegal("no-such-seat", who=viewer)
        say = self.vocabulary().format
        moves = [] if seat is None else self.moves(seat)
        foreseen = {say(move): self.foresee(viewer, move) for move in moves}
        result = self.outcome()
        timer = self.visible_timer(viewer)
        return {
            "seats": self.seats,
            "seat": seat,
            "ply": self.plies,
            "actors": self.visible_actors(viewer),
            "moves": list(foreseen),
            "foreseen": {words: what for words, what in foreseen.items() if what},
            "timer": {"since": timer[0], "wait": timer[1]} if timer else None,
            "outcome": result.as_json() if result else None,
        }

    def resample(self, seat: int | None, rng: Rng) -> Self:
        """A whole truth that the seat cannot tell from the real one."""
        other = self.copy()
        other.reshuffle(CLOCK if seat is None else seat, rng)
        return other

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return None if self.actors() else self.score_sheet()

    def copy(self) -> Self:
        """An independent twin."""
        other = self.__class__.__new__(self.__class__)
        other.seats = self.seats
        other.plies = self.plies
        other.elapsed = self.elapsed
        for name, value in self.__dict__.items():
            other.__dict__[name] = value[:] if value.__class__ is list else value
        return other

    def snapshot(self) -> dict[str, Any]:
        """Every field as plain data: two states are equal when their snapshots are."""
        fields = {
            name: value[:] if value.__class__ is list else value for name, value in self.__dict__.items()
        }
        return {"seats": self.seats, "plies": self.plies, "elapsed": self.elapsed, **fields}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.snapshot() == other.snapshot()

    __hash__ = None  # type: ignore[assignment]  # it changes with every move
