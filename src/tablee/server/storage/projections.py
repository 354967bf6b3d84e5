"""Projections: small tables that follow from the event log and answer queries without folding it.

The appender writes them in the transaction of the events; the queries are used by lists and by the scheduler.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from tablee.server.domain.results import Result
from tablee.server.storage.schema import EVENT, PARTICIPATION, RESULT, SET_ASIDE, TABLE_INDEX

Key = tuple[str, int]


@dataclass(frozen=True)
class StoredEvent:
    """A row of the log. `at` is in milliseconds since 1970, `payload` is JSON (see `domain.events`)."""

    table_id: str
    seq: int
    at: int
    payload: str


@dataclass(frozen=True)
class TableSummary:
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


@dataclass(frozen=True)
class LogEntry:
    """One event with the projection rows that follow from it, all written in one transaction."""

    event: StoredEvent
    summary: TableSummary
    participants: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def key(self) -> Key:
        """The primary key of the event."""
        return self.event.table_id, self.event.seq


class Statements:
    """The insert statements, built once for one SQL dialect: `on conflict` has its own construct in each."""

    def __init__(self, dialect: str) -> None:
        self.insert: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
        returned = (EVENT.c.table_id, EVENT.c.seq)
        self.append_events = self.insert(EVENT).on_conflict_do_nothing().returning(*returned)
        self.add_participation = self.insert(PARTICIPATION).on_conflict_do_nothing()
        self.add_result = self.insert(RESULT).on_conflict_do_nothing()
        self.put_summary = self._upsert(TABLE_INDEX)
        aside = self.insert(SET_ASIDE)
        changed = {name: aside.excluded[name] for name in ("reason", "detail", "last_at")}
        self.set_aside = aside.on_conflict_do_update(index_elements=["table_id"], set_=changed)

    def _upsert(self, table: Table) -> Any:
        insert = self.insert(table)
        changed = {c.name: insert.excluded[c.name] for c in table.columns if not c.primary_key}
        # A process that lags behind must not overwrite a newer row of another process.
        newer = insert.excluded.seq >= table.c.seq
        return insert.on_conflict_do_update(
            index_elements=list(table.primary_key.columns), set_=changed, where=newer
        )

    def write(
        self, connection: Connection, entries: Sequence[LogEntry], summaries: Mapping[str, TableSummary]
    ) -> set[Key]:
        """Append the events whose keys are free, update the projections, and return the keys that won.

        Runs inside the caller's transaction. `summaries` are rows without a new event, by table id.
        """
        # All processes write in the same order; otherwise overlapping batches would deadlock.
        ordered = sorted(entries, key=lambda entry: entry.key)
        won: set[Key] = set()
        if ordered:
            written = connection.execute(self.append_events, [vars(entry.event) for entry in ordered])
            won = {(table, seq) for table, seq in written}
        self._project(connection, [entry for entry in ordered if entry.key in won], summaries)
        return won

    def _project(
        self, connection: Connection, entries: Sequence[LogEntry], summaries: Mapping[str, TableSummary]
    ) -> None:
        latest = {**summaries, **{entry.summary.table_id: entry.summary for entry in entries}}
        if latest:
            connection.execute(self.put_summary, [vars(latest[table]) for table in sorted(latest)])
        pairs = sorted(
            {(visitor, entry.event.table_id) for entry in entries for visitor in entry.participants}
        )
        if pairs:
            rows = [{"visitor_id": visitor, "table_id": table} for visitor, table in pairs]
            connection.execute(self.add_participation, rows)
        results = [vars(result) for entry in entries for result in entry.results]
        if results:
            connection.execute(self.add_result, results)


# Queries


def is_set_aside(since: int = 0) -> ColumnElement[bool]:
    """Return the condition that a table of `table_index` was set aside, not before a time (ms since 1970)."""
    aside = SET_ASIDE.c
    return (
        select(aside.table_id)
        .where(aside.table_id == TABLE_INDEX.c.table_id, aside.last_at >= since)
        .exists()
    )


def due_tables(now: int, limit: int, since: int = 0) -> Select[Any]:
    """Select the ids of tables whose `due` has passed, the most overdue first.

    Tables set aside are left out, unless that was before `since`.
    """
    index = TABLE_INDEX.c
    query = select(index.table_id).where(index.due <= now, ~is_set_aside(since))
    return query.order_by(index.due).limit(limit)


def listed_tables(game: str | None, limit: int) -> Select[Any]:
    """Select public tables with a free seat, the latest first; of one game, or of all if it is None."""
    index = TABLE_INDEX.c
    query = select(TABLE_INDEX).where(index.status == "open", index.listed, index.free > 0)
    query = query.where(~is_set_aside())
    if game is not None:
        query = query.where(index.game == game)
    return query.order_by(index.changed.desc()).limit(limit)


def tables_of_visitor(visitor_id: str, unfinished: bool, limit: int) -> Select[Any]:
    """Select the tables where a visitor held a seat, the latest first."""
    index, seated = TABLE_INDEX.c, PARTICIPATION.c
    query = select(TABLE_INDEX).join(PARTICIPATION, seated.table_id == index.table_id)
    query = query.where(seated.visitor_id == visitor_id)
    if unfinished:
        query = query.where(index.status != "over", ~is_set_aside())
    return query.order_by(index.changed.desc()).limit(limit)
