"""Projections: small tables that follow from the event log and answer queries without folding it.

The appender writes them in the transaction of the events; the queries are used by lists and by the scheduler.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import compress
from typing import Any

from msgspec.structs import asdict, astuple
from sqlalchemy import ColumnElement, Connection, Engine, Select, Table, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from tablee.server.domain.daily import DailyScore, DailyTry
from tablee.server.storage import account_links, daily, profiles
from tablee.server.storage.people_schema import CLOSED_TABLE
from tablee.server.storage.ratings import rate_matches
from tablee.server.storage.rows import Key, LogEntry, TableSummary
from tablee.server.storage.schema import (
    ACHIEVEMENT,
    DAILY_RESULT,
    EVENT,
    PARTICIPATION,
    RATING,
    RESULT,
    SET_ASIDE,
    TABLE_INDEX,
)


def latest_summaries(
    entries: Sequence[LogEntry], summaries: Mapping[str, TableSummary]
) -> list[TableSummary]:
    """Return the rows of `table_index` to write, by table id; the entries are newer than `summaries`."""
    latest = {**summaries}
    latest.update((entry.event.table_id, entry.summary) for entry in entries if entry.summary is not None)
    return [latest[table] for table in sorted(latest)]


class Statements:
    """The insert statements, built once for one SQL dialect: `on conflict` has its own construct in each."""

    def __init__(self, dialect: str) -> None:
        self.insert: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
        returned = (EVENT.c.table_id, EVENT.c.seq)
        self.append_event = self.insert(EVENT).on_conflict_do_nothing()
        self.append_events = self.append_event.returning(*returned)
        self.add_participation = self._add_participation()
        self.add_result = self.insert(RESULT).on_conflict_do_nothing()
        self.add_rating = self.insert(RATING).on_conflict_do_nothing()
        self.add_achievement = self.insert(ACHIEVEMENT).on_conflict_do_nothing()
        self.add_daily_try = self.insert(DAILY_RESULT).on_conflict_do_nothing()
        self.put_summary = self._upsert(TABLE_INDEX)
        aside = self.insert(SET_ASIDE)
        changed = {name: aside.excluded[name] for name in ("reason", "detail", "last_at")}
        self.set_aside = aside.on_conflict_do_update(index_elements=["table_id"], set_=changed)

    def _add_participation(self) -> Any:
        insert, known = self.insert(PARTICIPATION), PARTICIPATION.c
        changed = {
            "account_name": func.coalesce(known.account_name, insert.excluded.account_name),
            "seated": or_(known.seated, insert.excluded.seated),
        }
        return insert.on_conflict_do_update(index_elements=["visitor_id", "table_id"], set_=changed)

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
    ) -> list[bool]:
        """Append the events, update the projections, and return for each entry whether its key was free.

        Runs inside the caller's transaction. `summaries` are rows without a new event, by table id.
        """
        first: dict[Key, LogEntry] = {}
        for entry in entries:
            first.setdefault(entry.key, entry)
        # All processes write in the same order; otherwise overlapping batches would deadlock.
        ordered = [first[key] for key in sorted(first)]
        free: set[Key] = set()
        if ordered:
            written = connection.execute(self.append_events, [asdict(entry.event) for entry in ordered])
            free = {(table, seq) for table, seq in written}
        self._project(connection, [entry for entry in ordered if entry.key in free], summaries)
        return [entry.key in free and first[entry.key] is entry for entry in entries]

    def _project(
        self, connection: Connection, entries: Sequence[LogEntry], summaries: Mapping[str, TableSummary]
    ) -> None:
        latest = latest_summaries(entries, summaries)
        if latest:
            connection.execute(self.put_summary, [asdict(summary) for summary in latest])
        self._add_participants(
            connection, [entry for entry in entries if entry.participants or entry.spectator]
        )
        self._add_results(connection, [entry for entry in entries if entry.results])
        self._add_daily(connection, entries)

    def _add_participants(self, connection: Connection, entries: Sequence[LogEntry]) -> None:
        """Note who takes part, with the account of the visitor's session.

        A seat that is handed over stays with the account of its former holder, if there is one.
        """
        if not entries:
            return
        visitors = {name for entry in entries for name in (*entry.participants, entry.spectator)}
        sessions = account_links.sessions_of(connection, visitors)
        handed = [(entry.former_holder, entry.event.table_id) for entry in entries if entry.former_holder]
        former = account_links.accounts_of_seats(connection, handed) if handed else {}
        existing = account_links.lock_accounts(connection, [*sessions.values(), *former.values()])
        rows: dict[tuple[str, str], dict[str, Any]] = {}
        for entry in entries:
            table = entry.event.table_id
            inherited = former.get((entry.former_holder, table))
            for visitor in filter(None, (*entry.participants, entry.spectator, entry.former_holder)):
                account = inherited or sessions.get(entry.participants[0] if entry.former_holder else visitor)
                rows[visitor, table] = {
                    "visitor_id": visitor,
                    "table_id": table,
                    "account_name": account if account in existing else None,
                    "seated": visitor != entry.spectator,
                }
        connection.execute(self.add_participation, [rows[key] for key in sorted(rows)])

    def _add_results(self, connection: Connection, entries: Sequence[LogEntry]) -> None:
        """Add results, each with the account under which the person sat, ratings and achievements."""
        if not entries:
            return
        results = [result for entry in entries for result in entry.results]
        pairs = [(result.visitor_id, result.table_id) for result in results]
        accounts = account_links.accounts_of_seats(connection, pairs)
        existing = account_links.lock_accounts(connection, list(accounts.values()))
        named = [
            replace(result, account_name=name if name in existing else None)
            for result, name in zip(results, map(accounts.get, pairs), strict=True)
        ]
        hinted = account_links.tables_with_hints(connection, {result.table_id for result in results})
        fair = [replace(each, rated=False) if each.table_id in hinted else each for each in named]
        rated = rate_matches(connection, self.add_rating, fair)
        connection.execute(self.add_result, [vars(result) for result in rated])
        profiles.add_achievements(connection, self.add_achievement, entries, rated)

    def _add_daily(self, connection: Connection, entries: Sequence[LogEntry]) -> None:
        """Add tries and results of the deal of the day, a try with the account of the visitor's session."""
        tries = [entry.daily for entry in entries if isinstance(entry.daily, DailyTry)]
        if tries:
            sessions = account_links.sessions_of(connection, [begun.visitor_id for begun in tries])
            existing = account_links.lock_accounts(connection, list(sessions.values()))
            names = [sessions.get(begun.visitor_id) for begun in tries]
            rows = [
                {**vars(begun), "account_name": name if name in existing else None}
                for begun, name in zip(tries, names, strict=True)
            ]
            connection.execute(self.add_daily_try, rows)
        for entry in entries:
            if entry.former_holder:
                daily.hand_over(connection, entry.event.table_id, entry.participants[0])
            if isinstance(entry.daily, DailyScore):
                daily.add_score(connection, entry.daily)


