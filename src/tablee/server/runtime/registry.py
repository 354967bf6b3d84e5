"""The tables of one process: load them on demand, keep the recently used ones, follow other processes."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.server.domain import commands, create
from tablee.server.domain.absence import agreed_replacement
from tablee.server.domain.commands import AnyCommand
from tablee.server.domain.create import SeedSecret
from tablee.server.domain.decide import vacated
from tablee.server.domain.events import Opened, Why
from tablee.server.domain.schedule import PACE
from tablee.server.domain.table import Table
from tablee.server.errors import LimitExceeded, NotStored
from tablee.server.rate_limit import Rate, TokenBuckets
from tablee.server.runtime.bus import Bus
from tablee.server.runtime.presence import Presence
from tablee.server.runtime.table_actor import MAX_DETAIL, CannotFold, TableActor, new_table_id, wall_clock
from tablee.server.storage.unchecked_record import unchecked_record
from tablee.server.supervision import BoundedLog

if TYPE_CHECKING:
    from tablee.server.storage.event_store import EventStore

T = TypeVar("T")
# Tables kept in memory although nobody watches them.
MAX_IDLE = 500
MAX_UNFINISHED = 30
# Lines of chat from one network address, where a family may be.
CHATTING = Rate(burst=20, per_second=2)
ID_LENGTH = 16
SECRET_BYTES = 16
# Milliseconds after which a table that was set aside is read again if a client asks for it.
ASIDE_RETRY = 60_000
MAX_ASIDE = 1_000
SET_ASIDE_CODES = ("table-other-rules", "table-set-aside")
# Refusals of a table that no process runs, for whatever reason.
STOPPED_CODES = (*SET_ASIDE_CODES, "table-closed")
LOG = logging.getLogger(__name__)


async def allow_viewer(_table: Table, _visitor_id: str) -> None:
    """Let everybody who has the link see a table: the default of `TableRegistry.check_viewer`."""


def draw_secret() -> SeedSecret:
    """Draw the server's part of a seed and its salt."""
    return SeedSecret(secrets.token_hex(SECRET_BYTES), secrets.token_hex(SECRET_BYTES))


