"""Play a match between bots in simulated time, without waiting. Used by the arena."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.bots import Bot, Budget, choose, pace, pause
from tablee.core.batch import MOVE_MS
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State

NEVER = float("inf")


class Runner:
    """A match, one bot per seat, and the simulated time. All times are milliseconds since the deal.

    `race_durations` are those of the races that are over (`core.race`), in order.
    """

    def __init__(self, state: State, line_up: Sequence[Bot], budget: Budget, rng: Rng) -> None:
        self.state = state
        self.line_up = line_up
        self.budget = budget
        self.rng = rng
        self.now = 0.0
        self.ply_times = {state.plies: 0.0}
        self.due_times: dict[int, float] = {}
        self.race_started: float | None = None
        self.race_durations: list[float] = []

    def play_out(self) -> Outcome:
        """Play the match to its end, in `state` itself."""
        while self.state.actors():
            self.step()
            self.measure_race()
        outcome = self.state.outcome()
        assert outcome is not None
        return outcome

    def step(self) -> None:
        """Play one move: of the actor that is due first, CLOCK before seats due at the same time."""
        seats = [seat for seat in self.state.actors() if seat != CLOCK]
        self.due_times = {seat: self.due_time(seat, len(seats)) for seat in seats}
        clock = self.clock_due_time()
        first = min(seats, key=lambda seat: self.due_times[seat], default=CLOCK)
        if first == CLOCK or clock <= self.due_times[first]:
            self.now = max(self.now, clock) if clock < NEVER else self.now
            self.play(CLOCK, self.state.moves(CLOCK)[0])
            return
        self.now = self.due_times.pop(first)
        self.play(first, choose(self.line_up[first], self.state, first, self.budget, self.rng))

    def play(self, seat: int, move: int) -> None:
        """Make a move and record its time."""
        self.state.play(seat, move)
        self.ply_times[self.state.plies] = self.now

    def measure_race(self) -> None:
        """Record the start of a race, and its duration once it is over."""
        if self.race_started is not None and len(self.state.race_results()) > len(self.race_durations):
            self.race_durations.append(self.now - self.race_started)
            self.race_started = None
        starts = [self.state.race_start(seat) for seat in range(self.state.seats)]
        if self.race_started is None and any(start is not None for start in starts):
            self.race_started = self.now

    def due_time(self, seat: int, acting: int) -> float:
        """Return when (ms) a seat acts; if several seats are `acting`, its bot has its own pace."""
        if seat in self.due_times:
            return self.due_times[seat]
        if acting == 1:
            return self.now + MOVE_MS
        return self.now + pause(pace(self.line_up[seat]), self.rng.real())

    def clock_due_time(self) -> float:
        """Return when (ms since the deal) CLOCK acts; NEVER if no timer runs."""
        timer = self.state.timer()
        if timer is None:
            return NEVER
        since, milliseconds = timer
        return self.ply_times[since] + milliseconds
