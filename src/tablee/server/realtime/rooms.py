"""Those who look at a table through a socket. A slow one costs the others nothing."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tablee.server.domain import race_clock
from tablee.server.domain.race_clock import Pings
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.messages import Message, Ping, Presence, encode
from tablee.server.realtime.render import Seen, Sight

# Answers that may wait for a reader; updates never pile up, the last one holds everything.
OUTBOX = 64
# How long something may be owed to who does not read, in seconds.
READ_TIME = 20.0
TOO_SLOW = 4408


class Wire(Protocol):
    """The part of a connection that is needed to speak."""

    @property
    def free(self) -> bool:
        """Whether the other side reads."""

    def push(self, frames: Sequence[bytes]) -> None:
        """Send frames without waiting; only while free."""

    def let_go(self, code: int, reason: str) -> None:
        """Hang up."""


class Socket:
    """One connection. What it is owed is noted at once, and sent when all that belongs to one event has
    happened; if the other side does not read, when it does."""

    def __init__(self, wire: Wire, who: str, sight: Sight, clock: Callable[[], int]) -> None:
        self.wire = wire
        self.who = who
        self.sight = sight
        self.clock = clock
        self.seen = Seen()
        self.presence: Presence | None = None
        self.outbox: deque[bytes] = deque()
        self.behind = True
        # What the last update showed: whose eyes, which event, and whether a race was about to start.
        self.shown: tuple[int, int, bool] | None = None
        self.waking = False
        self.gone = False
        self.pings = Pings()
        # Since when something is owed that is not read.
        self.stuck = math.inf

    @property
    def viewer(self) -> int:
        """The seat through whose eyes this one looks."""
        seat = self.sight.table.seat_of(self.who)
        return SPECTATOR if seat is None else seat

    def changed(self) -> None:
        """The table is not as it was."""
        self.behind = True
        self.wake()

    def show_again(self) -> None:
        """Whoever looks seems to see something else."""
        self.shown = None
        self.changed()

    def _has_news(self) -> bool:
        """Whether there is something to notice: not even an update may tell that somebody acts unseen."""
        table, viewer = self.sight.table, self.viewer
        now = (viewer, table.seqs[viewer].told(table.seq), race_clock.counting(table, viewer, self.clock()))
        news = now != self.shown
        self.shown = now
        return news

    def tell(self, message: Message) -> None:
        """Something for this one alone."""
        if len(self.outbox) >= OUTBOX:
            self.let_go()
        else:
            self.outbox.append(encode(message))
            self.wake()

    def show_presence(self, presence: Presence) -> None:
        """Somebody came or went; only the last word on it counts."""
        self.presence = presence
        self.wake()

    def wake(self) -> None:
        """Send soon: what follows from one event is told in one go."""
        if not self.waking:
            self.waking = True
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send everything that is owed, if it is read."""
        self.waking = False
        if not self.wire.free:
            self.stuck = min(self.stuck, time.monotonic())
            return
        self.stuck = math.inf
        frames = list(self._owed())
        if frames:
            self.wire.push(frames)

    def is_stuck(self) -> bool:
        """Whether something was owed for too long."""
        return not self.gone and time.monotonic() > self.stuck + READ_TIME

    def let_go(self) -> None:
        """Do without somebody who does not read."""
        self.gone = True
        self.wire.let_go(TOO_SLOW, "too-slow")

    def _owed(self) -> Iterator[bytes]:
        """The table first: an answer may speak of it."""
        if self.behind:
            self.behind = False
            if self._has_news():
                yield self.sight.update(self.viewer, self.seen, self.clock())
            if race_clock.is_on(self.sight.table, self.viewer):
                yield from (encode(Ping(number)) for number in self.pings.due())
        while self.outbox:
            yield self.outbox.popleft()
        if self.presence is not None:
            yield encode(self.presence)
            self.presence = None


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
        # Who was connected here when it was last told.
        self.shown: tuple[list[int], int] = ([], 0)

    def changed(self) -> None:
        """Wake everybody; each is sent what it has not seen."""
        for socket in self.sockets:
            socket.changed()

    def let_go(self) -> None:
        """Do without those who do not read."""
        for socket in self.sockets:
            if socket.is_stuck():
                socket.let_go()

    def here(self) -> tuple[list[int], int]:
        """Connected seats and the number of spectators in this process."""
        viewers = [socket.viewer for socket in self.sockets]
        return sorted({viewer for viewer in viewers if viewer != SPECTATOR}), viewers.count(SPECTATOR)

    def show_presence(self) -> None:
        """Tell everybody who is connected anywhere."""
        self.shown = self.here()
        known = [self.shown, *((each.seats, each.watching) for each in self.elsewhere.values())]
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
