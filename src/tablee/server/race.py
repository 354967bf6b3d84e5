"""Fair times in a race: each seat counts from its own reveal, and the server bounds what it claims.

The rules compare times and decide; here a claim is only brought into the range that travel can explain.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator

from tablee.core.state import UNTIMED
from tablee.server.table import Table

# What is granted above the best measured round trip, and the most that is granted at all, in milliseconds.
GRACE = 50
MOST = 300
# Seconds between two measurements, and how many are kept and may be on their way.
EVERY = 2.0
KEPT = 8


def is_on(table: Table) -> bool:
    """Whether a race is being run."""
    return table.match is not None and table.match.state.signal() is not None


def elapsed(table: Table, now: int, claimed: int = UNTIMED, round_trip: int = 0) -> int:
    """The time of a move since the signal: as claimed, if it can have been so; UNTIMED where nobody races.

    A message that arrives at A about a signal sent at S was written between A - S - round trip and A - S
    after its sender saw the signal. Who claims less than that gains nothing, and nobody can claim more.
    """
    signal = table.playing().state.signal()
    if signal is None:
        return UNTIMED
    latest = now - table.times[signal]
    granted = min(round_trip + GRACE, MOST) if round_trip else 0
    return max(0, latest - granted, min(claimed, latest)) if claimed != UNTIMED else latest


class Pings:
    """Measures one connection while it matters. The best of the recent ways counts."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.sent: dict[int, float] = {}
        self.measured: deque[float] = deque(maxlen=KEPT)
        self.next = 0.0

    @property
    def round_trip(self) -> int:
        """In milliseconds; 0 while nothing is known."""
        return round(1_000 * min(self.measured)) if self.measured else 0

    def due(self) -> Iterator[int]:
        """A number to send, if it is time for one. Nobody can answer one that was not sent."""
        now = self.clock()
        if now >= self.next and len(self.sent) < KEPT:
            self.next = now + EVERY
            number = secrets.randbelow(2**31)
            self.sent[number] = now
            yield number

    def heard(self, number: int) -> None:
        """A number came back."""
        sent = self.sent.pop(number, None)
        if sent is not None:
            self.measured.append(self.clock() - sent)
