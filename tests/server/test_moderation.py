"""Tests of the host of the site: reports, closed tables, bans, names, and the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main
from tablee.core.errors import Illegal
from tablee.server.domain import events, moderation
from tablee.server.domain.person import person_key
from tablee.server.runtime.moderation import Bans, Moderation
from tablee.server.storage.database import check_store
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.notifications import NotificationStore, Preferences
from tests.server.friends import act, appoint, befriend, friend_id, open_table
from tests.server.people_process import PASSWORD, Process
from tests.server.site import Visitor, refusal, site
from tests.server.table_harness import GAME

PASSWORDS = {"password": PASSWORD}


@pytest.fixture(scope="module")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('host') / 'tablee.db'}"


@pytest.fixture(scope="module")
def address(store_url: str) -> Iterator[str]:
    """Start a server, and yield its address."""
    with site(store_url) as address:
        yield address


@pytest.fixture(scope="module")
def olga(address: str, store_url: str) -> Iterator[Visitor]:
    """Return the host, logged in."""
    visitor = Visitor(address, "Olga")
    visitor.post("/api/account", {"name": "Olga", **PASSWORDS})
    appoint(store_url, "OLGA")
    yield visitor
    visitor.close()


@pytest.fixture
def ann(address: str) -> Iterator[Visitor]:
    visitor = Visitor(address, "Ann")
    visitor.post("/api/friends/card", {"name": "Ann"})
    yield visitor
    visitor.close()


@pytest.fixture
def eve(address: str) -> Iterator[Visitor]:
    visitor = Visitor(address, "Eve")
    visitor.post("/api/friends/card", {"name": "Eve"})
    yield visitor
    visitor.close()


def command(*words: str) -> None:
    """Run `tablee host ...`, which must succeed."""
    with pytest.raises(SystemExit) as done:
        main(["host", *words])
    assert not done.value.code


def test_the_host_reads_a_report_and_bans_the_person(ann: Visitor, eve: Visitor, olga: Visitor) -> None:
    befriend(ann, eve)
    table = open_table(ann)
    eve.send(table, "sit", name="Rude")
    eve.send(table, "say", text="boo")
    ann.post("/api/reports", {"reason": "chat", "text": "rude", "table": table, "seat": 1})
    report = olga.get("/api/host")["reports"][-1]
    assert ("Ann", "Rude", "chat", "rude", table) == tuple(
        report[key] for key in ("by", "name", "reason", "text", "table")
    )
    assert [["Rude", "boo"]] == [line[1:] for line in report["lines"]]
    info = act(olga, "ban", person=report["person"], why="insults")
    assert ("olga", "ban", f"person {report['person']}", "insults") == tuple(
        info["actions"][0][key] for key in ("by", "action", "target", "why")
    )
    # Nothing that changes anything, but what is public can be read.
    for path, body in (("/api/tables", {"game": GAME, "seats": 2}), ("/api/friends/code", {})):
        assert "banned" == refusal(eve, path, body, 403)
    assert "banned" == eve.refusal(table, "say", text="boo")
    eve.get("/api/games")
    with eve.connect(table) as client:
        assert "banned" == client.receive()["code"]
    act(olga, "settle", report=report["id"])
    assert report["id"] not in {each["id"] for each in olga.get("/api/host")["reports"]}
    act(olga, "unban", person=report["person"])
    # The seat has become free: nobody waits for a banned person.
    eve.send(table, "sit", name="Eve")
    eve.send(table, "say", text="sorry")


def test_a_ban_holds_after_logging_out_and_for_a_connected_person(
    ann: Visitor, eve: Visitor, olga: Visitor
) -> None:
    eve.post("/api/account", {"name": "Evil", **PASSWORDS})
    table = open_table(ann)
    with eve.connect(table) as client:
        client.wait_for("update")
        act(olga, "ban", account="EVIL")
        assert "banned" == client.request("sit", name="Eve")["code"]
    assert eve.get("/api/me")["name"] == "Evil"
    eve.post("/api/logout")
    assert "banned" == eve.refusal(table, "sit", name="Eve")
    other = Visitor(eve.address)
    other.post("/api/login", {"name": "Evil", **PASSWORDS})
    while other.http.post("/api/friends/code").status_code != 403:
        # Until the process has read who is logged in.
        pass
    other.post("/api/me/delete", PASSWORDS)
    other.close()


def test_an_address_is_banned_and_unbanned(ann: Visitor, olga: Visitor, store_url: str) -> None:
    act(olga, "ban", address="127.0.0.1")
    assert "banned" == refusal(ann, "/api/friends/code", {}, 403)
    # The host is there too, and has the command line.
    command("unban", "--address", "127.0.0.1", "--why", "own house", "--store", store_url)
    while ann.http.post("/api/friends/code").is_client_error:
        pass
    assert "command line" == olga.get("/api/host")["actions"][0]["by"]


def test_only_an_ip_address_can_be_banned(olga: Visitor) -> None:
    for wrong in ("300.1.1.1", "10.0.0.0/8", "club.example.org"):
        assert "no-ip-address" == refusal(olga, "/api/host/act", {"t": "ban", "address": wrong})


def test_a_closed_table_is_gone_until_it_is_restored(ann: Visitor, eve: Visitor, olga: Visitor) -> None:
    befriend(ann, eve)
    table = open_table(ann, listed=True)
    ann.post(f"/api/tables/{table}/invite", {"id": friend_id(ann, "Eve")})
    with ann.connect(table) as client:
        client.wait_for("update")
        act(olga, "close", table=table, why="rude name")
        assert "table-closed" == client.wait_for("refused")["code"]
    for path in (f"/api/tables/{table}", f"/api/tables/{table}/record"):
        assert "table-closed" == refusal(eve, path)
    assert "table-closed" == eve.refusal(table, "sit", name="Eve")
    assert table not in {each["id"] for each in eve.get("/api/tables")}
    assert [] == eve.get("/api/friends")["invitations"]
    assert "no-such-table" == refusal(olga, "/api/host/act", {"t": "close", "table": "nothing"})
    act(olga, "restore", table=table)
    assert "not-closed" == refusal(olga, "/api/host/act", {"t": "restore", "table": table})
    eve.send(table, "sit", name="Eve")


def test_a_seat_is_renamed_also_in_the_chat(ann: Visitor, olga: Visitor) -> None:
    table = open_table(ann)
    ann.send(table, "say", text="hello")
    act(olga, "rename-seat", table=table, seat=0, name="Player")
    update = ann.get(f"/api/tables/{table}")
    assert ("Player", "Player") == (update["table"]["seats"][0]["name"], update["chat"][0]["name"])
    body = {"t": "rename-seat", "table": table, "seat": 1, "name": "Nobody"}
    assert "no-person-there" == refusal(olga, "/api/host/act", body)


def test_the_command_line_says_that_there_is_nothing_to_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    check_store(url)
    for each in ("reports", "log", "accounts"):
        command(each, "--store", url)
    nobody = "nobody yet: tablee host appoint ACCOUNT (tablee host accounts --all lists the accounts)"
    assert ["no open reports", "nothing yet", nobody] == capsys.readouterr().out.splitlines()


def test_the_report_of_a_guest_without_a_card_has_the_name_at_the_table(address: str, olga: Visitor) -> None:
    guest, eve = Visitor(address, "Gus"), Visitor(address, "Eve")
    table = open_table(guest)
    eve.send(table, "sit", name="Eve")
    # A person without a name exists already.
    guest.post("/api/friends/mute", {"table": table, "seat": 1})
    guest.post("/api/reports", {"reason": "chat", "table": table, "seat": 1})
    report = olga.get("/api/host")["reports"][-1]
    assert ("Gus", "Eve") == (report["by"], report["name"])
    act(olga, "settle", report=report["id"])
    for each in (guest, eve):
        each.close()


@pytest.mark.anyio
async def test_a_host_keeps_the_role_under_another_name_and_nobody_gets_it_with_the_old_one(
    store: EventStore,
) -> None:
    here = Process(store)
    host = Moderation(here.registry, Bans())
    await here.accounts.register("olga", "Olga", PASSWORD)
    await host.act("test", moderation.Appoint(account="Olga"))
    await host.act("test", moderation.RenameAccount(account="Olga", name="Ola"))
    await here.accounts.register("eve", "Olga", PASSWORD)
    assert ("ola", None) == (await host.host_account("olga"), await host.host_account("eve"))
    # Nor does who registers the name of an account that was deleted.
    await here.accounts.delete("olga")
    await here.accounts.register("eva", "Ola", PASSWORD)
    assert await host.host_account("eva") is None
    assert [] == await host.hosts()


@pytest.mark.anyio
async def test_only_an_account_is_appointed_and_only_a_host_dismissed(store: EventStore) -> None:
    here = Process(store)
    host = Moderation(here.registry, Bans())
    with pytest.raises(Illegal, match="no-such-account") as refused:
        await host.act("test", moderation.Appoint(account="Olga"))
    assert {"name": "Olga"} == refused.value.values
    await here.accounts.register("olga", "Olga", PASSWORD)
    with pytest.raises(Illegal, match="not-appointed"):
        await host.act("test", moderation.Dismiss(account="Olga"))
    for _ in range(2):
        await host.act("test", moderation.Appoint(account="Olga"))
    assert ["olga"] == [row.account_name for row in await host.hosts()]
    await host.act("test", moderation.Dismiss(account="olga"))
    assert await host.host_account("olga") is None


def test_the_page_appoints_nobody(olga: Visitor, store_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 400 == olga.http.post("/api/host/act", json={"t": "appoint", "account": "Olga"}).status_code
    command("accounts", "--store", store_url)
    assert capsys.readouterr().out.endswith("  olga\n")
    command("accounts", "--all", "--store", store_url)
    assert "  Olga\n" in capsys.readouterr().out
    assert olga.get("/api/me")["host"]


def test_a_ban_must_say_whom(capsys: pytest.CaptureFixture[str], store_url: str) -> None:
    with pytest.raises(SystemExit):
        main(["host", "ban", "--store", store_url])
    assert "--person" in capsys.readouterr().err


def test_the_command_line_lists_reports_and_the_log(
    ann: Visitor, eve: Visitor, store_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    befriend(ann, eve)
    table = open_table(ann)
    ann.post("/api/reports", {"reason": "name", "text": "hmm", "person": friend_id(ann, "Eve")})
    store = ("--store", store_url)
    command("reports", *store)
    assert "about Eve" in capsys.readouterr().out
    command("close", table, "--why", "a reason", *store)
    while ann.http.get(f"/api/tables/{table}").is_success:
        pass
    command("restore", table, *store)
    command("log", *store)
    assert f"close  table {table}  a reason" in capsys.readouterr().out
    with pytest.raises(SystemExit) as refused:
        main(["host", "ban", "--account", "nobody at all", *store])
    assert 2 == refused.value.code


@pytest.mark.anyio
async def test_an_account_is_renamed_everywhere(store: EventStore) -> None:
    here = Process(store)
    host = Moderation(here.registry, Bans())
    for name in ("Ann", "Ben"):
        await here.accounts.register(name, name, PASSWORD)
    await here.befriend("Ann", "Ben")
    table = await here.open_table("Ann")
    notifications = NotificationStore(store)
    await notifications.save_preferences(person_key("", "ann"), Preferences(turn=False))
    with pytest.raises(Illegal, match="name-taken"):
        await host.act("olga", moderation.RenameAccount(account="ann", name="BEN"))
    await host.act("olga", moderation.RenameAccount(account="ANN", name="Zoé", why="rude"))
    assert "zoé" == await here.accounts.account_of("Ann")
    assert [table] == [row.table_id for row in await here.accounts.history("zoé")]
    assert ["Zoé"] == await here.names("Ben")
    assert Preferences(turn=False) == await notifications.preferences(person_key("", "zoé"))
    await here.accounts.log_in("phone", "Zoé", PASSWORD)
    with pytest.raises(Illegal, match="wrong-password"):
        await here.accounts.log_in("phone", "Ann", PASSWORD)
    # Only the case of letters: the name stays the same, and is shown in another way.
    await host.act("olga", moderation.RenameAccount(account="Zoé", name="ZOÉ"))
    assert "ZOÉ" == await here.accounts.display_name("zoé")
    # A refused action is not in the log.
    assert ["rename-account", "rename-account"] == [row.action for row in await host.actions()]


@pytest.mark.anyio
async def test_a_name_given_by_the_host_is_erased_too(store: EventStore) -> None:
    here = Process(store)
    host = Moderation(here.registry, Bans())
    await here.accounts.register("ann", "Ann", PASSWORD)
    table = await here.open_table("ann")
    await host.act("olga", moderation.RenameSeat(table=table, seat=0, name="Player"))
    await here.accounts.delete("ann")
    logged = [events.decode(row.payload).event for row in await store.read(table)]
    assert not [event for event in logged if getattr(event, "name", "") == "Player"]


@pytest.mark.anyio
async def test_another_process_follows_the_host(store: EventStore) -> None:
    here, there = Process(store), Process(store)
    host, other = Moderation(here.registry, Bans()), Moderation(there.registry, Bans())
    table = await here.open_table("ann")
    await there.registry.get(table)
    await host.act("olga", moderation.Close(table=table))
    await host.act("olga", moderation.Ban(address="2001:db8::1"))
    await other.refresh()
    with pytest.raises(Illegal, match="table-closed"):
        await there.registry.get(table)
    with pytest.raises(Illegal, match="banned"):
        other.bans.check("", "2001:db8::/64")
    assert [] == await store.due(10**15)


@pytest.mark.anyio
async def test_a_reading_that_began_before_a_ban_does_not_undo_it(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, bans = Process(store), Bans()
    host, first, second = Moderation(here.registry, bans), "192.0.2.1", "192.0.2.2"
    await host.act("olga", moderation.Ban(address=first))
    read_bans, go = asyncio.Event(), asyncio.Event()
    rows = store.rows

    async def slow_once(query: Any) -> Any:
        found = await rows(query)
        if not read_bans.is_set():
            read_bans.set()
            await go.wait()
        return found

    monkeypatch.setattr(store, "rows", slow_once)
    early = asyncio.create_task(host.refresh())
    await read_bans.wait()
    late = asyncio.create_task(host.act("olga", moderation.Ban(address=second)))
    # It may wait for the earlier reading; without that it would be done by now.
    await asyncio.wait({late}, timeout=0.5)
    go.set()
    await asyncio.gather(early, late)
    assert {first, second} == bans.addresses


def test_the_backup_of_a_closed_table_keeps_it_closed(tmp_path: Path) -> None:
    one, two = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "two.db"))

    async def fill() -> str:
        store = await EventStore.open(one)
        here = Process(store)
        table = await here.open_table("ann")
        await Moderation(here.registry, Bans()).act("olga", moderation.Close(table=table))
        await store.close()
        return table

    table, file = asyncio.run(fill()), str(tmp_path / "backup.gz")
    for words in (["backup", file, "--store", one], ["restore", file, "--store", two]):
        with pytest.raises(SystemExit):
            main(words)
    with site(two) as address:
        visitor = Visitor(address)
        assert "table-closed" == refusal(visitor, f"/api/tables/{table}")
        visitor.close()
