"""The receiving side of one WebSocket: read commands, answer each, until one side closes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from tablee.core.errors import Refusal, Unreadable
from tablee.server.domain.commands import AnyCommand, Command, Pong
from tablee.server.errors import LimitExceeded
from tablee.server.messages import Answer, decode, encode, refused
from tablee.server.rate_limit import Rate, TokenBucket
from tablee.server.realtime.rooms import Rooms, Subscriber
from tablee.server.realtime.uvicorn_ws import transport_of
from tablee.server.runtime.registry import SET_ASIDE_CODES

# Consecutive unreadable or too frequent messages after which the connection is closed.
MAX_FAULTS = 100
TOO_FAST = 4429
Incoming = AnyCommand | Pong


class RequestId(msgspec.Struct):
    """The id of a message, read even if the rest is wrong."""

    id: str = ""


class Connection:
    """One WebSocket of a visitor at a table."""

    def __init__(self, rooms: Rooms, websocket: WebSocket, visitor_id: str, rate: Rate) -> None:
        self.rooms = rooms
        self.registry = rooms.registry
        self.websocket = websocket
        self.visitor_id = visitor_id
        self.table_id: str = websocket.path_params["table"]
        self.bucket = TokenBucket(rate)
        self.faults = 0

    async def run(self) -> None:
        """Accept the connection and serve it until it closes; refuse it if there is no such table."""
        try:
            actor = await self.registry.get(self.table_id)
            # The first update must be current: the client may have seen a later event at another process.
            await self.registry.catch_up(actor)
        except Refusal as wrong:
            await self._refuse(wrong)
            return
        await self.websocket.accept()
        self.transport = transport_of(self.websocket.scope)
        renderer = self.rooms.room(actor.table).renderer
        self.subscriber = Subscriber(self.transport, self.visitor_id, renderer, self.registry.clock)
        self.transport.on_free = self.subscriber.plan_flush
        self.rooms.enter(self.subscriber)
        try:
            await self._read()
        finally:
            self.transport.on_free = None
            self.rooms.leave(self.subscriber)

    async def _refuse(self, wrong: Refusal) -> None:
        """Refuse the connection; a browser learns why only if it is accepted first."""
        if wrong.code in SET_ASIDE_CODES:
            await self.websocket.accept()
            await self.websocket.send_text(encode(refused(wrong)).decode())
        await self.websocket.close(1008, wrong.code)

    async def _read(self) -> None:
        while self.faults < MAX_FAULTS:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._answer(message.get("text"))
        self.transport.disconnect(TOO_FAST, "too-fast")

    async def _answer(self, text: str | None) -> None:
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
            address = self.websocket.client.host if self.websocket.client else "unknown"
            seq = await self.registry.handle(self.table_id, self.visitor_id, command, round_trip, address)
            numbering = self.subscriber.renderer.table.seqs[self.subscriber.viewer]
            self.subscriber.send(Answer(command.id, numbering.to_viewer(seq)))
            self.faults = 0
        except Refusal as wrong:
            self.faults += isinstance(wrong, LimitExceeded | Unreadable)
            request_id = command.id if isinstance(command, Command) else ""
            if command is None and isinstance(wrong, Unreadable):
                request_id = read_id(text or "")
            self.subscriber.send(refused(wrong, request_id))
            if wrong.code == "seen-has-changed":
                self.subscriber.resend()


def websocket_endpoint(
    rooms: Rooms, identify: Callable[[HTTPConnection], str], rate: Rate
) -> Callable[[WebSocket], Awaitable[None]]:
    """Return the ASGI endpoint for the WebSocket of a table; `identify` returns the visitor id."""

    async def serve(websocket: WebSocket) -> None:
        try:
            visitor_id = identify(websocket)
        except Refusal as wrong:
            await websocket.close(1008, wrong.code)
            return
        await Connection(rooms, websocket, visitor_id, rate).run()

    return serve


def read_id(text: str) -> str:
    """Return the id of a message that may be invalid otherwise; "" if it has none."""
    try:
        return msgspec.json.decode(text, type=RequestId).id[:40]
    except (msgspec.DecodeError, RecursionError):
        return ""
