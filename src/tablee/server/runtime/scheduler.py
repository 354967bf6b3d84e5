"""Lets things happen by themselves: clocks, deadlines, bots. Whoever notices first does it."""

from __future__ import annotations

import asyncio
import logging

from tablee.core.errors import Refusal
from tablee.server.domain import events, race_clock, schedule
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.schedule import Pace
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.runtime.bot_pool import Thinkers
from tablee.server.runtime.registry import House
from tablee.server.runtime.table_actor import Authority, place_of

# How long a bot's question is left to the process that took it first, in milliseconds.
LEASE = 3_000
# How often the shelf is searched for tables that nobody drives, and how overdue they must be.
SWEEP = 1.0
OVERDUE = 2_000
LOG = logging.getLogger(__name__)


class Driver:
    """An alarm for each table at hand, and a look at the shelf for all others."""

    def __init__(self, house: House, pace: Pace, thinkers: Thinkers) -> None:
        self.house = house
        self.pace = pace
        self.thinkers = thinkers
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.busy: set[str] = set()
        # Tables whose bots another process thinks for: at which event, and until when.
        self.left: dict[str, tuple[int, int]] = {}
        house.on_change = self.schedule

    def schedule(self, table: Table) -> None:
        """Set the alarm for what happens next at a table."""
        alarm = self.alarms.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        self._count_down(table)
        due = schedule.next_due(table, self.pace)
        if due is not None and table.id not in self.busy:
            # A timer may ring a moment early; a millisecond more makes sure that it is really due.
            wait = max(0, max(due, self._left(table)) - self.house.clock() + 1) / 1_000
            self.alarms[table.id] = asyncio.get_running_loop().call_later(wait, self._ring, table.id)

    def _left(self, table: Table) -> int:
        """Until when this table is left to another process, which also keeps its clocks."""
        seq, until = self.left.get(table.id, (0, 0))
        if seq != table.seq:
            self.left.pop(table.id, None)
            return 0
        return until

    def _count_down(self, table: Table) -> None:
        """Show the start of a race when it comes, to whom it concerns."""
        starts = {race_clock.starts(table, viewer) or 0 for viewer in range(SPECTATOR, len(table.chairs))}
        for wait in (start - self.house.clock() for start in starts):
            if wait > 0:
                asyncio.get_running_loop().call_later((wait + 1) / 1_000, self.house.show, table)

    def _ring(self, table_id: str) -> None:
        self.alarms.pop(table_id, None)
        self.house.spawn(self.drive(table_id))

    async def drive(self, table_id: str) -> None:
        """Do whatever is due at a table, then set its alarm again."""
        if table_id in self.busy:
            return
        self.busy.add(table_id)
        try:
            authority = await self.house.table(table_id)
            await self._do(authority)
            self.busy.discard(table_id)
            self.schedule(authority.table)
        except Refusal as wrong:
            # The sweep comes back to it.
            LOG.warning("not-driven", extra={"told": [wrong.code]})
        finally:
            self.busy.discard(table_id)

    async def _do(self, authority: Authority) -> None:
        await authority.follow_up()
        await authority.happen(schedule.clock_move)
        await authority.happen(schedule.late_seat)
        seats = schedule.bots_due(authority.table, self.house.clock(), self.pace)
        await asyncio.gather(*(self._bot(authority, seat) for seat in seats))

    async def _bot(self, authority: Authority, seat: int) -> None:
        """Ask the bot of a seat, and play what it says if the question still stands."""
        table = authority.table
        bot, match = table.chairs[seat].driver, table.playing()
        ply, era = match.ply, len(table.undone)
        # Since when it is asked tells one decision from another, whatever the others do meanwhile.
        asked = table.clocks.seats[seat].latest
        if not await self.house.bus.claim(f"{table.id} {seat} {asked} {era}", LEASE):
            self.left[table.id] = (table.seq, self.house.clock() + LEASE)
            return
        words = await self.thinkers.move(bot, match.game.key, match.state, seat, mind=f"{table.id} {seat}")

        def still(now_at: Table, at: int) -> AnyEvent | None:
            now = now_at.playing()
            changed = era != len(now_at.undone) or now.is_stale(seat, ply)
            if changed or bot != now_at.chairs[seat].driver or seat not in now_at.acting():
                return None
            move = now.game.parse(words)
            legal = now.state.allows(seat, move)
            said = words if legal else now.game.format(now.state.late_move(seat))
            return events.Moved(seat, said, "bot", race_clock.elapsed(now_at, seat, at))

        await authority.happen(still)

    async def sweep_for_ever(self) -> None:
        """Find tables that are overdue: nobody has them at hand, or whoever had them is gone."""
        while True:
            try:
                await self.sweep()
            except Refusal as wrong:
                LOG.warning("not-swept", extra={"told": [wrong.code]})
            await asyncio.sleep(SWEEP)

    async def sweep(self) -> None:
        """One look at the shelf."""
        for table_id in await self.house.store.due(self.house.clock() - OVERDUE):
            authority = await self.house.table(table_id)
            await self.house.catch_up(authority)
            await self.drive(table_id)
            self.house.store.put(place_of(authority.table, self.house.clock()))

    def close(self) -> None:
        """No more alarms."""
        for alarm in self.alarms.values():
            alarm.cancel()
        self.alarms.clear()
