"""uvicorn's WebSocket protocol with direct messages in both directions.

Through ASGI every frame passes a queue, a task and a dozen functions. Here a message of the client is handed
over at once, and a subscriber writes to the transport, as long as the client reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from tablee.server.realtime.transport import EXTENSION

if TYPE_CHECKING:
    from websockets.http11 import Request

# Seconds to wait for the client to acknowledge the close frame.
CLOSE_TIMEOUT = 5.0


class WebSocketTransport(WebSocketsSansIOProtocol):
    """One connection; the application finds it in its ASGI scope."""

    # Called with each message; None for a binary one. Until it is set, messages go through ASGI.
    on_message: Callable[[bytes | None], None] | None = None
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
        """Pass a complete message on; after our close frame, the base class discards it."""
        if self.on_message is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        frames, self.frames = self.frames, []
        self.on_message(b"".join(frames) if self.curr_msg_data_type == "text" else None)

    def pause_reading(self) -> None:
        """Read nothing from the client until `resume_reading`."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Read from the client again."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

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
