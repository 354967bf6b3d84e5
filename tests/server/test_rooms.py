"""Tests of rooms: a client that does not read delays nobody, and is disconnected in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from websockets.protocol import State
from websockets.server import ServerProtocol

from tablee.core.rng import Rng
from tablee.server.domain.table import Table
from tablee.server.messages import Answer
from tablee.server.realtime import rooms
from tablee.server.realtime.rooms import MAX_OUTBOX, TOO_SLOW, Room, Subscriber
from tablee.server.realtime.uvicorn_ws import WebSocketTransport
from tablee.server.storage.event_store import EventStore
from tests.server.site import Visitor, site
from tests.server.table_harness import GAME, NOON, TableHarness

MOVES = 60


class FakeTransport:
    """A transport whose client reads at once, or not at all if not `free`. `close_code`: 0 while open."""

    def __init__(self, free: bool = True) -> None:
        self.free = free
        self.frames: list[bytes] = []
        self.close_code = 0

    @property
    def updates(self) -> int:
        """The number of updates sent."""
        return sum(b'"t":"update"' in frame for frame in self.frames)

    def push(self, frames: Sequence[bytes]) -> None:
        assert self.free
        self.frames += frames

    def disconnect(self, code: int, reason: str) -> None:
        self.free, self.close_code = False, code


async def open_room(store: EventStore, transports: Sequence[FakeTransport]) -> tuple[TableHarness, Room]:
    """Open a table with one subscriber on each seat, and return it with its room."""
    harness = TableHarness(store, GAME, len(transports))
    await harness.open(people=len(transports))
    room = Room(harness.table)
    for transport, visitor_id in zip(transports, "ABCD", strict=False):
        room.subscribers.add(Subscriber(transport, visitor_id, room.renderer, lambda: NOON))

    def changed(table: Table) -> None:
        harness.on_table_changed(table)
        room.broadcast()

    harness.actor.on_table_changed = changed
    return harness, room


def subscriber_of(room: Room, transport: FakeTransport) -> Subscriber:
    return next(each for each in room.subscribers if each.transport is transport)


@pytest.mark.anyio
async def test_three_are_sent_every_move_while_the_fourth_reads_nothing(sqlite_store: EventStore) -> None:
    transports = [FakeTransport(), FakeTransport(), FakeTransport(), FakeTransport(free=False)]
    harness, room = await open_room(sqlite_store, transports)
    assert MOVES == await harness.play_some(MOVES, Rng("slow"))
    await asyncio.sleep(0)
    assert all(transport.updates >= MOVES for transport in transports[:3])
    assert 0 == len(subscriber_of(room, transports[3]).outbox)


@pytest.mark.anyio
async def test_a_client_that_reads_again_is_sent_one_update(sqlite_store: EventStore) -> None:
    transports = [FakeTransport(), FakeTransport(), FakeTransport(free=False)]
    harness, room = await open_room(sqlite_store, transports)
    await harness.play_some(5, Rng("back"))
    await asyncio.sleep(0)
    transports[2].free = True
    subscriber_of(room, transports[2]).plan_flush()
    await asyncio.sleep(0)
    assert 1 == transports[2].updates
    assert b'"seq":%d,' % harness.table.seq in transports[2].frames[0]
    assert not subscriber_of(room, transports[2]).is_stuck()


@pytest.mark.anyio
async def test_a_client_that_never_reads_is_disconnected(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    transports = [FakeTransport(), FakeTransport(), FakeTransport(free=False)]
    harness, room = await open_room(sqlite_store, transports)
    await harness.play_some(1, Rng("never"))
    await asyncio.sleep(0)
    room.drop_stuck()
    assert [0, 0, 0] == [transport.close_code for transport in transports]
    monkeypatch.setattr(rooms, "READ_TIMEOUT", -1.0)
    room.drop_stuck()
    assert [0, 0, TOO_SLOW] == [transport.close_code for transport in transports]


@pytest.mark.anyio
async def test_the_number_of_unread_answers_is_limited(sqlite_store: EventStore) -> None:
    transport = FakeTransport(free=False)
    _, room = await open_room(sqlite_store, [transport, FakeTransport(), FakeTransport()])
    subscriber = subscriber_of(room, transport)
    for number in range(MAX_OUTBOX + 1):
        subscriber.send(Answer("id", number))
    assert MAX_OUTBOX == len(subscriber.outbox)
    assert TOO_SLOW == transport.close_code


@pytest.mark.parametrize("state", State)
def test_nothing_is_sent_to_a_connection_that_is_closing(state: State) -> None:
    transport = WebSocketTransport.__new__(WebSocketTransport)
    transport.writable, transport.disconnected = asyncio.Event(), False
    transport.conn = ServerProtocol(state=state)
    assert not transport.free
    transport.writable.set()
    assert (state is State.OPEN) == transport.free


def test_a_client_that_stops_reading_delays_nobody(sqlite_url: str) -> None:
    with site(sqlite_url) as address:
        people = [Visitor(address, name) for name in ("Ann", "Ben")]
        table = people[0].post("/api/tables", {"game": GAME, "seats": 2})["id"]
        for each in people:
            each.sit_down(table)
        # The first client receives one frame at most and never reads on.
        slow = people[0].connect(table, max_queue=1, close_timeout=0.1)
        with slow, people[0].connect(table) as one, people[1].connect(table) as two:
            for ply in range(40):
                view = one.wait_for_ply(ply)
                mover = one if 0 in view["actors"] else two
                words = mover.wait_for_ply(ply)["moves"][0]
                assert "answer" == mover.request("play", words=words, seen=ply)["t"]
        for each in people:
            each.close()


@pytest.mark.anyio
async def test_an_update_that_cannot_be_sent_does_not_stop_the_others(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    transports = [FakeTransport(), FakeTransport(), FakeTransport()]
    harness, _ = await open_room(sqlite_store, transports)
    reported: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: reported.append(context["exception"]))
    error = RuntimeError("this transport is broken")

    def fail(_frames: Sequence[bytes]) -> None:
        raise error

    monkeypatch.setattr(transports[0], "push", fail)
    await harness.play_some(1, Rng("one"))
    await asyncio.sleep(0)
    assert [error] == reported
    assert [0, 1, 1] == [transport.updates for transport in transports]
