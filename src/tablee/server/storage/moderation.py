"""Bans, closed tables, reports and the audit log of the host. Writes run inside the caller's transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, delete, insert, null, or_, select, update

from tablee.core.errors import Illegal
from tablee.server.domain.names import name_key
from tablee.server.domain.person import person_key
from tablee.server.storage.people import insert_new, new_id, visitors_of
from tablee.server.storage.people_schema import BAN, CLOSED_TABLE, HOST_ACTION, PERSON, REPORT, SITE_HOST
from tablee.server.storage.schema import ACCOUNT, METADATA, PARTICIPATION, SESSION, TABLE_INDEX

# Rows that a page shows.
MAX_ROWS = 100


def log_action(connection: Connection, **line: str | int) -> None:
    """Add a line to the audit log: `at`, `by`, `action`, `target` and `why`."""
    connection.execute(insert(HOST_ACTION), {"id": new_id(), **line})


def last_actions() -> Select[Any]:
    """Select the latest lines of the audit log, the latest first."""
    return select(HOST_ACTION).order_by(HOST_ACTION.c.at.desc(), HOST_ACTION.c.id).limit(MAX_ROWS)


def appoint(connection: Connection, person_id: str, now: int) -> None:
    """Let a person moderate the site."""
    insert_new(connection, SITE_HOST, [{"person_id": person_id, "at": now}])


def dismiss(connection: Connection, person_id: str) -> None:
    """Undo `appoint`; raises Illegal if the person does not moderate the site."""
    found = delete(SITE_HOST).where(SITE_HOST.c.person_id == person_id)
    if connection.execute(found.returning(SITE_HOST.c.person_id)).first() is None:
        raise Illegal("not-appointed")


def site_hosts() -> Select[Any]:
    """Select the accounts that may moderate the site and since when, by name."""
    query = select(PERSON.c.account_name, SITE_HOST.c.at).join(PERSON, PERSON.c.id == SITE_HOST.c.person_id)
    return query.order_by(PERSON.c.account_name)


def host_account(visitor_id: str) -> Select[Any]:
    """Select the account of a visitor if it may moderate the site."""
    query = site_hosts().join(SESSION, SESSION.c.account_name == PERSON.c.account_name)
    return query.where(SESSION.c.visitor_id == visitor_id)


def open_reports() -> Select[Any]:
    """Select the reports that were not dealt with, with the name of the reporter, the oldest first."""
    by = PERSON.alias("reporter")
    query = select(REPORT, by.c.name.label("by_name"), PERSON.c.account_name.label("about_account"))
    query = query.join(by, by.c.id == REPORT.c.by_id).join(PERSON, PERSON.c.id == REPORT.c.about_id)
    return query.where(REPORT.c.settled_at.is_(None)).order_by(REPORT.c.at, REPORT.c.id).limit(MAX_ROWS)


def settle(connection: Connection, report_id: str, now: int) -> None:
    """Note that a report was dealt with; raises Illegal if there is none."""
    found = update(REPORT).where(REPORT.c.id == report_id).values(settled_at=now)
    if connection.execute(found.returning(REPORT.c.id)).first() is None:
        raise Illegal("no-such-report")


def close_table(connection: Connection, table_id: str, now: int) -> None:
    """Close a table, unless it is closed."""
    insert_new(connection, CLOSED_TABLE, [{"table_id": table_id, "at": now}])


def restore_table(connection: Connection, table_id: str) -> None:
    """Open a closed table again; raises Illegal if it is not closed."""
    found = delete(CLOSED_TABLE).where(CLOSED_TABLE.c.table_id == table_id)
    if connection.execute(found.returning(CLOSED_TABLE.c.table_id)).first() is None:
        raise Illegal("not-closed")


def ban_person(connection: Connection, person_id: str, now: int) -> None:
    """Ban a person, and the browsers that are logged in: logging out must not help."""
    visitors = [row[0] for row in connection.execute(visitors_of([person_id]))]
    rows = [("person", person_id), *(("visitor", visitor) for visitor in visitors)]
    insert_new(
        connection,
        BAN,
        [{"kind": kind, "value": value, "person_id": person_id, "at": now} for kind, value in rows],
    )


def seats_of_banned() -> Select[Any]:
    """Select table and visitor where banned people hold, or held, a seat and the match is not over.

    Also where they sat before they logged out: the account is noted there.
    """
    seat = PARTICIPATION.c
    accounts = select(PERSON.c.account_name).join(BAN, BAN.c.person_id == PERSON.c.id)
    visitors = select(BAN.c.value).where(BAN.c.kind == "visitor")
    query = select(seat.table_id, seat.visitor_id)
    query = query.join(TABLE_INDEX, TABLE_INDEX.c.table_id == seat.table_id)
    is_banned = or_(seat.account_name.in_(accounts), seat.visitor_id.in_(visitors))
    return query.where(TABLE_INDEX.c.status != "over", seat.seated, is_banned)


def ban_address(connection: Connection, address: str, now: int) -> None:
    """Ban a network address."""
    row = {"kind": "address", "value": address, "person_id": None, "at": now}
    insert_new(connection, BAN, [row])


def lift_ban(connection: Connection, person_id: str = "", address: str = "") -> None:
    """Undo a ban; raises Illegal if there is none."""
    by_address = (BAN.c.kind == "address") & (BAN.c.value == address)
    found = delete(BAN).where(BAN.c.person_id == person_id if person_id else by_address)
    if connection.execute(found.returning(BAN.c.kind)).first() is None:
        raise Illegal("not-banned")


def bans() -> Select[Any]:
    """Select the bans of people and addresses with the name of the person, the latest first."""
    query = select(BAN, PERSON.c.name).outerjoin(PERSON, PERSON.c.id == BAN.c.person_id)
    return query.where(BAN.c.kind != "visitor").order_by(BAN.c.at.desc(), BAN.c.value).limit(MAX_ROWS)


def rename_account(connection: Connection, account: str, shown: str) -> None:
    """Give an account another name, in every table that names it; raises Illegal if that is taken."""
    old = connection.execute(select(ACCOUNT).where(ACCOUNT.c.name == account.casefold())).first()
    if old is None:
        raise Illegal("no-such-account", name=account)
    name, key = shown.casefold(), name_key(shown)
    taken = (ACCOUNT.c.name == name) | (ACCOUNT.c.name_key == key)
    if connection.execute(select(ACCOUNT).where(taken, ACCOUNT.c.name != old.name)).first() is not None:
        raise Illegal("name-taken")
    if name != old.name:
        # Rows with a foreign key need the new account before they leave the old one.
        copy = {**old._mapping, "name": name, "name_key": null()}
        connection.execute(insert(ACCOUNT).values(copy))
        keys = {"account_name": (old.name, name), "person": (person_key("", old.name), person_key("", name))}
        for table in METADATA.sorted_tables:
            for column, (before, after) in keys.items():
                if column in table.c:
                    here = table.c[column] == before
                    connection.execute(update(table).where(here).values({column: after}))
        connection.execute(delete(ACCOUNT).where(ACCOUNT.c.name == old.name))
    values = {"display_name": shown, "name_key": key}
    connection.execute(update(ACCOUNT).where(ACCOUNT.c.name == name).values(values))
    connection.execute(update(PERSON).where(PERSON.c.account_name == name).values(name=shown))
