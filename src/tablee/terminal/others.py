"""The others at the table: bots, which think beside the screen, and the clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from tablee import bots
from tablee.core.generator import Generator
from tablee.core.refusal import Refusal
from tablee.core.state import CLOCK, State

if TYPE_CHECKING:
    from tablee.terminal.table import TableScreen

BUDGET = bots.Budget()
# The longest time, in seconds, for which a table shows something to remember; longer waits are deadlines.
SHOWN = 6.0


class Others:
    """Lets bots act at a pace that people can follow, and CLOCK when its time has come."""

    def __init__(self, table: TableScreen, pace: float, clock: Callable[[], float]) -> None:
        self.table = table
        self.sitting = table.sitting
        self.pace = pace
        self.clock = clock
        self.luck = Generator(secrets.token_hex(8))
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
                self._after(self._delay(), partial(self._begin, seat, self.era))
        self._set_alarm()

    def forget(self) -> None:
        """A move was taken back: thoughts about what came after it are worth nothing."""
        self.era += 1
        self.thinking.clear()
        del self.reached[self.sitting.match.ply + 1 :]

    def _after(self, seconds: float, action: Callable[[], None]) -> Timer:
        return self.table.set_timer(max(seconds, 0.001), action)

    def _delay(self) -> float:
        """How long a bot lets people look before it acts."""
        acting = self.sitting.match.state.actors()
        left = self.seconds_left()
        if CLOCK in acting and len(acting) == 2 and left is not None and left < SHOWN:
            # Alone with the clock: something is being shown for a while, and a bot has no need to look.
            return left + self.pace
        # Where several act at once they do not all act in the same moment.
        return self.pace * (1 + self.luck.real()) if len(acting) > 1 else self.pace

    # Bots

    def _begin(self, seat: int, era: int) -> None:
        """Think about the table as it is now, in a thread of its own."""
        if era != self.era or seat not in self.sitting.acting_bots():
            self.thinking.discard(seat)
            return
        truth, ply = self.sitting.match.state.copy(), self.sitting.match.ply
        self.table.run_worker(partial(self._think, seat, era, ply, truth), thread=True, group=f"seat {seat}")

    def _think(self, seat: int, era: int, ply: int, truth: State) -> None:
        """In the thread: the truth stays in `choose`, the bot sees a view."""
        try:
            bot = bots.load(self.sitting.chairs[seat].bot or "", self.sitting.match.game)
            move = bots.choose(bot, truth, seat, BUDGET, Generator(secrets.token_hex(8)))
        except Exception:  # somebody's bot may fail in any way, and the match must go on
            move = truth.late_move(seat)
        words = self.sitting.match.game.say(move)
        self.table.app.call_from_thread(self._play, seat, era, ply, words)

    def _play(self, seat: int, era: int, ply: int, words: str) -> None:
        """Back at the table; what was thought about a table that has changed is thought again."""
        if era != self.era:
            return
        self.thinking.discard(seat)
        match = self.sitting.match
        if seat in self.sitting.acting_bots() and not match.is_stale(seat, ply):
            try:
                self.sitting.play(seat, words)
            except Refusal:
                self.sitting.play(seat, match.game.say(match.state.late_move(seat)))
        self.table.changed()

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
        self.sitting.play(CLOCK, match.game.say(match.state.moves(CLOCK)[0]))
        self.table.changed()
