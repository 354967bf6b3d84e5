"""Floods over WebSockets: frames as raw bytes, by clients with a seat and without."""

from __future__ import annotations

import asyncio
import base64
import random
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from bench.attack.site import BATCH, LOOPBACK, TIMEOUT, Site, open_table
from tablee import games
from tests.server.hostile import PING, TEXT, Context, Frame, Messages

# Messages of a client before it goes on to another table.
PER_CLIENT = 2_000
# Messages of one client after the end of a match.
AFTER_THE_END = 100
SEATS = 2
# Codes with which the server may close: the protocol was broken, a message too large, too many, not read.
CLOSE_CODES = {1000, 1002, 1003, 1007, 1009, 4408, 4429}
# A pong may come late: behind a flood, or on a machine that is too busy.
NO_PONG = b"keepalive ping timeout"
CLOSE, PONG = 8, 10


class View(msgspec.Struct):
    """The fields of a view that a client uses."""

    ply: int = 0
    moves: list[str] = []
    outcome: Any = None


class Incoming(msgspec.Struct):
    """The fields of a message of the server that a client uses."""

    t: str
    kind: str = ""
    code: str = ""
    view: View | None = None


DECODER = msgspec.json.Decoder(Incoming)


class RawSocket(asyncio.Protocol):
    """A WebSocket client that sends any bytes and passes text messages to `on_text`."""

    def __init__(self, request: bytes, on_text: Callable[[bytes], None]) -> None:
        self.request = request
        self.on_text = on_text
        self.buffer = bytearray()
        self.open: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.changed = asyncio.Event()
        self.close_code: int | None = None
        self.close_reason = b""
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, _error: Exception | None) -> None:
        """Note that the connection is lost, and wake the tasks that wait for an answer."""
        self.lost = True
        self.changed.set()
        if not self.open.done():
            self.open.set_result(False)

    def data_received(self, data: bytes) -> None:
        """Read the answer to the handshake, then frames."""
        self.buffer += data
        if not self.open.done():
            head, mark, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not mark:
                return
            self.open.set_result(head.startswith(b"HTTP/1.1 101"))
            self.buffer = bytearray(rest)
        while self._read_frame():
            pass
        self.changed.set()

    def _read_frame(self) -> bool:
        """Take one complete frame out of the buffer; return False if there is none."""
        if len(self.buffer) < 2:
            return False
        size, start = self.buffer[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + size:
            return False
        opcode, payload = self.buffer[0] & 15, bytes(self.buffer[start : start + size])
        del self.buffer[: start + size]
        if opcode == TEXT:
            self.on_text(payload)
        elif opcode == PING:
            self.transport.write(Frame("", payload, PONG).encode())
        elif opcode == CLOSE:
            self.close_code = int.from_bytes(payload[:2], "big")
            self.close_reason = payload[2:]
            self.transport.close()
        return True


class SocketFlood:
    """One client at a table, seated or not, that floods it with frames."""

    def __init__(self, site: Site, rng: random.Random, token: str) -> None:
        self.site = site
        self.tally = site.tally
        self.messages = Messages(site.document, rng)
        self.token = token
        self.address = site.address()
        self.context = Context([], [])
        self.awaited: deque[str] = deque()
        self.over = False
        self.left = 0

    async def flood(self, table: str, count: int) -> None:
        """Send `count` frames to a table, and only a few after the end of its match."""
        self.left, self.over = count, False
        while self._goes_on():
            socket = await connect_socket(self.site, table, self.token, self.address, self.receive)
            if not await socket.open:
                await self._refused(table)
                continue
            while self._goes_on() and await self._batch(socket, BATCH):
                pass
            if self.over and not socket.lost:
                await self._batch(socket, AFTER_THE_END)
            socket.transport.abort()
            self.awaited.clear()

    def _goes_on(self) -> bool:
        return self.tally.wanted and self.left > 0 and not self.over

    async def _refused(self, table: str) -> None:
        """Count a WebSocket that was refused, which only rate limits may do."""
        if not self.site.limited:
            self.tally.fail(f"a WebSocket at {table} was refused")
        self.left -= 1
        self.tally.sent["sockets"] += 1
        self.tally.outcomes["sockets", "limit"] += 1
        await asyncio.sleep(0.05)

    async def _batch(self, socket: RawSocket, size: int) -> bool:
        """Send frames and wait for their answers; return whether the socket is still open."""
        frames = [self.messages.frame(self.context) for _ in range(size)]
        self.left -= size
        # A frame that breaks the protocol comes alone: the server does not answer those before it any more.
        if not await self._send(socket, [frame for frame in frames if not frame.closes]):
            return False
        breaking = [frame for frame in frames if frame.closes]
        return not breaking or await self._send(socket, breaking[:1])

    async def _send(self, socket: RawSocket, frames: list[Frame]) -> bool:
        closes = frames[-1].closes
        self.tally.sent.update(frame.manner for frame in frames)
        self.awaited.extend(frame.manner for frame in frames if frame.answered and not closes)
        socket.transport.write(b"".join(frame.encode() for frame in frames))
        try:
            while (self.awaited or closes) and not socket.lost:
                socket.changed.clear()
                async with asyncio.timeout(TIMEOUT):
                    await socket.changed.wait()
        except TimeoutError:
            self.tally.fail(f"{len(self.awaited)} frames not answered in {TIMEOUT:.0f} s: {frames[-1]}"[:400])
            return False
        if socket.lost:
            self._closed(socket, frames[-1])
        return not socket.lost

    def _closed(self, socket: RawSocket, last: Frame) -> None:
        """Count what the server left unanswered when it closed."""
        outcome = f"closed {socket.close_code or ''}"
        self.tally.outcomes.update((manner, outcome) for manner in self.awaited)
        self.tally.outcomes[last.manner, outcome] += last.closes
        expected = socket.close_code in CLOSE_CODES or socket.close_reason == NO_PONG
        if not expected and not last.closes:
            self.tally.fail(f"{outcome} after {last}"[:400])

    def receive(self, text: bytes) -> None:
        """Count an answer, or keep what an update shows."""
        message = DECODER.decode(text)
        if message.t == "update" and message.view is not None:
            self.context.before = self.context.known
            view = message.view
            self.over = view.outcome is not None
            self.context.known = {"words": view.moves, "seen": [view.ply], "bot": ["random"], "clock": [{}]}
        elif message.t in ("answer", "refused"):
            outcome = message.t if message.t == "answer" else message.kind
            if message.kind == "incident":
                self.tally.fail(f"incident: {text[:300]!r}")
            if self.awaited:
                self.tally.outcomes[self.awaited.popleft(), outcome] += 1
            elif not self.site.limited:
                # There a pong that comes too fast is refused.
                self.tally.fail(f"an answer to nothing: {text[:300]!r}")


async def connect_socket(
    site: Site, table: str, token: str, address: str, on_text: Callable[[bytes], None]
) -> RawSocket:
    """Open a WebSocket at a table; raises OSError."""
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    request = (
        f"GET /ws/{table} HTTP/1.1\r\nHost: {LOOPBACK}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
    ).encode()
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: RawSocket(request, on_text), LOOPBACK, site.port, local_addr=(address, 0)
    )
    return socket


async def attack_tables(site: Site, rng: random.Random) -> None:
    """Flood one table after another with three clients: two with a seat and a spectator."""
    while site.tally.wanted:
        tokens = [secrets.token_urlsafe(24) for _ in range(SEATS + 1)]
        table = await open_table(site, rng.choice(games.keys()), tokens[:SEATS])
        clients = [SocketFlood(site, rng, token) for token in tokens]
        await asyncio.gather(*(client.flood(table, PER_CLIENT) for client in clients))
