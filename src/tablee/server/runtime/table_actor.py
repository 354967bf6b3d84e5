"""One table in one process: decide a command, append its event, then notify listeners.

Another process may hold the same table. The key of the event log decides between them: the loser reads what
the winner wrote and decides again.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from tablee.core.errors import Refusal, Unreadable
from tablee.server.catalog import CATALOG
from tablee.server.domain import daily, events, schedule
from tablee.server.domain.absence import LeftAt, always_connected
from tablee.server.domain.calls import next_look
from tablee.server.domain.commands import AnyCommand
from tablee.server.domain.decide import RequestContext, decide
from tablee.server.domain.events import AnyEvent, LoggedEvent
from tablee.server.domain.results import achievements_of, results_of
from tablee.server.domain.schedule import PACE, Pace
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.errors import NotStored
from tablee.server.storage.rows import LogEntry, StoredEvent, TableSummary

# Attempts to append after losing to another process, before the request is refused.
MAX_ATTEMPTS = 50
# Milliseconds after an event within which the sweep looks at its table, if no process did (see `_row_for`).
DUE_FALLBACK = 15_000
# Characters of the description of a fault that are kept.
MAX_DETAIL = 300


class CannotFold(Exception):
    """A stored event that cannot be folded: its actor must be dropped, since the table may be half changed.

    `reason` is "other-rules", "event-refused" (by the rules), or "event-damaged".
    """

    def __init__(self, seq: int, cause: Exception) -> None:
        super().__init__(f"event {seq}: {cause}"[:MAX_DETAIL])
        self.reason = "event-refused" if isinstance(cause, Refusal) else "event-damaged"
        if isinstance(cause, Refusal) and cause.code in ("other-rules", "no-such-game"):
            self.reason = "other-rules"


class Log(Protocol):
    """The part of the event store that a table needs."""

    async def append(self, entry: LogEntry, urgent: bool = False) -> bool:
        """See EventStore."""

    async def read(self, table_id: str, after: int = 0) -> Sequence[StoredEvent]:
        """See EventStore."""

    def put_summary(self, summary: TableSummary) -> None:
        """See EventStore."""


def wall_clock() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_table_id() -> str:
    """Return a random id of 16 characters, not guessable: the link to a table is the invitation."""
    return secrets.token_urlsafe(12)


class TableActor:
    """A table with its log. `on_table_changed` is called after each committed event and must not block."""

    def __init__(
        self,
        table_id: str,
        log: Log,
        on_table_changed: Callable[[Table], None],
        clock: Callable[[], int] = wall_clock,
        pace: Pace = PACE,
    ) -> None:
        self.table = Table(table_id, CATALOG)
        self.log = log
        self.on_table_changed = on_table_changed
        self.clock = clock
        self.pace = pace
        # When the person on a seat disconnected; see `domain.absence`.
        self.left_at: LeftAt = always_connected
        self.lock = asyncio.Lock()
        # Set while it is unknown whether the last append was committed: the log must be read first.
        self.must_refresh = False
        # The row of `table_index` as this process wrote it last; None before.
        self.row: TableSummary | None = None

    async def open(self, opened: events.Opened) -> None:
        """Append the first event, unless the table exists."""
        await self.append_event(lambda table, _: None if table.exists else opened, opened.host)
        await self.follow_up()

    async def refresh(self) -> bool:
        """Fold events that other processes appended; return whether there were any.

        Raises CannotFold, and NotStored if the log cannot be read.
        """
        rows = await self.log.read(self.table.id, self.table.seq)
        for row in rows:
            # A concurrent refresh may have folded it already.
            if row.seq > self.table.seq:
                self._fold(row)
        self.must_refresh = False
        if rows:
            self.on_table_changed(self.table)
        return bool(rows)

    def _fold(self, row: StoredEvent) -> None:
        try:
            logged = events.decode(row.payload)
        except Exception as error:  # a damaged payload may be anything
            raise CannotFold(row.seq, error) from error
        self._apply(row.seq, row.at, logged)

    def _apply(self, seq: int, at: int, logged: LoggedEvent) -> None:
        try:
            self.table.apply(seq, at, logged)
        except Exception as error:  # whatever the rules raise
            raise CannotFold(seq, error) from error

    async def handle(self, visitor_id: str, command: AnyCommand, round_trip: int = 0) -> int:
        """Carry out a command and return the number of its event, once it is committed.

        Raises the Refusal of `decide`, or NotStored. A command with an id handled before is not repeated.
        """

        def decided(table: Table, now: int) -> AnyEvent:
            if not table.exists:
                raise Unreadable("no-such-table")
            after = self.pace.absent_after
            context = RequestContext(table, visitor_id, now, round_trip, new_table_id, self.left_at, after)
            return decide(context, command)

        seq = await self.append_event(decided, visitor_id, command.id)
        await self.follow_up()
        return seq or self.table.seq

    async def follow_up(self) -> None:
        """Append the events that must follow at once (see `schedule.follow_up`)."""
        while schedule.follow_up(self.table) is not None:
            await self.append_event(lambda table, _: schedule.follow_up(table))

    async def append_event(
        self, choose: Callable[[Table, int], AnyEvent | None], visitor_id: str = "", request: str = ""
    ) -> int | None:
        """Append the event chosen for the present table and time; return its number, None if none was chosen.

        If another process was first, its event is folded and `choose` is called again; likewise if `choose`
        raises a Refusal and another process has written since: what is refused may be allowed by now.
        """
        async with self.lock:
            if self.must_refresh:
                await self.refresh()
            for _ in range(MAX_ATTEMPTS):
                done = self.table.answered.get((visitor_id, request))
                if done is not None:
                    return done
                now = max(self.clock(), self.table.last_event_at)
                try:
                    event = choose(self.table, now)
                except Refusal:
                    if await self.refresh():
                        continue
                    raise
                if event is None:
                    return None
                if await self._write(LoggedEvent(event, visitor_id, request), now):
                    return self.table.seq
                await self.refresh()
        raise NotStored("too-busy")

    async def _write(self, logged: LoggedEvent, now: int) -> bool:
        """Append an event, fold it and notify listeners; return False if another process was first."""
        seq, is_move = self.table.seq + 1, isinstance(logged.event, events.Moved)
        row = StoredEvent(self.table.id, seq, now, events.encode(logged))
        summary = self._row_for(logged.event, now)
        entry = LogEntry(row, summary) if is_move else log_entry(self.table, row, summary, logged)
        self.must_refresh = True
        # In a race every millisecond until an update counts.
        if not await self.log.append(entry, urgent=bool(self.table.race_starts)):
            return False
        self.must_refresh = False
        self.row = summary or self.row
        self._apply(seq, now, logged)
        self.on_table_changed(self.table)
        self._correct_row(now, is_move)
        return True

    def _row_for(self, event: AnyEvent, now: int) -> TableSummary | None:
        """Return the row of `table_index` to write with an event, None if the one before still serves.

        What follows from the event is known only after it is committed, and a crash may come between. So
        after every event the row must make the sweep look at the table within DUE_FALLBACK. A row does that
        for half of this time; then it is written again. A look that finds nothing due is harmless.
        """
        due = self.row.due if self.row is not None else None
        serves = due is not None and now + DUE_FALLBACK // 2 <= due <= now + DUE_FALLBACK
        if serves and isinstance(event, events.Moved):
            return None
        return summarize(self.table, now + DUE_FALLBACK, event, now)

    def _correct_row(self, now: int, after_move: bool) -> None:
        """Write the row of `table_index` again if a list would be wrong, or the sweep too late.

        An earlier `due` than the exact one is no reason: the sweep looks once and finds nothing to do. Of
        what lists show, a move changes only the status.
        """
        row, table, look = self.row, self.table, next_look(self.table, now, self.pace)
        if row is not None and row.status == table.status:
            in_time = look is None or (row.due is not None and row.due <= look)
            free = row.free if after_move else sum(chair.free for chair in table.chairs)
            if in_time and (row.listed, row.free) == (table.listed, free):
                return
        self.row = summarize(table, look)
        self.log.put_summary(self.row)


def summarize(table: Table, due: int | None, event: AnyEvent | None = None, at: int = 0) -> TableSummary:
    """Return the row of `table_index`: as the table is, or with an event that is appended but not folded yet.

    `at` is the time of that event (ms since 1970).
    """
    opened = event if isinstance(event, events.Opened) else table.opened
    # Whether a move is hidden from some viewer is known only after the fold.
    unknown = event is None or isinstance(event, events.Moved)
    seated = sum(bool(guest.visitor_id or guest.bot) for guest in opened.guests)
    free = sum(chair.free for chair in table.chairs) if table.exists else opened.seats - seated
    return TableSummary(
        table_id=table.id,
        seq=table.seq + (event is not None),
        game=opened.game,
        status=table.status,
        listed=table.listed if table.exists else opened.listed,
        free=free,
        due=due,
        changed=table.last_visible_at if unknown else at,
    )


def log_entry(table: Table, row: StoredEvent, summary: TableSummary | None, logged: LoggedEvent) -> LogEntry:
    """Return an event with the projection rows that follow from it; `table` is as it was before."""
    event = logged.event
    match event:
        case events.Opened():
            guests = tuple(guest.visitor_id for guest in event.guests if guest.visitor_id)
            return LogEntry(row, summary, guests, daily=daily_try(event, row))
        case events.Sat():
            return LogEntry(row, summary, (event.visitor_id,))
        case events.Handed():
            before = table.chairs[event.seat].visitor_id
            return LogEntry(row, summary, (event.visitor_id,), former_holder=before)
        case events.Said() if event.seat == SPECTATOR:
            return LogEntry(row, summary, spectator=logged.visitor_id)
        case events.Ended():
            score = daily.score_of(table, event, row.at) if table.opened.daily else None
            found = results_of(table, event, row.at)
            earned = achievements_of(table, found)
            return LogEntry(row, summary, results=found, daily=score, achievements=earned)
        case _:
            return LogEntry(row, summary)


def daily_try(event: events.Opened, row: StoredEvent) -> daily.DailyTry | None:
    """Return the try that begins with a table, None unless it plays the deal of the day."""
    if not event.daily:
        return None
    own = event.guests[daily.OWN_SEAT]
    return daily.DailyTry(
        row.table_id, event.daily, event.game, own.visitor_id, own.name, own.face, event.ranked, row.at
    )
