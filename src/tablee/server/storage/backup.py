"""Keeping what was played: backups as one file, and every match replayed under today's rules."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.server.domain import events, schedule
from tablee.server.domain.table import Table
from tablee.server.storage.database import connect, migrate
from tablee.server.storage.event_store import Store
from tablee.server.storage.schema import METADATA

FORMAT = "tablee backup 1"
CHUNK = 1_000


async def back_up(url: str, file: Path) -> int:
    """Write everything into one file, as it is at one moment; says how many rows."""
    engine = connect(url)
    await migrate(engine)
    beside = file.with_name(file.name + ".new")
    try:
        async with engine.connect() as plain:
            level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
            connection = await plain.execution_options(isolation_level=level)
            with gzip.open(beside, "wt", encoding="utf-8") as out:
                count = await _write(connection, out)
    finally:
        await engine.dispose()
    # An older backup stays until the new one is complete.
    beside.replace(file)
    return count


async def _write(connection: AsyncConnection, out: TextIO) -> int:
    out.write(json.dumps(FORMAT) + "\n")
    count = 0
    for table in METADATA.sorted_tables:
        for row in await connection.execute(select(table).order_by(*table.primary_key.columns)):
            out.write(json.dumps([table.name, list(row)], ensure_ascii=False) + "\n")
            count += 1
    out.write(json.dumps(["end", count]) + "\n")
    return count


async def restore(url: str, file: Path) -> int:
    """Read a backup into an empty store, whole or not at all; says how many rows."""
    engine = connect(url)
    await migrate(engine)
    try:
        async with engine.begin() as connection:
            for table in METADATA.sorted_tables:
                if await connection.scalar(select(func.count()).select_from(table)):
                    raise Illegal("store-not-empty")
            return await _read(connection, file)
    finally:
        await engine.dispose()


async def _read(connection: AsyncConnection, file: Path) -> int:
    count = 0
    waiting: dict[str, list[dict[str, Any]]] = {table.name: [] for table in METADATA.sorted_tables}
    for name, values in rows_of(file):
        columns = [column.name for column in METADATA.tables[name].columns]
        waiting[name].append(dict(zip(columns, values, strict=True)))
        count += 1
        if len(waiting[name]) >= CHUNK:
            await connection.execute(insert(METADATA.tables[name]), waiting[name])
            waiting[name] = []
    for name, rows in waiting.items():
        if rows:
            await connection.execute(insert(METADATA.tables[name]), rows)
    return count


def rows_of(file: Path) -> Iterator[tuple[str, list[Any]]]:
    """The rows of a backup; one that is damaged or cut short is refused."""
    count, ended = 0, False
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            if json.loads(next(lines, "null")) != FORMAT:
                raise Unreadable("not-a-backup")
            for line in lines:
                name, values = json.loads(line)
                if name == "end":
                    ended = values == count
                    break
                count += 1
                yield name, values
    except (OSError, EOFError, ValueError) as wrong:
        raise Unreadable("not-a-backup") from wrong
    if not ended:
        raise Unreadable("not-a-backup")


async def replay_all(url: str) -> AsyncIterator[tuple[str, str | None]]:
    """Every table, with what today's rules have against it; None if they agree to the last point."""
    store = await Store.open(url)
    try:
        for table_id in await store.every_table():
            yield table_id, await fault(store, table_id)
    finally:
        await store.close()


async def fault(store: Store, table_id: str) -> str | None:
    """What goes wrong when a table is folded again."""
    table = Table(table_id, any_rules=True)
    for row in await store.read(table_id):
        try:
            table.apply(row.seq, row.at, events.read(row.payload))
        except Refusal as refused:
            return f"event {row.seq}: {refused}"
    if table.ended is not None:
        ended, table.ended = table.ended, None
        if schedule.follow_up(table) != ended:
            return f"another result than {' '.join(map(str, ended.scores))}"
    return None


def check_stored(url: str) -> int:
    """Replay every stored match and print what was found; 1 if one does not hold."""

    async def check() -> int:
        faults = 0
        async for table, wrong in replay_all(url):
            # Whoever has the whole name of a table may come in.
            print(f"✗ {table[:4]}… {wrong}" if wrong else f"✓ {table[:4]}…")
            faults += wrong is not None
        return 1 if faults else 0

    return asyncio.run(check())
