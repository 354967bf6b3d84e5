"""A small, fast random number generator for bots, simulations and tests; deals of matches never use it."""

from __future__ import annotations

import hashlib
from typing import final

from tablee.core.checks import text
from tablee.core.compiled import Int

LOW_32: Int = 0xFFFFFFFF


@final
class Rng:
    """The sfc32 generator of Chris Doty-Humphrey. Plain and compiled form give equal numbers."""

    def __init__(self, seed: str = "") -> None:
        self.one: Int = 0
        self.two: Int = 0
        self.three: Int = 0
        self.count: Int = 1
        start = hashlib.sha256(text("seed", seed).encode()).digest()
        self.one = int.from_bytes(start[0:4], "big")
        self.two = int.from_bytes(start[4:8], "big")
        self.three = int.from_bytes(start[8:12], "big")
        for _ in range(12):
            self.word()

    def reseed(self, seed: Int, stream: Int = 0) -> None:
        """Start again from two integers, without a hash: from 64 bits of `seed` and 32 bits of `stream`."""
        self.one = seed & LOW_32
        self.two = (seed >> 32) & LOW_32
        self.three = stream & LOW_32
        self.count = 1
        for _ in range(12):
            self.word()

    def word(self) -> Int:
        """Return the next number of 32 bits."""
        out = (self.one + self.two + self.count) & LOW_32
        self.count = (self.count + 1) & LOW_32
        self.one = self.two ^ (self.two >> 9)
        self.two = (self.three + (self.three << 3)) & LOW_32
        self.three = (((self.three << 21) & LOW_32) | (self.three >> 11)) + out
        self.three = self.three & LOW_32
        return out

    def below(self, limit: Int) -> Int:
        """Return a number from 0 to limit - 1. Its bias, below limit / 2**32, does not matter for bots."""
        return (self.word() * limit) >> 32

    def shuffled(self, count: Int) -> list[int]:
        """Return the numbers 0 to count - 1 in random order."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def real(self) -> float:
        """Return a number in [0, 1)."""
        return self.word() / 4294967296.0
