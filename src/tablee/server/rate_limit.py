"""Limits of one client: how often it may do something (token buckets), how many connections it may open."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from tablee.server.errors import LimitExceeded

MAX_BUCKETS = 10_000
# Bits of an IPv6 address that a provider gives to one home: a client there may use every address below them.
IPV6_PREFIX = 64


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

    def __init__(self, rate: Rate, code: str = "too-fast") -> None:
        """`code`: that of the refusal."""
        self.rate = rate
        self.code = code
        self.known: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, client: str) -> None:
        """Take one token of a client; raises LimitExceeded if there is none."""
        bucket = self.known.get(client) or TokenBucket(self.rate)
        self.known[client] = bucket
        self.known.move_to_end(client)
        if len(self.known) > MAX_BUCKETS:
            self.known.popitem(last=False)
        if not bucket.take():
            raise LimitExceeded(self.code, wait=round(1_000 / self.rate.per_second))


class OpenCounts:
    """How many connections each address has open, at most `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count one more; return False, and count nothing, if there are `most` already."""
        if self.open[address] >= self.most:
            return False
        self.open[address] += 1
        return True

    def remove(self, address: str) -> None:
        """Count one less; addresses with none are forgotten."""
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


def client_address(scope: Mapping[str, Any]) -> str:
    """Return the address of the client of an ASGI scope as the key of its limits."""
    return network_of((scope.get("client") or ("unknown",))[0])


@lru_cache(maxsize=4_096)
def network_of(address: str) -> str:
    """Return the network of an IPv6 address; an IPv4 address, and any other text, unchanged."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Network((address, IPV6_PREFIX), strict=False))
