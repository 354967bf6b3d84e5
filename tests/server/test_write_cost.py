"""Tests that a move is written cheaply, and that a table whose summary was not written is found again."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import pytest
from sqlalchemy import event

from tablee import games
from tablee.core.rng import Rng
from tablee.server.domain import events, race_clock, schedule
from tablee.server.domain.table import Table
from tablee.server.runtime.table_actor import DUE_FALLBACK
from tablee.server.storage import event_store
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.rows import LogEntry, StoredEvent, TableSummary
from tests.server.table_harness import TableHarness

pytestmark = pytest.mark.anyio
GAME = "islands"
# Longer than any test: a test that waited for the commit window would not end.
NEVER = 86_400.0


class RecordingStore:
    """A store that notes the summaries of its entries, and the summaries without an event."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.with_events: list[TableSummary | None] = []
        self.alone: list[TableSummary] = []
        self.loses_summaries = False

    async def append(self, entry: LogEntry, urgent: bool = False) -> bool:
        self.with_events.append(entry.summary)
        return await self.store.append(entry, urgent)

    async def read(self, table_id: str, after: int = 0) -> list[StoredEvent]:
        return await self.store.read(table_id, after)

    def put_summary(self, summary: TableSummary) -> None:
        self.alone.append(summary)
        if not self.loses_summaries:
            self.store.put_summary(summary)


def recorded_harness(store: EventStore, game: str, seats: int) -> tuple[TableHarness, RecordingStore]:
    harness, recording = TableHarness(store, game, seats), RecordingStore(store)
    harness.actor.log = recording
    return harness, recording


async def test_moves_of_people_write_few_summaries(sqlite_store: EventStore) -> None:
    harness, recording = recorded_harness(sqlite_store, GAME, 2)
    await harness.open(people=2)
    recording.with_events.clear()
    recording.alone.clear()
    for _ in range(20):
        # `play_any` adds five seconds.
        harness.now -= 4_800
        await harness.play_some(1, Rng("few"))
    written = [summary for summary in recording.with_events if summary is not None]
    assert 20 == len(recording.with_events)
    assert len(written) + len(recording.alone) <= 2


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("bots", [0, 1])
async def test_after_every_event_the_sweep_will_find_the_table(
    sqlite_store: EventStore, key: str, bots: int
) -> None:
    """Lose every summary that is written later than its event, as a crash would."""
    seats = games.load(key).seats[-1]
    harness, recording = recorded_harness(sqlite_store, key, seats)
    recording.loses_summaries = True
    await harness.open(people=seats - bots, bots=bots)
    rng = Rng("crash")
    for _ in range(30):
        harness.now += 1 + rng.below(12_000)
        await move_somehow(harness, rng)
        assert harness.table.id in await sqlite_store.due(harness.now + DUE_FALLBACK)


async def test_the_due_time_of_a_bot_is_written(sqlite_store: EventStore) -> None:
    harness, recording = recorded_harness(sqlite_store, GAME, 2)
    await harness.open(people=1, bots=1)
    while not (seat := harness.table.acting()[0]):
        await harness.play_any(seat, Rng("due"))
    assert harness.table.chairs[seat].acting_bot
    assert schedule.next_due(harness.table) == recording.alone[-1].due
    assert recording.alone[-1] == harness.actor.row


async def move_somehow(harness: TableHarness, rng: Rng) -> None:
    """Let a seat move at random, whoever plays it; CLOCK if no seat can."""
    table, acting = harness.table, harness.table.acting()
    if not acting:
        harness.now = max(harness.now, schedule.clock_due(table) or 0)
        await harness.actor.append_event(schedule.clock_move)
        return
    seat = acting[rng.below(len(acting))]
    moves = table.playing().state.moves(seat)
    words = table.game.format(moves[rng.below(len(moves))])

    def moved(table: Table, now: int) -> events.Moved:
        return events.Moved(seat, words, "bot", race_clock.elapsed(table, seat, now))

    await harness.actor.append_event(moved)
    await harness.actor.follow_up()


def entry(table: str, seq: int = 1, visitor_id: str = "") -> LogEntry:
    row = StoredEvent(table, seq, 1_000, "{}")
    summary = TableSummary(table, seq, "game", "open", True, 1, None, 1_000)
    return LogEntry(row, summary, (visitor_id,) if visitor_id else ())


async def test_events_of_matches_are_written_without_sqlalchemy(sqlite_store: EventStore) -> None:
    executed: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        executed.append(statement)

    event.listen(sqlite_store.file, "before_cursor_execute", note)
    assert await sqlite_store.append(entry("t", 1, visitor_id="v"))
    assert executed
    executed.clear()
    assert await sqlite_store.append(entry("t", 2))
    assert not await sqlite_store.append(entry("t", 2))
    assert await sqlite_store.append(LogEntry(StoredEvent("t", 3, 1_000, "{}"), None))
    assert [] == executed
    assert [1, 2, 3] == [row.seq for row in await sqlite_store.read("t")]
    assert [2] == [summary.seq for summary in await sqlite_store.listed()]


async def test_the_writer_waits_for_the_disk(sqlite_store: EventStore) -> None:
    await sqlite_store.append(entry("t"))
    assert sqlite_store.thread is not None
    plain = sqlite_store.sqlite_writer.connection
    assert isinstance(plain, sqlite3.Connection)
    query = sqlite_store.thread.submit(lambda: plain.execute("PRAGMA synchronous").fetchone())
    assert (2,) == query.result()


async def test_an_urgent_event_ends_the_commit_window(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_store, "COMMIT_WINDOW", NEVER)
    waiting = asyncio.ensure_future(sqlite_store.append(entry("quiet")))
    while sqlite_store.window is None:
        await asyncio.sleep(0)
    assert await sqlite_store.append(entry("race"), urgent=True)
    assert await waiting
    assert 1 == sqlite_store.batches


async def test_a_table_that_is_played_alone_does_not_wait(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_store, "COMMIT_WINDOW", NEVER)
    assert await sqlite_store.append(entry("t", 1), urgent=True)
    for seq in (2, 3, 4):
        assert await sqlite_store.append(entry("t", seq))
    assert 4 == sqlite_store.batches
