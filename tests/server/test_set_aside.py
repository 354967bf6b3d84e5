"""Tests that a table that cannot be folded or run is set aside, and that all others go on without it."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from tablee import games
from tablee.cli import main
from tablee.core.errors import Illegal
from tablee.server.catalog import CATALOG
from tablee.server.domain import create, events
from tablee.server.domain.events import Guest, LoggedEvent
from tablee.server.domain.table import Table
from tablee.server.runtime.registry import ASIDE_RETRY, TableRegistry, draw_secret
from tablee.server.runtime.scheduler import MAX_FAILURES
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import EVENT
from tests.server.site import Visitor, site
from tests.server.swept_tables import Process, length
from tests.server.table_harness import GAME

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTED: dict[str, Any] = json.loads((FIXTURES / "v0_1_0.json").read_text("utf-8"))

anyio = pytest.mark.anyio


@pytest.fixture
async def process(sqlite_store: EventStore) -> Process:
    return Process(sqlite_store)


async def damage(store: EventStore, table_id: str, payload: str, seq: int = 2) -> None:
    """Replace the payload of a stored event."""
    at = (EVENT.c.table_id == table_id) & (EVENT.c.seq == seq)
    await store.in_transaction(
        lambda connection: connection.execute(update(EVENT).where(at).values(payload=payload))
    )


DAMAGED = {
    "no JSON": "{",
    "another form": '{"event": {"t": "nonsense"}}',
    "a move that is none": events.encode(LoggedEvent(events.Moved(0, "dance"))),
}


@anyio
@pytest.mark.parametrize("payload", DAMAGED.values(), ids=DAMAGED)
async def test_a_sweep_goes_on_after_a_damaged_table(process: Process, payload: str) -> None:
    store = process.registry.store
    tables = sorted([await process.open() for _ in range(4)])
    before = {table: await length(store, table) for table in tables}
    await damage(store, tables[0], payload)
    await damage(store, tables[2], payload)
    await process.sweep()
    assert [False, True, False, True] == [await length(store, table) > before[table] for table in tables]
    assert {tables[0], tables[2]} == {each.table_id for each in await store.tables_set_aside()}
    assert [] == [table for table in await store.due(process.now + 60_000) if table in (tables[0], tables[2])]


@anyio
async def test_a_gap_in_the_log_is_damage(process: Process) -> None:
    store, table = process.registry.store, await process.open()
    await process.sweep()
    at = (EVENT.c.table_id == table) & (EVENT.c.seq == 2)
    await store.in_transaction(lambda connection: connection.execute(EVENT.delete().where(at)))
    process.registry.actors.clear()
    with pytest.raises(Illegal, match="table-set-aside"):
        await process.registry.get(table)


@anyio
async def test_a_table_is_set_aside_after_some_failures_to_run_it(
    process: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store, good, bad = process.registry.store, await process.open(), await process.open()
    inner = process.scheduler._run

    async def fail(actor: Any) -> None:
        if actor.table.id == bad:
            raise ZeroDivisionError
        await inner(actor)

    monkeypatch.setattr(process.scheduler, "_run", fail)
    for attempt in range(MAX_FAILURES):
        before = await length(store, good)
        assert [] == await store.tables_set_aside()
        await process.sweep()
        assert before < await length(store, good), attempt
    (aside,) = await store.tables_set_aside()
    assert (bad, "run-failed") == (aside.table_id, aside.reason)
    # It can still be read: only running it failed.
    assert (await process.registry.get(bad)).table.exists
    # One line for the failures and one for setting it aside, not one for each attempt.
    assert ["run-failed", "table-set-aside"] == [
        record.message for record in caplog.records if record.levelno >= logging.ERROR
    ]


@anyio
async def test_a_listener_that_fails_does_not_refuse_a_committed_event(process: Process) -> None:
    def fail(_table: Table) -> None:
        raise ZeroDivisionError

    process.registry.listeners.insert(0, fail)
    table = await process.open()
    assert await length(process.registry.store, table)
    assert process.registry.counts["listener failed"]


@anyio
async def test_the_poll_goes_on_after_a_damaged_table(sqlite_url: str, sqlite_store: EventStore) -> None:
    """Another process writes to two tables in memory here; what it wrote to the first is damaged."""
    here, there = Process(sqlite_store), Process(await EventStore.open(sqlite_url))
    tables = [await here.open() for _ in range(2)]
    for table in tables:
        await there.registry.get(table)
        there.now += 60_000
        await there.scheduler.run_due(table)
    await damage(sqlite_store, tables[0], "{", await length(sqlite_store, tables[0]))
    await here.registry.poll_log()
    assert [tables[1]] == list(here.registry.actors)
    assert here.registry.actors[tables[1]].table.seq == await length(sqlite_store, tables[1])
    assert [tables[0]] == [each.table_id for each in await sqlite_store.tables_set_aside()]
    await there.registry.close()


@anyio
@pytest.mark.parametrize("message", ["", "{", "[]", '["name", 1, 2, 3]', '["name", "TABLE", "x"]', "null"])
async def test_a_bus_message_that_is_not_understood_is_dropped(process: Process, message: str) -> None:
    table = await process.open()
    process.registry.presence_listeners.append(lambda *_: None)
    process.registry.on_bus_message(message.replace("TABLE", table))
    assert 1 == process.registry.counts["bus message failed"]


@anyio
async def test_the_exception_of_a_spawned_task_is_logged(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    process.registry.spawn(fail())
    while process.registry.tasks:
        await asyncio.sleep(0)
    assert 1 == process.registry.monitor.failures["task"]
    assert ["task-failed"] == [record.message for record in caplog.records]


@anyio
async def test_a_table_that_was_mended_goes_on(process: Process) -> None:
    store, table = process.registry.store, await process.open()
    (row,) = [row for row in await store.read(table) if row.seq == 2]
    await damage(store, table, "{")
    await process.sweep()
    await damage(store, table, row.payload)
    # A request reads it again, but not at once: reading it may be expensive.
    with pytest.raises(Illegal, match="table-set-aside"):
        await process.registry.get(table)
    process.now += ASIDE_RETRY
    assert (await process.registry.get(table)).table.exists
    assert [] == await store.tables_set_aside()


@anyio
async def test_a_process_that_is_started_tries_each_table_once(process: Process) -> None:
    store, table = process.registry.store, await process.open()
    (row,) = [row for row in await store.read(table) if row.seq == 2]
    await damage(store, table, "{")
    await process.sweep()
    (first,) = await store.tables_set_aside()
    again = Process(store, process.now + 1)
    await again.sweep()
    (second,) = await store.tables_set_aside()
    assert (first.first_at, again.now) == (second.first_at, second.last_at)
    await again.sweep()
    assert [second] == await store.tables_set_aside()
    await damage(store, table, row.payload)
    mended = Process(store, again.now + 1)
    before = await length(store, table)
    await mended.sweep()
    assert before < await length(store, table)
    assert [] == await store.tables_set_aside()


@anyio
async def test_a_table_set_aside_does_not_count_as_unfinished(process: Process) -> None:
    store, registry = process.registry.store, process.registry
    opened = create.open_table(
        CATALOG, draw_secret(), GAME, 2, "ann", guests=[Guest("ann", "Ann")], listed=True
    )
    table = (await registry.open(opened)).table.id
    assert [table] == [each.table_id for each in await store.tables_of("ann", unfinished=True)]
    assert [table] == [each.table_id for each in await store.listed()]
    await registry.set_aside(table, "event-damaged", ValueError())
    assert [] == await store.tables_of("ann", unfinished=True)
    assert [] == await store.listed()
    assert [table] == [each.table_id for each in await store.tables_of("ann")]


# Over HTTP and WebSocket


def execute(file: Path, statement: str, *values: object) -> None:
    """Run one SQL statement beside the server."""
    with sqlite3.connect(file) as connection:
        connection.execute(statement, values)
    connection.close()


def test_people_are_told_that_their_table_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "tablee.db"
    with site(f"sqlite:///{file}") as address:
        ann = Visitor(address)
        table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
        with ann.connect(table) as socket:
            socket.wait_for("update")
            # Another process writes what this one cannot read.
            execute(file, "insert into event values (?, 2, 1, '{')", table)
            answered = ann.http.get(f"/api/tables/{table}")
            assert (409, "table-set-aside") == (answered.status_code, answered.json()["code"])
            assert "table-set-aside" == socket.wait_for("refused")["code"]
            assert (1008, "table-set-aside") == closing(socket)
        assert "table-set-aside" == ann.refusal(table, "say", text="hello")
        with ann.connect(table) as socket:
            assert "table-set-aside" == socket.receive()["code"]
            assert (1008, "table-set-aside") == closing(socket)
        assert 409 == ann.http.get(f"/api/tables/{table}/record").status_code
        # Other tables are not concerned.
        ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})
        assert 200 == ann.http.get("/readyz").status_code
        assert "tablee_tables_set_aside 1" in ann.http.get("/metrics").text
        ann.close()


def closing(socket: Any) -> tuple[int, str]:
    """Receive until the server closes, and return code and reason."""
    with pytest.raises(ConnectionClosed) as closed:
        socket.wait_for("nothing that is ever sent")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


# An upgrade that raises the version of a game: docs/decisions/0020


@pytest.fixture
def old_url(tmp_path: Path) -> str:
    """Unpack the database of version 0.1.0."""
    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress((FIXTURES / "v0_1_0.sqlite.gz").read_bytes()))
    return f"sqlite:///{file}"


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Raise the version of one game."""
    monkeypatch.setattr(type(games.load(GAME)), "version", games.load(GAME).version + 1)
    return monkeypatch


