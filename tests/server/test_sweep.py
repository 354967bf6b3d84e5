"""Tests of the sweep: one table does not delay the others."""

from __future__ import annotations

import asyncio

import pytest

from tablee.core.state import State
from tablee.server.catalog import CATALOG
from tablee.server.domain import create
from tablee.server.domain.events import Clock, Guest
from tablee.server.runtime import scheduler
from tablee.server.runtime.bot_runner import FRESH, Decision
from tablee.server.runtime.registry import draw_secret
from tablee.server.storage.event_store import EventStore
from tests.server.swept_tables import FirstMove, Process, length, sweep
from tests.server.table_harness import GAME

pytestmark = pytest.mark.anyio


class HangingBots(FirstMove):
    """A bot pool that does not answer for some tables until the test allows it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.hanging: set[str] = set()
        self.allowed = asyncio.Event()

    async def choose_move(
        self, name: str, key: str, state: State, seat: int, decision: Decision = FRESH
    ) -> str:
        if decision.memory_key.partition(" ")[0] in self.hanging:
            await self.allowed.wait()
        return await super().choose_move(name, key, state, seat, decision)


async def open_timed(process: Process) -> str:
    """Open a table of two people with ten seconds for each move, and return its id."""
    guests = [Guest(visitor_id, visitor_id, ready=True) for visitor_id in "AB"]
    clock = Clock("move", 10)
    opened = create.open_table(CATALOG, draw_secret(), GAME, 2, "A", clock=clock, guests=guests)
    return (await process.registry.open(opened)).table.id


async def test_a_bot_that_hangs_does_not_delay_the_deadlines_of_other_tables(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "MAX_SWEPT", 2)
    process, pool = Process(sqlite_store), HangingBots()
    process.scheduler.bot_pool = pool
    hanging = await process.open()
    process.now += 1
    timed = await open_timed(process)
    pool.hanging.add(hanging)
    before = await length(sqlite_store, hanging)
    for _ in range(3):
        moves = await length(sqlite_store, timed)
        process.now += 60_000
        await process.scheduler.sweep()
        assert hanging in process.scheduler.swept
        while timed in process.scheduler.swept:
            await asyncio.sleep(0)
        assert moves < await length(sqlite_store, timed)
    assert before == await length(sqlite_store, hanging)
    pool.allowed.set()
    await sweep(process.scheduler)
    assert before < await length(sqlite_store, hanging)
    assert not process.scheduler.swept


async def test_a_sweep_runs_a_bounded_number_of_tables_at_once(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "MAX_SWEPT", 2)
    process, pool = Process(sqlite_store), HangingBots()
    process.scheduler.bot_pool = pool
    tables = [await process.open() for _ in range(5)]
    before = {table: await length(sqlite_store, table) for table in tables}
    pool.hanging.update(tables)
    process.now += 60_000
    for _ in range(2):
        await process.scheduler.sweep()
        assert 2 == len(process.scheduler.swept)
    pool.allowed.set()
    for _ in range(3):
        await sweep(process.scheduler)
    assert all([before[table] < await length(sqlite_store, table) for table in tables])
