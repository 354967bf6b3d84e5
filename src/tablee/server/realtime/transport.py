"""The interface of a connection that can send without waiting, and where an ASGI scope carries it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

EXTENSION = "tablee.transport"


class Transport(Protocol):
    """The part of a WebSocket that is needed to send."""

    @property
    def free(self) -> bool:
        """Whether a frame can be sent now: open, and the client reads."""

    def push(self, frames: Sequence[bytes]) -> None:
        """Send text frames without waiting; only while `free`."""

    def disconnect(self, code: int, reason: str) -> None:
        """Close the connection without waiting."""


class ClientTransport(Transport, Protocol):
    """A transport that also receives.

    `on_free` is called when the client reads again after a pause, `on_message` with each message, None for a
    binary one. A transport may also pass messages through ASGI.
    """

    on_free: Callable[[], None] | None
    on_message: Callable[[bytes | None], None] | None

    def pause_reading(self) -> None:
        """Read nothing from the client until `resume_reading`."""

    def resume_reading(self) -> None:
        """Read from the client again."""


def transport_of(scope: Mapping[str, Any]) -> ClientTransport:
    """Return the transport of an ASGI WebSocket scope."""
    transport: ClientTransport = scope["extensions"][EXTENSION]["transport"]
    return transport
