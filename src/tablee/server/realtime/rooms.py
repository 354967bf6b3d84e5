"""Rooms: the WebSocket subscribers of each table, their outgoing queues, and who is connected.

A slow client never delays the others: each subscriber keeps only the latest state it is owed.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from tablee.core.errors import Refusal
from tablee.server.domain import absence, race_clock
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.messages import AbsentSeat, Message, Ping, Presence, encode, refused
from tablee.server.realtime.ping import RoundTripMeter
from tablee.server.realtime.render import Renderer, ViewerProgress
from tablee.server.realtime.transport import Transport
from tablee.server.runtime.presence import PRESENCE_TIMEOUT
from tablee.server.runtime.registry import TableRegistry

# Answers that may wait for a reader. Updates do not queue: the latest one contains everything.
MAX_OUTBOX = 64
# Seconds that a client may leave messages unread.
READ_TIMEOUT = 20.0
# Close code of a client that does not read.
TOO_SLOW = 4408
# Close code of a client whose table cannot be shown; the reason is the code of the refusal.
REFUSED = 1008


class Subscriber:
    """The sending side of one connection.

    Messages are collected and sent once per event-loop iteration; while the client does not read, they wait
    until it does.
    """

    def __init__(
        self, transport: Transport, visitor_id: str, renderer: Renderer, clock: Callable[[], int]
    ) -> None:
        self.transport = transport
        self.visitor_id = visitor_id
        self.renderer = renderer
        self.clock = clock
        self.progress = ViewerProgress()
        self.presence: Presence | None = None
        self.outbox: deque[bytes] = deque()
        self.dirty = True
        self.flush_planned = False
        self.dropped = False
        self.pings = RoundTripMeter()
        # Since when (monotonic seconds) something waits because the client does not read.
        self.blocked_since = math.inf

    @property
    def viewer(self) -> int:
        """The seat of the visitor, or SPECTATOR."""
        return self.renderer.table.seats.get(self.visitor_id, SPECTATOR)

    def mark_dirty(self) -> None:
        """Plan an update, because the table changed."""
        self.dirty = True
        self.plan_flush()

    def resend(self) -> None:
        """Plan an update even if nothing changed: the client seems to show something else."""
        self.progress.shown = None
        self.mark_dirty()

    def send(self, message: Message) -> None:
        """Queue a message for this client; drops the connection if too many wait."""
        if len(self.outbox) >= MAX_OUTBOX:
            self.drop()
        else:
            self.outbox.append(encode(message))
            self.plan_flush()

    def send_presence(self, presence: Presence) -> None:
        """Queue the presence; it replaces one that was not sent yet."""
        self.presence = presence
        self.plan_flush()

    def plan_flush(self) -> None:
        """Call `flush` in the next iteration of the event loop, so that one event causes one write."""
        if not self.flush_planned:
            self.flush_planned = True
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send everything that waits, if the client reads."""
        self.flush_planned = False
        if not self.transport.free:
            self.blocked_since = min(self.blocked_since, time.monotonic())
            return
        self.blocked_since = math.inf
        frames: list[bytes] = []
        # The update comes first: an answer may refer to it.
        if self.dirty:
            self.dirty = False
            viewer = self.viewer
            update = self.renderer.update(viewer, self.progress, self.clock())
            frames += [update] if update else []
            if viewer in self.renderer.table.race_starts and (ping := self.pings.next_ping()) is not None:
                frames.append(encode(Ping(ping)))
        frames += self.outbox
        self.outbox.clear()
        if self.presence is not None:
            frames.append(encode(self.presence))
            self.presence = None
        if frames:
            self.transport.push(frames)

    def is_stuck(self) -> bool:
        """Return whether the client has not read for READ_TIMEOUT."""
        return not self.dropped and time.monotonic() > self.blocked_since + READ_TIMEOUT

    def drop(self) -> None:
        """Close the connection of a client that does not read."""
        self.dropped = True
        self.transport.disconnect(TOO_SLOW, "too-slow")


