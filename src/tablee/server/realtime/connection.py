"""The receiving side of one WebSocket: read commands, answer each, until one side closes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from tablee.core.errors import Refusal, Unreadable
from tablee.server.domain.commands import AnyCommand, Command, Pong
from tablee.server.domain.table import Table
from tablee.server.errors import LimitExceeded, NotStored
from tablee.server.messages import Answer, decode, encode, refused
from tablee.server.rate_limit import OpenCounts, Rate, TokenBucket, client_address
from tablee.server.realtime.rooms import REFUSED, Rooms, Subscriber
from tablee.server.realtime.transport import transport_of
from tablee.server.supervision import count_refused_connection

# Consecutive unreadable or too frequent messages after which the connection is closed.
MAX_FAULTS = 100
TOO_FAST = 4429
# Messages that may wait for an answer before reading pauses; pausing after each one costs two system calls.
MAX_UNREAD = 8
INTERNAL_ERROR = 1011
# Close code of a client that may connect again later; the reason is the code of the refusal.
TRY_AGAIN_LATER = 1013
Incoming = AnyCommand | Pong


class RequestId(msgspec.Struct):
    """The id of a message, read even if the rest is wrong."""

    id: str = ""


class Connection:
    """One WebSocket of a visitor at a table."""

    def __init__(self, rooms: Rooms, websocket: WebSocket, visitor_id: str, table: Table, rate: Rate) -> None:
        self.rooms = rooms
        self.registry = rooms.registry
        self.websocket = websocket
        self.visitor_id = visitor_id
        self.address = client_address(websocket.scope)
        self.bucket = TokenBucket(rate)
        self.faults = 0
        # Messages to answer, and the task that answers them; None while there are none.
        self.inbox: deque[str | bytes | None] = deque()
        self.answering: asyncio.Task[None] | None = None
        self.transport = transport_of(websocket.scope)
        self.subscriber = Subscriber(
            self.transport, visitor_id, rooms.room(table).renderer, rooms.registry.clock
        )

    async def run(self) -> None:
        """Serve the accepted connection until one side closes it."""
        self.transport.on_free = self.subscriber.plan_flush
        self.transport.on_message = self.receive
        self.rooms.enter(self.subscriber)
        try:
            while (message := await self.websocket.receive())["type"] != "websocket.disconnect":
                self.receive(message.get("text"))
            if self.answering is not None:
                await self.answering
        finally:
            self.transport.on_free = self.transport.on_message = None
            self.rooms.leave(self.subscriber)

    def receive(self, text: str | bytes | None) -> None:
        """Answer a message, once those before it are answered. `text` is None for a binary frame."""
        self.inbox.append(text)
        if self.answering is None:
            self.answering = asyncio.create_task(self._answer_all())
        elif len(self.inbox) >= MAX_UNREAD:
            self.transport.pause_reading()

    async def _answer_all(self) -> None:
        """Answer all messages, one after the other; close the connection after MAX_FAULTS in a row."""
        try:
            while self.inbox and self.faults < MAX_FAULTS:
                await self._answer(self.inbox.popleft())
        except BaseException:
            # Raised again by `run`, once the connection is closed.
            self.transport.disconnect(INTERNAL_ERROR, "internal-error")
            raise
        if self.faults >= MAX_FAULTS:
            self.transport.disconnect(TOO_FAST, "too-fast")
        else:
            self.answering = None
            self.transport.resume_reading()

    async def _answer(self, text: str | bytes | None) -> None:
        """Carry out one message and send its answer or refusal. `text` is None for a binary frame."""
        command: AnyCommand | Pong | None = None
        try:
            if text is None:
                raise Unreadable("not-text")
            if not self.bucket.take():
                raise LimitExceeded("too-fast", wait=round(1_000 / self.bucket.rate.per_second))
            command = decode(text, Incoming)
            if isinstance(command, Pong):
                self.subscriber.pings.on_pong(command.number)
                return
            round_trip = self.subscriber.pings.round_trip
            table = self.subscriber.renderer.table
            seq = await self.registry.handle(table.id, self.visitor_id, command, round_trip, self.address)
            numbering = table.seqs[self.subscriber.viewer]
            self.subscriber.send(Answer(command.id, numbering.to_viewer(seq)))
            self.faults = 0
        except Refusal as wrong:
            self.faults += isinstance(wrong, LimitExceeded | Unreadable)
            request_id = command.id if isinstance(command, Command) else ""
            if command is None and isinstance(wrong, Unreadable):
                request_id = read_id(text or b"")
            self.subscriber.send(refused(wrong, request_id))
            if wrong.code == "seen-has-changed":
                self.subscriber.resend()


def websocket_endpoint(
    rooms: Rooms, identify: Callable[[HTTPConnection], str], rate: Rate, sockets: OpenCounts
) -> Callable[[WebSocket], Awaitable[None]]:
    """Return the ASGI endpoint for the WebSocket of a table; `identify` returns the visitor id."""
    registry = rooms.registry

    async def serve(websocket: WebSocket) -> None:
        address = client_address(websocket.scope)
        if not sockets.add(address):
            count_refused_connection("too-many-sockets")
            await refuse(websocket, LimitExceeded("too-many-connections"))
            return
        try:
            visitor_id = identify(websocket)
            # The first update must be current: the client may have seen a later event at another process.
            table = await registry.viewed(websocket.path_params["table"], visitor_id)
        except Refusal as wrong:
            await refuse(websocket, wrong)
        else:
            await websocket.accept()
            await Connection(rooms, websocket, visitor_id, table, rate).run()
        finally:
            sockets.remove(address)

    return serve


async def refuse(websocket: WebSocket, wrong: Refusal) -> None:
    """Accept a connection, since a browser learns the reason only then, and close it.

    The code says whether it may help to connect again: TRY_AGAIN_LATER, else REFUSED.
    """
    await websocket.accept()
    await websocket.send_text(encode(refused(wrong)).decode())
    later = isinstance(wrong, LimitExceeded | NotStored)
    await websocket.close(TRY_AGAIN_LATER if later else REFUSED, wrong.code)


def read_id(text: str | bytes) -> str:
    """Return the id of a message that may be invalid otherwise; "" if it has none."""
    try:
        return msgspec.json.decode(text, type=RequestId).id[:40]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
