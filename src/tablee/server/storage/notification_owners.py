"""What happens to the notification settings of a visitor at a login, and at the deletion of an account."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from tablee.server.domain.person import person_key
from tablee.server.storage.schema import NOTIFICATION, NOTIFICATION_SETTING, PUSH_SUBSCRIPTION, TABLE_WEBHOOK


def claim_preferences(connection: Connection, visitor_id: str, name: str) -> None:
    """Give the settings of a visitor to an account that has none. Runs inside the caller's transaction."""
    own = NOTIFICATION_SETTING.c.person
    known = select(own).where(own == person_key("", name))
    if not connection.execute(known).all():
        moved = update(NOTIFICATION_SETTING).where(own == person_key(visitor_id, None))
        connection.execute(moved.values(person=person_key("", name)))


def forget_notifications(connection: Connection, name: str, visitors: Sequence[str]) -> None:
    """Delete the settings, subscriptions, webhooks and queue of a person who deletes the account.

    Runs inside the caller's transaction.
    """
    people = [person_key("", name), *(person_key(each, None) for each in visitors)]
    connection.execute(delete(NOTIFICATION_SETTING).where(NOTIFICATION_SETTING.c.person.in_(people)))
    for table in (PUSH_SUBSCRIPTION, TABLE_WEBHOOK, NOTIFICATION):
        connection.execute(delete(table).where(table.c.visitor_id.in_(visitors)))
