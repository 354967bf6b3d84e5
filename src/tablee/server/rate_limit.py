"""Token buckets: limits on how often one client may do something. Used by realtime, http and auth."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from tablee.server.errors import LimitExceeded

MAX_BUCKETS = 10_000


@dataclass(frozen=True)
class Rate:
    """The capacity of a bucket, and how many tokens are added per second."""

    burst: float
    per_second: float


class TokenBucket:
    """The tokens of one client. `clock` returns seconds."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.level = rate.burst
        self.filled = clock()

    def take(self) -> bool:
        """Take one token; return False if there is none."""
        now = self.clock()
        self.level = min(self.rate.burst, self.level + (now - self.filled) * self.rate.per_second)
        self.filled = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class TokenBuckets:
    """A bucket for each client; the least recently used ones are dropped beyond MAX_BUCKETS."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.known: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, client: str) -> None:
        """Take one token of a client; raises LimitExceeded if there is none."""
        bucket = self.known.get(client) or TokenBucket(self.rate)
        self.known[client] = bucket
        self.known.move_to_end(client)
        if len(self.known) > MAX_BUCKETS:
            self.known.popitem(last=False)
        if not bucket.take():
            raise LimitExceeded("too-fast", wait=round(1_000 / self.rate.per_second))
