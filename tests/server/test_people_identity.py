"""Tests that a person stays one: guests who log in, deleted accounts, several processes, bounds."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, select

from tablee.core.errors import Illegal
from tablee.server.auth.accounts import NewSession
from tablee.server.auth.export import export
from tablee.server.auth.profiles import Owner
from tablee.server.domain import commands
from tablee.server.domain.people import HOUR, Invitation, author_of
from tablee.server.runtime.people import PRESENCE_TIME, Target
from tablee.server.storage import people as stored
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.people_schema import PERSON, RELATION
from tablee.server.storage.schema import ACCOUNT
from tests.server.people_process import NOW, PASSWORD, Process

pytestmark = pytest.mark.anyio


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


async def test_a_guest_is_forgotten_like_an_account(here: Process) -> None:
    store = here.registry.store
    await here.befriend("ann", "ben")
    table = await here.open_table("ann")
    await here.registry.handle(table, "ann", commands.Say(id="1", text="a secret line"))
    await here.accounts.delete_guest("ann")
    logged = " ".join(row.payload for row in await store.read(table))
    assert "secret line" not in logged
    assert '"name":"ann"' not in logged
    assert [] == await here.names("ben")
    assert await here.people.find("ann") is None
    assert [] == await store.rows(select(ACCOUNT))
    assert [] == (await export(here.accounts, Owner("ann", None)))["tables"]
    # Without anything stored there is nothing to fail.
    await here.accounts.delete_guest("ann")


async def test_forgetting_a_guest_goes_on_after_a_failure_and_spares_accounts(here: Process) -> None:
    table = await here.open_table("ann")
    # As after a crash: the account that takes everything exists, and nothing is deleted.
    await here.registry.store.in_transaction(
        lambda connection: here.accounts.create(connection, "ann", " 0123")
    )
    await here.accounts.delete_guest("ann")
    assert (await here.registry.get(table)).table.chairs[0].free
    await here.accounts.register("ben", "Ben", PASSWORD)
    with pytest.raises(Illegal, match="account-exists"):
        await here.accounts.delete_guest("ben")


async def test_the_export_contains_the_own_chat_and_reports(here: Process) -> None:
    for name in ("ann", "ben"):
        await here.people.save(name, name, "")
    table = await here.open_table("ann")
    await here.registry.handle(table, "ann", commands.Say(id="1", text="hello"))
    await here.registry.handle(table, "ben", commands.Say(id="2", text="not hers", name="ben"))
    author = Target(table=table, author=author_of(table, "ben"))
    await here.people.report("ann", author, "chat", "rude")
    found = await export(here.accounts, Owner("ann", None))
    assert [(table, "hello")] == [(line["table"], line["text"]) for line in found["chat"]]
    assert [("ben", "chat", "rude")] == [
        (each["name"], each["reason"], each["text"]) for each in found["people"]["reports"]
    ]
    await here.accounts.register("ann", "Ann", PASSWORD)
    found = await export(here.accounts, Owner("ann", "ann"))
    assert ["hello"] == [line["text"] for line in found["chat"]]