class TableRegistry:
    """Table actors by id, with the bus that connects this process to others, None if there are none.

    What lies above (rooms, scheduler, people, moderation) sets its hooks.
    """

    def __init__(
        self, store: EventStore, bus: Bus | None = None, clock: Callable[[], int] = wall_clock
    ) -> None:
        self.store = store
        self.bus = bus
        self.clock = clock
        # How fast bots move; see `Scheduler`.
        self.pace = PACE
        self.name = secrets.token_hex(4)
        self.actors: dict[str, TableActor] = {}
        self.loading: dict[str, asyncio.Task[TableActor]] = {}
        self.counts: Counter[str] = Counter()
        # Notifications by channel and result.
        self.notifications: Counter[str] = Counter()
        self.chatting = TokenBuckets(CHATTING)
        self.presence = Presence(clock())
        self.tasks: set[asyncio.Task[None]] = set()
        self.monitor = store.monitor
        self.log = BoundedLog(LOG)
        # Tables that the host of the site has closed; visitors and network addresses that are banned.
        self.closed: frozenset[str] = frozenset()
        self.banned: frozenset[str] = frozenset()
        # Tables recently set aside: until when (ms since 1970) they are refused without reading them again.
        self.aside: dict[str, tuple[int, Refusal]] = {}
        self._init_hooks()

    def _init_hooks(self) -> None:
        """Set every hook to a default that does nothing."""
        # Called after each change of a table, here or in another process.
        self.listeners: list[Callable[[Table], None]] = []
        # Called with the presence in another process: its name, table id, connected seats, spectators.
        self.presence_listeners: list[Callable[[str, str, list[int], int], None]] = []
        # Called with table id and refusal when a table is set aside or closed.
        self.aside_listeners: list[Callable[[str, Refusal], None]] = []
        # Returns whether a table, by id, must stay in memory.
        self.is_watched: Callable[[str], bool] = lambda _: False
        # Called when a client connects to a table; and with the visitor id when one disconnects.
        self.on_watched: Callable[[Table], None] = lambda _: None
        self.on_left: Callable[[Table, str], None] = lambda *_: None
        # Raises Illegal for a visitor, by id, who may not see a table.
        self.check_viewer: Callable[[Table, str], Awaitable[None]] = allow_viewer
        # By type of command: raises Illegal for a visitor, by id, who may not send it to a table.
        self.command_checks: dict[type[AnyCommand], Callable[[Table, str], Awaitable[None]]] = {}
        # Called with table and visitor id when a banned visitor sends a command, or is seated at a new table.
        self.on_banned: Callable[[str, str], None] = lambda *_: None

    async def get(self, table_id: str) -> TableActor:
        """Return the actor of a table, loaded from the log if needed.

        Raises Unreadable if there is none, Illegal if it is closed or its events cannot be folded.
        """
        if table_id in self.closed:
            raise Illegal("table-closed")
        known = self.actors.get(table_id)
        if known is not None and known.table.exists:
            # Moved to the end: the least recently used tables are evicted first.
            self.actors[table_id] = self.actors.pop(table_id)
            return known
        if len(table_id) != ID_LENGTH:
            raise Unreadable("no-such-table")
        until, refusal = self.aside.get(table_id, (0, None))
        if refusal is not None and self.clock() < until:
            raise Illegal(refusal.code)
        if table_id not in self.loading:
            self.loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self.loading[table_id])

    async def viewed(self, table_id: str, visitor_id: str) -> Table:
        """Return a table for a visitor who looks at it, up to date with what other processes appended.

        Raises what `get` raises, and Illegal for a visitor who may not see the table.
        """
        actor = await self.get(table_id)
        await self.catch_up(actor)
        await self.check_viewer(actor.table, visitor_id)
        return actor.table

    async def _load(self, table_id: str) -> TableActor:
        try:
            actor = self._new_actor(table_id)
            await self.folding(table_id, actor.refresh())
            if not actor.table.exists:
                raise Unreadable("no-such-table")
            await self._put_back(table_id)
            return self._keep(actor)
        finally:
            del self.loading[table_id]

    def _new_actor(self, table_id: str) -> TableActor:
        actor = TableActor(table_id, self.store, self.on_table_changed, self.clock, self.pace)
        actor.left_at = lambda seat: self.presence.left_at(table_id, seat, self.clock())
        return actor

    def _keep(self, actor: TableActor) -> TableActor:
        """Add an actor unless its table has one, evict idle actors, and return the actor of the table."""
        kept = self.actors.setdefault(actor.table.id, actor)
        idle = [key for key in self.actors if not self.is_watched(key)]
        for key in idle[: max(0, len(self.actors) - MAX_IDLE)]:
            if not self.actors[key].lock.locked():
                del self.actors[key]
        return kept

    def set_closed(self, closed: frozenset[str]) -> None:
        """Set which tables are closed; drop those that are new from memory, and notify their subscribers."""
        new, self.closed = closed - self.closed, closed
        for table_id in new:
            self.actors.pop(table_id, None)
            for listener in self.aside_listeners:
                listener(table_id, Illegal("table-closed"))

    # Tables that cannot be folded

    async def folding(self, table_id: str, work: Awaitable[T]) -> T:
        """Return the result of `work`; if an event of the table cannot be folded in it, set the table aside.

        Raises Illegal then.
        """
        try:
            return await work
        except CannotFold as error:
            refusal = set_aside_refusal(error.reason)
            self._drop(table_id, refusal)
            await self.set_aside(table_id, error.reason, error)
            raise refusal from error

    def _drop(self, table_id: str, refusal: Refusal) -> None:
        """Remove the actor of a table whose events cannot be folded, and notify `aside_listeners`."""
        self.actors.pop(table_id, None)
        if len(self.aside) >= MAX_ASIDE:
            self.aside.clear()
        self.aside[table_id] = (self.clock() + ASIDE_RETRY, refusal)
        for listener in self.aside_listeners:
            listener(table_id, refusal)

    async def set_aside(self, table_id: str, reason: str, error: BaseException) -> None:
        """Note in the database that no process should run this table.

        Each process that is started later tries it once more. Does nothing while the database is away.
        """
        self.counts["set aside"] += 1
        # A complete id would let any reader of the log enter the table.
        self.log.write(logging.ERROR, "table-set-aside", f"{table_id[:4]}…", reason, error=error)
        with suppress(NotStored):
            detail = str(error) if isinstance(error, CannotFold) else f"{type(error).__name__}: {error}"
            await self.store.set_aside(table_id, reason, detail[:MAX_DETAIL], self.clock())

    async def _put_back(self, table_id: str) -> None:
        """Undo `set_aside` for a table that could be folded again; ignored while the database is away."""
        self.aside.pop(table_id, None)
        with suppress(NotStored):
            if await self.store.tables_set_aside(table_id):
                self.counts["put back"] += 1
                await self.store.put_back(table_id)

    async def record_set_aside(self, table_id: str) -> str | None:
        """Return the record of a finished match that cannot be folded, made without its rules, or None."""
        return unchecked_record(table_id, await self.store.read(table_id), public_at=self.clock())

    # Commands

    async def open(self, opened: Opened, table_id: str | None = None) -> TableActor:
        """Open a table; raises LimitExceeded if its host has too many unfinished ones."""
        unfinished = await self.store.tables_of(opened.host, unfinished=True, limit=MAX_UNFINISHED)
        if len(unfinished) >= MAX_UNFINISHED:
            raise LimitExceeded("too-many-tables", most=MAX_UNFINISHED)
        # Kept before the first event, or the scheduler would load a second actor from the log.
        actor = self._keep(self._new_actor(table_id or new_table_id()))
        await self.folding(actor.table.id, actor.open(opened))
        for guest in opened.guests:
            if guest.visitor_id in self.banned:
                self.on_banned(actor.table.id, guest.visitor_id)
        self.counts["tables"] += 1
        return actor

    async def handle(
        self, table_id: str, visitor_id: str, command: AnyCommand, round_trip: int = 0, address: str = ""
    ) -> int:
        """Carry out a command at a table and return the number of its event; see `TableActor.handle`.

        Raises Illegal for a banned visitor or network `address`, who may have been connected before the ban,
        and LimitExceeded for too much chat from an address.
        """
        if address and isinstance(command, commands.Say):
            self.chatting.take(address)
        actor = await self.get(table_id)
        if visitor_id in self.banned or address in self.banned:
            self.on_banned(table_id, visitor_id)
            raise Illegal("banned")
        check = self.command_checks.get(type(command))
        if check is not None:
            await check(actor.table, visitor_id)
        try:
            seq = await self.folding(table_id, actor.handle(visitor_id, command, round_trip))
        except Refusal as refused:
            self.counts[f"refused {refused.code}"] += 1
            raise
        self.counts[f"granted {type(command).__name__.lower()}"] += 1
        if isinstance(command, commands.Rematch):
            await self.rematch(actor.table, visitor_id)
        return seq

    async def vacate(self, table_id: str, visitor_id: str, why: Why) -> None:
        """Free the seat of a visitor, or let a bot play it, unless a bot does already.

        Raises Unreadable or Illegal if the table cannot be loaded.
        """
        actor = await self.get(table_id)
        work = actor.append_event(lambda table, _: vacated(table, visitor_id, why))
        await self.folding(table_id, work)

    async def replace_absent(self, table_id: str) -> None:
        """Let a bot play for an absent person if all others agree; see `absence.agreed_replacement`."""
        actor = await self.get(table_id)
        left_at, after = actor.left_at, self.pace.absent_after
        work = actor.append_event(lambda table, now: agreed_replacement(table, left_at, now, after))
        await self.folding(table_id, work)

    async def rematch(self, table: Table, visitor_id: str) -> TableActor:
        """Return the table of the rematch, opening it if needed. The log lets it be opened only once."""
        if not table.rematch:
            raise Illegal("not-over")
        if table.seat_of(visitor_id) is None:
            raise Illegal("not-seated")
        known = self.actors.get(table.rematch)
        # An actor without a table is left where the first event could not be stored.
        if known is None or not known.table.exists:
            return await self.open(create.open_rematch(table, draw_secret(), visitor_id), table.rematch)
        return known

    def on_table_changed(self, table: Table) -> None:
        """Notify other processes and the listeners of this one. Never blocks, never raises.

        The event is committed: a listener that fails must not make it look refused.
        """
        if self.bus is not None:
            self.bus.publish(self.name, table.id, table.seq)
        for listener in self.listeners:
            try:
                listener(table)
            except Exception as error:
                self.counts["listener failed"] += 1
                self.log.write_error("listener-failed", error)

    # Other processes

    def publish_presence(self, table_id: str, present: tuple[list[int], int]) -> None:
        """Tell other processes which seats are connected here, and how many spectators."""
        self.presence.note_seen(table_id, present[0], self.clock())
        if self.bus is not None:
            self.bus.publish(self.name, table_id, present)

    def on_bus_message(self, message: str) -> None:
        """Handle a message of another process; one that is not understood is counted and dropped."""
        try:
            self._on_bus_message(message)
        except Exception as error:
            self.counts["bus message failed"] += 1
            self.log.write_error("bus-message-failed", error)

    def _on_bus_message(self, message: str) -> None:
        """Handle a new event number of a table, or its presence."""
        name, table_id, content = json.loads(message)
        actor = self.actors.get(table_id)
        if name != self.name and not isinstance(content, int):
            self.presence.note(name, table_id, content[0], self.clock())
        if name == self.name or actor is None:
            return
        if isinstance(content, int):
            if content > actor.table.seq:
                self.spawn(self.catch_up(actor))
            return
        for listener in self.presence_listeners:
            listener(name, table_id, content[0], content[1])

    async def catch_up(self, actor: TableActor) -> None:
        """Fold what other processes appended; does nothing while the database is away.

        Raises Illegal if the table is set aside because an event cannot be folded.
        """
        with suppress(NotStored):
            async with actor.lock:
                await self.folding(actor.table.id, actor.refresh())

    async def poll_log(self) -> None:
        """Compare all tables in memory with the log, in one query: finds what the bus lost.

        A table that cannot be folded is set aside, and the others are compared all the same.
        """
        last = await self.store.last_seqs(list(self.actors))
        for table_id, seq in last.items():
            actor = self.actors.get(table_id)
            if actor is not None and actor.table.seq < seq:
                self.counts["healed"] += 1
                try:
                    await self.catch_up(actor)
                except Refusal:
                    # Logged and counted when it was set aside.
                    continue
                except Exception as error:
                    self.monitor.fail("poll", error)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task that `close` cancels; an exception is counted and logged."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self.monitor.watch("task", task)

    async def close(self) -> None:
        """Cancel all tasks, then close the bus and the store, which writes pending appends first."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.bus is not None:
            await self.bus.close()
        await self.store.close()


def set_aside_refusal(reason: str) -> Illegal:
    """Return the refusal for a table that was set aside for this reason (see `CannotFold`)."""
    return Illegal("table-other-rules") if reason == "other-rules" else Illegal("table-set-aside")
