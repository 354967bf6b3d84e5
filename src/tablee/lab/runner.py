"""Plays a match of bots without waiting: time passes only as moves are made."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.bots import Bot, Budget, choose
from tablee.core.generator import Generator
from tablee.core.outcome import Outcome
from tablee.core.state import CLOCK, State

# How long a move is taken to last: a lamp that burns for minutes then sees a sensible number of moves.
MOVE_MILLISECONDS = 3000


class Runner:
    """A match, its bots, and a time that is counted instead of waited for."""

    def __init__(self, state: State, line_up: Sequence[Bot], budget: Budget, luck: Generator) -> None:
        self.state = state
        self.line_up = line_up
        self.budget = budget
        self.luck = luck
        self.now = 0.0
        self.waiting_since: tuple[int, float] = (-1, 0.0)
        self.last_acted = [-1] * len(line_up)

    def play_out(self) -> Outcome:
        """Play to the end."""
        while self.state.actors():
            self.step()
        outcome = self.state.outcome()
        assert outcome is not None
        return outcome

    def step(self) -> None:
        """One move: the clock's if it is due or nobody else can act, else of whoever waited longest."""
        seats = [seat for seat in self.state.actors() if seat != CLOCK]
        if not seats or self.clock_is_due():
            self.state.play(CLOCK, self.state.moves(CLOCK)[0])
            return
        seat = min(seats, key=lambda each: self.last_acted[each])
        self.last_acted[seat] = self.state.plies
        self.now += MOVE_MILLISECONDS / len(seats)
        self.state.play(seat, choose(self.line_up[seat], self.state, seat, self.budget, self.luck))

    def clock_is_due(self) -> bool:
        """Whether the clock has waited long enough."""
        timer = self.state.timer()
        if timer is None:
            return False
        since, milliseconds = timer
        if self.waiting_since[0] != since:
            self.waiting_since = (since, self.now)
        return self.now - self.waiting_since[1] >= milliseconds
