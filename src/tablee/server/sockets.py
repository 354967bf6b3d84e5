"""Those who look at a table through a socket. A slow one costs the others nothing."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from tablee.server import race
from tablee.server.messages import Message, Ping, Presence, encode
from tablee.server.race import Pings
from tablee.server.sight import Seen, Sight
from tablee.server.table import SPECTATOR, Table

# Answers that may wait for a reader; updates never pile up, the last one holds everything.
OUTBOX = 64
# How long one frame may take to be read, in seconds.
READ_TIME = 20.0
TOO_SLOW = 4408


class Wire(Protocol):
    """The part of a WebSocket that is needed to speak."""

    async def send_text(self, data: str) -> None:
        """Send a frame; waits while the other side does not read."""


class Gone(Exception):
    """The other side does not read, or not fast enough."""


class Socket:
    """One connection. What it is owed is noted at once; its own task sends it when it can be read."""

    def __init__(self, wire: Wire, who: str, sight: Sight, clock: Callable[[], int]) -> None:
        self.wire = wire
        self.who = who
        self.sight = sight
        self.clock = clock
        self.seen = Seen()
        self.presence: Presence | None = None
        self.outbox: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.behind = True
        # What the last update showed: whose eyes, which event, and whether a race was about to start.
        self.shown: tuple[int, int, bool] | None = None
        self.too_slow = False
        self.pings = Pings()
        # Since when a frame has been on its way.
        self.sending = math.inf

    @property
    def viewer(self) -> int:
        """The seat through whose eyes this one looks."""
        seat = self.sight.table.seat_of(self.who)
        return SPECTATOR if seat is None else seat

    def changed(self) -> None:
        """The table is not as it was."""
        self.behind = True
        self.wake.set()

    def show_again(self) -> None:
        """Whoever looks seems to see something else."""
        self.shown = None
        self.changed()

    def _has_news(self) -> bool:
        """Whether there is something to notice: not even an update may tell that somebody acts unseen."""
        table, viewer = self.sight.table, self.viewer
        now = (viewer, table.seqs[viewer].told(table.seq), race.counting(table, viewer, self.clock()))
        news = now != self.shown
        self.shown = now
        return news

    def tell(self, message: Message) -> None:
        """Something for this one alone."""
        if len(self.outbox) >= OUTBOX:
            self.too_slow = True
        else:
            self.outbox.append(encode(message))
        self.wake.set()

    def show_presence(self, presence: Presence) -> None:
        """Somebody came or went; only the last word on it counts."""
        self.presence = presence
        self.wake.set()

    async def write_for_ever(self) -> None:
        """Send whatever is owed, for as long as it is read."""
        watching = asyncio.create_task(self._watch(asyncio.current_task()))
        try:
            while True:
                await self.wake.wait()
                self.wake.clear()
                for frame in self._owed():
                    self.sending = time.monotonic()
                    await self.wire.send_text(frame.decode())
                    self.sending = math.inf
        except asyncio.CancelledError:
            if self.too_slow:
                raise Gone from None
            raise
        finally:
            watching.cancel()

    async def _watch(self, writer: asyncio.Task[None] | None) -> None:
        """Let go of who does not read, by a look now and then: a timer for each frame costs as much as it."""
        assert writer is not None
        while time.monotonic() < self.sending + READ_TIME:
            await asyncio.sleep(READ_TIME / 4)
        self.too_slow = True
        writer.cancel()

    def _owed(self) -> Iterator[bytes]:
        """The table first: an answer may speak of it."""
        while self.behind or self.outbox or self.presence is not None:
            if self.too_slow:
                raise Gone
            if self.behind:
                self.behind = False
                if self._has_news():
                    yield self.sight.update(self.viewer, self.seen, self.clock())
                if race.is_on(self.sight.table, self.viewer):
                    yield from (encode(Ping(number)) for number in self.pings.due())
            elif self.outbox:
                yield self.outbox.popleft()
            elif self.presence is not None:
                presence, self.presence = self.presence, None
                yield encode(presence)


@dataclass(frozen=True)
class Elsewhere:
    """Who is connected to another process, and when it said so."""

    seats: list[int]
    watching: int
    at: int


class Room:
    """All sockets of this process at one table."""

    def __init__(self, table: Table) -> None:
        self.sight = Sight(table)
        self.sockets: set[Socket] = set()
        self.elsewhere: dict[str, Elsewhere] = {}

    def changed(self) -> None:
        """Wake everybody; each is sent what it has not seen."""
        for socket in self.sockets:
            socket.changed()

    def here(self) -> tuple[list[int], int]:
        """Connected seats and the number of spectators in this process."""
        viewers = [socket.viewer for socket in self.sockets]
        return sorted({viewer for viewer in viewers if viewer != SPECTATOR}), viewers.count(SPECTATOR)

    def show_presence(self) -> None:
        """Tell everybody who is connected anywhere."""
        known = [self.here(), *((each.seats, each.watching) for each in self.elsewhere.values())]
        seats = {seat for present, _ in known for seat in present}
        count = len(self.sight.table.chairs)
        presence = Presence([seat in seats for seat in range(count)], sum(watching for _, watching in known))
        for socket in self.sockets:
            socket.show_presence(presence)

    def told_elsewhere(self, name: str, told: Elsewhere) -> None:
        """Another process says who is connected there."""
        before = self.elsewhere.get(name)
        self.elsewhere[name] = told
        if before is None or (before.seats, before.watching) != (told.seats, told.watching):
            self.show_presence()

    def forget(self, before: int) -> None:
        """Processes that have fallen silent are gone, and so is who was connected there."""
        silent = [name for name, each in self.elsewhere.items() if each.at < before]
        for name in silent:
            del self.elsewhere[name]
        if silent:
            self.show_presence()