@dataclass(frozen=True)
class RemotePresence:
    """Connected seats and spectators of another process, and when (ms since 1970) it reported them."""

    seats: list[int]
    watching: int
    at: int


class Room:
    """The subscribers of this process at one table."""

    def __init__(self, table: Table) -> None:
        self.renderer = Renderer(table)
        self.subscribers: set[Subscriber] = set()
        self.flush_planned = False
        self.remote: dict[str, RemotePresence] = {}
        # The seats of visitors when the presence was sent last.
        self.seats: dict[str, int] = {}
        # Those for whom the others may let a bot play, as it was sent last.
        self.absent: list[AbsentSeat] = []

    def broadcast(self) -> None:
        """Plan an update for every subscriber, and one call of `flush` for all of them."""
        for subscriber in self.subscribers:
            subscriber.dirty = subscriber.flush_planned = True
        if not self.flush_planned:
            self.flush_planned = True
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send every subscriber what waits for it; an exception at one does not stop the others."""
        self.flush_planned = False
        for subscriber in self.subscribers:
            try:
                subscriber.flush()
            except Exception as error:
                context = {"message": "an update was not sent", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)

    def drop_stuck(self) -> None:
        """Close the connections of clients that do not read."""
        for subscriber in self.subscribers:
            if subscriber.is_stuck():
                subscriber.drop()

    def local_presence(self) -> tuple[list[int], int]:
        """Return the connected seats and the number of spectators in this process.

        Pages of one visitor count once: a phone that wakes up connects before its old
        connection is found dead.
        """
        viewers = {subscriber.visitor_id: subscriber.viewer for subscriber in self.subscribers}
        seats = sorted({viewer for viewer in viewers.values() if viewer != SPECTATOR})
        return seats, list(viewers.values()).count(SPECTATOR)

    def send_presence(self) -> None:
        """Send the presence of all processes to every subscriber."""
        self.seats = self.renderer.table.seats
        known = [self.local_presence(), *((each.seats, each.watching) for each in self.remote.values())]
        seats = {seat for present, _ in known for seat in present}
        count = len(self.renderer.table.chairs)
        connected, watching = [seat in seats for seat in range(count)], sum(each for _, each in known)
        presence = Presence(connected, watching, self.absent)
        for subscriber in self.subscribers:
            subscriber.send_presence(presence)

    def on_remote_presence(self, name: str, presence: RemotePresence) -> None:
        """Note the presence reported by another process, and send it on if it changed."""
        before = self.remote.get(name)
        self.remote[name] = presence
        if before is None or (before.seats, before.watching) != (presence.seats, presence.watching):
            self.send_presence()

    def expire_remote(self, before: int) -> None:
        """Drop the presence of processes that have not reported since a time (ms since 1970)."""
        silent = [name for name, each in self.remote.items() if each.at < before]
        for name in silent:
            del self.remote[name]
        if silent:
            self.send_presence()


class Rooms:
    """All rooms of this process. Listens to the registry."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.by_table: dict[str, Room] = {}
        registry.listeners.append(self.on_table_changed)
        registry.presence_listeners.append(self.on_remote_presence)
        registry.is_watched = self.by_table.__contains__
        registry.presence.seats_here = self.seats_here
        registry.aside_listeners.append(self.on_set_aside)

    def room(self, table: Table) -> Room:
        """Return the room of a table, creating it if needed."""
        return self.by_table.setdefault(table.id, Room(table))

    def on_table_changed(self, table: Table) -> None:
        """Plan updates for the subscribers of a table."""
        room = self.by_table.get(table.id)
        if room is not None:
            room.broadcast()
            if table.race_starts:
                self._plan_race_start(table)
            # A spectator may have taken a seat, or a person left one.
            if room.seats != table.seats:
                self._presence_changed(room)
            elif room.absent:
                self._check_absence(room)

    def on_remote_presence(self, name: str, table_id: str, seats: list[int], watching: int) -> None:
        """Pass the presence reported by another process on to the room of the table, if there is one."""
        if table_id in self.by_table:
            presence = RemotePresence(seats, watching, self.registry.clock())
            self.by_table[table_id].on_remote_presence(name, presence)

    def on_set_aside(self, table_id: str, refusal: Refusal) -> None:
        """Tell the subscribers of a table that it cannot be shown, and close their connections."""
        room = self.by_table.pop(table_id, None)
        for subscriber in room.subscribers if room else ():
            if subscriber.transport.free:
                subscriber.transport.push([encode(refused(refusal))])
            subscriber.transport.disconnect(REFUSED, refusal.code)

    def enter(self, subscriber: Subscriber) -> None:
        """Add a subscriber to the room of its table and plan the first update."""
        room = self.by_table[subscriber.renderer.table.id]
        room.subscribers.add(subscriber)
        subscriber.mark_dirty()
        self._plan_race_start(subscriber.renderer.table)
        self._presence_changed(room)
        self.registry.on_watched(subscriber.renderer.table)

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber, and its room if it was the last."""
        self.registry.counts["dropped"] += subscriber.dropped
        room = self.by_table.get(subscriber.renderer.table.id)
        if room is None or subscriber not in room.subscribers:
            # The table was set aside.
            return
        room.subscribers.discard(subscriber)
        self._presence_changed(room)
        if not room.subscribers:
            del self.by_table[subscriber.renderer.table.id]
        self.registry.on_left(subscriber.renderer.table, subscriber.visitor_id)

    def seats_here(self, table_id: str) -> list[int]:
        """Return the seats of a table that are connected to this process."""
        room = self.by_table.get(table_id)
        return room.local_presence()[0] if room else []

    def check(self) -> None:
        """Drop stuck clients and expired presence, and publish the local presence again.

        Called at regular intervals.
        """
        for room in self.by_table.values():
            room.drop_stuck()
            room.expire_remote(self.registry.clock() - PRESENCE_TIMEOUT)
            self._check_absence(room)
            self.registry.publish_presence(room.renderer.table.id, room.local_presence())

    def seated_visitors(self) -> list[str]:
        """Return the visitors who are connected here and have a seat in a match that is not over."""
        return sorted(
            {
                subscriber.visitor_id
                for room in self.by_table.values()
                if room.renderer.table.status != "over"
                for subscriber in room.subscribers
                if subscriber.viewer != SPECTATOR
            }
        )

    def _plan_race_start(self, table: Table) -> None:
        """Broadcast again when the countdown of a race ends, since no event happens then."""
        starts = {race_clock.start_time(table, viewer) or 0 for viewer in table.race_starts}
        for wait in (start - self.registry.clock() for start in starts):
            if wait > 0:
                asyncio.get_running_loop().call_later((wait + 1) / 1_000, self._broadcast, table.id)

    def _broadcast(self, table_id: str) -> None:
        if table_id in self.by_table:
            self.by_table[table_id].broadcast()

    def _check_absence(self, room: Room) -> None:
        """Tell a room for whom a bot may play, if that has changed; let it play if nobody has to agree."""
        table, presence, now = room.renderer.table, self.registry.presence, self.registry.clock()

        def left_at(seat: int) -> int | None:
            return presence.left_at(table.id, seat, now)

        seats = absence.absent_seats(table, left_at, now, self.registry.pace.absent_after)
        absent = [AbsentSeat(seat, sorted(absence.missing_votes(table, seat, left_at))) for seat in seats]
        if absent != room.absent:
            room.absent = absent
            room.send_presence()
        if any(table.chairs[each.seat].votes and not each.missing for each in absent):
            self.registry.spawn(self.registry.replace_absent(table.id))

    def _presence_changed(self, room: Room) -> None:
        if room.absent:
            self._check_absence(room)
        room.send_presence()
        self.registry.publish_presence(room.renderer.table.id, room.local_presence())
