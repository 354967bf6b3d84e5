"""The tables of one process: load them on demand, keep the recently used ones, follow other processes."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.server.domain import commands, create
from tablee.server.domain.commands import AnyCommand
from tablee.server.domain.create import SeedSecret
from tablee.server.domain.events import Opened
from tablee.server.domain.table import Table
from tablee.server.errors import LimitExceeded, NotStored
from tablee.server.rate_limit import Rate, TokenBuckets
from tablee.server.runtime.bus import Bus, LocalBus
from tablee.server.runtime.table_actor import TableActor, new_table_id, wall_clock
from tablee.server.storage.event_store import EventStore

# Tables kept in memory although nobody watches them.
MAX_IDLE = 500
MAX_UNFINISHED = 30
# Lines of chat from one network address, where a family may be.
CHATTING = Rate(burst=20, per_second=2)
ID_LENGTH = 16
SECRET_BYTES = 16


def draw_secret() -> SeedSecret:
    """Draw the server's part of a seed and its salt."""
    return SeedSecret(secrets.token_hex(SECRET_BYTES), secrets.token_hex(SECRET_BYTES))


class TableRegistry:
    """Table actors by id, with the bus that connects this process to others.

    `listeners` are called after each change of a table, local or remote. `presence_listeners` receive the
    presence messages of other processes: process name, table id, connected seats, number of spectators.
    `is_watched` tells which tables must stay in memory.
    """

    def __init__(
        self, store: EventStore, bus: Bus | None = None, clock: Callable[[], int] = wall_clock
    ) -> None:
        self.store = store
        self.bus = bus or LocalBus()
        self.clock = clock
        self.name = secrets.token_hex(4)
        self.actors: dict[str, TableActor] = {}
        self.loading: dict[str, asyncio.Task[TableActor]] = {}
        self.counts: Counter[str] = Counter()
        self.chatting = TokenBuckets(CHATTING)
        self.listeners: list[Callable[[Table], None]] = []
        self.presence_listeners: list[Callable[[str, str, list[int], int], None]] = []
        self.is_watched: Callable[[str], bool] = lambda _: False
        self.tasks: set[asyncio.Task[None]] = set()

    async def get(self, table_id: str) -> TableActor:
        """Return the actor of a table, loaded from the log if needed; raises Unreadable if there is none."""
        known = self.actors.get(table_id)
        if known is not None and known.table.exists:
            # Moved to the end: the least recently used tables are evicted first.
            self.actors[table_id] = self.actors.pop(table_id)
            return known
        if len(table_id) != ID_LENGTH:
            raise Unreadable("no-such-table")
        if table_id not in self.loading:
            self.loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self.loading[table_id])

    async def _load(self, table_id: str) -> TableActor:
        try:
            actor = self._new_actor(table_id)
            await actor.refresh()
            if not actor.table.exists:
                raise Unreadable("no-such-table")
            return self._keep(actor)
        finally:
            del self.loading[table_id]

    def _new_actor(self, table_id: str) -> TableActor:
        return TableActor(table_id, self.store, self.on_table_changed, self.clock)

    def _keep(self, actor: TableActor) -> TableActor:
        """Add an actor, evict idle ones. There is one per table, so that changes reach all viewers."""
        kept = self.actors.setdefault(actor.table.id, actor)
        idle = [key for key in self.actors if not self.is_watched(key)]
        for key in idle[: max(0, len(self.actors) - MAX_IDLE)]:
            if not self.actors[key].lock.locked():
                del self.actors[key]
        return kept

    async def open(self, opened: Opened, table_id: str | None = None) -> TableActor:
        """Open a table; raises LimitExceeded if its host has too many unfinished ones."""
        unfinished = await self.store.tables_of(opened.host, unfinished=True, limit=MAX_UNFINISHED)
        if len(unfinished) >= MAX_UNFINISHED:
            raise LimitExceeded("too-many-tables", most=MAX_UNFINISHED)
        # Kept before the first event, or the scheduler would load a second actor from the log.
        actor = self._keep(self._new_actor(table_id or new_table_id()))
        await actor.open(opened)
        self.counts["tables"] += 1
        return actor

    async def handle(
        self, table_id: str, visitor_id: str, command: AnyCommand, round_trip: int = 0, address: str = ""
    ) -> int:
        """Carry out a command at a table and return the number of its event; see `TableActor.handle`.

        With the network `address` of the sender, raises LimitExceeded for too much chat from there.
        """
        if address and isinstance(command, commands.Say):
            self.chatting.take(address)
        actor = await self.get(table_id)
        try:
            seq = await actor.handle(visitor_id, command, round_trip)
        except Refusal as refused:
            self.counts[f"refused {refused.code}"] += 1
            raise
        self.counts[f"granted {type(command).__name__.lower()}"] += 1
        if isinstance(command, commands.Rematch):
            await self.rematch(actor.table, visitor_id)
        return seq

    async def rematch(self, table: Table, visitor_id: str) -> TableActor:
        """Return the table of the rematch, opening it if needed. The log lets it be opened only once."""
        if not table.rematch:
            raise Illegal("not-over")
        if table.seat_of(visitor_id) is None:
            raise Illegal("not-seated")
        if table.rematch not in self.actors:
            return await self.open(create.open_rematch(table, draw_secret(), visitor_id), table.rematch)
        return self.actors[table.rematch]

    def on_table_changed(self, table: Table) -> None:
        """Notify other processes and the listeners of this one. Never blocks."""
        self.bus.publish(self.name, table.id, table.seq)
        for listener in self.listeners:
            listener(table)

    # Other processes

    def publish_presence(self, table_id: str, present: tuple[list[int], int]) -> None:
        """Tell other processes which seats are connected here, and how many spectators."""
        self.bus.publish(self.name, table_id, present)

    def on_bus_message(self, message: str) -> None:
        """Handle a message of another process: a new event number of a table, or its presence."""
        name, table_id, content = json.loads(message)
        actor = self.actors.get(table_id)
        if name == self.name or actor is None:
            return
        if isinstance(content, int):
            if content > actor.table.seq:
                self.spawn(self.catch_up(actor))
            return
        for listener in self.presence_listeners:
            listener(name, table_id, content[0], content[1])

    async def catch_up(self, actor: TableActor) -> None:
        """Fold what other processes appended; does nothing while the database is away."""
        with suppress(NotStored):
            async with actor.lock:
                await actor.refresh()

    async def poll_log(self) -> None:
        """Compare all tables in memory with the log, in one query: finds what the bus lost."""
        last = await self.store.last_seqs(list(self.actors))
        for table_id, seq in last.items():
            actor = self.actors.get(table_id)
            if actor is not None and actor.table.seq < seq:
                self.counts["healed"] += 1
                await self.catch_up(actor)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task that `close` cancels."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Cancel all tasks, then close the bus and the store; appends that wait are written."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bus.close()
        await self.store.close()
