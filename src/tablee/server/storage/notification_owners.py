"""Whose the settings of notifications are: an account's, or a visitor's; and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from tablee.server.storage.schema import NOTIFICATION, NOTIFICATION_SETTING, PUSH_SUBSCRIPTION, TABLE_WEBHOOK


def account_owner(name: str) -> str:
    """Return the owner of the settings of an account."""
    return f"account {name}"


def visitor_owner(visitor_id: str) -> str:
    """Return the owner of the settings of a visitor without an account."""
    return f"visitor {visitor_id}"


def claim_preferences(connection: Connection, visitor_id: str, name: str) -> None:
    """Give the settings of a visitor to an account that has none. Runs inside the caller's transaction."""
    own = NOTIFICATION_SETTING.c.owner
    known = select(own).where(own == account_owner(name))
    if not connection.execute(known).all():
        moved = update(NOTIFICATION_SETTING).where(own == visitor_owner(visitor_id))
        connection.execute(moved.values(owner=account_owner(name)))


def forget_notifications(connection: Connection, name: str, visitors: Sequence[str]) -> None:
    """Delete what is kept here of a person who deletes the account. Runs inside the caller's transaction."""
    owners = [account_owner(name), *map(visitor_owner, visitors)]
    connection.execute(delete(NOTIFICATION_SETTING).where(NOTIFICATION_SETTING.c.owner.in_(owners)))
    for table in (PUSH_SUBSCRIPTION, TABLE_WEBHOOK, NOTIFICATION):
        connection.execute(delete(table).where(table.c.visitor_id.in_(visitors)))
