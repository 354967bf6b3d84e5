"""Fold every stored table again under the present rules, and report differences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from tablee.core.errors import Refusal
from tablee.server.catalog import CATALOG
from tablee.server.domain import events, schedule
from tablee.server.domain.table import Table
from tablee.server.storage.event_store import EventStore


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
        except Refusal as refused:
            return f"event {row.seq}: {refused}"
    if table.ended is not None:
        ended, table.ended = table.ended, None
        if schedule.follow_up(table) != ended:
            return f"another result than {' '.join(map(str, ended.scores))}"
    return None


def check_stored(url: str) -> int:
    """Replay every stored match, print one line for each, and return 1 if there is any fault, else 0."""

    async def check() -> int:
        faults = 0
        async for table, fault in replay_all(url):
            # A complete id would let any reader of this output enter the table.
            print(f"✗ {table[:4]}… {fault}" if fault else f"✓ {table[:4]}…")
            faults += fault is not None
        return 1 if faults else 0

    return asyncio.run(check())
