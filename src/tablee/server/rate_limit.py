"""How much anybody may ask for: buckets that fill up slowly, and a bounded number of them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from tablee.core.errors import Refusal

BUCKETS = 10_000


class TooMuch(Refusal):
    """A limit was reached; later it may be asked again."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many more each second."""

    burst: float
    per_second: float


class Bucket:
    """What one asker has left."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.level = rate.burst
        self.filled = clock()

    def take(self) -> bool:
        """One, if there is one left."""
        now = self.clock()
        self.level = min(self.rate.burst, self.level + (now - self.filled) * self.rate.per_second)
        self.filled = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for each asker; the one unused for longest is forgotten first."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, asker: str) -> None:
        """One for this asker, or TooMuch."""
        bucket = self.known.get(asker) or Bucket(self.rate)
        self.known[asker] = bucket
        self.known.move_to_end(asker)
        if len(self.known) > BUCKETS:
            self.known.popitem(last=False)
        if not bucket.take():
            raise TooMuch("too-fast", wait=round(1_000 / self.rate.per_second))
