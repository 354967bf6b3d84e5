"""Server processes without a network that call people away from their tables, with a clock that tests set."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.create import SeedSecret
from tablee.server.domain.events import Clock, Guest
from tablee.server.domain.schedule import PACE
from tablee.server.runtime.notifier import Channels, Notifier
from tablee.server.runtime.push import PushSender, new_private_key
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.table_actor import TableActor
from tablee.server.runtime.unsubscribe import MailStops
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.notifications import Subscription, subscription_id
from tablee.server.storage.schema import NOTIFICATION
from tests.server.daily_runtime import Untimed
from tests.server.push_service import PushBrowser
from tests.server.table_harness import NOON, new_request_id

VAPID_KEY = new_private_key()
SECOND = 1_000
DAY = 24 * 3_600 * SECOND
# With this secret the first seat begins.
FIRST_SEAT_BEGINS = SeedSecret("0" * 32, "0" * 32)
DAYS = Clock(kind="days", days=2)


class TestClock:
    """The time of all processes of a test, in ms since 1970."""

    __test__ = False

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


class Process:
    """One server process: its tables, scheduler and notifier. Nothing runs unless a test says so."""

    def __init__(self, store: EventStore, clock: TestClock, channels: Channels | None = None) -> None:
        self.store, self.clock = store, clock
        self.registry = TableRegistry(store, clock=clock)
        self.scheduler = Untimed(self.registry, PACE, cast(Any, None))
        push = PushSender(VAPID_KEY, "mailto:host@example.org", private=True)
        channels = channels or Channels(
            push, webhooks=True, private=True, public_url="https://tablee.example"
        )
        self.notifier = Notifier(self.registry, channels, MailStops("00" * 32), PACE)
        self.scheduler.on_calls = self.notifier.on_calls

    async def open(self, clock: Clock = DAYS, people: str = "AB", ready: bool = True) -> TableActor:
        """Open a table with these visitors, and bots on the other seats; a rematch if they are not ready."""
        guests = [Guest(each, f"name {each}", ready=ready) for each in people]
        guests += [Guest(name="random", bot="random") for _ in range(2 - len(people))]
        opened = create.open_table(
            CATALOG,
            FIRST_SEAT_BEGINS,
            "islands",
            2,
            people[0],
            options={},
            clock=clock,
            guests=guests,
        )
        return await self.registry.open(msgspec.structs.replace(opened, before="" if ready else "x" * 16))

    async def play(self, actor: TableActor, seat: int | None = None) -> None:
        """Make a move of a seat, by default of the one whose turn it is."""
        seat = actor.table.acting()[0] if seat is None else seat
        match = actor.table.playing()
        words = match.game.format(match.state.moves(seat)[0])
        seen = actor.table.plies[seat].to_viewer(match.ply)
        body = {"id": new_request_id(), "words": words, "seen": seen}
        command = msgspec.convert(body, commands.Play, strict=True)
        await self.registry.handle(actor.table.id, actor.table.chairs[seat].visitor_id, command)

    async def look(self, actor: TableActor) -> None:
        """Run what is due at a table, as its timer or the sweep does."""
        await self.scheduler.run_due(actor.table.id)

    async def deliver(self) -> None:
        """Send what is due by push and webhook."""
        for channel in ("push", "webhook"):
            await self.notifier.deliver(cast(Any, channel))

    async def subscribe(self, visitor_id: str, browser: PushBrowser, language: str = "fr") -> None:
        """Store a push subscription."""
        await self.notifier.store.add_subscription(
            Subscription(
                subscription_id(browser.endpoint),
                visitor_id,
                browser.endpoint,
                browser.keys["p256dh"],
                browser.keys["auth"],
                language,
                self.clock(),
            )
        )

    async def states(self) -> list[tuple[str, str]]:
        """Return kind and state of everything in the queue."""
        rows = await self.store.rows(NOTIFICATION.select().order_by(NOTIFICATION.c.changed_at))
        return [(row.kind, row.state) for row in rows]

    def close(self) -> None:
        self.scheduler.close()
