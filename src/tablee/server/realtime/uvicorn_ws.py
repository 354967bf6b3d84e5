"""uvicorn's WebSocket, with a short way out.

Through ASGI every frame is a message that wakes a task and passes six functions. A table tells four people of
every move: here whoever has something to tell writes it at once, unless the other side is not reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

if TYPE_CHECKING:
    from websockets.http11 import Request

EXTENSION = "tablee.wire"
# Frames that may wait to be understood; to stop reading after each one would cost two system calls.
WAITING = 8
# How long a farewell may take to be read, in seconds.
FAREWELL = 5.0


class Wire(WebSocketsSansIOProtocol):
    """One connection, found by the application in its scope."""

    on_free: Callable[[], None] | None = None

    @property
    def free(self) -> bool:
        """Whether the other side reads, and neither side has said goodbye."""
        return self.writable.is_set() and not self.disconnected and self.conn.state is State.OPEN

    def push(self, frames: Sequence[bytes]) -> None:
        """Send frames of text, all in one go; only while free."""
        for frame in frames:
            self.conn.send_text(frame)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def let_go(self, code: int, reason: str) -> None:
        """Say why, and hang up when that was heard; if it is not, anyway."""
        if self.close_sent or self.disconnected:
            return
        self.close_sent = True
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        # What still comes in is taken and thrown away: a line that is cut before loses the farewell too.
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(FAREWELL, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Let the application find us."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"wire": self}

    def send_receive_event_to_app(self) -> None:
        """Stop reading only when much is waiting: what seems paused already is not paused again."""
        self.read_paused = self.queue.qsize() < WAITING
        super().send_receive_event_to_app()

    def resume_writing(self) -> None:
        """The other side reads again."""
        super().resume_writing()
        if self.on_free is not None:
            self.on_free()


def wire_of(scope: Scope) -> Wire:
    """The connection of a scope."""
    wire: Wire = scope["extensions"][EXTENSION]["wire"]
    return wire
