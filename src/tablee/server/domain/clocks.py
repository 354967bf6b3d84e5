"""Thinking time of each seat and its deadlines, computed from the times of events (milliseconds)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tablee.core.errors import Illegal
from tablee.core.state import CLOCK
from tablee.server.domain.events import Clock

SECOND = 1_000
HOUR = 3_600 * SECOND
DAY = 24 * HOUR
# A person who takes the seat back after a time-out of a live clock has at least this long.
RETURN_TIME = 30 * SECOND
SHORTEST = 10
LIMITS = {"seconds": 6 * 3_600, "increment": 600, "days": 30, "holidays": 60}


@dataclass
class SeatClock:
    """The clock of one seat.

    `since`: when its present decision began, None if it has none. `latest`: its last move within the
    decision, which may consist of several hidden moves. `bank`: time left for the match (live clock).
    `holidays`: days left to take; `rest`: days taken for the present decision. `late`: how many of its last
    moves were made for it because its time was up.
    """

    since: int | None = None
    latest: int = 0
    bank: int = 0
    holidays: int = 0
    rest: int = 0
    late: int = 0


class Clocks:
    """The clocks of all seats of one table."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.seats = [SeatClock(bank=clock.seconds * SECOND, holidays=clock.holidays) for _ in range(seats)]

    def turn(self, acting: Collection[int], at: int, moved: int | None = None, hidden: bool = False) -> None:
        """Start the clocks of seats that began to act and stop those of the others.

        `moved` is the seat that moved; a `hidden` move does not end its decision. With a time for each move,
        a move of CLOCK starts the time of all seats anew, because they may have had to wait for it.
        """
        restart = moved == CLOCK and self.clock.kind == "move"
        for seat, own in enumerate(self.seats):
            if seat == moved:
                own.latest = at
            if own.since is not None and (seat not in acting or ((restart or seat == moved) and not hidden)):
                own.bank -= at - own.since
                own.bank += self.clock.increment * SECOND if seat == moved else 0
                own.since = None
            if own.since is None and seat in acting:
                own.since, own.latest, own.rest = at, at, 0

    def deadline(self, seat: int) -> int | None:
        """Return until when this seat must decide; None without a decision or without a limit."""
        own = self.seats[seat]
        if own.since is None or self.clock.kind == "none":
            return None
        if self.clock.kind == "live":
            return own.since + max(0, own.bank)
        if self.clock.kind == "move":
            return own.since + self.clock.seconds * SECOND
        return after_days(own.since, self.clock) + own.rest * DAY

    def hand_over(self, seat: int, at: int) -> None:
        """Begin the decision anew for another player of the seat; time already used stays used."""
        own = self.seats[seat]
        if own.since is not None:
            own.bank -= at - own.since
            own.since, own.latest, own.rest = at, at, 0

    def come_back(self, seat: int, at: int) -> None:
        """Begin the decision anew for the returning person, with at least RETURN_TIME on a live clock."""
        self.hand_over(seat, at)
        self.seats[seat].bank = max(self.seats[seat].bank, RETURN_TIME)
        self.seats[seat].late = 0

    def take_holiday(self, seat: int, days: int) -> None:
        """Extend the present deadline by days from the holiday budget."""
        self.seats[seat].holidays -= days
        self.seats[seat].rest += days


def after_days(since: int, clock: Clock) -> int:
    """Return when `clock.days` of play have passed since a time; only hours inside the play window count."""
    left = clock.days * (clock.closes - clock.opens) * HOUR
    day, now = since - since % DAY, since
    while True:
        opens, closes = day + clock.opens * HOUR, day + clock.closes * HOUR
        usable = max(0, closes - max(now, opens))
        if left <= usable:
            return max(now, opens) + left
        left -= usable
        day += DAY
        now = day


def check_clock(clock: Clock) -> Clock:
    """Return the clock, or raise Illegal if a field is out of range."""
    for name, most in LIMITS.items():
        if not 0 <= getattr(clock, name) <= most:
            raise Illegal("bad-clock", name=name, most=most)
    if not 0 <= clock.opens < clock.closes <= 24:
        raise Illegal("bad-clock", name="opens", most=24)
    if clock.kind in ("live", "move") and clock.seconds < SHORTEST:
        raise Illegal("bad-clock", name="seconds", most=LIMITS["seconds"])
    if clock.kind == "days" and clock.days < 1:
        raise Illegal("bad-clock", name="days", most=LIMITS["days"])
    return clock
