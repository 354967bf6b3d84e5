"""Write batches of plain events on a sqlite3 connection, without SQLAlchemy between.

The SQL text is compiled once from the statements of `projections`. sqlite3 keeps the prepared statements.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.dialects import sqlite

from tablee.server.storage.projections import Key, LogEntry, Statements, TableSummary, latest_summaries

DIALECT = sqlite.dialect(paramstyle="named")


class SqliteWriter:
    """The fast path of `Statements.write`, for entries that are all `is_plain`.

    Used by the writer thread only. Raises sqlite3.Error; the transaction is rolled back then.
    """

    def __init__(self, connection: sqlite3.Connection, statements: Statements) -> None:
        self.connection = connection
        self.append_event = sql_text(statements.append_event)
        self.put_summary = sql_text(statements.put_summary)

    def write(self, entries: Sequence[LogEntry], summaries: Mapping[str, TableSummary]) -> set[Key]:
        """Write events and summaries in a transaction of its own, and return the keys that won."""
        connection = self.connection
        # Immediately: a transaction that begins by reading could not wait for another process.
        connection.execute("BEGIN IMMEDIATE")
        try:
            won = [entry for entry in entries if self._append(entry)]
            latest = latest_summaries(won, summaries)
            if latest:
                connection.executemany(self.put_summary, latest)
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise
        return {entry.key for entry in won}

    def _append(self, entry: LogEntry) -> bool:
        """Append one event; return False if its key is taken."""
        return self.connection.execute(self.append_event, vars(entry.event)).rowcount == 1


def sql_text(statement: Any) -> str:
    """Compile a statement to SQL with named parameters, one for each column of its table."""
    return str(statement.compile(dialect=DIALECT))
