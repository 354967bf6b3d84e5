"""Tests that a person stays one: guests who log in, deleted accounts, several processes, bounds."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, select

from tablee.core.errors import Illegal
from tablee.server.auth.accounts import Accounts, NewSession
from tablee.server.auth.export import export
from tablee.server.auth.profiles import Owner
from tablee.server.catalog import CATALOG
from tablee.server.domain import create
from tablee.server.domain.events import Guest
from tablee.server.domain.people import HOUR, Invitation
from tablee.server.runtime.people import PRESENCE_TIME, People, Target
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.storage import people as stored
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.people_schema import PERSON, RELATION

pytestmark = pytest.mark.anyio
NOW = 1_800_000_000_000
PASSWORD = "correct horse"


class Process:
    """One server process without a network. `now` is its time in milliseconds since 1970."""

    def __init__(self, store: EventStore) -> None:
        self.now = NOW
        self.registry = TableRegistry(store, clock=lambda: self.now)
        self.people = People(self.registry)
        self.accounts = Accounts(self.registry)

    async def befriend(self, one: str, other: str) -> None:
        """Make two visitors friends; their names are their ids."""
        await self.people.save(one, one, "")
        code = (await self.people.find(one)).code
        await self.people.add_friend(other, code, other, "")

    async def names(self, visitor_id: str, kind: str = "friend") -> list[str]:
        """Return the names of those to whom a visitor has a relation."""
        person = await self.people.find(visitor_id)
        return [row.name for row in await self.people.related(person.id) if row.kind == kind]

    async def open_table(self, visitor_id: str) -> str:
        guests = [Guest(visitor_id, visitor_id)]
        opened = create.open_table(CATALOG, draw_secret(), "islands", 2, visitor_id, guests=guests)
        return (await self.registry.open(opened)).table.id


@pytest.fixture
def here(store: EventStore) -> Process:
    return Process(store)


async def test_friends_of_a_guest_move_into_a_new_account(here: Process) -> None:
    await here.befriend("ann", "ben")
    before = (await here.people.find("ann")).id
    await here.accounts.register("ann", "Ann", PASSWORD)
    assert before == (await here.people.find("ann")).id
    exported = (await export(here.accounts, Owner("ann", "ann")))["people"]
    assert ("ann", ["ben"], []) == (exported["card"]["name"], exported["friend"], exported["group"])
    # On another device the same person.
    await here.accounts.log_in("phone", "Ann", PASSWORD)
    assert ["ben"] == await here.names("phone")
    await here.accounts.log_out("ann")
    assert await here.people.find("ann") is None


async def test_a_guest_who_logs_in_is_merged_with_the_account(here: Process) -> None:
    await here.accounts.register("ann", "Ann", PASSWORD)
    await here.befriend("ann", "ben")
    # As a guest on the phone: a common friend, another one, one who is blocked by the account, and herself.
    for friend in ("ben", "cat", "eve", "ann"):
        await here.befriend("phone", friend)
    await here.befriend("ann", "eve")
    await here.people.relate("ann", Target((await here.people.find("eve")).id), "block", on=True)
    await here.people.relate("dan", Target((await here.people.find("phone")).id), "mute", on=True)
    await here.accounts.log_in("phone", "Ann", PASSWORD)
    assert (await here.people.find("ann")).id == (await here.people.find("phone")).id
    assert ["ben", "cat"] == await here.names("ann")
    assert ["eve"] == await here.names("ann", "block")
    assert ([], ["ann"]) == (await here.names("eve"), await here.names("ben"))
    assert ["ann"] == await here.names("dan", "mute")


async def test_a_deleted_account_is_nobody_s_friend(here: Process, store: EventStore) -> None:
    await here.accounts.register("ann", "Ann", PASSWORD)
    await here.befriend("ann", "ben")
    await here.people.invite("ann", await here.open_table("ann"), (await here.people.find("ben")).id)
    await here.people.report("ben", Target((await here.people.find("ann")).id), "name", "")
    await here.accounts.delete("ann")
    assert [] == await here.names("ben")
    assert [] == await here.people.invitations((await here.people.find("ben")).id)
    assert 1 == (await store.rows(select(func.count()).select_from(PERSON)))[0][0]


async def test_the_secret_of_a_login_is_needed(here: Process) -> None:
    await here.people.check_session("ann", "")
    await here.accounts.register("ann", "Ann", PASSWORD, NewSession("Firefox", "secret"))
    await here.people.check_session("ann", "secret")
    with pytest.raises(Illegal, match="no-account"):
        await here.people.check_session("ann", "")


async def test_presence_ends_by_itself_and_is_known_to_other_processes(
    here: Process, store: EventStore
) -> None:
    await here.befriend("ann", "ben")
    await here.people.set_wants("ann", True)
    await here.people.note_at_table(["ann", "unknown"])
    there = Process(store)
    person = await there.people.find("ann")
    (ann,) = await there.people.related((await there.people.find("ben")).id)
    assert (NOW + PRESENCE_TIME, NOW + HOUR) == (ann.at_table_until, ann.wants_until)
    assert person.at_table_until == ann.at_table_until


async def test_an_invitation_is_told_once_it_is_stored(here: Process, store: EventStore) -> None:
    received: list[Invitation] = []

    async def fail(invitation: Invitation) -> None:
        raise OSError(invitation)

    async def receive(invitation: Invitation) -> None:
        received.append(invitation)

    here.people.invitation_listeners += [fail, receive]
    await here.befriend("ann", "ben")
    table, ben = await here.open_table("ann"), (await here.people.find("ben")).id
    await here.people.invite("ann", table, ben)
    ann = (await here.people.find("ann")).id
    assert [Invitation(table, "islands", ben, ann, NOW)] == received
    assert [table] == [row.table_id for row in await Process(store).people.invitations(ben)]
    here.now += 25 * HOUR
    assert [] == await here.people.invitations(ben)


async def test_nobody_has_too_many_friends(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MAX_FRIENDS", 1)
    await here.befriend("ann", "ben")
    # Again is not one more.
    await here.befriend("ann", "ben")
    for one, other in (("ann", "cat"), ("cat", "ann")):
        with pytest.raises(Illegal, match="too-many-friends"):
            await here.befriend(one, other)
    assert ["ben"] == await here.names("ann")


async def test_nobody_blocks_too_many(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MAX_RESTRAINED", 1)
    await here.befriend("ann", "ben")
    await here.befriend("ann", "cat")
    ben, cat = [(await here.people.find(name)).id for name in ("ben", "cat")]
    await here.people.relate("ann", Target(ben), "mute", on=True)
    with pytest.raises(Illegal, match="too-many-blocked"):
        await here.people.relate("ann", Target(cat), "block", on=True)
    # Nothing was lost by the refusal.
    assert ["ben", "cat"] == await here.names("ann")


async def test_two_processes_at_once_make_one_friendship(here: Process, store: EventStore) -> None:
    there = Process(store)
    for name in ("ann", "ben"):
        await here.people.save(name, name, "")
    codes = [(await here.people.find(name)).code for name in ("ann", "ben")]
    await asyncio.gather(
        here.people.add_friend("ben", codes[0], "ben", ""),
        there.people.add_friend("ann", codes[1], "ann", ""),
        there.people.add_friend("ben", codes[0], "ben", ""),
    )
    assert 2 == (await store.rows(select(func.count()).select_from(RELATION)))[0][0]


async def test_a_visitor_without_a_card_becomes_no_person_by_looking_or_declining(
    here: Process, store: EventStore
) -> None:
    await here.people.set_wants("eve", True)
    await here.people.renew_code("eve")
    await here.people.remove_friend("eve", "nobody")
    await here.people.dismiss("eve", "no-table")
    with pytest.raises(Illegal, match="no-such-code"):
        await here.people.add_friend("eve", "ABCD2345", "Eve", "")
    assert [] == await store.rows(select(PERSON))