def old_tables(status: str, game: str) -> dict[str, str]:
    """Return labels by table id."""
    tables = EXPECTED["tables"].items()
    return {each["id"]: label for label, each in tables if (each["status"], each["game"]) == (status, game)}


@anyio
async def test_after_an_upgrade_matches_of_other_games_go_on(
    old_url: str, newer_rules: pytest.MonkeyPatch
) -> None:
    process = Process(await EventStore.open(old_url), EXPECTED["now"])
    store = process.registry.store
    due = await store.due(10**15)
    ours = {each["id"] for each in EXPECTED["tables"].values() if each["game"] == GAME}
    before = {table: await length(store, table) for table in due}
    process.now = 10**15
    await process.sweep()
    aside = {each.table_id: each.reason for each in await store.tables_set_aside()}
    assert set(due) & ours
    assert dict.fromkeys(set(due) & ours, "other-rules") == aside
    assert {table for table in due if table not in ours} == {
        table for table in due if await length(store, table) > before[table]
    }
    # The version before is installed again: the matches go on where they stopped.
    newer_rules.undo()
    again = Process(store, process.now + 1)
    await again.sweep()
    assert [] == await store.tables_set_aside()
    assert set(due) == {table for table in due if await length(store, table) > before[table]}
    await again.registry.close()


