"""A viewer of a table without a network, who keeps every byte that is sent."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import Any

from tablee.core.errors import Refusal
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, events
from tablee.server.domain.decide import RequestContext, decide
from tablee.server.domain.events import LoggedEvent, Moved
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.http.routes_hints import check_hint_allowed
from tablee.server.messages import refused
from tablee.server.realtime import render
from tablee.server.realtime.rooms import Room, Subscriber
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import NOON


class FakeTransport:
    """A transport that keeps all frames."""

    free = True

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def push(self, frames: Sequence[bytes]) -> None:
        self.frames += frames

    def disconnect(self, code: int, reason: str) -> None:
        """Fail: no client is too slow here."""
        raise AssertionError(reason)


class ViewerProbe:
    """One viewer of a table, with a real room and subscriber, and everything it is sent."""

    def __init__(self, table: Table, viewer: int) -> None:
        self.table = table
        self.viewer = viewer
        self.visitor_id = "" if viewer == SPECTATOR else table.chairs[viewer].visitor_id
        self.room = Room(table)
        self.transport = FakeTransport()
        self.subscriber = Subscriber(self.transport, self.visitor_id, self.room.renderer, lambda: NOON)
        # Pings contain random numbers, which would differ.
        self.subscriber.pings.next_at = math.inf
        self.room.subscribers.add(self.subscriber)
        self.room.send_presence()

    def attempt(self, command: commands.AnyCommand) -> None:
        """Decide a command and send its refusal, if any; an accepted command is not carried out."""
        try:
            decide(RequestContext(self.table, self.visitor_id, NOON * 2), command)
        except Refusal as wrong:
            self.subscriber.send(refused(wrong, command.id))

    def apply(self, moved: Moved) -> None:
        """Fold a move and broadcast it."""
        self.table.apply(self.table.seq + 1, NOON, LoggedEvent(moved))
        self.room.broadcast()

    def http_answers(self) -> list[Any]:
        """Return what HTTP would answer: log, table, chat, history, record and hint, or their refusals."""
        found: list[Any] = [render.lines(self.table, self.viewer, 0), render.info(self.table, self.viewer)]
        found.append([render.chat_line(self.table, line) for line in self.table.chat])
        questions: list[Callable[[], Any]] = [
            lambda: render.history(self.table, self.viewer, 0, NOON * 2),
            lambda: render.history(self.table, self.viewer, self.last_ply(), NOON * 2),
            lambda: render.record(self.table, NOON * 2),
            lambda: check_hint_allowed(self.table, self.visitor_id, NOON * 2),
        ]
        return found + [result_of(question) for question in questions]

    def last_ply(self) -> int:
        """Return the last ply as this viewer counts it."""
        return self.table.plies[self.viewer].to_viewer(self.table.playing().ply)

    async def received(self) -> list[bytes]:
        """Return all frames so far, once none is pending."""
        while self.subscriber.flush_planned:
            await asyncio.sleep(0)
        return self.transport.frames


def result_of(question: Callable[[], Any]) -> Any:
    """Return the result of a function, or the message of its refusal."""
    try:
        return question()
    except Refusal as wrong:
        return refused(wrong)


async def fold(store: EventStore, table_id: str) -> Table:
    """Return a table folded from its stored events."""
    table = Table(table_id, CATALOG)
    for row in await store.read(table_id):
        table.apply(row.seq, row.at, events.decode(row.payload))
    return table
