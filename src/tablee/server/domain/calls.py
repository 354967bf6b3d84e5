"""Calls: what a person who is not at a table should be told of, and from when on.

Every function depends only on the table, so that all processes agree. Times are in milliseconds since 1970.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal

import msgspec

from tablee.server.domain.schedule import PACE, Pace, deadline, next_due
from tablee.server.domain.table import Table

Kind = Literal["turn", "reminder", "start", "invitation", "friend"]
# A reminder is due when this part of the time for a decision is left.
REMINDER_SHARE = 4
# For how long a person may still be called because a match began.
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
    if not table.seq or table.opened.daily or table.status == "over":
        return []
    people = table.people()
    if len(people) < 2 and table.clock.kind != "days":
        return []
    if table.match is None:
        return _invitations(table, people, pace)
    return [call for seat in people for call in _calls_of_seat(table, seat, pace)]


def _invitations(table: Table, people: list[int], pace: Pace) -> list[Call]:
    """Return a call for everybody whose seat at a rematch is kept, and who is not ready yet."""
    if not table.opened.before:
        return []
    at, waited_for = table.opened_at + pace.call_after, [(seat, table.chairs[seat]) for seat in people]
    return [
        Call("invitation", seat, chair.visitor_id, 0, 0, at)
        for seat, chair in waited_for
        if chair.visitor_id != table.opened.host and not chair.ready
    ]


def _calls_of_seat(table: Table, seat: int, pace: Pace) -> list[Call]:
    """Return the calls for the person on a seat during the match."""
    visitor_id, since = table.chairs[seat].visitor_id, table.clocks.seats[seat].since
    if table.chairs[seat].stand_in or seat in table.race_starts:
        return []
    if since is None:
        return [Call("start", seat, visitor_id, 0, 0, table.times[0] + pace.call_after)]
    ply, undos = bisect_right(table.times, since) - 1, len(table.undone)
    turn = Call("turn", seat, visitor_id, ply, undos, since + pace.call_after)
    until = deadline(table, seat) if table.clock.kind == "days" else None
    if until is None:
        return [turn]
    return [turn, Call("reminder", seat, visitor_id, ply, undos, until - (until - since) // REMINDER_SHARE)]


def friend_call(visitor_id: str, at: int) -> Call:
    """Return the call for a person whom a friend has invited to a table."""
    return Call("friend", None, visitor_id, 0, 0, at)


def due_calls(table: Table, now: int, pace: Pace) -> list[Call]:
    """Return the calls that are due and not too old."""
    return [
        call
        for call in calls(table, pace)
        if call.at <= now and (call.kind != "start" or now < call.at + START_LIFETIME)
    ]


def next_look(table: Table, now: int, pace: Pace = PACE) -> int | None:
    """Return when to look at a table again: at its next event without a request, or its next call.

    The result is cached: it is valid until the next event, or until that time has passed.
    """
    seq, of_pace, look = table.look
    if seq != table.seq or of_pace is not pace or (look is not None and look <= now):
        times = [call.at for call in calls(table, pace) if call.at > now]
        due = next_due(table, pace)
        look = min(times if due is None else [*times, due], default=None)
        table.look = (table.seq, pace, look)
    return look
