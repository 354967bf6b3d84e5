"""The event store: append events under the key (table, seq), read them back, query the projections.

One code path serves SQLite and PostgreSQL. One task at a time, the appender, writes everything that waits in
one transaction, which gives group commit; `on conflict do nothing` on the key gives optimistic locking.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Executable, delete, false, func, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.core.errors import Refusal, Unreadable
from tablee.server.errors import NotStored
from tablee.server.metrics import APPEND_SECONDS
from tablee.server.storage import projections
from tablee.server.storage.database import (
    TRY_WRITE,
    connect,
    connect_file,
    failure_name,
    is_bad_value,
    migrate,
)
from tablee.server.storage.projections import SqliteWriter, Statements
from tablee.server.storage.rows import LogEntry, SetAside, StoredEvent, TableSummary
from tablee.server.storage.schema import EVENT, PARTICIPATION, SET_ASIDE, TABLE_INDEX
from tablee.server.supervision import BoundedLog, TaskMonitor

T = TypeVar("T")
MAX_BATCH = 500
MAX_WAITING = 10_000
# Threads that read a SQLite file, each with a connection of its own.
READERS = 4
# Tables of one visitor that a page lists.
MAX_RECENT = 200
# Seconds after which summaries are written even if no event is appended.
SUMMARY_DELAY = 1.0
# Seconds for which the answer of a test write is kept, and seconds to wait for it.
PROBE_LIFETIME = 1.0
PROBE_TIMEOUT = 2.0
# Seconds after a failed write during which the store does not count as writable.
FAILURE_MEMORY = 10.0
LOG = logging.getLogger(__name__)
# Seconds that an event waits for others to share its transaction, unless it is urgent.
COMMIT_WINDOW = 0.015


class TableExistsError(Exception):
    """Rolls back the transaction of a table whose events are in the log already."""


@dataclass
class _Pending:
    entry: LogEntry
    urgent: bool
    done: asyncio.Future[bool]


class EventStore:
    """The database of one process. Create it with `open`, and `close` it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.statements = Statements(engine.dialect.name)
        self.thread: ThreadPoolExecutor | None = None
        if engine.dialect.name == "sqlite":
            self.thread = ThreadPoolExecutor(1, "writer")
            self.file = connect_file(engine)
            self.sqlite_writer = SqliteWriter(self.file, self.statements)
            self.readers = ThreadPoolExecutor(READERS, "reader")
            self.read_file = connect_file(engine, READERS)
        # Events to append, and the task that appends them; None while there is nothing to write.
        self.waiting: deque[_Pending] = deque()
        self.appender: asyncio.Task[None] | None = None
        # Resolved when the commit window ends; None while it is closed.
        self.window: asyncio.Future[None] | None = None
        # The table of the last batch, if it had only one.
        self.last_table = ""
        # Summaries to write, by table, and the timer after which they do not wait for an event any longer.
        self.summaries: dict[str, TableSummary] = {}
        self.summary_timer: asyncio.TimerHandle | None = None
        self.batches = 0
        self.appended = 0
        self.monitor = TaskMonitor()
        self.log = BoundedLog(LOG)
        # Writes and queries that failed, by the driver's name of the failure.
        self.failures: Counter[str] = Counter()
        # Whether the last write failed, a test write included.
        self.is_failing = False
        # When (seconds of the monitor's clock) the last write failed, if it did, and was no test write.
        self.failed_at: float | None = None
        self.probe: asyncio.Task[bool] | None = None
        self.probed_at = 0.0

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to the database and run the migrations."""
        engine = connect(url)
        try:
            await migrate(engine)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Write everything that waits, then disconnect."""
        if self.summary_timer is not None:
            self.summary_timer.cancel()
            self._write_summaries()
        if self.appender is not None:
            await self.appender
        if self.probe is not None:
            self.probe.cancel()
        if self.thread is not None:
            self.thread.submit(self.file.dispose)
            self.thread.shutdown()
            self.readers.shutdown()
            self.read_file.dispose()
        await self.engine.dispose()

    # Writing

    async def append(self, entry: LogEntry, urgent: bool = False) -> bool:
        """Append an event; return True once it is committed, False if its key was taken.

        An urgent event is written at once, others within COMMIT_WINDOW, so that several share a transaction.
        Raises NotStored if too many wait or the database fails; the event may then exist or not.
        """
        if len(self.waiting) >= MAX_WAITING:
            raise NotStored("store-overloaded")
        pending = _Pending(entry, urgent, asyncio.get_running_loop().create_future())
        self.waiting.append(pending)
        if self.appender is None:
            self.appender = asyncio.create_task(self._append_waiting())
        elif urgent:
            self._close_window()
        with APPEND_SECONDS.time():
            return await pending.done

    async def append_table(self, entries: Sequence[LogEntry]) -> bool:
        """Append all events of a new table in one transaction; return False, writing nothing, if it exists.

        Raises NotStored.
        """

        def write(connection: Connection) -> None:
            if not all(self.statements.write(connection, entries, {})):
                raise TableExistsError

        try:
            await self.in_transaction(write)
        except TableExistsError:
            return False
        return True

    def put_summary(self, summary: TableSummary) -> None:
        """Write a summary with the next batch, or after SUMMARY_DELAY; returns at once.

        Losing it in a crash is harmless: the row written with the event makes the scheduler look again.
        """
        self.summaries[summary.table_id] = summary
        if self.summary_timer is None:
            self.summary_timer = asyncio.get_running_loop().call_later(SUMMARY_DELAY, self._write_summaries)

    def _write_summaries(self) -> None:
        """Write the waiting summaries; a running appender does so in its next batch."""
        self.summary_timer = None
        if self.appender is None:
            self.appender = asyncio.create_task(self._append_waiting())

    async def _append_waiting(self) -> None:
        """Write what waits, one batch after another, until nothing does."""
        loop = asyncio.get_running_loop()
        try:
            while self.waiting or (self.summaries and self.summary_timer is None):
                # Where one table is played at a time, no other event would come to share its transaction.
                alone = self.waiting and self.waiting[0].entry.event.table_id == self.last_table
                if self.waiting and not alone and not any(pending.urgent for pending in self.waiting):
                    self.window = loop.create_future()
                    timer = loop.call_later(COMMIT_WINDOW, self._close_window)
                    await self.window
                    timer.cancel()
                    self.window = None
                count = min(MAX_BATCH, len(self.waiting))
                await self._append_batch([self.waiting.popleft() for _ in range(count)])
        except Exception as error:
            self.monitor.fail("appender", error)
        finally:
            self.appender = None

    def _close_window(self) -> None:
        if self.window is not None and not self.window.done():
            self.window.set_result(None)

    async def _append_batch(self, batch: Sequence[_Pending]) -> None:
        """Write a batch and resolve its futures. Never raises, so that the appender goes on.

        A batch that fails for another reason than the database, such as a value that the driver cannot
        write, is written entry by entry, so that one table does not stop the others.
        """
        if not batch and not self.summaries:
            return
        try:
            won = await self._write([pending.entry for pending in batch])
        except NotStored as refused:
            self._refuse(batch, refused)
            return
        except Exception as error:
            self.log.write_error("not-stored", error)
            if len(batch) == 1:
                self._refuse(batch, NotStored("not-stored", why=type(error).__name__))
            for pending in batch if len(batch) > 1 else ():
                await self._append_batch([pending])
            return
        for pending, was_free in zip(batch, won, strict=True):
            if not pending.done.done():
                pending.done.set_result(was_free)

    def _refuse(self, batch: Sequence[_Pending], refused: NotStored) -> None:
        for pending in batch:
            if not pending.done.done():
                pending.done.set_exception(NotStored(refused.code, why=refused.values["why"]))

    async def _write(self, entries: Sequence[LogEntry]) -> list[bool]:
        """Write entries and waiting summaries in one transaction; see `Statements.write`."""
        summaries, self.summaries = self.summaries, {}
        if self.thread is not None and self.sqlite_writer.accepts(entries):
            loop = asyncio.get_running_loop()
            writing = loop.run_in_executor(self.thread, self.sqlite_writer.write, entries, summaries)
            won = await self._guard(writing)
        else:
            won = await self.in_transaction(
                lambda connection: self.statements.write(connection, entries, summaries)
            )
        tables = {entry.event.table_id for entry in entries}
        self.last_table = tables.pop() if len(tables) == 1 else ""
        self.batches += 1
        self.appended += sum(won)
        return won

    async def execute(self, statement: Executable) -> int:
        """Execute a statement in a transaction and return how many rows it changed; raises NotStored."""
        return await self.in_transaction(lambda connection: int(connection.execute(statement).rowcount))

    async def in_transaction(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction: in the writer thread on SQLite, on a pooled connection elsewhere.

        Raises NotStored if the database fails, and any refusal of `work`.
        """
        return await self._guard(self._run_in_transaction(work))

    async def _guard(self, write: Awaitable[T]) -> T:
        """Return the result of a write; raises NotStored, and notes the failure, if the database fails."""
        try:
            result = await write
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            if not isinstance(error, IntegrityError) and not is_bad_value(error):
                self.is_failing, self.failed_at = True, self.monitor.clock()
            raise self._failed("not-stored", error) from error
        self._note_written()
        return result

    def _note_written(self) -> None:
        """Note that a write was committed, and log it if the one before failed."""
        if self.is_failing:
            self.log.write(logging.WARNING, "stored-again")
        self.is_failing, self.failed_at = False, None

    async def _run_in_transaction(self, work: Callable[[Connection], T]) -> T:
        if self.thread is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._in_writer_thread, work)

    def _failed(self, code: str, error: Exception) -> Refusal:
        """Count and log a failure of the database, and return the refusal; a bad value is no failure."""
        name = failure_name(error)
        if is_bad_value(error):
            return Unreadable("not-a-message", why=name)
        self.failures[name] += 1
        # Without the message: it may contain values.
        self.log.write(logging.ERROR, code, name)
        return NotStored(code, why=type(error).__name__)

    def _in_writer_thread(self, work: Callable[[Connection], T]) -> T:
        with self.file.begin() as connection:
            return work(connection)

    # Reading

    async def read(self, table_id: str, after: int = 0) -> list[StoredEvent]:
        """Return the events of a table with a number greater than `after`, in order."""
        query = select(EVENT).where(EVENT.c.table_id == table_id, EVENT.c.seq > after).order_by(EVENT.c.seq)
        return [StoredEvent(*row) for row in await self.rows(query)]

    async def last_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each of these tables."""
        query = (
            select(EVENT.c.table_id, func.max(EVENT.c.seq))
            .where(EVENT.c.table_id.in_(tables))
            .group_by(EVENT.c.table_id)
        )
        return dict(await self.rows(query)) if tables else {}

    async def due(self, now: int, limit: int = 100, since: int = 0) -> list[str]:
        """Return the ids of tables where the scheduler should have acted by `now`.

        Tables set aside are left out, unless that was before `since`. Times are in milliseconds since 1970.
        """
        return [row[0] for row in await self.rows(projections.due_tables(now, limit, since))]

    async def set_aside(self, table_id: str, reason: str, detail: str, at: int) -> None:
        """Note that a table cannot be run, and why; raises NotStored."""
        row = vars(SetAside(table_id, reason, detail, at, at))
        await self.in_transaction(lambda connection: connection.execute(self.statements.set_aside, row))

    async def note_hint(self, visitor_id: str, table_id: str) -> None:
        """Note that a visitor asks for a hint at a table, whose match is not rated then; raises NotStored."""
        own = (PARTICIPATION.c.visitor_id == visitor_id) & (PARTICIPATION.c.table_id == table_id)
        noted = update(PARTICIPATION).where(own, PARTICIPATION.c.hinted == false()).values(hinted=True)
        await self.execute(noted)

    async def put_back(self, table_id: str | None = None) -> None:
        """Let a table, or every table if it is None, be run again; raises NotStored."""
        gone = delete(SET_ASIDE)
        if table_id is not None:
            gone = gone.where(SET_ASIDE.c.table_id == table_id)
        await self.execute(gone)

    async def tables_set_aside(self, table_id: str | None = None) -> list[SetAside]:
        """Return the tables set aside, the latest first, or only the row of one table."""
        query = select(SET_ASIDE).order_by(SET_ASIDE.c.first_at.desc(), SET_ASIDE.c.table_id)
        if table_id is not None:
            query = query.where(SET_ASIDE.c.table_id == table_id)
        return [SetAside(*row) for row in await self.rows(query)]

    async def count_set_aside(self) -> int:
        """Return the number of tables set aside."""
        return int((await self.rows(select(func.count()).select_from(SET_ASIDE)))[0][0])

    async def listed(self, game: str | None = None, limit: int = 50) -> list[TableSummary]:
        """Return public tables with a free seat, the latest first."""
        return [TableSummary(*row) for row in await self.rows(projections.listed_tables(game, limit))]

    async def tables_of(
        self, visitor_id: str, unfinished: bool = False, limit: int = MAX_RECENT
    ) -> list[TableSummary]:
        """Return the tables where a visitor held a seat, the latest first."""
        query = projections.tables_of_visitor(visitor_id, unfinished, limit)
        return [TableSummary(*row) for row in await self.rows(query)]

    async def every_table(self) -> list[str]:
        """Return the ids of all tables, finished ones included."""
        query = select(TABLE_INDEX.c.table_id).order_by(TABLE_INDEX.c.table_id)
        return [row[0] for row in await self.rows(query)]

    async def is_available(self) -> bool:
        """Return whether the database answers a query."""
        try:
            await self.rows(select(text("1")))
        except NotStored:
            return False
        return True

    async def is_writable(self) -> bool:
        """Return whether writes are committed: the last one was, and a test write is.

        At most one test write runs at a time; its answer is kept for PROBE_LIFETIME seconds.
        """
        now = self.monitor.clock()
        if self.failed_at is not None and now < self.failed_at + FAILURE_MEMORY:
            return False
        if self.probe is None or (self.probe.done() and now > self.probed_at + PROBE_LIFETIME):
            self.probed_at = now
            self.probe = asyncio.create_task(self._try_write())
        done, _ = await asyncio.wait({self.probe}, timeout=PROBE_TIMEOUT)
        return bool(done) and self.probe.result()

    async def _try_write(self) -> bool:
        try:
            await self._run_in_transaction(lambda connection: connection.execute(TRY_WRITE))
        except Exception as error:
            self.is_failing = True
            self._failed("not-stored", error)
            return False
        self._note_written()
        return True

    async def rows(self, query: Any) -> list[Any]:
        """Execute a query and return its rows; raises NotStored if the database fails."""
        return await self.query(lambda connection: list(connection.execute(query).all()))

    async def query(self, work: Callable[[Connection], T]) -> T:
        """Run `work`, which only reads, on one connection: in a reader thread on SQLite.

        Several queries in one call cost one change of threads. Raises NotStored if the database fails.
        """
        try:
            if self.thread is None:
                async with self.engine.connect() as connection:
                    return await connection.run_sync(work)
            return await asyncio.get_running_loop().run_in_executor(self.readers, self._in_reader, work)
        except (SQLAlchemyError, OSError) as error:
            raise self._failed("store-away", error) from error

    def _in_reader(self, work: Callable[[Connection], T]) -> T:
        with self.read_file.connect() as connection:
            return work(connection)
