"""Plays a match of bots without waiting: time passes only as moves are made."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.bots import Bot, Budget, choose, pace, pause
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State

# How long a move is taken to last where one seat acts at a time.
MOVE_MILLISECONDS = 3000.0
NEVER = float("inf")


class Runner:
    """A match, its bots, and a time that is counted instead of waited for."""

    def __init__(self, state: State, line_up: Sequence[Bot], budget: Budget, rng: Rng) -> None:
        self.state = state
        self.line_up = line_up
        self.budget = budget
        self.rng = rng
        self.now = 0.0
        self.reached = {state.plies: 0.0}
        self.due: dict[int, float] = {}
        # When the race that is on was started, and how long each of those before it took.
        self.started: float | None = None
        self.lasted: list[float] = []

    def play_out(self) -> Outcome:
        """Play to the end."""
        while self.state.actors():
            self.step()
            self.time_race()
        outcome = self.state.outcome()
        assert outcome is not None
        return outcome

    def step(self) -> None:
        """One move, of whoever is due first, the clock before all others."""
        seats = [seat for seat in self.state.actors() if seat != CLOCK]
        self.due = {seat: self.due_time(seat, len(seats)) for seat in seats}
        clock = self.clock_due()
        first = min(seats, key=lambda seat: self.due[seat], default=CLOCK)
        if first == CLOCK or clock <= self.due[first]:
            self.now = max(self.now, clock) if clock < NEVER else self.now
            self.play(CLOCK, self.state.moves(CLOCK)[0])
            return
        self.now = self.due.pop(first)
        self.play(first, choose(self.line_up[first], self.state, first, self.budget, self.rng))

    def play(self, seat: int, move: int) -> None:
        """Make a move, and note when."""
        self.state.play(seat, move)
        self.reached[self.state.plies] = self.now

    def time_race(self) -> None:
        """Note when a race starts, and when it is over."""
        if self.started is not None and len(self.state.race_results()) > len(self.lasted):
            self.lasted.append(self.now - self.started)
            self.started = None
        signals = [self.state.race_start(seat) for seat in range(self.state.seats)]
        if self.started is None and any(signal is not None for signal in signals):
            self.started = self.now

    def due_time(self, seat: int, acting: int) -> float:
        """When a seat acts: where all do at once it has a pace of its own, quick by and large."""
        if seat in self.due:
            return self.due[seat]
        if acting == 1:
            return self.now + MOVE_MILLISECONDS
        return self.now + pause(pace(self.line_up[seat]), self.rng.real())

    def clock_due(self) -> float:
        """When the clock will have waited long enough."""
        timer = self.state.timer()
        if timer is None:
            return NEVER
        since, milliseconds = timer
        return self.reached[since] + milliseconds
