"""Authority without a wire: decides at one table, writes, then tells. Needs a store and an audience."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from tablee.core.errors import Unreadable
from tablee.server.domain import events, schedule
from tablee.server.domain.commands import AnyRequest
from tablee.server.domain.decide import Wish, decide
from tablee.server.domain.events import AnyEvent, Happened
from tablee.server.domain.table import Table
from tablee.server.storage.event_store import Entry, NotStored, Place, Result, Row

# How often a lost race is run again before the asker is sent away.
TRIES = 50
# If nobody says within this time when a table is due, somebody looks.
LOOK_AGAIN = 5_000


class Log(Protocol):
    """The part of the store that a table needs."""

    async def append(self, entry: Entry) -> bool:
        """Write under a key, or say that the key is taken."""

    async def read(self, table_id: str, after: int = 0) -> Sequence[Row]:
        """The events after a number."""

    def put(self, place: Place) -> None:
        """Note where the table stands, some time soon."""


class Audience(Protocol):
    """Those who are told."""

    def changed(self, table: Table) -> None:
        """Something was written. Never waits."""


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Authority:
    """One table in one process. Another process may have the same table: the log decides between them."""

    def __init__(
        self, table_id: str, log: Log, audience: Audience, clock: Callable[[], int] = wall_clock
    ) -> None:
        self.table = Table(table_id)
        self.log = log
        self.audience = audience
        self.clock = clock
        self.lock = asyncio.Lock()
        # After a write of unknown fate the log must be read before anything is decided.
        self.unsure = False

    async def open(self, opened: events.Opened) -> None:
        """Set the table up, unless it is there already."""
        await self.happen(lambda table, _: None if table.exists else opened, opened.host)
        await self.follow_up()

    async def refresh(self) -> bool:
        """Read what others wrote; says whether there was anything."""
        rows = await self.log.read(self.table.id, self.table.seq)
        for row in rows:
            # Another refresh may have run while this one waited.
            if row.seq == self.table.seq + 1:
                self.table.apply(row.seq, row.at, events.read(row.payload))
        self.unsure = False
        if rows:
            self.audience.changed(self.table)
        return bool(rows)

    async def ask(self, who: str, request: AnyRequest, round_trip: int = 0) -> int:
        """Grant a wish and say under which number, or raise its refusal. The same wish is granted once."""

        def granted(table: Table, now: int) -> AnyEvent:
            if not table.exists:
                raise Unreadable("no-such-table")
            return decide(Wish(table, who, now, round_trip), request)

        seq = await self.happen(granted, who, request.id)
        await self.follow_up()
        return seq or self.table.seq

    async def follow_up(self) -> None:
        """Whatever must follow at once."""
        while schedule.follow_up(self.table) is not None:
            await self.happen(lambda table, _: schedule.follow_up(table))

    async def happen(
        self, choose: Callable[[Table, int], AnyEvent | None], who: str = "", request: str = ""
    ) -> int | None:
        """Write what is chosen; if somebody else was first, look again and choose again."""
        async with self.lock:
            if self.unsure:
                await self.refresh()
            for _ in range(TRIES):
                done = self.table.answered.get((who, request))
                if done is not None:
                    return done
                now = max(self.clock(), self.table.changed)
                event = choose(self.table, now)
                if event is None:
                    return None
                if await self._write(Happened(event, who, request), now):
                    return self.table.seq
                await self.refresh()
        raise NotStored("too-busy")

    async def _write(self, happened: Happened, now: int) -> bool:
        seq = self.table.seq + 1
        row = Row(self.table.id, seq, now, events.write(happened))
        place = place_of(self.table, now, happened.event)
        self.unsure = True
        entry = Entry(row, place, sitters(happened.event), results(self.table, happened.event, now))
        if not await self.log.append(entry):
            return False
        self.unsure = False
        self.table.apply(seq, now, happened)
        self.audience.changed(self.table)
        self.log.put(place_of(self.table, now))
        return True


def place_of(table: Table, now: int, event: AnyEvent | None = None) -> Place:
    """Where a table stands; with an event that is only about to be folded, as one to look at again soon."""
    opened = event if isinstance(event, events.Opened) else table.opened
    # Whether a move may be noticed is known once it is folded.
    known = event is None or isinstance(event, events.Moved)
    free = sum(chair.free for chair in table.chairs) if table.exists else opened.seats - len(opened.guests)
    return Place(
        table_id=table.id,
        seq=table.seq + (event is not None),
        game=opened.game,
        status=table.status,
        listed=table.listed if table.exists else opened.listed,
        free=free,
        due=schedule.next_due(table) if event is None else now + LOOK_AGAIN,
        changed=table.news if known else now,
    )


def sitters(event: AnyEvent) -> tuple[str, ...]:
    """Who sits down by this event."""
    match event:
        case events.Opened():
            return tuple(guest.who for guest in event.guests if guest.who)
        case events.Sat() | events.Handed():
            return (event.who,)
        case _:
            return ()


def results(table: Table, event: AnyEvent, now: int) -> tuple[Result, ...]:
    """How the people at a table ended; bots and people for whom a bot played on are not counted."""
    if not isinstance(event, events.Ended):
        return ()
    return tuple(
        Result(table.id, seat, table.chairs[seat].who, table.opened.game, event.ranks[seat], score, now)
        for seat, score in enumerate(event.scores)
        if seat in table.people()
    )
