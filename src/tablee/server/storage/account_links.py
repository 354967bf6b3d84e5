"""Which account a match belongs to: the columns `account_name` of `participation` and `result`.

They are written when a person takes a seat, when a match ends and when a visitor logs in. They stay when the
visitor logs out, so that history, export and deletion of an account do not depend on its present sessions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, or_, select, text, true, tuple_, update

from tablee.server.domain.names import name_key
from tablee.server.storage import daily, exercises, people
from tablee.server.storage.notification_owners import claim_preferences
from tablee.server.storage.profiles import claim_achievements
from tablee.server.storage.ratings import claim_ratings
from tablee.server.storage.schema import ACCOUNT, PARTICIPATION, SESSION

# Visitor and table.
Pair = tuple[str, str]


def sessions_of(connection: Connection, visitors: Iterable[str]) -> dict[str, str]:
    """Return the account of each visitor that is logged in. Runs inside the caller's transaction."""
    query = select(SESSION.c.visitor_id, SESSION.c.account_name).where(
        SESSION.c.visitor_id.in_(set(visitors))
    )
    return {row.visitor_id: row.account_name for row in connection.execute(query)}


def accounts_of_seats(connection: Connection, pairs: Sequence[Pair]) -> dict[Pair, str]:
    """Return the account under which each visitor sits at a table. Runs inside the caller's transaction."""
    own = PARTICIPATION.c
    query = select(own.visitor_id, own.table_id, own.account_name)
    query = query.where(tuple_(own.visitor_id, own.table_id).in_(pairs), own.account_name.is_not(None))
    return {(row.visitor_id, row.table_id): row.account_name for row in connection.execute(query)}


def lock_accounts(connection: Connection, names: Sequence[str]) -> set[str]:
    """Keep these accounts from being deleted until the end of the transaction; return those that exist."""
    if not names:
        return set()
    query = select(ACCOUNT.c.name).where(ACCOUNT.c.name.in_(set(names))).order_by(ACCOUNT.c.name)
    return set(connection.execute(query.with_for_update(read=True, key_share=True)).scalars())


def tables_with_hints(connection: Connection, tables: Iterable[str]) -> set[str]:
    """Return those of these tables where a hint was asked for. Runs inside the caller's transaction."""
    own = PARTICIPATION.c
    query = select(own.table_id).where(own.table_id.in_(set(tables)), own.hinted == true())
    return set(connection.execute(query).scalars())


def claim_matches(connection: Connection, visitor_id: str, name: str) -> None:
    """Give what a visitor did without an account to an account. Runs inside the caller's transaction."""
    unclaimed = (PARTICIPATION.c.visitor_id == visitor_id) & PARTICIPATION.c.account_name.is_(None)
    connection.execute(update(PARTICIPATION).where(unclaimed).values(account_name=name))
    daily.claim_tries(connection, visitor_id, name)
    claim_ratings(connection, visitor_id, name)
    claim_achievements(connection, visitor_id, name)
    people.claim_person(connection, visitor_id, name)
    claim_preferences(connection, visitor_id, name)
    exercises.claim(connection, visitor_id, name)


def belongs_to(name: str) -> ColumnElement[bool]:
    """Return the condition that a row of `participation` belongs to an account.

    A row without an account belongs to that of the visitor's session: it was written during the login.
    """
    sessions = select(SESSION.c.visitor_id).where(SESSION.c.account_name == name)
    unclaimed = and_(PARTICIPATION.c.account_name.is_(None), PARTICIPATION.c.visitor_id.in_(sessions))
    return or_(PARTICIPATION.c.account_name == name, unclaimed)


# Databases and backups from before revision 0006

ACCOUNT_OF_SESSION = """
    update {table} set account_name =
        (select session.account_name from session where session.visitor_id = {table}.visitor_id)
    where account_name is null
"""
CHAT_OF_SPECTATORS = """select table_id, payload from event where payload like '%"t":"said","seat":-1%'"""
ADD_AUTHOR = """
    insert into participation (visitor_id, table_id, account_name, seated)
    values (:visitor_id, :table_id, null, :seated) on conflict do nothing
"""


def link_accounts(connection: Connection) -> None:
    """Fill in accounts of matches, authors of chat, and keys of names, where an older version wrote none.

    Used by migration 0006, so it names only columns of that revision.
    """
    keys: dict[str, str] = {}
    for name, shown in connection.execute(
        text("select name, display_name from account order by created_at, name")
    ):
        keys.setdefault(name_key(shown), name)
    if keys:
        rows = [{"key": key, "name": name} for key, name in keys.items()]
        connection.execute(text("update account set name_key = :key where name = :name"), rows)
    authors = sorted(_spectators(connection.execute(text(CHAT_OF_SPECTATORS))))
    if authors:
        seats = [{"visitor_id": one, "table_id": table, "seated": False} for one, table in authors]
        connection.execute(text(ADD_AUTHOR), seats)
    for table in ("participation", "result"):
        connection.execute(text(ACCOUNT_OF_SESSION.format(table=table)))


def _spectators(rows: Iterable[Any]) -> set[Pair]:
    """Return who chatted as a spectator, and where, from rows of table id and payload."""
    found = {(json.loads(payload).get("who", ""), table_id) for table_id, payload in rows}
    return {(visitor_id, table_id) for visitor_id, table_id in found if visitor_id}
