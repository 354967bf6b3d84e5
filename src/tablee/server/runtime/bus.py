"""Messages between server processes: a table changed, who is connected. Messages may be lost.

The event log is authoritative; `TableRegistry.poll_log` finds what the bus lost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tablee.server.rate_limit import Rate

Handler = Callable[[str], None]


class Bus(Protocol):
    """The interface of a bus. A server with a single process has none."""

    async def listen(self, handler: Handler) -> None:
        """Call `handler` with every message, own ones included, from now on."""

    def publish(self, *message: object) -> None:
        """Send a message to all processes. Never blocks, never raises."""

    async def claim(self, what: str, milliseconds: int) -> bool:
        """Return whether this process may do a job that one process should do; True if Redis is away."""

    async def take_token(self, key: str, rate: Rate) -> bool:
        """Take a token from a bucket of all processes; return False if it has none. True if Redis is away."""

    async def close(self) -> None:
        """Disconnect."""
