"""Erase a person from the database: account, sessions, names and chat. Matches of others stay complete."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, delete, select, update

from tablee.server.domain import events
from tablee.server.domain.events import AnyEvent, LoggedEvent
from tablee.server.domain.table import GONE
from tablee.server.storage import exercises
from tablee.server.storage.account_links import belongs_to
from tablee.server.storage.daily import forget_tries
from tablee.server.storage.notification_owners import forget_notifications
from tablee.server.storage.people import forget_person
from tablee.server.storage.rows import StoredEvent
from tablee.server.storage.schema import ACCOUNT, CHALLENGE, EVENT, PARTICIPATION, RESULT, SESSION

# What stays of a result.
NOBODY = {
    "visitor_id": "",
    "account_name": None,
    "name": GONE,
    "folded": GONE,
    "rating": None,
    "deviation": None,
}


def former_holders(rows: list[StoredEvent], visitors: set[str]) -> set[str]:
    """Return the earlier holders of the seats that were handed over to these visitors.

    The name of a seat that was handed over is in an event of the earlier holder.
    """
    holders: dict[int, str] = {}
    found: set[str] = set()
    chains: dict[int, set[str]] = {}
    for row in rows:
        event = events.decode(row.payload).event
        match event:
            case events.Opened():
                holders = {seat: guest.visitor_id for seat, guest in enumerate(event.guests)}
            case events.Sat():
                # A visitor who changes the name on their own seat keeps the earlier holders.
                if holders.get(event.seat) != event.visitor_id:
                    holders[event.seat], chains[event.seat] = event.visitor_id, set()
            case events.Handed():
                chains.setdefault(event.seat, set()).add(holders.get(event.seat, ""))
                holders[event.seat] = event.visitor_id
                if event.visitor_id in visitors:
                    found |= chains[event.seat]
    return found - {""}


def erase(
    connection: Connection, name: str, visitors: Mapping[str, set[str]], rows: list[StoredEvent]
) -> bool:
    """Delete an account and remove its names and chat from the log: the only place that rewrites events.

    `visitors`: the person's visitor ids by table. Return False, and change nothing, if the person took part
    at another table meanwhile.
    """
    # Excludes the transactions that are adding results of this account.
    connection.execute(select(ACCOUNT.c.name).where(ACCOUNT.c.name == name).with_for_update())
    own = select(PARTICIPATION.c.table_id, PARTICIPATION.c.visitor_id).where(belongs_to(name))
    pairs = [(table, visitor_id) for table, visitor_id in connection.execute(own)]
    if any(visitor_id not in visitors.get(table, ()) for table, visitor_id in pairs):
        return False
    for row in rows:
        try:
            before = events.decode(row.payload)
        except (msgspec.MsgspecError, ValueError):
            # A damaged event, whose table is set aside.
            continue
        after = LoggedEvent(anonymized(before, visitors[row.table_id]), before.visitor_id, before.request)
        if after != before:
            at = (EVENT.c.table_id == row.table_id) & (EVENT.c.seq == row.seq)
            connection.execute(update(EVENT).where(at).values(payload=events.encode(after)))
    for table, visitor_id in pairs:
        here = (RESULT.c.table_id == table) & (RESULT.c.visitor_id == visitor_id)
        connection.execute(update(RESULT).where(here).values(NOBODY))
    forget_tries(connection, sorted(visitors), GONE)
    forget_person(connection, name)
    exercises.forget(connection, name)
    sessions = select(SESSION.c.visitor_id).where(SESSION.c.account_name == name)
    connection.execute(delete(CHALLENGE).where(CHALLENGE.c.visitor_id.in_(sessions)))
    devices = [str(each) for each in connection.execute(sessions).scalars()]
    forget_notifications(connection, name, sorted({*devices, *(visitor_id for _, visitor_id in pairs)}))
    connection.execute(delete(PARTICIPATION).where(belongs_to(name)))
    # The account before its sessions, as everywhere: another order could deadlock.
    # Foreign keys delete passkeys, recovery codes, ratings, the person with friends, and the mail address.
    connection.execute(delete(ACCOUNT).where(ACCOUNT.c.name == name))
    connection.execute(delete(SESSION).where(SESSION.c.account_name == name))
    return True


def anonymized(logged: LoggedEvent, visitors: set[str]) -> AnyEvent:
    """Return an event without the names and chat of these visitors."""
    event = logged.event
    match event:
        case events.Opened():
            guests = tuple(
                events.Guest(guest.visitor_id, GONE, guest.bot, guest.ready)
                if guest.visitor_id in visitors
                else guest
                for guest in event.guests
            )
            return msgspec.structs.replace(event, guests=guests)
        case events.Sat() if event.visitor_id in visitors:
            return events.Sat(event.seat, event.visitor_id, GONE)
        case events.Renamed() if event.visitor_id in visitors:
            return events.Renamed(event.seat, event.visitor_id, GONE)
        case events.Said() if logged.visitor_id in visitors:
            return events.Said(event.seat, GONE, GONE)
        case _:
            return event
