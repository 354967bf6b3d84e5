"""Tests of backup, restore, and the replay of every stored match under the present rules."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest
from sqlalchemy import text

from tablee.cli import main
from tablee.core.errors import Illegal, Unreadable
from tablee.core.rng import Rng
from tablee.server.domain import commands
from tablee.server.storage.backup import back_up, restore
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.replay import replay_all
from tablee.server.storage.rows import StoredEvent
from tests.server.table_harness import GAME, TableHarness

anyio = pytest.mark.anyio


async def fill(url: str) -> tuple[str, list[StoredEvent]]:
    """Store one finished match; return the id of its table and its events."""
    store = await EventStore.open(url)
    harness = TableHarness(store, GAME, 2)
    await harness.open(people=2)
    await harness.handle("A", commands.Say, text="été")
    await harness.play_some(10_000, Rng("stored"))
    rows = await store.read(harness.table.id)
    await store.close()
    return harness.table.id, rows


@anyio
async def test_a_backup_moves_everything_to_another_kind_of_store(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    table, rows = await fill(sqlite_url)
    file = tmp_path / "tablee.gz"
    assert len(rows) < await back_up(sqlite_url, file)
    await restore(postgres_url, file)
    store = await EventStore.open(postgres_url)
    assert rows == await store.read(table)
    assert [table] == [summary.table_id for summary in await store.tables_of("A")]
    await store.close()
    with pytest.raises(Illegal, match="store-not-empty"):
        await restore(postgres_url, file)
    assert [(table, None)] == [each async for each in replay_all(postgres_url)]


@anyio
@pytest.mark.parametrize("damage", ["cut", "other", "plain", "missing"])
async def test_a_damaged_backup_is_refused_and_nothing_is_restored(
    sqlite_url: str, tmp_path: Path, damage: str
) -> None:
    await fill(sqlite_url)
    file = tmp_path / "tablee.gz"
    await back_up(sqlite_url, file)
    whole = gzip.decompress(file.read_bytes())
    if damage == "cut":
        file.write_bytes(gzip.compress(whole[: len(whole) // 2]))
    elif damage == "other":
        file.write_bytes(gzip.compress(b'"something else"\n'))
    elif damage == "plain":
        file.write_bytes(whole)
    else:
        file.unlink()
    empty = f"sqlite:///{tmp_path / 'other.db'}"
    code = "no-such-file" if damage == "missing" else "not-a-backup"
    with pytest.raises(Unreadable, match=code):
        await restore(empty, file)
    store = await EventStore.open(empty)
    assert [] == await store.every_table()
    await store.close()


@anyio
@pytest.mark.parametrize("what", ["words", "scores"])
async def test_a_match_that_no_longer_replays_is_found(sqlite_url: str, what: str) -> None:
    table, rows = await fill(sqlite_url)
    victim = next(row for row in rows if f'"{what}"' in row.payload)
    changed = victim.payload.replace('"words":"', '"words":"x').replace('"scores":[', '"scores":[9')
    store = await EventStore.open(sqlite_url)
    async with store.engine.begin() as connection:
        change = text("update event set payload = :payload where seq = :seq")
        await connection.execute(change, {"payload": changed, "seq": victim.seq})
    await store.close()
    ((found, fault),) = [each async for each in replay_all(sqlite_url)]
    assert table == found
    assert fault is not None
    assert (f"event {victim.seq}" if what == "words" else "another result") in fault


def test_the_command_line_backs_up_restores_and_replays_a_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run backup, restore and replay --all on the command line."""
    one, other = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "other.db"))
    table, _ = asyncio.run(fill(one))
    file = tmp_path / "tablee.gz"
    commands = [["backup", str(file), "--store", one], ["restore", str(file), "--store", other]]
    for command in [*commands, ["replay", "--all", "--store", other]]:
        with pytest.raises(SystemExit) as done:
            main(command)
        assert not done.value.code
    printed = capsys.readouterr().out
    assert f"✓ {table[:4]}…" in printed
    assert "rows written" in printed
    assert "rows restored" in printed
