"""Measure the round trip of one connection, for fair times in a race."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable

# Seconds between two pings, and how many results are kept and pings may be unanswered.
INTERVAL = 2.0
MAX_KEPT = 8


class RoundTripMeter:
    """Sends numbered pings and keeps the latest round trips. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.sent: dict[int, float] = {}
        self.measured: deque[float] = deque(maxlen=MAX_KEPT)
        self.next_at = 0.0
        # The shortest of the latest round trips in milliseconds; 0 before the first answer.
        self.round_trip = 0

    def next_ping(self) -> int | None:
        """Return the number of a ping to send now; None if it is too early, or if too many are unanswered.

        The number is random, so that a client cannot answer before it was sent.
        """
        now = self.clock()
        if now < self.next_at or len(self.sent) >= MAX_KEPT:
            return None
        self.next_at = now + INTERVAL
        number = secrets.randbelow(2**31)
        self.sent[number] = now
        return number

    def on_pong(self, number: int) -> None:
        """Note the answer to a ping; ignores unknown numbers."""
        sent = self.sent.pop(number, None)
        if sent is not None:
            self.measured.append(self.clock() - sent)
            self.round_trip = round(1_000 * min(self.measured))
