"""Nobody waits for a person who was banned or has deleted the account: a bot plays the seat to the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from tablee.server.catalog import CATALOG
from tablee.server.domain import create, events, moderation
from tablee.server.domain.events import Guest
from tablee.server.domain.table import GONE
from tablee.server.runtime.moderation import Bans, Moderation
from tablee.server.runtime.registry import draw_secret
from tablee.server.runtime.table_actor import TableActor
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.replay import find_fault
from tablee.server.storage.schema import RATING, RESULT
from tests.server.finished_matches import finish_table
from tests.server.friends import act, appoint, open_table
from tests.server.people_process import PASSWORD, Process
from tests.server.site import Visitor, site
from tests.server.table_harness import GAME, notes

anyio = pytest.mark.anyio


async def begin(here: Process, *people: str, ready: bool = True) -> TableActor:
    """Open a table without a time limit; its match begins if its people are ready."""
    guests = [Guest(each, each, ready=ready) for each in people]
    opened = create.open_table(CATALOG, draw_secret(), GAME, len(people), people[0], guests=guests)
    return await here.registry.open(opened)


@anyio
async def test_a_bot_plays_for_a_banned_person_and_the_result_counts(store: EventStore) -> None:
    here = Process(store)
    host = Moderation(here.registry, Bans())
    await here.accounts.register("eve", "Eve", PASSWORD)
    actor = await begin(here, "ann", "eve")
    await host.act("olga", moderation.Ban(account="eve"))
    assert ["", "regular"] == [chair.stand_in for chair in actor.table.chairs]
    assert [(1, "banned")] == notes(actor.table)
    await finish_table(actor)
    results = await store.rows(select(RESULT).order_by(RESULT.c.seat))
    assert [("ann", False), ("eve", True)] == [(row.name, row.finished_by_bot) for row in results]
    assert 2 == len(await store.rows(select(RATING)))
    assert await find_fault(store, actor.table.id) is None


@anyio
async def test_a_ban_of_the_command_line_reaches_a_table_that_a_server_runs(store: EventStore) -> None:
    here, command_line = Process(store), Process(store)
    actor = await begin(here, "ann", "eve")
    assert actor.table.chairs[1].stand_in == ""
    ban = moderation.Ban(table=actor.table.id, seat=1)
    await Moderation(command_line.registry, Bans()).act("command line", ban)
    await here.registry.poll_log()
    assert actor.table.chairs[1].stand_in
    # The server learns of the ban, and finds that nothing is left to do.
    seq = actor.table.seq
    await Moderation(here.registry, Bans()).refresh()
    assert seq == actor.table.seq


@anyio
async def test_seats_from_before_a_logout_are_vacated_too(store: EventStore) -> None:
    here = Process(store)
    host = Moderation(here.registry, Bans())
    await here.accounts.register("phone", "Eve", PASSWORD)
    actor = await begin(here, "ann", "phone")
    await here.accounts.log_out("phone")
    await host.act("olga", moderation.Ban(account="eve"))
    assert actor.table.chairs[1].stand_in


@anyio
async def test_a_seat_of_a_banned_person_becomes_free_before_the_match(store: EventStore) -> None:
    here = Process(store)
    host = Moderation(here.registry, Bans())
    actor = await begin(here, "ann", "eve", ready=False)
    await host.act("olga", moderation.Ban(table=actor.table.id, seat=1))
    assert actor.table.chairs[1].free
    # Nor is a seat kept at a table that is opened later.
    later = await begin(here, "ann", "eve", ready=False)
    while here.registry.tasks:
        await next(iter(here.registry.tasks))
    assert later.table.chairs[1].free


@contextmanager
def playing_with_host(folder: Path) -> Iterator[tuple[Visitor, Visitor, Visitor, str]]:
    """Start a site and a match of Ann and Eve; yield them, the host Olga, and the table."""
    url = f"sqlite:///{folder / 'tablee.db'}"
    with site(url) as address:
        ann, eve, olga = (Visitor(address, name) for name in ("Ann", "Eve", "Olga"))
        olga.post("/api/account", {"name": "Olga", "password": PASSWORD})
        appoint(url, "Olga")
        table = open_table(ann, seats=2)
        eve.sit_down(table)
        ann.send(table, "ready")
        yield ann, eve, olga, table
        for each in (ann, eve, olga):
            each.close()


def test_who_is_unbanned_takes_the_seat_back(tmp_path: Path) -> None:
    with playing_with_host(tmp_path) as (ann, eve, olga, table):
        act(olga, "ban", table=table, seat=1)
        assert ann.get(f"/api/tables/{table}")["table"]["seats"][1]["away"]
        assert "banned" == eve.refusal(table, "return")
        person = olga.get("/api/host")["bans"][0]["value"]
        act(olga, "unban", person=person)
        eve.send(table, "return")
        assert not ann.get(f"/api/tables/{table}")["table"]["seats"][1]["away"]


def test_a_bot_plays_for_a_person_who_is_refused_at_a_banned_address(tmp_path: Path) -> None:
    with playing_with_host(tmp_path) as (ann, eve, olga, table):
        with ann.connect(table) as watching, eve.connect(table) as client:
            client.wait_for("update")
            act(olga, "ban", address="127.0.0.1")
            assert "banned" == client.request("say", text="still here")["code"]
            while not watching.wait_for("update")["table"]["seats"][1]["away"]:
                pass
        with eve.connect(table) as client:
            assert "banned" == client.receive()["code"]


@anyio
async def test_a_bot_plays_for_a_person_who_deleted_the_account(store: EventStore) -> None:
    here = Process(store)
    for name in ("Ann", "Eve"):
        await here.accounts.register(name, name, PASSWORD)
    actor = await begin(here, "Ann", "Eve")
    waiting = await begin(here, "Ann", "Eve", ready=False)
    await here.accounts.delete("Eve")
    assert ["", "regular"] == [chair.stand_in for chair in actor.table.chairs]
    assert [(1, "deleted")] == notes(actor.table)
    assert waiting.table.chairs[1].free
    await finish_table(actor)
    # The result stays in the history of the other, and is nobody's.
    results = await store.rows(select(RESULT).order_by(RESULT.c.seat))
    assert [("Ann", "ann", False), (GONE, None, True)] == [
        (row.name, row.account_name, row.finished_by_bot) for row in results
    ]
    assert "" == results[1].visitor_id
    assert await find_fault(store, actor.table.id) is None
    rematch = create.open_rematch(actor.table, draw_secret(), "Ann")
    assert ["", "Ann"] == [guest.visitor_id for guest in rematch.guests]


@anyio
async def test_leaving_again_and_again_does_not_flood_the_chat(store: EventStore) -> None:
    here = Process(store)
    actor = await begin(here, "ann", "eve")
    for _ in range(5):
        for event in (events.TookOver(1, "regular", "left"), events.Returned(1)):
            await actor.append_event(lambda *_, event=event: event)
    assert [(1, "left")] == notes(actor.table)
    assert 0 == actor.table.chat_count
