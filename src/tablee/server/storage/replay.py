"""Fold every stored table again under the present rules, and report differences; export without rules."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

from tablee.server.catalog import CATALOG
from tablee.server.domain import events, schedule
from tablee.server.domain.table import Table
from tablee.server.storage.database import require_store
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.unchecked_record import unchecked_record


async def replay_all(url: str) -> AsyncIterator[tuple[str, str | None]]:
    """Yield every table id with its first fault; None if all events and the final scores agree."""
    store = await EventStore.open(url)
    try:
        for table_id in await store.every_table():
            yield table_id, await find_fault(store, table_id)
    finally:
        await store.close()


async def find_fault(store: EventStore, table_id: str) -> str | None:
    """Return an English description of the first fault of a table, or None."""
    table = Table(table_id, CATALOG, any_rules=True)
    for row in await store.read(table_id):
        try:
            table.apply(row.seq, row.at, events.decode(row.payload))
        except Exception as error:  # a damaged payload may be anything
            return f"event {row.seq}: {error}"
    if table.ended is not None:
        ended, table.ended = table.ended, None
        if schedule.follow_up(table) != ended:
            return f"another result than {' '.join(map(str, ended.scores))}"
    return None


def check_stored(url: str) -> int:
    """Replay every stored match, print one line for each, and return 1 if there is any fault, else 0."""

    async def check() -> int:
        count = faults = 0
        async for table, fault in replay_all(url):
            # A complete id would let any reader of this output enter the table.
            print(f"✗ {table[:4]}… {fault}" if fault else f"✓ {table[:4]}…")
            count += 1
            faults += fault is not None
        print(f"{count:,} tables replayed, {faults:,} faults")
        return 1 if faults else 0

    require_store(url)
    return asyncio.run(check())


# Tables set aside


async def list_set_aside(url: str, records: Path | None, retry: bool) -> int:
    """Print one line for each table set aside, and return their number.

    With `records`, write the record of each into this folder; with `retry`, let servers try them again.
    """
    store = await EventStore.open(url)
    try:
        found = await store.tables_set_aside()
        for each in found:
            since = time.strftime("%Y-%m-%d %H:%M", time.gmtime(each.first_at / 1_000))
            # A complete id would let any reader of this output enter the table.
            print(f"{each.table_id[:4]}…  {since} UTC  {each.reason}  {each.detail}")
            if records is not None:
                await _write_record(store, each.table_id, records)
        if retry:
            await store.put_back()
        return len(found)
    finally:
        await store.close()


async def _write_record(store: EventStore, table_id: str, folder: Path) -> None:
    text = unchecked_record(table_id, await store.read(table_id))
    if text is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{table_id}.txt").write_text(text, "utf-8")
