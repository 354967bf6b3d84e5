"""Run what is due at tables without a request: moves of CLOCK, deadlines, moves of bots.

Each table in memory has a timer. A sweep of the index finds tables that no process has in memory. Several
processes may run the same table: the event log keeps only the first event.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from tablee.server.domain import calls, daily, events, race_clock, schedule
from tablee.server.domain.calls import Call
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.schedule import Pace
from tablee.server.domain.table import Table
from tablee.server.errors import NotStored
from tablee.server.runtime.bot_runner import BotRunner, Decision
from tablee.server.runtime.registry import STOPPED_CODES, TableRegistry
from tablee.server.runtime.table_actor import TableActor, summarize
from tablee.server.storage.rows import TableSummary
from tablee.server.supervision import BoundedLog

# Milliseconds for which the first process that claims a bot's move keeps it.
CLAIM_TIME = 3_000
# Seconds between two sweeps, and how overdue (ms) a table must be to be swept.
SWEEP_INTERVAL = 1.0
OVERDUE = 2_000
# Tables of the sweep that are run at the same time.
MAX_SWEPT = 100
# Milliseconds without a request after which a match of bots alone stops, unless it is watched.
BOTS_ALONE = 600_000
# Attempts to run a table after which it is set aside, if each raises something unexpected.
MAX_FAILURES = 3
LOG = logging.getLogger(__name__)


async def call_nobody(_table: Table, _calls: Sequence[Call]) -> None:
    """Do nothing: the default of `Scheduler.on_calls`."""


class Scheduler:
    """Timers of the tables in memory, and the sweep for all others."""

    def __init__(self, registry: TableRegistry, pace: Pace, bot_pool: BotRunner) -> None:
        self.registry = registry
        self.pace = pace
        self.bot_pool = bot_pool
        # The timer of each table, and when (ms since 1970) it is due.
        self.timers: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        self.running: set[str] = set()
        # Tables of the sweep that are being run.
        self.swept: set[str] = set()
        # Searches of bots by table, each with a function that says whether its position is gone.
        self.searches: dict[str, dict[asyncio.Task[str], Callable[[Table], bool]]] = {}
        # Tables whose bot move another process has claimed: event number, and until when (ms since 1970).
        self.delegated: dict[str, tuple[int, int]] = {}
        # Unexpected exceptions in a row, by table.
        self.failures: Counter[str] = Counter()
        # Tables set aside before this are tried once more: the rules may be others now.
        self.started = registry.clock()
        self.log = BoundedLog(LOG)
        # Called with the calls that are due at a table, also with those of earlier looks.
        self.on_calls: Callable[[Table, Sequence[Call]], Awaitable[None]] = call_nobody
        # When (ms since 1970) to look at a table again because a person has left, or a call was not stored.
        self.looks: dict[str, int] = {}
        registry.pace = pace
        registry.listeners.append(self.set_timer)
        registry.on_watched = self.set_timer
        registry.on_left = self.look_again

    def set_timer(self, table: Table) -> None:
        """Set the timer of a table to its next due time, unless it is set to an earlier time.

        Cancels searches for positions that are gone.
        """
        for search, is_stale in self.searches.get(table.id, {}).items():
            if is_stale(table):
                search.cancel()
        now, planned = self.registry.clock(), self.timers.get(table.id)
        look = None if table.id in self.running else self._next_look(table, now)
        due = None if look is None else max(look, self._delegated_until(table))
        if planned is not None:
            if due is not None and planned[0] <= due:
                # It finds nothing due then, and sets the next one: cheaper than another timer for each move.
                return
            self.timers.pop(table.id)[1].cancel()
        if due is not None:
            # One millisecond more, because the loop may call slightly early.
            wait = max(0, due - now + 1) / 1_000
            timer = asyncio.get_running_loop().call_later(wait, self._on_timer, table.id, now)
            self.timers[table.id] = (due, timer)

    def _next_look(self, table: Table, now: int) -> int | None:
        """Return when something is due at a table; None for never, or while bots play alone and unwatched."""
        if self._is_stopped(table, now):
            return None
        look, again = calls.next_look(table, now, self.pace), self.looks.get(table.id)
        return look if again is None or (look is not None and look < again) else again

    def look_again(self, table: Table, visitor_id: str) -> None:
        """Look at a table some time after a person has left it during a decision, or before the match."""
        now = self.registry.clock()
        if any(call.visitor_id == visitor_id for call in calls.due_calls(table, now, self.pace)):
            self._plan_look(table, now + self.pace.call_after)

    def _plan_look(self, table: Table, at: int) -> None:
        """Look at a table at a time, in this process, or in any other if this one is gone by then."""
        self.looks[table.id] = at
        self.set_timer(table)
        self.registry.store.put_summary(self._summary(table))

    def _summary(self, table: Table) -> TableSummary:
        return summarize(table, self._next_look(table, self.registry.clock()))

    def _is_stopped(self, table: Table, now: int) -> bool:
        """Return whether bots play alone and unwatched; the match goes on when it is watched again."""
        if self.registry.is_watched(table.id) or table.people() or table.opened.daily:
            return False
        return now >= table.last_request_at + BOTS_ALONE

    def _delegated_until(self, table: Table) -> int:
        """Return until when (ms since 1970) another process runs this table; 0 if none does."""
        seq, until = self.delegated.get(table.id, (0, 0))
        if seq != table.seq:
            self.delegated.pop(table.id, None)
            return 0
        return until

    def _on_timer(self, table_id: str, since: int) -> None:
        """Run a table if something has become due since its timer was set (ms since 1970)."""
        self.timers.pop(table_id, None)
        actor = self.registry.actors.get(table_id)
        look = since if actor is None else self._next_look(actor.table, since)
        if actor is None or (look is not None and look <= self.registry.clock()):
            self.registry.spawn(self.run_due(table_id))
        else:
            self.set_timer(actor.table)

    async def run_due(self, table_id: str) -> None:
        """Do everything that is due at a table, then set its timer again. Never raises."""
        if table_id in self.running:
            return
        self.running.add(table_id)
        try:
            actor = await self.registry.get(table_id)
            await self.registry.folding(table_id, self._run(actor))
            self.running.discard(table_id)
            self.set_timer(actor.table)
            self.failures.pop(table_id, None)
        except NotStored as refused:
            # The sweep will try again.
            self.log.write(logging.WARNING, "not-run", refused.code)
        except Exception as error:
            await self._on_failure(table_id, error)
        finally:
            self.running.discard(table_id)

    async def _on_failure(self, table_id: str, error: Exception) -> None:
        """Count and log an exception at a table; after MAX_FAILURES in a row, set it aside."""
        if getattr(error, "code", "") in STOPPED_CODES:
            return
        self.failures[table_id] += 1
        self.registry.counts["run failed"] += 1
        self.log.write_error("run-failed", error)
        if self.failures[table_id] >= MAX_FAILURES:
            del self.failures[table_id]
            await self.registry.set_aside(table_id, "run-failed", error)

    async def _run(self, actor: TableActor) -> None:
        await actor.follow_up()
        if self._is_stopped(actor.table, self.registry.clock()):
            return
        await actor.append_event(schedule.clock_move)
        await actor.append_event(schedule.late_seat)
        seats = schedule.bots_due(actor.table, self.registry.clock(), self.pace)
        playing = [self._play_bot(actor, seat) for seat in seats]
        # All of them end before the first exception is raised.
        for result in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(result, BaseException):
                raise result
        await self._call(actor.table)

    async def _call(self, table: Table) -> None:
        """Pass the calls that are due on; raises NotStored if they could not be kept, to be tried again."""
        now = self.registry.clock()
        if self.looks.get(table.id, now) <= now:
            self.looks.pop(table.id, None)
        try:
            await self.on_calls(table, calls.due_calls(table, now, self.pace))
        except NotStored:
            self._plan_look(table, now + OVERDUE)
            raise

    async def _play_bot(self, actor: TableActor, seat: int) -> None:
        """Let the bot of a seat choose a move, and append it if the position is still the same."""
        table = actor.table
        bot, match = table.chairs[seat].acting_bot, table.playing()
        ply, undos = match.ply, len(table.undone)
        # The start of the decision identifies it, whatever the other seats do meanwhile.
        asked = table.clocks.seats[seat].latest
        bus, decision = self.registry.bus, f"{table.id} {seat} {asked} {undos}"
        if bus is not None and not await bus.claim(decision, CLAIM_TIME):
            self.delegated[table.id] = (table.seq, self.registry.clock() + CLAIM_TIME)
            return
        choice = self.bot_pool.choose_move(bot, match.game.key, match.state, seat, decision_of(table, seat))

        def is_stale(table: Table) -> bool:
            changed = undos != len(table.undone) or table.playing().is_stale(seat, ply)
            return changed or bot != table.chairs[seat].acting_bot or seat not in table.acting()

        words = await self._search(table.id, choice, is_stale)

        def moved(table: Table, now: int) -> AnyEvent | None:
            if words is None or is_stale(table):
                return None
            match = table.playing()
            legal = match.state.allows(seat, match.game.parse(words))
            chosen = words if legal else match.game.format(match.state.late_move(seat))
            of_deal = bool(table.opened.daily)
            elapsed = daily.bot_elapsed(table, seat) if of_deal else race_clock.elapsed(table, seat, now)
            return events.Moved(seat, chosen, "bot", elapsed)

        await actor.append_event(moved)

    async def _search(
        self, table_id: str, choice: Coroutine[Any, Any, str], is_stale: Callable[[Table], bool]
    ) -> str | None:
        """Return the choice of a bot; None if it is cancelled because its position is gone."""
        search = asyncio.ensure_future(choice)
        self.searches.setdefault(table_id, {})[search] = is_stale
        try:
            await asyncio.wait([search])
            return None if search.cancelled() else search.result()
        finally:
            search.cancel()
            del self.searches[table_id][search]
            if not self.searches[table_id]:
                del self.searches[table_id]

    async def sweep_forever(self) -> None:
        """Sweep at regular intervals until cancelled."""
        await self.registry.monitor.run_forever("sweep", self.sweep, SWEEP_INTERVAL)

    async def sweep(self) -> None:
        """Start to run every overdue table of the index, which no living process seems to have in memory.

        Does not wait for them: a bot that hangs delays its own table only. Raises NotStored if the database
        is away.
        """
        due = await self.registry.store.due(self.registry.clock() - OVERDUE, MAX_SWEPT, self.started)
        new = [table_id for table_id in due if table_id not in self.swept]
        for table_id in new[: MAX_SWEPT - len(self.swept)]:
            self.swept.add(table_id)
            self.registry.spawn(self._sweep_table(table_id))

    async def _sweep_table(self, table_id: str) -> None:
        """Run an overdue table and write its summary. Never raises."""
        try:
            actor = await self.registry.get(table_id)
            await self.registry.catch_up(actor)
            await self.run_due(table_id)
            self.registry.store.put_summary(self._summary(actor.table))
        except NotStored as refused:
            self.log.write(logging.WARNING, "not-run", refused.code)
        except Exception as error:
            await self._on_failure(table_id, error)
        finally:
            self.swept.discard(table_id)

    def close(self) -> None:
        """Cancel all timers."""
        for _, timer in self.timers.values():
            timer.cancel()
        self.timers.clear()


def decision_of(table: Table, seat: int) -> Decision:
    """Return what a bot's decision depends on beside the position: at the deal of the day, on the deal alone.

    The bots of the deal have a budget of simulations; only the expert's search is also limited in time.
    """
    if not table.opened.daily:
        return Decision(memory_key=f"{table.id} {seat}")
    is_expert = table.chairs[seat].bot == daily.EXPERT
    return Decision(daily.memory_key(table, seat), daily.bot_seed(table, seat), unhurried=not is_expert)
