"""Plays a match of bots without waiting: time passes only as moves are made."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.bots import Bot, Budget, choose, pace, pause
from tablee.core.generator import Generator
from tablee.core.outcome import Outcome
from tablee.core.state import CLOCK, State

# How long a move is taken to last where one seat acts at a time.
MOVE_MILLISECONDS = 3000.0
NEVER = float("inf")


class Runner:
    """A match, its bots, and a time that is counted instead of waited for."""

    def __init__(self, state: State, line_up: Sequence[Bot], budget: Budget, luck: Generator) -> None:
        self.state = state
        self.line_up = line_up
        self.budget = budget
        self.luck = luck
        self.now = 0.0
        self.waiting_since: tuple[int, float] = (-1, 0.0)
        self.due: dict[int, float] = {}
        # When the race that is on was started, and how long each of those before it took.
        self.started: tuple[int | None, float] = (None, 0.0)
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
            self.state.play(CLOCK, self.state.moves(CLOCK)[0])
            return
        self.now = self.due.pop(first)
        self.state.play(first, choose(self.line_up[first], self.state, first, self.budget, self.luck))

    def time_race(self) -> None:
        """Note when a race starts, and when it is over."""
        if len(self.state.races()) > len(self.lasted):
            self.lasted.append(self.now - self.started[1])
        if self.state.signal() != self.started[0]:
            self.started = (self.state.signal(), self.now)

    def due_time(self, seat: int, acting: int) -> float:
        """When a seat acts: where all do at once it has a pace of its own, quick by and large."""
        if seat in self.due:
            return self.due[seat]
        if acting == 1:
            return self.now + MOVE_MILLISECONDS
        return self.now + pause(pace(self.line_up[seat]), self.luck.real())

    def clock_due(self) -> float:
        """When the clock will have waited long enough."""
        timer = self.state.timer()
        if timer is None:
            return NEVER
        since, milliseconds = timer
        if self.waiting_since[0] != since:
            self.waiting_since = (since, self.now)
        return self.waiting_since[1] + milliseconds
