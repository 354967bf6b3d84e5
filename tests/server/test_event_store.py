"""Tests of the event store: append under a key, group commit, conflicts, and failures of the database."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from tablee.core.errors import Unreadable
from tablee.server.errors import NotStored
from tablee.server.storage import event_store
from tablee.server.storage.database import connect, migrate
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.rows import LogEntry, StoredEvent, TableSummary
from tablee.server.storage.schema import METADATA

pytestmark = pytest.mark.anyio


def entry(table: str, seq: int, payload: str = "{}", due: int | None = None, free: int = 1) -> LogEntry:
    """Return an entry for a listed open table, with the participant `visitor of TABLE`."""
    summary = TableSummary(table, seq, "game", "open", True, free, due, seq)
    return LogEntry(StoredEvent(table, seq, 1_000 + seq, payload), summary, (f"visitor of {table}",))


async def test_what_was_appended_is_read_in_order(store: EventStore) -> None:
    for seq in (1, 2, 3):
        assert await store.append(entry("t", seq, f"event {seq}"))
    assert [1, 2, 3] == [row.seq for row in await store.read("t")]
    assert [StoredEvent("t", 3, 1_003, "event 3")] == await store.read("t", after=2)
    assert {"t": 3} == await store.last_seqs(["t", "unknown"])
    assert {} == await store.last_seqs([])


async def test_of_two_events_with_one_key_one_is_written(store: EventStore) -> None:
    won = await asyncio.gather(*(store.append(entry("t", 1, f"from {name}")) for name in "abcdef"))
    assert 1 == sum(won)
    assert [f"from {'abcdef'[won.index(True)]}"] == [row.payload for row in await store.read("t")]
    assert not await store.append(entry("t", 1, "late"))


async def test_two_processes_agree_on_who_was_first(url: str) -> None:
    """Append overlapping batches in different orders: no deadlock, one winner for each key."""
    one, other = await EventStore.open(url), await EventStore.open(url)
    keys = [(f"t{number % 20:02}", 1 + number // 20) for number in range(200)]
    appends = [one.append(entry(table, seq, "one")) for table, seq in keys]
    appends += [other.append(entry(table, seq, "other")) for table, seq in reversed(keys)]
    won = await asyncio.gather(*appends)
    assert len(keys) == sum(won)
    for table in {table for table, _ in keys}:
        assert list(range(1, 11)) == [row.seq for row in await one.read(table)]
    await one.close()
    await other.close()


async def test_whatever_waits_is_written_in_one_transaction(store: EventStore) -> None:
    await asyncio.gather(*(store.append(entry(f"t{number}", 1)) for number in range(100)))
    assert 100 == store.appended
    assert store.batches <= 3


async def test_tables_are_found_by_due_time_game_and_visitor(store: EventStore) -> None:
    await store.append(entry("full", 1, free=0))
    await store.append(entry("early", 1, due=50))
    await store.append(entry("late", 1, due=500))
    await store.append(entry("late", 2, due=900))
    assert ["early"] == await store.due(100)
    assert ["early", "late"] == await store.due(1_000)
    assert {"early", "late"} == {summary.table_id for summary in await store.listed("game")}
    assert [] == await store.listed("another")
    assert ["late"] == [
        summary.table_id for summary in await store.tables_of("visitor of late", unfinished=True)
    ]
    assert ["early", "full", "late"] == await store.every_table()


async def test_a_store_opened_again_has_everything(url: str) -> None:
    first = await EventStore.open(url)
    await first.append(entry("t", 1, "kept"))
    await first.close()
    again = await EventStore.open(url)
    assert ["kept"] == [row.payload for row in await again.read("t")]
    await again.close()


async def test_closing_writes_what_waits(url: str) -> None:
    first = await EventStore.open(url)
    appends = [asyncio.ensure_future(first.append(entry(f"t{number}", 1))) for number in range(20)]
    await asyncio.sleep(0)
    await first.close()
    assert all(await asyncio.gather(*appends))


async def test_the_migrations_make_what_the_schema_says(url: str) -> None:
    engine = connect(url)
    await migrate(engine)
    await migrate(engine)
    async with engine.connect() as connection:
        assert [] == await connection.run_sync(differences)
    await engine.dispose()


def differences(connection: Connection) -> list[object]:
    """Return what Alembic would change."""
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


async def test_processes_that_start_together_migrate_once(postgres_url: str) -> None:
    stores = await asyncio.gather(*(EventStore.open(postgres_url) for _ in range(3)))
    assert await stores[0].append(entry("t", 1))
    for each in stores:
        await each.close()


async def test_a_full_disk_refuses_and_recovers(sqlite_url: str) -> None:
    """Refuse what cannot be written, keep what was written, and work again once there is room."""
    store = await EventStore.open(sqlite_url)
    await store.append(entry("t", 1))
    await limit_pages(store, 1)
    with pytest.raises(NotStored) as refused:
        await store.append(entry("t", 2, "x" * 100_000))
    assert "not-stored" == refused.value.code
    await limit_pages(store, 1_000_000)
    assert [1] == [row.seq for row in await store.read("t")]
    assert await store.append(entry("t", 2, "x" * 100_000))
    await store.close()


async def limit_pages(store: EventStore, pages: int) -> None:
    """Set the size at which SQLite reports a full disk, in pages."""
    pragma = text(f"PRAGMA max_page_count = {pages}")
    await store.in_transaction(lambda connection: connection.execute(pragma).scalar())


async def test_a_locked_database_refuses_in_time_and_recovers(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.storage.database.PRAGMAS", ("journal_mode = WAL", "busy_timeout = 50"))
    store = await EventStore.open(sqlite_url)
    other = sqlite3.connect(tmp_path / "tablee.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotStored):
        await store.append(entry("t", 1))
    other.execute("ROLLBACK")
    other.close()
    assert await store.append(entry("t", 1))
    await store.close()


async def test_more_than_can_wait_is_refused(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_store, "MAX_WAITING", 3)
    store = await EventStore.open(sqlite_url)
    results = await asyncio.gather(
        *(store.append(entry(f"t{number}", 1)) for number in range(9)), return_exceptions=True
    )
    refused = [each for each in results if isinstance(each, NotStored)]
    assert {"store-overloaded"} == {each.code for each in refused}
    assert 9 == len(refused) + results.count(True)
    await store.close()


async def test_sqlite_keeps_every_acknowledged_event_when_the_power_fails(sqlite_url: str) -> None:
    store = await EventStore.open(sqlite_url)
    async with store.engine.connect() as connection:
        found = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert ["wal", 2, 1, 5_000] == found
    assert await store.is_available()
    await store.close()


async def test_another_kind_of_store_is_refused() -> None:
    with pytest.raises(Unreadable, match="no-such-store"):
        connect("mysql://host/name")
