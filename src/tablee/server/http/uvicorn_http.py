"""uvicorn's HTTP protocol with deadlines for slow clients and a limit on the connections of one address."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablee.core.errors import Refusal
from tablee.server.errors import LimitExceeded
from tablee.server.http.endpoint import error_response
from tablee.server.rate_limit import OpenCounts, network_of
from tablee.server.realtime.uvicorn_ws import WebSocketTransport
from tablee.server.settings import Deadlines
from tablee.server.supervision import count_refused_connection


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits of all connections of a server; those of the proxy at the address `proxy` are not counted."""

    deadlines: Deadlines
    connections: OpenCounts
    proxy: str | None = None


class HttpTransport(H11Protocol):
    """One connection, until it is lost or becomes a WebSocket.

    One timer serves all deadlines, because a client is waited for in one way at a time: for the headers of a
    request, for its body, or to read. While the application works there is none.
    """

    def __init__(self, limits: ConnectionLimits, **more: Any) -> None:
        super().__init__(**more)
        self.limits = limits
        # The address under which this connection is counted; None if it is not.
        self.address: str | None = None
        # What the client is waited for, and the request before or during which; each has its own deadline.
        self.waiting: tuple[str, object] | None = None
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, or refuse it if its address has too many."""
        super().connection_made(cast("asyncio.Transport", transport))
        peer = self.client[0] if self.client else None
        if peer is not None and peer != self.limits.proxy:
            self.address = network_of(peer)
            if not self.limits.connections.add(self.address):
                self.address = None
                count_refused_connection("too-many-connections")
                # At once: a connection that waited for its request would use a descriptor meanwhile.
                self._refuse(LimitExceeded("too-many-connections"), HTTPStatus.TOO_MANY_REQUESTS)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timer()
        self.release()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._set_deadline()

    def send_400_response(self, msg: str) -> None:
        """Answer 400, unless an answer was begun, and close; the application sends nothing more."""
        if self.cycle is not None:
            # The application may work on a request whose body is broken. For it the client has gone.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over; it counts until the WebSocket is lost."""
        super().handle_websocket_upgrade(event)
        cast("WebSocketTransport", self.transport.get_protocol()).on_lost = self.release

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_deadline()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._set_deadline()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_deadline()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._set_deadline()

    def release(self) -> None:
        """Stop counting the connection of this address."""
        if self.address is not None:
            self.limits.connections.remove(self.address)
            self.address = None

    def _set_deadline(self) -> None:
        """Start the timer for the deadline that the client has now, unless it is running already."""
        name = self._awaited()
        waiting = None if name is None else (name, self.cycle)
        if waiting != self.waiting:
            self._stop_timer()
            self.waiting = waiting
            if name is not None:
                seconds = getattr(self.limits.deadlines, name)
                self.timer = self.loop.call_later(seconds, self._expire, name)

    def _awaited(self) -> str | None:
        """Return the name in `Deadlines` of the deadline that the client has now, or None."""
        if self.transport.get_protocol() is not self:
            return None
        if self.transport.is_closing() or self.flow.write_paused:
            return "reading"
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        # Between two requests uvicorn's own timer runs, until the first byte of the next one.
        waits = self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None
        return "headers" if waits else None

    def _stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _expire(self, name: str) -> None:
        """Close the connection of a client that is too slow, with an answer if none was begun."""
        if name == "headers" and not self.conn.trailing_data[0]:
            # Browsers open connections ahead of need; they would take an answer for that to a later request.
            self.transport.close()
            return
        count_refused_connection(f"slow-{name}")
        if name == "reading":
            self.transport.abort()
        else:
            self._refuse(LimitExceeded("too-slow"), HTTPStatus.REQUEST_TIMEOUT)
            self._set_deadline()

    def _refuse(self, wrong: Refusal, status: HTTPStatus) -> None:
        """Send a refusal, unless an answer was begun, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(refusal(wrong, status))
        if self.cycle is not None:
            # To the application it looks as if the client had disconnected, so it sends nothing more.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()


def refusal(wrong: Refusal, status: HTTPStatus) -> bytes:
    """Return a complete HTTP response, for requests that never reach the application."""
    body = bytes(error_response(wrong).body)
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
