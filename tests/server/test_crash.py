"""Tests that killing processes loses no acknowledged command and repeats none.

A few kills here; `python -m bench.kills` does a thousand.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.server.domain import commands, events
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.rows import StoredEvent
from tests.server.crash import EVENTS_OF, Acknowledged, check_table, kill_under_load
from tests.server.postgres_server import PostgresServer
from tests.server.redis_server import RedisServer
from tests.server.table_harness import TableHarness


def test_a_server_with_sqlite_is_killed_under_load(sqlite_url: str) -> None:
    load, _ = asyncio.run(kill_under_load(sqlite_url, kills=2))
    assert EVENTS_OF.keys() == load.kinds.keys()


def test_two_servers_redis_and_postgresql_are_killed_under_load(redis: RedisServer) -> None:
    postgres = PostgresServer()
    try:
        load, _ = asyncio.run(
            kill_under_load(postgres.url, kills=3, processes=2, redis=redis, postgres=postgres)
        )
    finally:
        postgres.remove()
    assert EVENTS_OF.keys() == load.kinds.keys()


@pytest.mark.anyio
async def test_the_check_finds_commands_that_were_lost_doubled_moved_or_changed(
    sqlite_store: EventStore,
) -> None:
    harness = TableHarness(sqlite_store, "islands", 2)
    await harness.open()
    numbers = [await harness.handle(name, commands.Sit, name=name) for name in "AB"]
    rows = await sqlite_store.read(harness.table.id)
    requests = [events.decode(row.payload).request for row in rows[1:]]
    sits = [
        Acknowledged({"t": "sit", "name": name}, name, seq) for name, seq in zip("AB", numbers, strict=True)
    ]
    both = dict(zip(requests, sits, strict=True))
    check_table(harness.table.id, rows, both)

    def fault(rows: list[StoredEvent], **changes: Any) -> str:
        expected = {requests[0]: both[requests[0]], requests[1]: both[requests[1]]._replace(**changes)}
        with pytest.raises(AssertionError) as raised:
            check_table(harness.table.id, rows, expected)
        return str(raised.value)

    assert "lost" in fault(rows[:-1])
    assert "twice" in fault([*rows, replace(rows[-1], seq=numbers[1] + 1)])
    assert "is event 3, not 9" in fault(rows, seq=9)
    assert "became" in fault(rows, command={"t": "sit", "name": "Eve"})
