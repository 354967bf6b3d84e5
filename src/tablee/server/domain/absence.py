"""Absence: a person disconnects during a decision, and the others agree that a bot plays meanwhile.

Who is connected is not in the log. The caller passes it as `left_at`, a function from a seat to the time in
milliseconds since 1970 at which its person disconnected, None while connected.
"""

from __future__ import annotations

from collections.abc import Callable

from tablee.core.errors import Illegal
from tablee.server.domain.events import StandInAgreed, TookOver
from tablee.server.domain.table import Table

LeftAt = Callable[[int], int | None]
# The level of the bot that plays for an absent person.
STAND_IN = "regular"
# Milliseconds of a decision without its person after which the others may let a bot play.
ABSENT_AFTER = 120_000


def always_connected(_seat: int) -> int | None:
    """Return None: a `left_at` for tables where nobody is ever absent."""
    return None


def absent_seats(table: Table, left_at: LeftAt, now: int, absent_after: int = ABSENT_AFTER) -> list[int]:
    """Return the seats for which the other people may let a bot play.

    Each has a decision to make, and its person has not been connected for the last `absent_after` ms of it.
    [] with any time limit, which says itself how long to wait, and at the deal of the day.
    """
    if table.status != "playing" or table.clock.kind != "none" or table.opened.daily:
        return []
    return [seat for seat in table.acting() if _is_absent(table, seat, left_at(seat), now - absent_after)]


def _is_absent(table: Table, seat: int, left: int | None, before: int) -> bool:
    """Return whether a person left, and the decision of the seat began, no later than `before`."""
    chair, since = table.chairs[seat], table.clocks.seats[seat].since
    if left is None or since is None or not chair.visitor_id or chair.stand_in:
        return False
    return max(left, since) <= before


def missing_votes(table: Table, seat: int, left_at: LeftAt) -> set[int]:
    """Return the seats whose people must still agree that a bot plays `seat`: those who are connected.

    People who left the match, or are not connected, are not asked.
    """
    others = {other for other in table.people() if other != seat and not table.chairs[other].stand_in}
    return {other for other in others if left_at(other) is None} - table.chairs[seat].votes


def vote(table: Table, voter: int, absent: int, left_at: LeftAt) -> TookOver | StandInAgreed:
    """Return TookOver if all others who are connected agree, with this vote, else StandInAgreed.

    Raises Illegal for a second vote, and for a voter who is absent or replaced too.
    """
    if voter == absent or table.chairs[voter].stand_in:
        raise Illegal("bot-plays-for-you" if table.chairs[voter].stand_in else "not-absent")
    if missing_votes(table, absent, left_at) <= {voter}:
        return TookOver(absent, STAND_IN, "absent")
    if voter in table.chairs[absent].votes:
        raise Illegal("already-agreed")
    return StandInAgreed(voter, absent)


def agreed_replacement(
    table: Table, left_at: LeftAt, now: int, absent_after: int = ABSENT_AFTER
) -> TookOver | None:
    """Return TookOver for an absent seat on which everybody agrees, None if there is none.

    It becomes due without a request when the last person who had not agreed disconnects.
    """
    for seat in absent_seats(table, left_at, now, absent_after):
        if table.chairs[seat].votes and not missing_votes(table, seat, left_at):
            return TookOver(seat, STAND_IN, "absent")
    return None
