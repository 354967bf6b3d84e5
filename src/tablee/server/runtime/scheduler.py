"""Run what is due at tables without a request: moves of CLOCK, deadlines, moves of bots.

Each table in memory has a timer. A sweep of the index finds tables that no process has in memory. Several
processes may run the same table: the event log keeps only the first event.
"""

from __future__ import annotations

import asyncio
import logging

from tablee.core.errors import Refusal
from tablee.server.domain import events, race_clock, schedule
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.schedule import Pace
from tablee.server.domain.table import Table
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.table_actor import TableActor, summarize

# Milliseconds for which the first process that claims a bot's move keeps it.
LEASE = 3_000
# Seconds between two sweeps, and how overdue (ms) a table must be to be swept.
SWEEP_INTERVAL = 1.0
OVERDUE = 2_000
LOG = logging.getLogger(__name__)


class Scheduler:
    """Timers of the tables in memory, and the sweep for all others."""

    def __init__(self, registry: TableRegistry, pace: Pace, bot_pool: BotPool) -> None:
        self.registry = registry
        self.pace = pace
        self.bot_pool = bot_pool
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.running: set[str] = set()
        # Tables whose bot move another process has claimed: event number, and until when (ms since 1970).
        self.delegated: dict[str, tuple[int, int]] = {}
        registry.listeners.append(self.set_timer)

    def set_timer(self, table: Table) -> None:
        """Set the timer of a table to its next due time, replacing the one before."""
        timer = self.timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        due = schedule.next_due(table, self.pace)
        if due is not None and table.id not in self.running:
            # One millisecond more, because the loop may call slightly early.
            wait = max(0, max(due, self._delegated_until(table)) - self.registry.clock() + 1) / 1_000
            self.timers[table.id] = asyncio.get_running_loop().call_later(wait, self._on_timer, table.id)

    def _delegated_until(self, table: Table) -> int:
        """Return until when another process runs this table; 0 if none does."""
        seq, until = self.delegated.get(table.id, (0, 0))
        if seq != table.seq:
            self.delegated.pop(table.id, None)
            return 0
        return until

    def _on_timer(self, table_id: str) -> None:
        self.timers.pop(table_id, None)
        self.registry.spawn(self.run_due(table_id))

    async def run_due(self, table_id: str) -> None:
        """Do everything that is due at a table, then set its timer again."""
        if table_id in self.running:
            return
        self.running.add(table_id)
        try:
            actor = await self.registry.get(table_id)
            await self._run(actor)
            self.running.discard(table_id)
            self.set_timer(actor.table)
        except Refusal as refused:
            # The sweep will try again.
            LOG.warning("not-driven", extra={"values": [refused.code]})
        finally:
            self.running.discard(table_id)

    async def _run(self, actor: TableActor) -> None:
        await actor.follow_up()
        await actor.append_event(schedule.clock_move)
        await actor.append_event(schedule.late_seat)
        seats = schedule.bots_due(actor.table, self.registry.clock(), self.pace)
        await asyncio.gather(*(self._play_bot(actor, seat) for seat in seats))

    async def _play_bot(self, actor: TableActor, seat: int) -> None:
        """Let the bot of a seat choose a move, and append it if the position is still the same."""
        table = actor.table
        bot, match = table.chairs[seat].acting_bot, table.playing()
        ply, undos = match.ply, len(table.undone)
        # The start of the decision identifies it, whatever the other seats do meanwhile.
        asked = table.clocks.seats[seat].latest
        if not await self.registry.bus.claim(f"{table.id} {seat} {asked} {undos}", LEASE):
            self.delegated[table.id] = (table.seq, self.registry.clock() + LEASE)
            return
        words = await self.bot_pool.choose_move(
            bot, match.game.key, match.state, seat, memory_key=f"{table.id} {seat}"
        )

        def moved(table: Table, now: int) -> AnyEvent | None:
            match = table.playing()
            changed = undos != len(table.undone) or match.is_stale(seat, ply)
            if changed or bot != table.chairs[seat].acting_bot or seat not in table.acting():
                return None
            legal = match.state.allows(seat, match.game.parse(words))
            chosen = words if legal else match.game.format(match.state.late_move(seat))
            return events.Moved(seat, chosen, "bot", race_clock.elapsed(table, seat, now))

        await actor.append_event(moved)

    async def sweep_forever(self) -> None:
        """Sweep at regular intervals until cancelled."""
        while True:
            try:
                await self.sweep()
            except Refusal as refused:
                LOG.warning("not-swept", extra={"values": [refused.code]})
            await asyncio.sleep(SWEEP_INTERVAL)

    async def sweep(self) -> None:
        """Run every overdue table of the index, which no living process seems to have in memory."""
        for table_id in await self.registry.store.due(self.registry.clock() - OVERDUE):
            actor = await self.registry.get(table_id)
            await self.registry.catch_up(actor)
            await self.run_due(table_id)
            self.registry.store.put_summary(summarize(actor.table, self.registry.clock()))

    def close(self) -> None:
        """Cancel all timers."""
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()
