"""A reader who does not read costs the others nothing, and is let go in the end."""

from __future__ import annotations

import asyncio

import pytest

from tablee.core.generator import Generator
from tablee.server import sockets
from tablee.server.messages import Answer
from tablee.server.sockets import OUTBOX, Gone, Room, Socket, Wire
from tablee.server.store import Store
from tablee.server.table import Table
from tests.server.evening import NOON, Evening
from tests.server.site import Visitor, site
from tests.server.test_table import GAME

MOVES = 60


class Stuck:
    """A wire whose other side never reads."""

    async def send_text(self, data: str) -> None:
        """For ever."""
        await asyncio.Event().wait()


class Quick:
    """A wire whose other side reads at once."""

    def __init__(self) -> None:
        self.count = 0

    async def send_text(self, data: str) -> None:
        """Read."""
        self.count += '"t":"update"' in data


@pytest.mark.anyio
async def test_three_are_told_every_move_while_the_fourth_reads_nothing(sqlite_store: Store) -> None:
    evening = Evening(sqlite_store, GAME, 4)
    await evening.open(people=4)
    room = Room(evening.table)
    wires = [Quick(), Quick(), Quick()]
    everybody: list[Wire] = [*wires, Stuck()]
    for wire, who in zip(everybody, "ABCD", strict=True):
        room.sockets.add(Socket(wire, who, room.sight, lambda: NOON))
    writers = [asyncio.create_task(socket.write_for_ever()) for socket in room.sockets]
    told = evening.changed

    def changed(table: Table) -> None:
        told(table)
        room.changed()

    evening.changed = changed  # type: ignore[method-assign]
    room.changed()
    assert MOVES == await evening.play_some(MOVES, Generator("slow"))
    await asyncio.sleep(0)
    assert all(wire.count >= MOVES for wire in wires)
    stuck = next(socket for socket in room.sockets if isinstance(socket.wire, Stuck))
    assert 0 == len(stuck.outbox)
    for writer in writers:
        writer.cancel()


@pytest.mark.anyio
async def test_who_never_reads_is_let_go(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "READ_TIME", 0.01)
    evening = Evening(sqlite_store, GAME, 3)
    await evening.open(people=3)
    socket = Socket(Stuck(), "A", Room(evening.table).sight, lambda: NOON)
    socket.changed()
    with pytest.raises(Gone):
        await socket.write_for_ever()


@pytest.mark.anyio
async def test_answers_that_nobody_reads_do_not_pile_up(sqlite_store: Store) -> None:
    evening = Evening(sqlite_store, GAME, 3)
    await evening.open(people=3)
    socket = Socket(Quick(), "A", Room(evening.table).sight, lambda: NOON)
    for number in range(OUTBOX + 1):
        socket.tell(Answer("id", number))
    assert OUTBOX == len(socket.outbox)
    with pytest.raises(Gone):
        await socket.write_for_ever()


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
