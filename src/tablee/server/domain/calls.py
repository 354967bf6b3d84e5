"""Calls: what a person who is not at a table should be told of, and from when on.

Every function depends only on the table, so that all processes agree. Times are in milliseconds since 1970.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal

import msgspec

from tablee.server.domain.schedule import PACE, Pace, deadline
from tablee.server.domain.table import Table

Kind = Literal["turn", "reminder", "start", "invitation", "friend"]
# A reminder is due when this part of the time for a decision is left.
REMINDER_SHARE = 4
# For how long a person may still be told that a match began.
START_LIFETIME = 3_600_000


class Call(msgspec.Struct, frozen=True, gc=False):
    """Something to tell the person on a seat, due from `at` on, if the person is not connected then.

    `seat` is None for a person without one, whom a friend has invited.

    `ply`: the number of moves before the decision, and `undos` the number of undos before it. With table and
    visitor they identify a turn: nobody is called twice for the same one.
    """

    kind: Kind
    seat: int | None
    visitor_id: str
    ply: int
    undos: int
    at: int


def calls(table: Table, pace: Pace = PACE) -> list[Call]:
    """Return the calls that hold in the present position, whether they are due or not.

    None at the deal of the day, and none for a person alone with bots without a limit of days: such a match
    waits for nobody else.
    """
    if not table.exists or table.opened.daily or table.status == "over":
        return []
    if len(table.people()) < 2 and table.clock.kind != "days":
        return []
    return list(_invitations(table, pace) if table.match is None else _calls_of_match(table, pace))


def _invitations(table: Table, pace: Pace) -> Iterator[Call]:
    """Yield a call for everybody whose seat at a rematch is kept, and who is not ready yet."""
    if table.opened.before:
        for seat in table.people():
            chair = table.chairs[seat]
            if chair.visitor_id != table.opened.host and not chair.ready:
                yield Call("invitation", seat, chair.visitor_id, 0, 0, table.opened_at + pace.call_after)


def _calls_of_match(table: Table, pace: Pace) -> Iterator[Call]:
    acting, undos = set(table.acting()), len(table.undone)
    for seat in table.people():
        chair = table.chairs[seat]
        if chair.acting_bot or seat in table.race_starts:
            continue
        since = table.clocks.seats[seat].since
        if seat not in acting or since is None:
            yield Call("start", seat, chair.visitor_id, 0, 0, table.times[0] + pace.call_after)
            continue
        ply = bisect_right(table.times, since) - 1
        yield Call("turn", seat, chair.visitor_id, ply, undos, since + pace.call_after)
        until = deadline(table, seat) if table.clock.kind == "days" else None
        if until is not None:
            at = until - (until - since) // REMINDER_SHARE
            yield Call("reminder", seat, chair.visitor_id, ply, undos, at)


def friend_call(visitor_id: str, at: int) -> Call:
    """Return the call for a person whom a friend has invited to a table."""
    return Call("friend", None, visitor_id, 0, 0, at)


def due_calls(table: Table, now: int, pace: Pace = PACE) -> list[Call]:
    """Return the calls that are due and not too old."""
    return [
        call
        for call in calls(table, pace)
        if call.at <= now and (call.kind != "start" or now < call.at + START_LIFETIME)
    ]


def next_call(table: Table, now: int, pace: Pace = PACE) -> int | None:
    """Return when the next call that is not due yet becomes due, or None."""
    return min((call.at for call in calls(table, pace) if call.at > now), default=None)
