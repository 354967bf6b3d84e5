"""Fair times in a race: each seat counts from its own reveal, and the server bounds what it claims.

The rules compare times and decide; here a claim is only brought into the range that travel can explain.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator

from tablee.core.errors import Illegal
from tablee.core.state import UNTIMED
from tablee.server.domain.table import SPECTATOR, Table

# Between the signal and the moment it is shown, three, two, one, in milliseconds.
COUNTDOWN = 3_000

# What is granted above the best measured round trip, and the most that is granted at all, in milliseconds.
GRACE = 50
MOST = 300
# Seconds between two measurements, and how many are kept and may be on their way.
EVERY = 2.0
KEPT = 8


def signal(table: Table, seat: int) -> int | None:
    """The ply of the signal for a seat (SPECTATOR: for who watches); None where it is in no race."""
    return None if table.match is None else table.match.state.race_start(seat)


def is_on(table: Table, seat: int) -> bool:
    """Whether a seat is in a race."""
    return signal(table, seat) is not None


def starts(table: Table, seat: int) -> int | None:
    """When a seat sees what its signal showed; None where it is in no race."""
    ply = signal(table, seat)
    return None if ply is None else table.times[ply] + COUNTDOWN


def counting(table: Table, seat: int, now: int) -> bool:
    """Whether a race is about to start: what the signal shows has not left the server."""
    start = starts(table, seat)
    return start is not None and now < start


def lit(table: Table, ply: int) -> int:
    """When a wait begins that began at a ply: a lamp lit by a signal burns from the start that is seen."""
    signals = [signal(table, seat) for seat in range(SPECTATOR, len(table.chairs))]
    return table.times[ply] + (COUNTDOWN if ply in signals else 0)


def check_hand(table: Table, seat: int, move: int, now: int, at: int) -> None:
    """Nobody acts before the start, and nobody's hand is faster than a hand; `at` is the time of the move."""
    wait = (starts(table, seat) or 0) - now
    reach = table.playing().state.min_interval(move)
    if wait <= 0 and at != UNTIMED and reach and seat in table.reached:
        wait = table.reached[seat] + reach - at
    if wait > 0:
        raise Illegal("too-soon", wait=wait)


def elapsed(table: Table, seat: int, now: int, claimed: int = UNTIMED, round_trip: int = 0) -> int:
    """The time of a move since the signal: as claimed, if it can have been so; UNTIMED where nobody races.

    A message that arrives at A about a signal sent at S was written between A - S - round trip and A - S
    after its sender saw the signal. Who claims less than that gains nothing, and nobody can claim more.
    """
    start = starts(table, seat)
    if start is None:
        return UNTIMED
    latest = max(0, now - start)
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
