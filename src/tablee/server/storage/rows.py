"""Rows of the database as values, and the interface of a store; no database library is needed for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from tablee.server.domain.daily import DailyScore, DailyTry
from tablee.server.domain.results import Result
from tablee.server.supervision import TaskMonitor

Key = tuple[str, int]


class StoredEvent(msgspec.Struct, frozen=True, gc=False):
    """A row of the log. `at` is in milliseconds since 1970, `payload` is JSON (see `domain.events`)."""

    table_id: str
    seq: int
    at: int
    payload: str


class TableSummary(msgspec.Struct, frozen=True, gc=False):
    """A row of `table_index`: a table after its event `seq`. `due` is None if only people can act."""

    table_id: str
    seq: int
    game: str
    status: str
    listed: bool
    free: int
    due: int | None
    changed: int


@dataclass(frozen=True)
class SetAside:
    """A row of `set_aside`: a table that no process runs, and why. Times are in milliseconds since 1970."""

    table_id: str
    reason: str
    detail: str
    first_at: int
    last_at: int


class LogEntry(msgspec.Struct, frozen=True):
    """One event with the projection rows that follow from it, all written in one transaction.

    `summary` is None if the row of `table_index` may stay as it is (see `TableActor`). `participants` are
    visitors who take a seat. `former_holder`: the visitor who held it before, if it was handed over.
    `spectator`: the author of a line of chat who has no seat. Both "" if there is none.
    `daily`: at the deal of the day, a try that begins, or its result. `achievements`: seats and names.
    """

    event: StoredEvent
    summary: TableSummary | None
    participants: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()
    former_holder: str = ""
    spectator: str = ""
    daily: DailyTry | DailyScore | None = None
    achievements: tuple[tuple[int, str], ...] = ()

    @property
    def key(self) -> Key:
        """The primary key of the event."""
        return self.event.table_id, self.event.seq


class Store(Protocol):
    """What the tables of a process need of a store. The methods raise NotStored if it fails."""

    monitor: TaskMonitor

    async def append(self, entry: LogEntry, urgent: bool = False) -> bool:
        """Append an event; return True once it is durable, False if its key was taken."""

    async def read(self, table_id: str, after: int = 0) -> Sequence[StoredEvent]:
        """Return the events of a table with a number greater than `after`, in order."""

    async def last_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each of these tables."""

    async def due(self, now: int, limit: int = 100, since: int = 0) -> list[str]:
        """Return the ids of tables where the scheduler should have acted by `now`."""

    def put_summary(self, summary: TableSummary) -> None:
        """Write a summary soon; returns at once."""

    async def tables_of(
        self, visitor_id: str, unfinished: bool = False, limit: int = 200
    ) -> list[TableSummary]:
        """Return the tables where a visitor held a seat, the latest first."""

    async def listed(self, game: str | None = None, limit: int = 50) -> list[TableSummary]:
        """Return public tables with a free seat, the latest first."""

    async def note_hint(self, visitor_id: str, table_id: str) -> None:
        """Note that a visitor asks for a hint at a table, whose match is not rated then."""

    async def set_aside(self, table_id: str, reason: str, detail: str, at: int) -> None:
        """Note that a table cannot be run, and why."""

    async def put_back(self, table_id: str | None = None) -> None:
        """Let a table, or every table if it is None, be run again."""

    async def tables_set_aside(self, table_id: str | None = None) -> list[SetAside]:
        """Return the tables set aside, the latest first, or only the row of one table."""

    async def close(self) -> None:
        """Write everything that waits, then disconnect."""
