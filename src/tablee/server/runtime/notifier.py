"""Call people who are not at a table: keep calls in the queue, and send them by push, mail or webhook.

A call goes into the queue once for each recipient (`storage.notifications`). One process claims it, checks
again that the decision still waits and that the person is still away, and sends it. It is sent again only if
it was certainly not delivered. So nobody is called twice for one turn, and a process that is killed while it
sends loses that one message.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parseaddr
from functools import partial

from tablee.core.errors import Refusal
from tablee.server.domain import calls
from tablee.server.domain.calls import Call, Kind
from tablee.server.domain.people import INVITATION_TIME, Invitation
from tablee.server.domain.schedule import Pace
from tablee.server.domain.table import Table
from tablee.server.errors import NotStored
from tablee.server.runtime import mail, webhooks
from tablee.server.runtime.mail import Letter, Mailer, make_mailer
from tablee.server.runtime.notification_text import Message, compose, quiet_until, texts
from tablee.server.runtime.outbound import RecipientGone, SendError, SendUncertain
from tablee.server.runtime.push import PushSender, make_push_sender
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.turns import my_turns
from tablee.server.runtime.unsubscribe import MailStops, make_mail_stops
from tablee.server.runtime.webhooks import send_webhook
from tablee.server.settings import Settings
from tablee.server.storage.notifications import (
    CHANNELS,
    Channel,
    Notification,
    NotificationStore,
    Preferences,
)
from tablee.server.storage.people import called_visitor, open_invitations, person_of, visitors_of
from tablee.server.supervision import BoundedLog

# Seconds between two looks at the queue, and milliseconds between two searches for lost messages.
INTERVAL = 1.0
EXPIRE_INTERVAL = 60_000
# Milliseconds before a message that was not delivered is sent again, by attempt; then it has failed.
RETRIES = (30_000, 120_000, 600_000, 1_800_000)
# Milliseconds after a start in which other processes report who is connected to them.
WARM_UP = 5_000
# Milliseconds before a notification that could not be checked is looked at again.
CHECK_AGAIN = 5_000
MAX_KNOWN = 10_000
LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Channels:
    """What this server can send with; None or False: it cannot.

    `private`: webhooks may be inside the host's network. `public_url`: the address of the site in links.
    """

    push: PushSender | None = None
    mail: Mailer | None = None
    webhooks: bool = False
    private: bool = False
    public_url: str = ""


@dataclass(frozen=True)
class Sendable:
    """A notification that may be sent now: the table, the seat, and what its person has chosen.

    `by` is the name of the friend who invites a person without a seat.
    """

    table: Table
    seat: int | None
    preferences: Preferences
    by: str = ""

    def compose(self, kind: Kind, language: str, of_table: bool = False) -> Message:
        """Return the message in a language; see `notification_text.compose`."""
        return compose(self.table, kind, self.seat, language, of_table=of_table, by=self.by)


class Notifier:
    """The queue of one process. `on_calls` fills it, the tasks of `start` empty it, one for each channel."""

    def __init__(self, registry: TableRegistry, channels: Channels, stops: MailStops, pace: Pace) -> None:
        self.registry = registry
        self.channels = channels
        self.stops = stops
        self.pace = pace
        self.store = NotificationStore(registry.store)
        # Calls that were passed to the queue recently, and when (ms since 1970).
        self.known: OrderedDict[tuple[str, Call], int] = OrderedDict()
        # Without other processes there is nobody to wait for.
        self.ready_at = registry.clock() + (0 if registry.bus is None else WARM_UP)
        self.expired_at = 0
        self.log = BoundedLog(LOG)
        self.senders: dict[Channel, Callable[[Notification, Sendable], Awaitable[None]]] = {
            "push": self._send_push,
            "mail": self._send_mail,
            "webhook": self._send_webhook,
        }

    def start(self) -> None:
        """Start a supervised task for each channel that this server has."""
        has = self.channels
        available = {"push": has.push, "mail": has.mail, "webhook": has.webhooks}
        for channel in CHANNELS:
            if available[channel]:
                name, work = f"notify-{channel}", partial(self.deliver, channel)
                self.registry.spawn(self.registry.monitor.run_forever(name, work, INTERVAL))

    # Into the queue

    async def on_calls(self, table: Table, due: Sequence[Call]) -> None:
        """Add the calls to the queue of everybody who is not connected. Raises NotStored.

        A call that was passed on a moment ago is left out; the queue itself keeps each only once.
        """
        now = self.registry.clock()
        connected = self.registry.presence.seats(table.id, now)
        for call in due:
            key = (table.id, call)
            if call.seat in connected or now < self.known.get(key, 0) + self.pace.call_after // 2:
                continue
            await self.store.add(table.id, call, await self._recipients(table.id, call), now)
            self.known[key] = now
            self.known.move_to_end(key)
            if len(self.known) > MAX_KNOWN:
                self.known.popitem(last=False)

    async def on_invitation(self, invitation: Invitation) -> None:
        """Add a call for a person whom a friend has invited, once for each table. Raises NotStored.

        A person with an account who is logged in nowhere is not called.
        """
        [(visitor_id,)] = await self.registry.store.rows(called_visitor(invitation.person_id)) or [("",)]
        if visitor_id:
            call = calls.friend_call(visitor_id, invitation.at)
            recipients = await self._recipients(invitation.table_id, call)
            await self.store.add(invitation.table_id, call, recipients, invitation.at)

    async def _recipients(self, table_id: str, call: Call) -> list[tuple[Channel, str]]:
        """Return where a person wants to be called, and the webhook of the table for calls to a seat."""
        found: list[tuple[Channel, str]] = []
        visitor_id, channels = call.visitor_id, self.channels
        preferences = await self.store.preferences(await self.store.person_of(visitor_id))
        if preferences.wants(call.kind):
            if channels.push:
                found += [("push", each.id) for each in await self.store.subscriptions(visitor_id)]
            if channels.mail and preferences.mail and await self.store.mail_address(visitor_id):
                found.append(("mail", "mail"))
            if channels.webhooks and preferences.webhook:
                found.append(("webhook", "webhook"))
        if channels.webhooks and call.seat is not None and await self.store.table_webhook(table_id):
            found.append(("webhook", "table"))
        return found

    # Out of the queue

    async def deliver(self, channel: Channel) -> None:
        """Send everything of a channel that is due, one message after another. Raises NotStored."""
        now = self.registry.clock()
        if now < self.ready_at:
            return
        if now >= self.expired_at + EXPIRE_INTERVAL:
            self.expired_at = now
            self._count("lost", channel, await self.store.expire(now))
        while (claimed := await self.store.claim(channel, self.registry.clock())) is not None:
            await self._handle(claimed)
            self.registry.monitor.beat(f"notify-{channel}")

    async def _handle(self, claimed: Notification) -> None:
        """Send a claimed notification if it still holds, and write its new state."""
        try:
            sendable = await self._check(claimed)
        except NotStored:
            with suppress(NotStored):
                now = self.registry.clock()
                await self.store.postpone(claimed, now, now + CHECK_AGAIN)
            raise
        if sendable is not None:
            await self._finish(claimed, await self._send(claimed, sendable))

    async def _check(self, claimed: Notification) -> Sendable | None:
        """Return what to send; None if it waits for the end of quiet hours, or is no longer wanted.

        What is no longer wanted is dropped. The log is read again: the person may have moved at another
        process. Raises NotStored.
        """
        now = self.registry.clock()
        try:
            actor = await self.registry.get(claimed.table_id)
            async with actor.lock:
                await self.registry.folding(claimed.table_id, actor.refresh())
        except NotStored:
            raise
        except Refusal:
            # The table cannot be shown to anybody.
            await self.store.drop(claimed)
            return None
        preferences = await self.store.preferences(await self.store.person_of(claimed.visitor_id))
        of_table = claimed.recipient == "table"
        sendable = await self._still_wanted(claimed, actor.table, preferences)
        if sendable is None or not (of_table or preferences.wants(claimed.kind)):
            await self.store.drop(claimed)
            self._count("dropped", claimed.channel)
            return None
        quiet = quiet_until(now, preferences.quiet_from, preferences.quiet_to, preferences.zone)
        if quiet is not None and not of_table:
            await self.store.postpone(claimed, now, quiet)
            return None
        return sendable

    async def _still_wanted(
        self, claimed: Notification, table: Table, preferences: Preferences
    ) -> Sendable | None:
        """Return what a notification says, None if the decision or the invitation no longer waits."""
        now = self.registry.clock()
        if claimed.kind == "friend":
            by = await self._inviter(claimed.visitor_id, table)
            return None if by is None else Sendable(table, None, preferences, by)
        due = [call for call in calls.due_calls(table, now, self.pace) if claimed.is_of(call)]
        if not due or due[0].seat in self.registry.presence.seats(table.id, now):
            return None
        return Sendable(table, due[0].seat, preferences)

    async def _inviter(self, visitor_id: str, table: Table) -> str | None:
        """Return the name of the friend who invites a visitor to a table.

        None if the invitation was declined, accepted or withdrawn, is too old, or if no seat is left.
        """
        rows = self.registry.store.rows
        person = await rows(person_of(visitor_id))
        if not person or table.status != "open" or not any(chair.free for chair in table.chairs):
            return None
        since = self.registry.clock() - INVITATION_TIME
        found = await rows(open_invitations(person[0].id, since))
        seated = {chair.visitor_id for chair in table.chairs}
        if any(row[0] in seated for row in await rows(visitors_of([person[0].id]))):
            return None
        return next((str(row.name) for row in found if row.table_id == table.id), None)

    async def _send(self, claimed: Notification, sendable: Sendable) -> str | None:
        """Send by the channel, and return the state that follows; None: it may be sent again."""
        try:
            await self.senders[claimed.channel](claimed, sendable)
        except RecipientGone:
            if claimed.channel == "push":
                await self.store.remove_subscription(claimed.recipient)
            return "failed"
        except SendUncertain as error:
            self.log.write(logging.WARNING, "notification-uncertain", claimed.channel, str(error))
            return "lost"
        except SendError as error:
            self.log.write(logging.WARNING, "notification-failed", claimed.channel, str(error))
            return None if error.retry else "failed"
        except NotStored:
            # Nothing was sent: what to send could not be read.
            return None
        except Exception as error:  # whatever a channel raises: the queue goes on
            self.log.write_error("notification-failed", error)
            return "failed"
        return "sent"

    async def _finish(self, claimed: Notification, state: str | None) -> None:
        """Write the state; without one, plan the next attempt, if there is any left."""
        now = self.registry.clock()
        if state is None and claimed.attempts < len(RETRIES):
            self._count("retried", claimed.channel)
            await self.store.finish(claimed, "waiting", now, now + RETRIES[claimed.attempts])
            return
        self._count(state or "failed", claimed.channel)
        await self.store.finish(claimed, state or "failed", now)

    async def _send_push(self, claimed: Notification, sendable: Sendable) -> None:
        subscription = await self.store.subscription(claimed.recipient)
        if subscription is None or self.channels.push is None:
            raise SendError("no-subscription", retry=False)
        message = sendable.compose(claimed.kind, subscription.language)
        turns = len(await my_turns(self.registry, subscription.visitor_id))
        content = {
            "title": message.title,
            "body": message.text,
            "path": message.path,
            "lang": subscription.language,
            "turns": turns,
        }
        await self.channels.push.send(subscription, content, claimed.table_id)

    async def _send_mail(self, claimed: Notification, sendable: Sendable) -> None:
        address = await self.store.mail_address(claimed.visitor_id)
        if address is None or self.channels.mail is None or not sendable.preferences.mail:
            raise SendError("no-address", retry=False)
        language, site = sendable.preferences.language, self.channels.public_url
        message, t = sendable.compose(claimed.kind, language), texts(language)
        token = self.stops.token(await self.store.person_of(claimed.visitor_id))
        letter = Letter(
            t.language,
            f"{message.title} · {message.text}",
            (f"{message.title}.", message.text),
            f"{site}{message.path}",
            t("mail.open"),
            t("mail.stop"),
            f"{site}/notifications#stop={token}",
            f"{site}/api/notifications/stop?token={token}",
        )
        await self.channels.mail.send(address, letter)

    async def _send_webhook(self, claimed: Notification, sendable: Sendable) -> None:
        url, language, of_table = sendable.preferences.webhook, sendable.preferences.language, False
        if claimed.recipient == "table":
            webhook = await self.store.table_webhook(claimed.table_id)
            url, of_table = webhook.url if webhook else "", True
            language = webhook.language if webhook else language
        if not url or not self.channels.webhooks:
            raise SendError("no-webhook", retry=False)
        message = sendable.compose(claimed.kind, language, of_table)
        link = self.channels.public_url + message.path
        content = {"title": message.title, "text": message.text, "link": link}
        await send_webhook(url, content, self.channels.private)

    def _count(self, result: str, channel: Channel, number: int = 1) -> None:
        self.registry.notifications[f"{channel} {result}"] += number


async def make_notifier(registry: TableRegistry, settings: Settings) -> Notifier:
    """Return the notifier with the channels that the host has set and whose packages are installed.

    Logs which packages are missing, and that mail needs the address of the site.
    """
    chosen, url = settings.notify, settings.public_url
    contact = chosen.contact or contact_of(settings)
    channels = Channels(
        await make_push_sender(registry.store, chosen.vapid_key, contact, chosen.private_targets),
        make_mailer(chosen.mail, url),
        chosen.webhooks and webhooks.is_installed(),
        chosen.private_targets,
        url,
    )
    missing = [
        *(["push"] if channels.push is None else []),
        *(["mail"] if chosen.mail and not mail.is_installed() else []),
        *(["webhooks"] if chosen.webhooks and not channels.webhooks else []),
    ]
    if missing:
        LOG.warning("no-extra-notify", extra={"values": [*missing, 'pip install "tablee[notify]"']})
    if chosen.mail and not url:
        LOG.warning("mail-needs-public-url")
    return Notifier(registry, channels, await make_mail_stops(registry.store), settings.pace)


def contact_of(settings: Settings) -> str:
    """Return how a push service can reach the host: by the sender of mails, or the site; "" without both."""
    if settings.notify.mail is not None:
        return f"mailto:{parseaddr(settings.notify.mail.sender)[1]}"
    return settings.public_url if settings.public_url.startswith("https://") else ""
