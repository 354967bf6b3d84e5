"""Tests that a friend who is invited to a table is called once, and not after the invitation was answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import msgspec
import pytest

from tablee.server.auth.accounts import Accounts
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.events import Guest
from tablee.server.domain.moderation import Close
from tablee.server.domain.people import INVITATION_TIME
from tablee.server.domain.person import person_key
from tablee.server.runtime.moderation import Bans, Moderation
from tablee.server.runtime.people import People
from tablee.server.runtime.registry import draw_secret
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.notifications import Preferences, TableWebhook
from tablee.server.storage.schema import NOTIFICATION
from tests.server.notified_tables import SECOND, Process, TestClock
from tests.server.push_service import PushBrowser, PushService, push_service
from tests.server.table_harness import new_request_id

pytestmark = pytest.mark.anyio
PASSWORD = "a long password"


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def phone(service: PushService) -> PushBrowser:
    return PushBrowser(service, "ben")


class Invited(Process):
    """A process in which Ann and Ben are friends."""

    async def prepare(self, phone: PushBrowser) -> None:
        self.people = People(self.registry)
        self.people.invitation_listeners.append(self.notifier.on_invitation)
        await self.people.save("ann", "Ann", "")
        await self.people.add_friend("ben", (await self.people.find("ann")).code, "Ben", "")
        self.ben = (await self.people.find("ben")).id
        await self.subscribe("ben", phone)

    async def invite(self) -> str:
        """Let Ann open a table for three and invite Ben; return the table."""
        guests = [Guest("ann", "Ann")]
        opened = create.open_table(CATALOG, draw_secret(), "islands", 3, "ann", guests=guests)
        table = (await self.registry.open(opened)).table.id
        await self.people.invite("ann", table, self.ben)
        return table

    async def sit(self, table: str, visitor_id: str) -> None:
        body = {"id": new_request_id(), "name": visitor_id}
        command = msgspec.convert(body, commands.Sit, strict=True)
        await self.registry.handle(table, visitor_id, command)


@pytest.fixture
async def process(sqlite_store: EventStore, phone: PushBrowser) -> AsyncIterator[Invited]:
    process = Invited(sqlite_store, TestClock())
    await process.prepare(phone)
    yield process
    process.close()


async def test_an_invited_friend_is_called_once(process: Invited, phone: PushBrowser) -> None:
    table = await process.invite()
    for _ in range(3):
        await process.deliver()
        await process.people.invite("ann", table, process.ben)
    expected = {"title": "Ann vous invite à jouer", "body": "1001 Îles avec Ann", "path": f"/t/{table}"}
    assert [{**expected, "lang": "fr", "turns": 0}] == phone.messages()


async def test_a_table_s_webhook_is_not_told_of_an_invitation(process: Invited) -> None:
    table = await process.invite()
    await process.notifier.store.set_table_webhook(TableWebhook(table, "ann", "https://chat.example", "fr"))
    await process.people.invite("ann", table, process.ben)
    assert ["push"] == [row.channel for row in await process.store.rows(NOTIFICATION.select())]


@pytest.mark.parametrize("answer", ["dismiss", "sit", "unfriend", "full", "closed", "old", "off"])
async def test_nobody_is_called_after_the_answer_or_to_a_table_that_is_gone(
    process: Invited, phone: PushBrowser, answer: str
) -> None:
    table = await process.invite()
    if answer == "dismiss":
        await process.people.dismiss("ben", table)
    elif answer == "sit":
        await process.sit(table, "ben")
    elif answer == "unfriend":
        await process.people.remove_friend("ben", (await process.people.find("ann")).id)
    elif answer == "full":
        await process.sit(table, "cat")
        await process.sit(table, "dan")
    elif answer == "closed":
        await Moderation(process.registry, Bans()).act("host", Close(table=table))
    elif answer == "old":
        process.clock.now += INVITATION_TIME + 1
    else:
        await process.notifier.store.save_preferences(person_key("ben", None), Preferences(invitation=False))
    await process.deliver()
    assert [] == phone.messages()
    assert [] == await process.states(), "nothing waits any longer"


async def test_quiet_hours_keep_an_invitation_until_their_end(process: Invited, phone: PushBrowser) -> None:
    # The tests begin at noon in London, which is 13:00 in Paris.
    quiet = Preferences(quiet_from=12 * 60, quiet_to=14 * 60, zone="Europe/Paris")
    await process.notifier.store.save_preferences(person_key("ben", None), quiet)
    await process.invite()
    await process.deliver()
    assert [] == phone.messages()
    process.clock.now += 3_600 * SECOND
    await process.deliver()
    assert 1 == len(phone.messages())


async def test_an_account_is_called_on_the_device_that_is_logged_in(
    process: Invited, service: PushService, phone: PushBrowser
) -> None:
    accounts = Accounts(process.registry)
    await accounts.register("ben", "Ben", PASSWORD)
    await accounts.log_in("tablet", "Ben", PASSWORD)
    await process.subscribe("tablet", tablet := PushBrowser(service, "tablet"))
    table = await process.invite()
    await process.deliver()
    assert [1, 1] == [len(each.messages()) for each in (phone, tablet)]
    # On any of the devices the seat is the person's answer.
    table = await process.invite()
    await process.sit(table, "tablet")
    await process.deliver()
    assert [1, 1] == [len(each.messages()) for each in (phone, tablet)]
    for each in ("ben", "tablet"):
        await accounts.log_out(each)
    await process.invite()
    await process.deliver()
    assert [1, 1] == [len(each.messages()) for each in (phone, tablet)]
