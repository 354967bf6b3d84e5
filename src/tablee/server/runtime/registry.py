"""One process: the tables it has at hand, those who look at them, and the bus to other processes."""

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
from tablee.server.domain.commands import AnyRequest
from tablee.server.domain.decide import new_id
from tablee.server.domain.events import Opened
from tablee.server.domain.table import Table
from tablee.server.rate_limit import TooMuch
from tablee.server.realtime.rooms import Elsewhere, Room, Socket
from tablee.server.runtime.bus import Alone, Bus
from tablee.server.runtime.table_actor import Authority, wall_clock
from tablee.server.storage.event_store import NotStored, Store

# Tables kept at hand although nobody looks at them.
AT_HAND = 500
UNFINISHED = 30
ID_LENGTH = 16
# A process that was not heard of for so many milliseconds is taken to be gone.
FORGOTTEN = 10_000


class House:
    """Finds tables, grants wishes, and tells those who look."""

    def __init__(self, store: Store, bus: Bus | None = None, clock: Callable[[], int] = wall_clock) -> None:
        self.store = store
        self.bus = bus or Alone()
        self.clock = clock
        self.name = secrets.token_hex(4)
        self.authorities: dict[str, Authority] = {}
        self.loading: dict[str, asyncio.Task[Authority]] = {}
        self.rooms: dict[str, Room] = {}
        self.counts: Counter[str] = Counter()
        self.on_change: Callable[[Table], None] = lambda _: None
        self.tasks: set[asyncio.Task[None]] = set()

    # Tables

    async def table(self, table_id: str) -> Authority:
        """The authority for a table, which is read from the log if it is not at hand."""
        known = self.authorities.get(table_id)
        if known is not None and known.table.exists:
            # What was used last is kept longest.
            self.authorities[table_id] = self.authorities.pop(table_id)
            return known
        if len(table_id) != ID_LENGTH:
            raise Unreadable("no-such-table")
        if table_id not in self.loading:
            self.loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self.loading[table_id])

    async def _load(self, table_id: str) -> Authority:
        try:
            authority = Authority(table_id, self.store, self, self.clock)
            await authority.refresh()
            if not authority.table.exists:
                raise Unreadable("no-such-table")
            return self._keep(authority)
        finally:
            del self.loading[table_id]

    def _keep(self, authority: Authority) -> Authority:
        """There is one authority for a table in a process, or two would not hear of each other at once."""
        kept = self.authorities.setdefault(authority.table.id, authority)
        idle = [key for key in self.authorities if key not in self.rooms]
        for key in idle[: max(0, len(self.authorities) - AT_HAND)]:
            if not self.authorities[key].lock.locked():
                del self.authorities[key]
        return kept

    async def open(self, opened: Opened, table_id: str | None = None) -> Authority:
        """A new table, if its host has not too many already."""
        going_on = await self.store.tables_of(opened.host, going_on=True, limit=UNFINISHED)
        if len(going_on) >= UNFINISHED:
            raise TooMuch("too-many-tables", most=UNFINISHED)
        # At hand before anything happens, or whoever drives it would read it from the log a second time.
        authority = self._keep(Authority(table_id or new_id(), self.store, self, self.clock))
        await authority.open(opened)
        self.counts["tables"] += 1
        return authority

    async def ask(self, table_id: str, who: str, request: AnyRequest, round_trip: int = 0) -> int:
        """Grant a wish at a table."""
        authority = await self.table(table_id)
        try:
            seq = await authority.ask(who, request, round_trip)
        except Refusal as refused:
            self.counts[f"refused {refused.code}"] += 1
            raise
        self.counts[f"granted {type(request).__name__.lower()}"] += 1
        if isinstance(request, commands.Rematch):
            await self.rematch(authority.table, who)
        return seq

    async def rematch(self, table: Table, who: str) -> Authority:
        """The table that was agreed on; its key lets it be opened only once."""
        if not table.rematch:
            raise Illegal("not-over")
        if table.seat_of(who) is None:
            raise Illegal("not-seated")
        if table.rematch not in self.authorities:
            return await self.open(create.once_more(table, who), table.rematch)
        return self.authorities[table.rematch]

    # Telling

    def changed(self, table: Table) -> None:
        """The audience of every authority here."""
        self.show(table)
        self.bus.publish(self.name, table.id, table.seq)
        self.on_change(table)

    def show(self, table: Table) -> None:
        """Wake those who look."""
        room = self.rooms.get(table.id)
        if room is not None:
            room.changed()
            # Whoever looked on may have sat down, or got up.
            if room.here() != room.shown:
                self._presence_changed(room)

    def enter(self, socket: Socket) -> None:
        """Somebody begins to look."""
        room = self.rooms[socket.sight.table.id]
        room.sockets.add(socket)
        socket.changed()
        self._presence_changed(room)

    def room(self, authority: Authority) -> Room:
        """The room around a table."""
        return self.rooms.setdefault(authority.table.id, Room(authority.table))

    def leave(self, socket: Socket) -> None:
        """Somebody looks away."""
        room = self.rooms[socket.sight.table.id]
        room.sockets.discard(socket)
        self.counts["dropped"] += socket.gone
        self._presence_changed(room)
        if not room.sockets:
            del self.rooms[socket.sight.table.id]

    def _presence_changed(self, room: Room) -> None:
        room.show_presence()
        self.bus.publish(self.name, room.sight.table.id, room.here())

    # Other processes

    def hear(self, message: str) -> None:
        """A message from the bus: how far a table is, or who is connected elsewhere."""
        name, table_id, told = json.loads(message)
        authority = self.authorities.get(table_id)
        if name == self.name or authority is None:
            return
        if isinstance(told, int):
            if told > authority.table.seq:
                self.spawn(self.catch_up(authority))
        elif table_id in self.rooms:
            self.rooms[table_id].told_elsewhere(name, Elsewhere(told[0], told[1], self.clock()))

    async def catch_up(self, authority: Authority) -> None:
        """Read what others wrote."""
        with suppress(NotStored):
            async with authority.lock:
                await authority.refresh()

    async def heal(self) -> None:
        """One question to the log about all tables at hand: what the bus lost is found here."""
        for room in self.rooms.values():
            room.let_go()
        last = await self.store.last(list(self.authorities))
        for table_id, seq in last.items():
            authority = self.authorities.get(table_id)
            if authority is not None and authority.table.seq < seq:
                self.counts["healed"] += 1
                await self.catch_up(authority)
        for room in self.rooms.values():
            room.forget(self.clock() - FORGOTTEN)
            self.bus.publish(self.name, room.sight.table.id, room.here())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; kept from being forgotten half-way."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Stop gracefully: nobody is told anything new, what waits is written."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bus.close()
        await self.store.close()
