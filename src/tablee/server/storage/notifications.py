"""The queue of notifications, and what people have chosen: settings, push subscriptions, webhooks.

A notification is claimed by one process before it is sent. What becomes of it is written afterwards, so a
process that is killed in between leaves it claimed: nobody can know whether it was sent, and it is not sent
again (`expire`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select, update

from tablee.server.domain.calls import Call, Kind
from tablee.server.domain.person import person_key
from tablee.server.errors import LimitExceeded
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.people import account_of
from tablee.server.storage.schema import (
    ACCOUNT_MAIL,
    NOTIFICATION,
    NOTIFICATION_SETTING,
    PUSH_SUBSCRIPTION,
    SESSION,
    TABLE_WEBHOOK,
)

Channel = Literal["push", "mail", "webhook"]
CHANNELS: tuple[Channel, ...] = ("push", "mail", "webhook")
# Push subscriptions of one visitor: a browser has one, and may lose it without telling.
MAX_SUBSCRIPTIONS = 3
# Devices of an account that are called.
MAX_DEVICES = 20
# Milliseconds after which a claimed notification counts as lost, and one of the past is deleted.
LOST_AFTER = 300_000
KEPT_FOR = 90 * 24 * 3_600_000
ROW = NOTIFICATION.c


class Preferences(msgspec.Struct, frozen=True):
    """What a person is called for, when and how; see `NOTIFICATION_SETTING`."""

    turn: bool = True
    start: bool = True
    invitation: bool = True
    reminder: bool = True
    quiet_from: int = 0
    quiet_to: int = 0
    zone: str = "UTC"
    language: str = "fr"
    mail: bool = False
    webhook: str = ""

    def wants(self, kind: Kind) -> bool:
        """Return whether the person wants this kind of call; one switch holds for all invitations."""
        return bool(self.invitation if kind == "friend" else getattr(self, kind))


@dataclass(frozen=True)
class Subscription:
    """A row of `push_subscription`."""

    id: str
    visitor_id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    created_at: int


@dataclass(frozen=True)
class TableWebhook:
    """A row of `table_webhook`."""

    table_id: str
    visitor_id: str
    url: str
    language: str


@dataclass(frozen=True)
class Notification:
    """A row of `notification`."""

    table_id: str
    visitor_id: str
    kind: Kind
    ply: int
    undos: int
    recipient: str
    channel: Channel
    state: str
    due: int
    attempts: int
    changed_at: int

    def is_of(self, call: Call) -> bool:
        """Return whether this notification was made for a call."""
        own = (self.kind, self.visitor_id, self.ply, self.undos)
        return own == (call.kind, call.visitor_id, call.ply, call.undos)


def subscription_id(endpoint: str) -> str:
    """Return the id of a push subscription."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


