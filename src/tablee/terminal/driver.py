"""The driver of a table: asks bots for moves in worker threads, and plays moves of CLOCK when they are due.

Used by `terminal.table`. All methods run on the event loop of the app, except `_compute_move`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tablee import bots
from tablee.core.errors import Refusal
from tablee.core.race import UNTIMED_SLOWDOWN
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State

if TYPE_CHECKING:
    from tablee.terminal.table import TableScreen

# In seconds. A shorter wait for CLOCK shows something to memorize, a longer one is a deadline.
LONGEST_DISPLAY = 6.0


@dataclass(frozen=True)
class BotTask:
    """One request to a bot for a move, with the generation and the ply for which it was made."""

    seat: int
    generation: int
    ply: int
    bot: bots.Bot


class Driver:
    """Plays for the seats of bots and for CLOCK.

    `pending` holds the seats whose bot waits for its delay or computes. `generation` grows when moves are
    undone or the app closes; tasks of an older generation are dropped. `ply_times` has, for each ply, the
    seconds that `clock` showed when it was reached.
    """

    def __init__(self, table: TableScreen, bot_delay: float) -> None:
        self.table = table
        self.session = table.session
        self.bot_delay = bot_delay
        self.clock: Callable[[], float] = time.monotonic
        self.rng = Rng(secrets.token_hex(8))
        self.bots: dict[int, bots.Bot] = {}
        self.pending: set[int] = set()
        self.generation = 0
        self.ply_times: list[float] = []
        self.clock_timer: asyncio.TimerHandle | None = None

    def schedule(self) -> None:
        """Start a task for each acting bot without one, and set the timer of CLOCK. Call after a change."""
        self._record_ply_times()
        for seat in self.session.acting_bots():
            if seat not in self.pending:
                self.pending.add(seat)
                self._after(self._delay(self._bot(seat)), partial(self._start_task, seat, self.generation))
        self._set_clock_timer()

    def cancel(self) -> None:
        """Drop all tasks, and the times of plies that were undone. Call after an undo and before exit."""
        self.generation += 1
        self.bots.clear()
        self.pending.clear()
        del self.ply_times[self.session.match.ply + 1 :]

    def _after(self, seconds: float, action: Callable[[], None]) -> asyncio.TimerHandle:
        """Call `action` on the table after some seconds, at least 0.

        Textual's own `set_timer` drops a short timer if the process is suspended when it starts.
        """
        return asyncio.get_running_loop().call_later(seconds, self.table.call_later, action)

    def _delay(self, bot: bots.Bot) -> float:
        """Return how many seconds a bot waits before it computes its move."""
        acting = self.session.match.state.actors()
        left = self.seconds_left()
        if CLOCK in acting and len(acting) == 2 and left is not None and left < LONGEST_DISPLAY:
            # Without the wait, the bot could end the display before people have memorized it.
            return left + self.bot_delay
        if len(acting) - (CLOCK in acting) > 1:
            # Where seats act at once, a bot is as fast as its level, with some variation.
            seconds = bots.pause(bots.pace(bot), self.rng.real()) / 1000 if self.bot_delay else 0
            is_race = any(self.session.match.state.race_start(seat) is not None for seat in acting)
            return UNTIMED_SLOWDOWN * seconds if is_race and CLOCK not in acting else seconds
        return self.bot_delay

    # Bots

    def _bot(self, seat: int) -> bots.Bot:
        """Return the bot of a seat: the same object until `cancel`, since a bot may have a memory."""
        if seat not in self.bots:
            self.bots[seat] = bots.load(self.session.players[seat].bot or "", self.session.match.game)
        return self.bots[seat]

    def _start_task(self, seat: int, generation: int) -> None:
        """Let a bot choose its move in a worker thread, unless `generation` or the seat's turn is over."""
        if generation != self.generation:
            return
        if seat not in self.session.acting_bots():
            self.pending.discard(seat)
            return
        task = BotTask(seat, generation, self.session.match.ply, self._bot(seat))
        state = self.session.match.state.copy()
        self.table.run_worker(partial(self._compute_move, task, state), thread=True, group=f"seat {seat}")

    def _compute_move(self, task: BotTask, state: State) -> None:
        """Compute a move and hand it to the event loop. Runs in a worker thread.

        `bots.choose` passes only the view of the seat to the bot. If the bot raises, its late move is played.
        """
        budget = bots.Budget(cancelled=lambda: task.generation != self.generation)
        failure = ""
        try:
            move = bots.choose(task.bot, state, task.seat, budget, Rng(secrets.token_hex(8)))
        except Exception as error:  # a user's own bot may raise anything, and the match must go on
            failure = f"{type(error).__name__}: {error}"
            move = state.late_move(task.seat)
        if task.generation == self.generation:
            words = self.session.match.game.format(move)
            self.table.app.call_from_thread(self._finish_task, task, words, failure)

    def _finish_task(self, task: BotTask, words: str, failure: str) -> None:
        """Play the computed move; if the seat's choices have changed since the task began, compute again."""
        if task.generation != self.generation:
            return
        seat, match = task.seat, self.session.match
        self.pending.discard(seat)
        if seat in self.session.acting_bots() and not match.is_stale(seat, task.ply):
            try:
                self.session.play(seat, words)
            except Refusal as refused:
                failure = str(refused)
                self.session.play(seat, match.game.format(match.state.late_move(seat)))
        self.table.match_changed()
        if failure:
            self.table.show_notice("frame.bot-failed", who=self.table.sentences.name(seat), why=failure)

    # The clock

    def _record_ply_times(self) -> None:
        """Record the current time for each ply reached since the last call; a resumed match starts now."""
        while len(self.ply_times) <= self.session.match.ply:
            self.ply_times.append(self.clock())

    def seconds_left(self) -> float | None:
        """Return the seconds until CLOCK is due, at least 0; None if no timer is running."""
        timer = self.session.match.state.timer()
        if timer is None:
            return None
        since, wait = timer
        return max(0.0, self.ply_times[since] + wait / 1000 - self.clock())

    def _set_clock_timer(self) -> None:
        if self.clock_timer is not None:
            self.clock_timer.cancel()
            self.clock_timer = None
        left = self.seconds_left()
        if left is not None and CLOCK in self.session.match.state.actors():
            self.clock_timer = self._after(left, self.play_clock_move)

    def play_clock_move(self) -> None:
        """Play the first move of CLOCK if it is due; set the timer again if it is not."""
        match = self.session.match
        left = self.seconds_left()
        if left is None or CLOCK not in match.state.actors():
            return
        if left > 0:
            self._set_clock_timer()
            return
        self.session.play(CLOCK, match.game.format(match.state.moves(CLOCK)[0]))
        self.table.match_changed()
