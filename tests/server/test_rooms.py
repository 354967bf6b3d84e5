"""A reader who does not read costs the others nothing, and is let go in the end."""

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
from tests.server.table_harness import NOON, TableHarness
from tests.server.test_table import GAME

MOVES = 60


class Reader:
    """A wire whose other side reads at once, or not at all."""

    def __init__(self, free: bool = True) -> None:
        self.free = free
        self.frames: list[bytes] = []
        self.ended = 0

    @property
    def updates(self) -> int:
        """How often it was shown the table."""
        return sum(b'"t":"update"' in frame for frame in self.frames)

    def push(self, frames: Sequence[bytes]) -> None:
        """Read."""
        assert self.free
        self.frames += frames

    def disconnect(self, code: int, reason: str) -> None:
        """Be hung up on."""
        self.free, self.ended = False, code


async def a_table(store: EventStore, readers: Sequence[Reader]) -> tuple[TableHarness, Room]:
    """A table at which each of these sits and looks."""
    harness = TableHarness(store, GAME, len(readers))
    await harness.open(people=len(readers))
    room = Room(harness.table)
    for reader, visitor_id in zip(readers, "ABCD", strict=False):
        room.subscribers.add(Subscriber(reader, visitor_id, room.renderer, lambda: NOON))

    def changed(table: Table) -> None:
        harness.on_table_changed(table)
        room.broadcast()

    harness.authority.on_table_changed = changed
    return harness, room


def socket_of(room: Room, reader: Reader) -> Subscriber:
    """The one through which somebody reads."""
    return next(socket for socket in room.subscribers if socket.transport is reader)


@pytest.mark.anyio
async def test_three_are_told_every_move_while_the_fourth_reads_nothing(sqlite_store: EventStore) -> None:
    readers = [Reader(), Reader(), Reader(), Reader(free=False)]
    harness, room = await a_table(sqlite_store, readers)
    assert MOVES == await harness.play_some(MOVES, Rng("slow"))
    await asyncio.sleep(0)
    assert all(reader.updates >= MOVES for reader in readers[:3])
    assert 0 == len(socket_of(room, readers[3]).outbox)


@pytest.mark.anyio
async def test_who_reads_again_is_shown_the_table_once_and_as_it_is(sqlite_store: EventStore) -> None:
    readers = [Reader(), Reader(), Reader(free=False)]
    harness, room = await a_table(sqlite_store, readers)
    await harness.play_some(5, Rng("back"))
    await asyncio.sleep(0)
    readers[2].free = True
    socket_of(room, readers[2]).plan_flush()
    await asyncio.sleep(0)
    assert 1 == readers[2].updates
    assert b'"seq":%d,' % harness.table.seq in readers[2].frames[0]
    assert not socket_of(room, readers[2]).is_stuck()


@pytest.mark.anyio
async def test_who_never_reads_is_let_go(sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    readers = [Reader(), Reader(), Reader(free=False)]
    harness, room = await a_table(sqlite_store, readers)
    await harness.play_some(1, Rng("never"))
    await asyncio.sleep(0)
    room.drop_stuck()
    assert [0, 0, 0] == [reader.ended for reader in readers]
    monkeypatch.setattr(rooms, "READ_TIMEOUT", -1.0)
    room.drop_stuck()
    assert [0, 0, TOO_SLOW] == [reader.ended for reader in readers]


@pytest.mark.anyio
async def test_answers_that_nobody_reads_do_not_pile_up(sqlite_store: EventStore) -> None:
    reader = Reader(free=False)
    _, room = await a_table(sqlite_store, [reader, Reader(), Reader()])
    socket = socket_of(room, reader)
    for number in range(MAX_OUTBOX + 1):
        socket.send(Answer("id", number))
    assert MAX_OUTBOX == len(socket.outbox)
    assert TOO_SLOW == reader.ended


@pytest.mark.parametrize("state", State)
def test_nothing_is_pushed_to_who_has_said_goodbye(state: State) -> None:
    wire = WebSocketTransport.__new__(WebSocketTransport)
    wire.writable, wire.disconnected, wire.conn = asyncio.Event(), False, ServerProtocol(state=state)
    assert not wire.free
    wire.writable.set()
    assert (state is State.OPEN) == wire.free


def test_a_reader_that_stops_at_the_real_socket_holds_up_nobody(sqlite_url: str) -> None:
    with site(sqlite_url) as address:
        people = [Visitor(address, name) for name in ("Ann", "Ben")]
        table = people[0].post("/api/tables", {"game": GAME, "seats": 2})["id"]
        for each in people:
            each.sit_down(table)
        # The first takes one frame at most and never reads on.
        slow = people[0].look(table, max_queue=1, close_timeout=0.1)
        with slow, people[0].look(table) as one, people[1].look(table) as two:
            for ply in range(40):
                view = one.until_ply(ply)
                mover = one if 0 in view["actors"] else two
                words = mover.until_ply(ply)["moves"][0]
                assert "answer" == mover.say("play", words=words, seen=ply)["t"]
        for each in people:
            each.close()