class NotificationStore:
    """Reads and writes of the queue and of the choices. All raise NotStored if the database fails."""

    def __init__(self, store: EventStore) -> None:
        self.store = store

    # Settings

    async def person_of(self, visitor_id: str) -> str:
        """Return whose settings hold for a visitor: the `person_key` of the account, or of the visitor."""
        found = await self.store.rows(account_of(visitor_id))
        return person_key(visitor_id, found[0].account_name if found else None)

    async def preferences(self, person: str) -> Preferences:
        """Return the settings of a person, or those that hold without any."""
        found = await self.store.rows(
            select(NOTIFICATION_SETTING).where(NOTIFICATION_SETTING.c.person == person)
        )
        return Preferences(*found[0][1:]) if found else Preferences()

    async def save_preferences(self, person: str, preferences: Preferences) -> None:
        """Replace the settings of a person."""
        row = {"person": person, **msgspec.structs.asdict(preferences)}
        insert = self.store.statements.insert(NOTIFICATION_SETTING)
        put = insert.on_conflict_do_update(index_elements=["person"], set_=row)
        await self.store.in_transaction(lambda connection: connection.execute(put, row))

    async def stop_mail(self, person: str) -> None:
        """Turn the mails to a person off."""
        own = NOTIFICATION_SETTING.c.person == person
        await self.store.execute(update(NOTIFICATION_SETTING).where(own).values(mail=False))

    async def mail_address(self, visitor_id: str) -> str | None:
        """Return the confirmed address of the account that a visitor is logged in to, or None."""
        query = select(ACCOUNT_MAIL.c.address).join(
            SESSION, SESSION.c.account_name == ACCOUNT_MAIL.c.account_name
        )
        found = await self.store.rows(query.where(SESSION.c.visitor_id == visitor_id))
        return str(found[0].address) if found else None

    # Push subscriptions

    async def add_subscription(self, subscription: Subscription) -> None:
        """Store a subscription of a browser, in place of an earlier one with the same endpoint.

        Raises LimitExceeded if the visitor has too many.
        """

        def write(connection: Connection) -> None:
            own = PUSH_SUBSCRIPTION.c
            others = and_(own.visitor_id == subscription.visitor_id, own.id != subscription.id)
            if (connection.scalar(select(func.count()).where(others)) or 0) >= MAX_SUBSCRIPTIONS:
                raise LimitExceeded("too-many-devices", most=MAX_SUBSCRIPTIONS)
            connection.execute(delete(PUSH_SUBSCRIPTION).where(own.id == subscription.id))
            connection.execute(self.store.statements.insert(PUSH_SUBSCRIPTION), asdict(subscription))

        await self.store.in_transaction(write)

    async def remove_subscription(self, endpoint_id: str, visitor_id: str | None = None) -> None:
        """Delete a subscription, and what waits for it; with a visitor, only if it is that visitor's."""
        own = PUSH_SUBSCRIPTION.c.id == endpoint_id
        if visitor_id is not None:
            own = and_(own, PUSH_SUBSCRIPTION.c.visitor_id == visitor_id)

        def write(connection: Connection) -> None:
            gone = delete(PUSH_SUBSCRIPTION).where(own).returning(PUSH_SUBSCRIPTION.c.id)
            if connection.execute(gone).all():
                waiting = and_(ROW.recipient == endpoint_id, ROW.state == "waiting")
                connection.execute(delete(NOTIFICATION).where(waiting))

        await self.store.in_transaction(write)

    async def subscriptions(self, visitor_id: str) -> list[Subscription]:
        """Return the subscriptions of a visitor and of the other devices of the same account."""
        own, others = SESSION.alias(), SESSION.alias()
        same = select(others.c.visitor_id).join(own, own.c.account_name == others.c.account_name)
        devices = or_(
            PUSH_SUBSCRIPTION.c.visitor_id == visitor_id,
            PUSH_SUBSCRIPTION.c.visitor_id.in_(same.where(own.c.visitor_id == visitor_id)),
        )
        query = select(PUSH_SUBSCRIPTION).where(devices).order_by(PUSH_SUBSCRIPTION.c.created_at.desc())
        return [Subscription(*row) for row in await self.store.rows(query.limit(MAX_DEVICES))]

    async def subscription(self, endpoint_id: str) -> Subscription | None:
        """Return a subscription, or None if it was removed."""
        rows = await self.store.rows(select(PUSH_SUBSCRIPTION).where(PUSH_SUBSCRIPTION.c.id == endpoint_id))
        return Subscription(*rows[0]) if rows else None

    # Webhooks of tables

    async def table_webhook(self, table_id: str) -> TableWebhook | None:
        """Return the webhook of a table, or None."""
        rows = await self.store.rows(select(TABLE_WEBHOOK).where(TABLE_WEBHOOK.c.table_id == table_id))
        return TableWebhook(*rows[0]) if rows else None

    async def set_table_webhook(self, webhook: TableWebhook) -> None:
        """Replace the webhook of a table; an empty URL removes it."""
        row = asdict(webhook)

        def write(connection: Connection) -> None:
            connection.execute(delete(TABLE_WEBHOOK).where(TABLE_WEBHOOK.c.table_id == webhook.table_id))
            if webhook.url:
                connection.execute(self.store.statements.insert(TABLE_WEBHOOK), row)

        await self.store.in_transaction(write)

    # The queue

    async def add(
        self, table_id: str, call: Call, recipients: Sequence[tuple[Channel, str]], now: int
    ) -> None:
        """Add a call to the queue, once for each recipient; those that were called before are left out."""
        rows = [
            asdict(
                Notification(
                    table_id,
                    call.visitor_id,
                    call.kind,
                    call.ply,
                    call.undos,
                    recipient,
                    channel,
                    "waiting",
                    now,
                    0,
                    now,
                )
            )
            for channel, recipient in recipients
        ]
        if rows:
            new = self.store.statements.insert(NOTIFICATION).on_conflict_do_nothing()
            await self.store.in_transaction(lambda connection: connection.execute(new, rows))

    async def claim(self, channel: Channel, now: int) -> Notification | None:
        """Claim the first notification of a channel that is due; None if there is none."""
        due = and_(ROW.state == "waiting", ROW.channel == channel, ROW.due <= now)
        query = select(NOTIFICATION).where(due).order_by(ROW.due, ROW.table_id).limit(10)
        for row in await self.store.rows(query):
            found = Notification(*row)
            values = {"state": "sending", "attempts": ROW.attempts + 1, "changed_at": now}
            # Another process may have claimed it meanwhile.
            if await self.store.execute(update(NOTIFICATION).where(is_row(found), due).values(values)):
                return found
        return None

    async def finish(self, notification: Notification, state: str, now: int, due: int | None = None) -> None:
        """Write the new state of a claimed notification; with `due` (ms since 1970), when to try again."""
        values: dict[str, Any] = {"state": state, "changed_at": now}
        if due is not None:
            values["due"] = due
        claimed = and_(is_row(notification), ROW.state == "sending")
        await self.store.execute(update(NOTIFICATION).where(claimed).values(values))

    async def postpone(self, notification: Notification, now: int, due: int) -> None:
        """Release a claimed notification until `due` (ms since 1970); the attempt does not count."""
        values = {"state": "waiting", "changed_at": now, "due": due, "attempts": notification.attempts}
        claimed = and_(is_row(notification), ROW.state == "sending")
        await self.store.execute(update(NOTIFICATION).where(claimed).values(values))

    async def drop(self, notification: Notification) -> None:
        """Delete a claimed notification that was not sent; the same call may be added again."""
        await self.store.execute(delete(NOTIFICATION).where(is_row(notification), ROW.state == "sending"))

    async def expire(self, now: int) -> int:
        """Mark what a killed process had claimed as lost, and return its number; delete very old rows."""
        silent = and_(ROW.state == "sending", ROW.changed_at < now - LOST_AFTER)
        lost = await self.store.execute(
            update(NOTIFICATION).where(silent).values(state="lost", changed_at=now)
        )
        await self.store.execute(delete(NOTIFICATION).where(ROW.changed_at < now - KEPT_FOR))
        return lost

    async def waiting(self, now: int) -> tuple[int, int]:
        """Return how many notifications are due, and for how long (ms) the first of them has been."""
        due = and_(ROW.state == "waiting", ROW.due <= now)
        [(count, first)] = await self.store.rows(select(func.count(), func.min(ROW.due)).where(due))
        return int(count), now - int(first) if first is not None else 0


def is_row(notification: Notification) -> ColumnElement[bool]:
    """Return the condition that a row is that of a notification."""
    key = NOTIFICATION.primary_key.columns
    return and_(*(column == getattr(notification, column.name) for column in key))
