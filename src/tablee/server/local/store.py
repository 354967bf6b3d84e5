"""The event log of a device, kept in IndexedDB by the page's script (`web/src/local/database.ts`)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from tablee.server.errors import NotStored
from tablee.server.storage.rows import LogEntry, SetAside, StoredEvent, TableSummary
from tablee.server.supervision import TaskMonitor

T = TypeVar("T")
_SUMMARIES = msgspec.json.Decoder(list[TableSummary])


class Database(Protocol):
    """The part that is written in TypeScript. Lists and rows are passed as JSON, times are ms since 1970."""

    def append(self, table: str, seq: int, at: int, payload: str, summary: str) -> Awaitable[bool]:
        """Write an event, and a summary unless it is ""; resolve once durable, to False if the key exists."""

    def read(self, table: str, after: int) -> Awaitable[str]:
        """Return rows [seq, at, payload] of a table with a greater number than `after`, in order."""

    def last_seqs(self, tables: str) -> Awaitable[str]:
        """Return an object with the last event number of each of these tables that has any."""

    def put_summary(self, table: str, summary: str) -> Awaitable[None]:
        """Write the summary of a table."""

    def summaries(self) -> Awaitable[str]:
        """Return the summaries of all tables."""

    def get_value(self, key: str) -> Awaitable[str]:
        """Return the text that is kept under a key, "" if there is none."""

    def put_value(self, key: str, value: str) -> Awaitable[None]:
        """Keep a text under a key; resolve once durable."""


class LocalStore:
    """The store of a device; see `tablee.server.storage.rows.Store`. All tables belong to the same person."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.monitor = TaskMonitor()
        self.aside: dict[str, SetAside] = {}
        self.writing: set[asyncio.Task[None]] = set()

    async def append(self, entry: LogEntry, urgent: bool = False) -> bool:
        """Append an event; return True once it is durable, False if its key was taken."""
        event = entry.event
        summary = "" if entry.summary is None else encode(entry.summary)
        return bool(
            await guard(
                lambda: self.database.append(event.table_id, event.seq, event.at, event.payload, summary)
            )
        )

    async def read(self, table_id: str, after: int = 0) -> Sequence[StoredEvent]:
        """Return the events of a table with a number greater than `after`, in order."""
        rows = json.loads(await guard(lambda: self.database.read(table_id, after)))
        return [StoredEvent(table_id, *row) for row in rows]

    async def last_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each of these tables."""
        found: dict[str, int] = json.loads(
            await guard(lambda: self.database.last_seqs(json.dumps(list(tables))))
        )
        return found

    async def due(self, now: int, limit: int = 100, since: int = 0) -> list[str]:
        """Return no table: a match on a device runs only while its page is open."""
        return []

    def put_summary(self, summary: TableSummary) -> None:
        """Write a summary soon. If that fails, the one that was written with an event remains."""
        task = asyncio.ensure_future(self._put_summary(summary))
        self.writing.add(task)
        task.add_done_callback(self.writing.discard)

    async def _put_summary(self, summary: TableSummary) -> None:
        try:
            await guard(lambda: self.database.put_summary(summary.table_id, encode(summary)))
        except NotStored as refused:
            self.monitor.fail("summary", refused)

    async def tables_of(
        self, visitor_id: str, unfinished: bool = False, limit: int = 200
    ) -> list[TableSummary]:
        """Return the tables of the device, the latest first; `visitor_id` is ignored."""
        found: list[TableSummary] = _SUMMARIES.decode(await guard(self.database.summaries))
        kept = [each for each in found if not unfinished or each.status != "over"]
        return sorted(kept, key=lambda each: -each.changed)[:limit]

    async def listed(self, game: str | None = None, limit: int = 50) -> list[TableSummary]:
        """Return no table: nobody else can join."""
        return []

    async def note_hint(self, visitor_id: str, table_id: str) -> None:
        """Do nothing: matches on a device are not rated."""

    async def set_aside(self, table_id: str, reason: str, detail: str, at: int) -> None:
        """Note that a table cannot be run, until the page is closed."""
        self.aside[table_id] = SetAside(table_id, reason, detail, at, at)

    async def put_back(self, table_id: str | None = None) -> None:
        """Let a table, or every table if it is None, be run again."""
        for key in list(self.aside) if table_id is None else [table_id]:
            self.aside.pop(key, None)

    async def tables_set_aside(self, table_id: str | None = None) -> list[SetAside]:
        """Return the tables set aside, or only the row of one table."""
        return [row for key, row in self.aside.items() if table_id in (None, key)]

    async def close(self) -> None:
        """Wait until every summary is written."""
        await asyncio.gather(*self.writing)


async def guard(work: Callable[[], Awaitable[T]]) -> T:
    """Return the result of the database; any exception of the script becomes NotStored."""
    try:
        return await work()
    except Exception as error:
        raise NotStored("not-stored", why=type(error).__name__) from error


def encode(value: Any) -> str:
    """Return the JSON form of a struct."""
    return msgspec.json.encode(value).decode()
