"""uvicorn's WebSocket protocol with direct, non-blocking sends.

Through ASGI every outgoing frame wakes a task and passes six functions. Here a subscriber writes to the
transport at once, as long as the client reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from tablee.server.realtime.transport import EXTENSION

if TYPE_CHECKING:
    from websockets.http11 import Request

# Incoming frames that may wait before reading pauses; pausing after each one costs two system calls.
MAX_UNREAD = 8
# Seconds to wait for the client to acknowledge the close frame.
CLOSE_TIMEOUT = 5.0


class WebSocketTransport(WebSocketsSansIOProtocol):
    """One connection; the application finds it in its ASGI scope."""

    # Called when the client reads again after a pause.
    on_free: Callable[[], None] | None = None
    # Called when the connection is lost.
    on_lost: Callable[[], None] | None = None

    @property
    def free(self) -> bool:
        """Whether a frame can be sent now: open, not closing, and the client reads."""
        return self.writable.is_set() and not self.disconnected and self.conn.state is State.OPEN

    def push(self, frames: Sequence[bytes]) -> None:
        """Send text frames in one write; only while `free`."""
        for frame in frames:
            self.conn.send_text(frame)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def disconnect(self, code: int, reason: str) -> None:
        """Send a close frame; abort if it is not acknowledged within CLOSE_TIMEOUT."""
        if self.close_sent or self.disconnected:
            return
        self.close_sent = True
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        # Incoming data is read and discarded: aborting now would lose the close frame too.
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Add this transport to the ASGI scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"transport": self}

    def send_receive_event_to_app(self) -> None:
        """Pause reading only when MAX_UNREAD frames wait; the base class pauses if `read_paused` is False."""
        self.read_paused = self.queue.qsize() < MAX_UNREAD
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Close the connection of a client that answers no ping; it may not read the close frame either."""
        super().keepalive_timeout()
        self.close_timer = self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_free is not None:
            self.on_free()
