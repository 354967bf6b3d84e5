"""Tests of the timers of tables: few are set, and nothing that is due is missed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

import pytest

from tablee.server.domain import calls, schedule
from tablee.server.domain.calls import Call
from tablee.server.domain.events import Clock
from tablee.server.domain.schedule import PACE
from tablee.server.domain.table import Table
from tablee.server.runtime.scheduler import Scheduler
from tablee.server.runtime.table_actor import TableActor
from tablee.server.storage.event_store import EventStore
from tests.server.notified_tables import Process, TestClock

pytestmark = pytest.mark.anyio
UNLIMITED = Clock()


class TimedProcess(Process):
    """A process whose scheduler sets timers; `called` are the calls that it passed on."""

    def __init__(self, store: EventStore, clock: TestClock) -> None:
        super().__init__(store, clock)
        self.registry.listeners.clear()
        self.scheduler = Scheduler(self.registry, PACE, cast(Any, None))  # type: ignore[assignment]
        self.scheduler.on_calls = self.on_calls
        self.called: list[Call] = []

    async def on_calls(self, _table: Table, due: Sequence[Call]) -> None:
        self.called += due

    async def start(self, clock: Clock) -> TableActor:
        """Open a table with two people whose match has begun, and set its timer."""
        actor = await self.open(clock)
        # What was due before the start may run still.
        self.scheduler.close()
        await asyncio.gather(*self.registry.tasks)
        self.scheduler.close()
        self.called.clear()
        self.scheduler.set_timer(actor.table)
        return actor

    def set_timers(self) -> dict[str, tuple[int, asyncio.TimerHandle]]:
        """Return the timers, by table."""
        return dict(self.scheduler.timers)

    async def fire(self, table_id: str, since: int) -> None:
        """Let the timer of a table fire now that was set at a time, and wait for what it starts."""
        self.scheduler.timers[table_id][1].cancel()
        self.scheduler._on_timer(table_id, since)
        await asyncio.gather(*self.registry.tasks)


@pytest.fixture
async def process(sqlite_store: EventStore) -> AsyncIterator[TimedProcess]:
    process = TimedProcess(sqlite_store, TestClock())
    yield process
    process.scheduler.close()
    process.close()


async def test_a_move_leaves_a_timer_that_is_early_enough(process: TimedProcess) -> None:
    actor = await process.start(UNLIMITED)
    before = process.set_timers()
    assert {actor.table.id} == before.keys()
    process.clock.now += 1_000
    await process.play(actor)
    assert before == process.set_timers()


async def test_a_timer_that_is_too_early_is_set_again(process: TimedProcess) -> None:
    actor = await process.start(UNLIMITED)
    began = process.clock.now
    (first, _) = process.set_timers()[actor.table.id]
    process.clock.now += 1_000
    await process.play(actor)
    process.clock.now = first
    await process.fire(actor.table.id, began)
    (second, _) = process.set_timers()[actor.table.id]
    assert (first, first + 1_000) == (began + PACE.call_after, second)
    assert ["start"] == [call.kind for call in process.called]


async def test_a_call_that_became_due_since_the_timer_was_set_is_passed_on(process: TimedProcess) -> None:
    actor = await process.start(UNLIMITED)
    began = process.clock.now
    process.clock.now += PACE.call_after
    await process.fire(actor.table.id, began)
    assert {"start", "turn"} == {call.kind for call in process.called}


async def test_when_to_look_again_is_computed_once_for_a_move(
    process: TimedProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = await process.start(UNLIMITED)
    computed: list[int] = []
    next_due = schedule.next_due

    def counted(table: Table, *rest: Any) -> int | None:
        computed.append(table.seq)
        return next_due(table, *rest)

    monkeypatch.setattr(calls, "next_due", counted)
    for _ in range(3):
        await process.play(actor)
    seq = actor.table.seq
    assert [seq - 2, seq - 1, seq] == computed


async def test_a_look_that_is_past_is_computed_again(process: TimedProcess) -> None:
    actor = await process.start(Clock(kind="days", days=2))
    turn, reminder = sorted(call.at for call in calls.calls(actor.table) if call.kind != "start")
    now = process.clock.now
    assert turn == calls.next_look(actor.table, now) == calls.next_look(actor.table, turn - 1)
    assert reminder == calls.next_look(actor.table, turn)
    await process.play(actor)
    assert turn == calls.next_look(actor.table, now)
