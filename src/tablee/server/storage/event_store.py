"""The log of every table: append under a key, read back, find tables. SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.core.errors import Refusal
from tablee.server.storage.database import connect, connect_file, migrate
from tablee.server.storage.projections import Entry, Key, Place, Result, Row, Writing
from tablee.server.storage.schema import EVENT, SHELF, SITTING

__all__ = ["RECENT", "Entry", "NotStored", "Place", "Result", "Row", "Store"]

Done = TypeVar("Done")
BATCH = 500
WAITING = 10_000
# As many tables of one person as a page shows.
RECENT = 200
# Seconds after which what nobody waits for is written.
LATER = 1.0


class NotStored(Refusal):
    """The store did not answer, and nobody knows what it did; the same wish asked again happens once."""


@dataclass
class _Waiting:
    entry: Entry
    done: asyncio.Future[bool]


class Store:
    """One appender writes whatever waits in one transaction: group commit and optimistic locking at once."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.writing = Writing(engine.dialect.name)
        self.thread: ThreadPoolExecutor | None = None
        if engine.dialect.name == "sqlite":
            self.thread = ThreadPoolExecutor(1, "writer")
            self.file = connect_file(engine)
        self.queue: asyncio.Queue[_Waiting | None] = asyncio.Queue(WAITING)
        self.writer: asyncio.Task[None] | None = None
        self.places: dict[str, Place] = {}
        self.reminder: asyncio.TimerHandle | None = None
        self.batches = 0
        self.appended = 0

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect, migrate, and be ready to append."""
        engine = connect(url)
        try:
            await migrate(engine)
        except BaseException:
            await engine.dispose()
            raise
        store = cls(engine)
        store.writer = asyncio.create_task(store._write_for_ever(), name="appender")
        return store

    async def close(self) -> None:
        """Write what still waits, then let go."""
        if self.reminder is not None:
            self.reminder.cancel()
            self._remind()
        await self.queue.join()
        if self.writer is not None:
            self.writer.cancel()
            with suppress(asyncio.CancelledError):
                await self.writer
        if self.thread is not None:
            self.thread.submit(self.file.dispose)
            self.thread.shutdown()
        await self.engine.dispose()

    # Writing

    async def append(self, entry: Entry) -> bool:
        """True once it is on the disk; False if another event has this key already."""
        waiting = _Waiting(entry, asyncio.get_running_loop().create_future())
        try:
            self.queue.put_nowait(waiting)
        except asyncio.QueueFull:
            raise NotStored("store-overloaded") from None
        return await waiting.done

    def put(self, place: Place) -> None:
        """Note where a table stands, with a batch that is written anyway or a little later.

        If it is lost, the table is only looked at once more: the event itself said so.
        """
        self.places[place.table_id] = place
        if self.reminder is None:
            self.reminder = asyncio.get_running_loop().call_later(LATER, self._remind)

    def _remind(self) -> None:
        self.reminder = None
        if self.places:
            with suppress(asyncio.QueueFull):
                self.queue.put_nowait(None)

    async def _write_for_ever(self) -> None:
        while True:
            taken = [await self.queue.get()]
            while len(taken) < BATCH and not self.queue.empty():
                taken.append(self.queue.get_nowait())
            await self._settle([waiting for waiting in taken if waiting is not None])
            for _ in taken:
                self.queue.task_done()

    async def _settle(self, batch: Sequence[_Waiting]) -> None:
        """Write a batch and tell each who waits; whatever goes wrong, the appender lives on."""
        if not batch and not self.places:
            return
        first: dict[Key, _Waiting] = {}
        for waiting in batch:
            first.setdefault(waiting.entry.key, waiting)
        try:
            won = await self._write([waiting.entry for waiting in first.values()])
        except (SQLAlchemyError, OSError) as wrong:
            for waiting in batch:
                if not waiting.done.done():
                    waiting.done.set_exception(NotStored("not-stored", why=type(wrong).__name__))
            return
        for waiting in batch:
            if not waiting.done.done():
                key = waiting.entry.key
                waiting.done.set_result(key in won and first[key] is waiting)

    async def _write(self, entries: Sequence[Entry]) -> set[Key]:
        places, self.places = self.places, {}
        won = await self.in_transaction(lambda connection: self.writing.write(connection, entries, places))
        self.batches += 1
        self.appended += len(won)
        return won

    async def in_transaction(self, work: Callable[[Connection], Done]) -> Done:
        """Do something on the writer's connection, all of it or nothing."""
        if self.thread is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._at_once, work)

    def _at_once(self, work: Callable[[Connection], Done]) -> Done:
        """In the writer's thread: one change of threads for a batch instead of several for each statement."""
        with self.file.begin() as connection:
            return work(connection)

    # Reading

    async def read(self, table_id: str, after: int = 0) -> list[Row]:
        """The events of a table after a number, in order."""
        query = select(EVENT).where(EVENT.c.table_id == table_id, EVENT.c.seq > after).order_by(EVENT.c.seq)
        return [Row(*found) for found in await self.rows(query)]

    async def last(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these tables."""
        query = (
            select(EVENT.c.table_id, func.max(EVENT.c.seq))
            .where(EVENT.c.table_id.in_(tables))
            .group_by(EVENT.c.table_id)
        )
        return dict(await self.rows(query)) if tables else {}

    async def due(self, now: int, limit: int = 100) -> list[str]:
        """Tables where something should have happened by now."""
        query = select(SHELF.c.table_id).where(SHELF.c.due <= now).order_by(SHELF.c.due).limit(limit)
        return [found[0] for found in await self.rows(query)]

    async def listed(self, game: str | None = None, limit: int = 50) -> list[Place]:
        """Open tables that anybody may join, the newest first."""
        query = select(SHELF).where(SHELF.c.status == "open", SHELF.c.listed, SHELF.c.free > 0)
        if game is not None:
            query = query.where(SHELF.c.game == game)
        return [
            Place(*found) for found in await self.rows(query.order_by(SHELF.c.changed.desc()).limit(limit))
        ]

    async def tables_of(self, who: str, going_on: bool = False, limit: int = RECENT) -> list[Place]:
        """Where somebody sat, the latest first."""
        query = (
            select(SHELF).join(SITTING, SITTING.c.table_id == SHELF.c.table_id).where(SITTING.c.who == who)
        )
        if going_on:
            query = query.where(SHELF.c.status != "over")
        return [
            Place(*found) for found in await self.rows(query.order_by(SHELF.c.changed.desc()).limit(limit))
        ]

    async def every_table(self) -> list[str]:
        """All tables there ever were."""
        return [found[0] for found in await self.rows(select(SHELF.c.table_id).order_by(SHELF.c.table_id))]

    async def is_well(self) -> bool:
        """Whether the store answers."""
        try:
            await self.rows(select(text("1")))
        except NotStored:
            return False
        return True

    async def rows(self, query: Any) -> list[Any]:
        """The answer to any question."""
        try:
            async with self.engine.connect() as connection:
                return list((await connection.execute(query)).all())
        except (SQLAlchemyError, OSError) as wrong:
            raise NotStored("store-away", why=type(wrong).__name__) from wrong
