"""The others at the table: bots, which think beside the screen, and the clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from tablee import bots
from tablee.core.errors import Refusal
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State

if TYPE_CHECKING:
    from tablee.terminal.table import TableScreen

# The longest time, in seconds, for which a table shows something to remember; longer waits are deadlines.
SHOWN = 6.0


@dataclass(frozen=True)
class Thought:
    """Who thinks about which moment of the match. An era ends when moves are taken back."""

    seat: int
    era: int
    ply: int
    bot: bots.Bot


class Others:
    """Lets bots act at a pace that people can follow, and CLOCK when its time has come."""

    def __init__(self, table: TableScreen, pace: float, clock: Callable[[], float]) -> None:
        self.table = table
        self.sitting = table.sitting
        self.pace = pace
        self.clock = clock
        self.rng = Rng(secrets.token_hex(8))
        self.minds: dict[int, bots.Bot] = {}
        self.thinking: set[int] = set()
        self.era = 0
        self.reached: list[float] = []
        self.alarm: Timer | None = None

    def schedule(self) -> None:
        """After every change: whoever may act now and is not yet about to is set going."""
        self._note_time()
        for seat in self.sitting.acting_bots():
            if seat not in self.thinking:
                self.thinking.add(seat)
                self._after(self._delay(self._mind(seat)), partial(self._begin, seat, self.era))
        self._set_alarm()

    def forget(self) -> None:
        """Thoughts about what lies no longer on the table are worth nothing: nobody need finish them."""
        self.era += 1
        self.minds.clear()
        self.thinking.clear()
        del self.reached[self.sitting.match.ply + 1 :]

    def _after(self, seconds: float, action: Callable[[], None]) -> Timer:
        return self.table.set_timer(max(seconds, 0.001), action)

    def _delay(self, bot: bots.Bot) -> float:
        """How long a bot lets people look before it acts."""
        acting = self.sitting.match.state.actors()
        left = self.seconds_left()
        if CLOCK in acting and len(acting) == 2 and left is not None and left < SHOWN:
            # Alone with the clock: something is being shown for a while, and a bot has no need to look.
            return left + self.pace
        if len(acting) - (CLOCK in acting) > 1:
            # Where everybody acts at once a bot is as fast as its level, and never twice quite the same.
            return bots.pause(bots.pace(bot), self.rng.real()) / 1000 if self.pace else 0
        return self.pace

    # Bots

    def _mind(self, seat: int) -> bots.Bot:
        """The bot of a seat; the same one all the time, for it may have a memory."""
        if seat not in self.minds:
            self.minds[seat] = bots.load(self.sitting.chairs[seat].bot or "", self.sitting.match.game)
        return self.minds[seat]

    def _begin(self, seat: int, era: int) -> None:
        """Think about the table as it is now, in a thread of its own."""
        if era != self.era:
            return
        if seat not in self.sitting.acting_bots():
            self.thinking.discard(seat)
            return
        thought = Thought(seat, era, self.sitting.match.ply, self._mind(seat))
        truth = self.sitting.match.state.copy()
        self.table.run_worker(partial(self._think, thought, truth), thread=True, group=f"seat {seat}")

    def _think(self, thought: Thought, truth: State) -> None:
        """In the thread: the truth stays in `choose`, the bot sees a view."""
        budget = bots.Budget(cancelled=lambda: thought.era != self.era)
        failed = ""
        try:
            move = bots.choose(thought.bot, truth, thought.seat, budget, Rng(secrets.token_hex(8)))
        except Exception as wrong:  # somebody's bot may fail in any way, and the match must go on
            failed = f"{type(wrong).__name__}: {wrong}"
            move = truth.late_move(thought.seat)
        if thought.era == self.era:
            self.table.app.call_from_thread(self._play, thought, self.sitting.match.game.format(move), failed)

    def _play(self, thought: Thought, words: str, failed: str) -> None:
        """Back at the table; what was thought about a table that has changed is thought again."""
        if thought.era != self.era:
            return
        seat, match = thought.seat, self.sitting.match
        self.thinking.discard(seat)
        if seat in self.sitting.acting_bots() and not match.is_stale(seat, thought.ply):
            try:
                self.sitting.play(seat, words)
            except Refusal as refused:
                failed = str(refused)
                self.sitting.play(seat, match.game.format(match.state.late_move(seat)))
        self.table.changed()
        if failed:
            self.table.tell("frame.bot-failed", who=self.table.sentences.name(seat), why=failed)

    # The clock

    def _note_time(self) -> None:
        """When each ply was reached, as far as we were there."""
        while len(self.reached) <= self.sitting.match.ply:
            self.reached.append(self.clock())

    def seconds_left(self) -> float | None:
        """Until CLOCK acts; None where nothing is timed."""
        timer = self.sitting.match.state.timer()
        if timer is None:
            return None
        since, wait = timer
        return max(0.0, self.reached[since] + wait / 1000 - self.clock())

    def _set_alarm(self) -> None:
        if self.alarm is not None:
            self.alarm.stop()
            self.alarm = None
        left = self.seconds_left()
        if left is not None and CLOCK in self.sitting.match.state.actors():
            self.alarm = self._after(left, self.ring)

    def ring(self) -> None:
        """Its first move, if the time really is up."""
        match = self.sitting.match
        left = self.seconds_left()
        if left is None or CLOCK not in match.state.actors():
            return
        if left > 0:
            self._set_alarm()
            return
        self.sitting.play(CLOCK, match.game.format(match.state.moves(CLOCK)[0]))
        self.table.changed()
