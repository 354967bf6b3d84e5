"""What one transaction of the appender does, on a plain connection: the same for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from tablee.server.storage.schema import EVENT, RESULT, SHELF, SITTING

Key = tuple[str, int]


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
class Result:
    """How one person ended."""

    table_id: str
    seat: int
    who: str
    game: str
    rank: int
    score: int
    at: int


@dataclass(frozen=True)
class Entry:
    """What is appended at once: an event, the table's place after it, who sits there, and how it ended."""

    row: Row
    place: Place
    sitting: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def key(self) -> Key:
        """What no two events share."""
        return self.row.table_id, self.row.seq


class Writing:
    """The statements of one dialect; both say `on conflict` alike, but only in their own construct."""

    def __init__(self, dialect: str) -> None:
        self.insert: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
        self.append = self.insert(EVENT).on_conflict_do_nothing().returning(EVENT.c.table_id, EVENT.c.seq)
        self.sit = self.insert(SITTING).on_conflict_do_nothing()
        self.note = self.insert(RESULT).on_conflict_do_nothing()
        self.put = self._put(SHELF)

    def _put(self, table: Table) -> Any:
        insert = self.insert(table)
        changed = {c.name: insert.excluded[c.name] for c in table.columns if not c.primary_key}
        # A process that lags behind must not put back what another has said since.
        newer = insert.excluded.seq >= table.c.seq
        return insert.on_conflict_do_update(
            index_elements=list(table.primary_key.columns), set_=changed, where=newer
        )

    def write(
        self, connection: Connection, entries: Sequence[Entry], places: Mapping[str, Place]
    ) -> set[Key]:
        """Append what is free, and keep shelf and sittings as the events leave them; says which won."""
        # In one order everywhere, or two processes with overlapping batches lock each other out.
        ordered = sorted(entries, key=lambda entry: entry.key)
        won: set[Key] = set()
        if ordered:
            written = connection.execute(self.append, [vars(entry.row) for entry in ordered])
            won = {(table, seq) for table, seq in written}
        winners = [entry for entry in ordered if entry.key in won]
        latest = {**places, **{entry.place.table_id: entry.place for entry in winners}}
        if latest:
            connection.execute(self.put, [vars(latest[table]) for table in sorted(latest)])
        sittings = sorted({(who, entry.row.table_id) for entry in winners for who in entry.sitting})
        if sittings:
            connection.execute(self.sit, [{"who": who, "table_id": table} for who, table in sittings])
        results = [vars(result) for entry in winners for result in entry.results]
        if results:
            connection.execute(self.note, results)
        return won