@anyio
@pytest.mark.usefixtures("newer_rules")
async def test_a_record_made_without_rules_is_the_same_as_one_made_with_them(old_url: str) -> None:
    registry = TableRegistry(await EventStore.open(old_url))
    for each in EXPECTED["tables"].values():
        text = await registry.record_set_aside(each["id"])
        assert (text is not None) == (each["status"] == "over"), each["id"]
    for file in (FIXTURES / "records").glob("*.txt"):
        table = EXPECTED["tables"][file.stem]["id"]
        assert file.read_text("utf-8") == await registry.record_set_aside(table), file.stem
    await registry.close()


@pytest.mark.usefixtures("newer_rules")
def test_people_are_told_that_their_match_has_other_rules(old_url: str) -> None:
    with site(old_url) as address:
        ann = Visitor(address)
        for table, label in old_tables("over", GAME).items():
            answered = ann.http.get(f"/api/tables/{table}")
            assert (409, "table-other-rules") == (answered.status_code, answered.json()["code"])
            record = ann.http.get(f"/api/tables/{table}/record")
            assert (FIXTURES / "records" / f"{label}.txt").read_text("utf-8") == record.text
        for table in old_tables("playing", GAME):
            assert "table-other-rules" == ann.refusal(table, "say", text="hello", name="Ann")
            # The record of a match that is not over would reveal the deal.
            assert 409 == ann.http.get(f"/api/tables/{table}/record").status_code
        ann.close()


@pytest.mark.usefixtures("newer_rules")
def test_the_host_lists_exports_and_retries_what_was_set_aside(
    old_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def sweep() -> None:
        process = Process(await EventStore.open(old_url), 10**15)
        await process.sweep()
        await process.registry.close()

    def set_aside(*arguments: str) -> list[str]:
        # A command may end by SystemExit with code 0 or None.
        with suppress(SystemExit):
            main(["set-aside", "--store", old_url, *arguments])
        return capsys.readouterr().out.splitlines()

    assert ["no tables set aside"] == set_aside()
    asyncio.run(sweep())
    lines = set_aside("--records", str(tmp_path / "kept"), "--retry")
    assert len(lines) > 1
    assert lines[-1].split()[0] == str(len(lines) - 1)
    assert all("other-rules" in line for line in lines[:-1])
    ids = {each["id"] for each in EXPECTED["tables"].values()}
    assert not any(table in line for table in ids for line in lines)
    assert ids >= {file.stem for file in (tmp_path / "kept").iterdir()} != set()
    assert ["no tables set aside"] == set_aside()
