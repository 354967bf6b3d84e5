"""How long each seat has been asked, and until when it may think. All from the times of events."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tablee.core.errors import Illegal
from tablee.server.domain.events import Clock

SECOND = 1_000
HOUR = 3_600 * SECOND
DAY = 24 * HOUR
# Who comes back to a live match whose time was up gets at least this much.
SECOND_CHANCE = 30 * SECOND
LIMITS = {"seconds": 6 * 3_600, "increment": 600, "days": 30, "holidays": 60}


@dataclass
class Asked:
    """One seat: since when it has something to decide, and what it has left.

    A decision may be made of many moves that nobody else is to notice; `latest` is when it last made one.
    """

    since: int | None = None
    latest: int = 0
    bank: int = 0
    holidays: int = 0
    rest: int = 0


class Clocks:
    """The clocks of all seats of one table."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.seats = [Asked(bank=clock.seconds * SECOND, holidays=clock.holidays) for _ in range(seats)]

    def turn(self, acting: Collection[int], at: int, moved: int | None = None, quietly: bool = False) -> None:
        """Something changed at this time: start and stop the clocks of those it concerns."""
        for seat, own in enumerate(self.seats):
            if seat == moved:
                own.latest = at
            if own.since is not None and ((seat == moved and not quietly) or seat not in acting):
                own.bank -= at - own.since
                own.bank += self.clock.increment * SECOND if seat == moved else 0
                own.since = None
            if own.since is None and seat in acting:
                own.since, own.latest, own.rest = at, at, 0

    def deadline(self, seat: int) -> int | None:
        """Until when this seat must have decided; None if it has all the time in the world."""
        own = self.seats[seat]
        if own.since is None or self.clock.kind == "none":
            return None
        if self.clock.kind == "live":
            return own.since + max(0, own.bank)
        return after_days(own.since, self.clock) + own.rest * DAY

    def hand_over(self, seat: int, at: int) -> None:
        """Somebody else decides from now on: the decision begins anew, what was used is used."""
        own = self.seats[seat]
        if own.since is not None:
            own.bank -= at - own.since
            own.since, own.latest, own.rest = at, at, 0

    def come_back(self, seat: int, at: int) -> None:
        """A person returns to the seat."""
        self.hand_over(seat, at)
        self.seats[seat].bank = max(self.seats[seat].bank, SECOND_CHANCE)

    def take_holiday(self, seat: int, days: int) -> None:
        """Days off from the budget, for the decision that is asked now."""
        self.seats[seat].holidays -= days
        self.seats[seat].rest += days


def after_days(since: int, clock: Clock) -> int:
    """When so many days of play have passed, of which only the hours of the play window count."""
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
    """Refuse a clock that nobody could play by."""
    for name, most in LIMITS.items():
        if not 0 <= getattr(clock, name) <= most:
            raise Illegal("bad-clock", name=name, most=most)
    if not 0 <= clock.opens < clock.closes <= 24:
        raise Illegal("bad-clock", name="opens", most=24)
    if clock.kind == "live" and clock.seconds < 10:
        raise Illegal("bad-clock", name="seconds", most=LIMITS["seconds"])
    if clock.kind == "days" and clock.days < 1:
        raise Illegal("bad-clock", name="days", most=LIMITS["days"])
    return clock
