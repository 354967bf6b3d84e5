"""The log of every table: append under a key, read back, find tables. SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Self

from sqlalchemy import Insert, Table, delete, func, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.core.refusal import Refusal
from tablee.server.database import connect, migrate
from tablee.server.schema import EVENT, SHELF, SITTING

BATCH = 500
WAITING = 10_000


class NotStored(Refusal):
    """The store did not answer, and nobody knows what it did; the same wish asked again happens once."""


@dataclass(frozen=True)
class Row:
    """One event as it is stored."""

    table_id: str
    seq: int
    at: int
    payload: str


@dataclass(frozen=True)
class Place:
    """A table on the shelf."""

    table_id: str
    seq: int
    game: str
    status: str
    listed: bool
    free: int
    due: int | None
    changed: int


@dataclass(frozen=True)
class Entry:
    """What is appended at once: an event, the table's place after it, and who sits there."""

    row: Row
    place: Place
    sitting: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, int]:
        """What no two events share."""
        return self.row.table_id, self.row.seq


@dataclass
class _Waiting:
    entry: Entry
    done: asyncio.Future[bool]


class Store:
    """One appender writes whatever waits in one transaction: group commit and optimistic locking at once."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.queue: asyncio.Queue[_Waiting | None] = asyncio.Queue(WAITING)
        self.writer: asyncio.Task[None] | None = None
        self.places: dict[str, Place] = {}
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
        await self.queue.join()
        if self.writer is not None:
            self.writer.cancel()
            with suppress(asyncio.CancelledError):
                await self.writer
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
        """Note where a table stands, with the next batch; it can be found again from the log."""
        self.places[place.table_id] = place
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
        first: dict[tuple[str, int], _Waiting] = {}
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

    async def _write(self, entries: Iterable[Entry]) -> set[tuple[str, int]]:
        # In one order everywhere, or two processes with overlapping batches lock each other out.
        ordered = sorted(entries, key=lambda entry: entry.key)
        places, self.places = self.places, {}
        async with self.engine.begin() as connection:
            won = await self._append_all(connection, ordered)
            places |= {entry.place.table_id: entry.place for entry in ordered if entry.key in won}
            await self._find_later(connection, places, [entry for entry in ordered if entry.key in won])
        self.batches += 1
        self.appended += len(won)
        return won

    async def _append_all(
        self, connection: AsyncConnection, entries: Sequence[Entry]
    ) -> set[tuple[str, int]]:
        if not entries:
            return set()
        written = await connection.execute(
            self._insert(EVENT).on_conflict_do_nothing().returning(EVENT.c.table_id, EVENT.c.seq),
            [asdict(entry.row) for entry in entries],
        )
        return {(table, seq) for table, seq in written}

    async def _find_later(
        self, connection: AsyncConnection, places: dict[str, Place], won: Sequence[Entry]
    ) -> None:
        """Keep shelf and sittings as the events leave them, in the same transaction."""
        if places:
            rows = [asdict(places[table]) for table in sorted(places)]
            await connection.execute(self._put(SHELF), rows)
        sittings = sorted({(who, entry.row.table_id) for entry in won for who in entry.sitting})
        if sittings:
            rows = [{"who": who, "table_id": table} for who, table in sittings]
            await connection.execute(self._insert(SITTING).on_conflict_do_nothing(), rows)

    def _insert(self, table: Table) -> Any:
        """Both dialects say `on conflict` alike, but only in their own construct."""
        insert = postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert
        return insert(table)

    def _put(self, table: Table) -> Insert:
        insert = self._insert(table)
        changed = {c.name: insert.excluded[c.name] for c in table.columns if not c.primary_key}
        keys = list(table.primary_key.columns)
        # A process that lags behind must not put back what another has said since.
        newer = insert.excluded.seq >= table.c.seq
        put: Insert = insert.on_conflict_do_update(index_elements=keys, set_=changed, where=newer)
        return put

    # Reading

    async def read(self, table_id: str, after: int = 0) -> list[Row]:
        """The events of a table after a number, in order."""
        query = select(EVENT).where(EVENT.c.table_id == table_id, EVENT.c.seq > after).order_by(EVENT.c.seq)
        return [Row(*found) for found in await self._all(query)]

    async def last(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these tables."""
        query = (
            select(EVENT.c.table_id, func.max(EVENT.c.seq))
            .where(EVENT.c.table_id.in_(tables))
            .group_by(EVENT.c.table_id)
        )
        return dict(await self._all(query)) if tables else {}

    async def due(self, now: int, limit: int = 100) -> list[str]:
        """Tables where something should have happened by now."""
        query = select(SHELF.c.table_id).where(SHELF.c.due <= now).order_by(SHELF.c.due).limit(limit)
        return [found[0] for found in await self._all(query)]

    async def listed(self, game: str | None = None, limit: int = 50) -> list[Place]:
        """Open tables that anybody may join, the newest first."""
        query = select(SHELF).where(SHELF.c.status == "open", SHELF.c.listed, SHELF.c.free > 0)
        if game is not None:
            query = query.where(SHELF.c.game == game)
        return [
            Place(*found) for found in await self._all(query.order_by(SHELF.c.changed.desc()).limit(limit))
        ]

    async def tables_of(self, who: str, going_on: bool = False, limit: int = 200) -> list[Place]:
        """Where somebody sat, the latest first."""
        query = (
            select(SHELF).join(SITTING, SITTING.c.table_id == SHELF.c.table_id).where(SITTING.c.who == who)
        )
        if going_on:
            query = query.where(SHELF.c.status != "over")
        return [
            Place(*found) for found in await self._all(query.order_by(SHELF.c.changed.desc()).limit(limit))
        ]

    async def every_table(self) -> list[str]:
        """All tables there ever were."""
        return [found[0] for found in await self._all(select(SHELF.c.table_id).order_by(SHELF.c.table_id))]

    async def is_well(self) -> bool:
        """Whether the store answers."""
        try:
            await self._all(select(text("1")))
        except NotStored:
            return False
        return True

    async def forget_sittings(self, who: str) -> None:
        """Nobody finds the tables of this person any more; the tables stay."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(SITTING).where(SITTING.c.who == who))

    async def _all(self, query: Any) -> list[Any]:
        try:
            async with self.engine.connect() as connection:
                return list((await connection.execute(query)).all())
        except (SQLAlchemyError, OSError) as wrong:
            raise NotStored("store-away", why=type(wrong).__name__) from wrong