class SqliteWriter:
    """The fast path of `Statements.write` on SQLite, for entries that it `accepts`.

    Writes on the driver's connection, without SQLAlchemy between. The SQL text is compiled once, and sqlite3
    keeps the prepared statements. Used by the writer thread only. Raises sqlite3.Error; the transaction is
    rolled back then.
    """

    def __init__(self, engine: Engine, statements: Statements) -> None:
        self.engine = engine
        # Values by position, in the order of the columns, which is that of the fields of rows.
        dialect = sqlite.dialect(paramstyle="qmark")
        self.append_event = str(statements.append_event.compile(dialect=dialect))
        self.put_summary = str(statements.put_summary.compile(dialect=dialect))

    @cached_property
    def connection(self) -> sqlite3.Connection:
        """The driver's connection; opened by the writer thread, because no other may use it."""
        with self.engine.connect() as connection:
            plain = connection.connection.driver_connection
        assert isinstance(plain, sqlite3.Connection)
        return plain

    def accepts(self, entries: Sequence[LogEntry]) -> bool:
        """Return whether nothing but events and summaries is to be written."""
        return not any(
            entry.participants or entry.results or entry.former_holder or entry.spectator or entry.daily
            for entry in entries
        )

    def write(self, entries: Sequence[LogEntry], summaries: Mapping[str, TableSummary]) -> list[bool]:
        """Write events and summaries in a new transaction; return whether the key of each event was free."""
        connection = self.connection
        # Immediately: a transaction that begins by reading could not wait for another process.
        connection.execute("BEGIN IMMEDIATE")
        try:
            won = [
                connection.execute(self.append_event, astuple(entry.event)).rowcount == 1 for entry in entries
            ]
            latest = latest_summaries(list(compress(entries, won)), summaries)
            if latest:
                connection.executemany(self.put_summary, map(astuple, latest))
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise
        return won


# Queries


def is_set_aside(since: int = 0) -> ColumnElement[bool]:
    """Return the condition that a table of `table_index` was set aside, not before a time (ms since 1970)."""
    aside = SET_ASIDE.c
    return (
        select(aside.table_id)
        .where(aside.table_id == TABLE_INDEX.c.table_id, aside.last_at >= since)
        .exists()
    )


def is_closed() -> ColumnElement[bool]:
    """Return the condition that the host of the site has closed a table of `table_index`."""
    closed = CLOSED_TABLE.c.table_id
    return select(closed).where(closed == TABLE_INDEX.c.table_id).exists()


def due_tables(now: int, limit: int, since: int) -> Select[Any]:
    """Select the ids of tables whose `due` has passed, the most overdue first.

    Tables set aside are left out, unless that was before `since`.
    """
    index = TABLE_INDEX.c
    query = select(index.table_id).where(index.due <= now, ~is_set_aside(since), ~is_closed())
    return query.order_by(index.due).limit(limit)


def listed_tables(game: str | None, limit: int) -> Select[Any]:
    """Select public tables with a free seat, the latest first; of one game, or of all if it is None."""
    index = TABLE_INDEX.c
    query = select(TABLE_INDEX).where(index.status == "open", index.listed, index.free > 0)
    query = query.where(~is_set_aside(), ~is_closed())
    if game is not None:
        query = query.where(index.game == game)
    return query.order_by(index.changed.desc()).limit(limit)


def tables_of_visitor(visitor_id: str, unfinished: bool, limit: int) -> Select[Any]:
    """Select the tables where a visitor held a seat, the latest first."""
    index, seated = TABLE_INDEX.c, PARTICIPATION.c
    query = select(TABLE_INDEX).join(PARTICIPATION, seated.table_id == index.table_id)
    query = query.where(seated.visitor_id == visitor_id, seated.seated)
    if unfinished:
        query = query.where(index.status != "over", ~is_set_aside(), ~is_closed())
    return query.order_by(index.changed.desc()).limit(limit)
