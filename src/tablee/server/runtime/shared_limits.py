"""Rate limits that hold for all processes of a site together, where they share a Redis server."""

from __future__ import annotations

from tablee.server.errors import LimitExceeded
from tablee.server.rate_limit import Rate, TokenBuckets
from tablee.server.runtime.bus import Bus


class SharedBuckets:
    """Token buckets in this process and, by the same rate, in Redis. `name` distinguishes several limits.

    `code`: that of the refusal. Without Redis, or while it is away, each process has its own limit.
    """

    def __init__(self, bus: Bus | None, name: str, rate: Rate, code: str = "too-fast") -> None:
        self.bus = bus
        self.name = name
        self.rate = rate
        self.code = code
        self.local = TokenBuckets(rate, code)

    async def take(self, client: str) -> None:
        """Take one token of a client; raises LimitExceeded if there is none."""
        self.local.take(client)
        if self.bus is not None and not await self.bus.take_token(f"{self.name} {client}", self.rate):
            raise LimitExceeded(self.code, wait=round(1_000 / self.rate.per_second))
