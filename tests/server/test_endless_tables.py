"""Tests that no table grows without end, and that bots do not play on where nobody is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create, decide
from tablee.server.domain.events import Guest
from tablee.server.runtime.registry import draw_secret
from tablee.server.runtime.scheduler import BOTS_ALONE
from tablee.server.storage.event_store import EventStore
from tests.server.swept_tables import Process, length
from tests.server.table_harness import GAME, TableHarness

pytestmark = pytest.mark.anyio
LIMITS = Path(__file__).parents[2] / "docs/reference/api.md"


async def test_the_page_on_limits_has_the_numbers_of_events() -> None:
    line = f"| events of a table | {decide.MAX_EVENTS:,}; beyond {decide.MAX_OTHER_EVENTS:,} only moves"
    assert line in LIMITS.read_text("utf-8").partition("## Limits")[2]


async def test_a_table_has_an_end_of_events_and_its_match_can_still_be_finished(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = TableHarness(sqlite_store, GAME, 2)
    await harness.open(people=2)
    await harness.play_some(3, Rng("some"))
    monkeypatch.setattr(decide, "MAX_OTHER_EVENTS", harness.table.seq)
    for kind, values in ((commands.Say, {"text": "hello"}), (commands.Undo, {}), (commands.Leave, {})):
        with pytest.raises(Illegal, match="table-too-long"):
            await harness.handle("A", kind, **values)
    await harness.play_some(1_000, Rng("all"))
    assert "over" == harness.table.status
    assert decide.MAX_EVENTS > decide.MAX_OTHER_EVENTS


async def test_moves_have_an_end_too(sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = TableHarness(sqlite_store, GAME, 2)
    await harness.open(people=2)
    monkeypatch.setattr(decide, "MAX_EVENTS", harness.table.seq + 1)
    await harness.play_some(1, Rng("some"))
    with pytest.raises(Illegal, match="table-too-long"):
        await harness.play_some(1, Rng("some"))


async def test_bots_alone_stop_until_they_are_watched(sqlite_store: EventStore) -> None:
    process = Process(sqlite_store)
    table = await process.open()
    await process.sweep()
    before = await length(sqlite_store, table)
    process.now += BOTS_ALONE
    await process.sweep()
    assert before == await length(sqlite_store, table)
    # The row of the index is written with the next batch: nothing is due at this table any more.
    await sqlite_store._write([])
    assert [] == await sqlite_store.due(process.now + BOTS_ALONE)
    process.registry.is_watched = lambda _: True
    await process.scheduler.run_due(table)
    assert before < await length(sqlite_store, table)


async def test_a_client_that_connects_lets_bots_go_on(sqlite_store: EventStore) -> None:
    process = Process(sqlite_store)
    assert process.registry.on_watched == process.scheduler.set_timer


async def test_bots_play_on_for_a_person_who_is_away(sqlite_store: EventStore) -> None:
    process = Process(sqlite_store)
    guests = [Guest("ann", "Ann", ready=True), Guest(name="random", bot="random")]
    opened = create.open_table(CATALOG, draw_secret(), GAME, 2, "ann", guests=guests)
    table = (await process.registry.open(opened)).table.id
    await process.registry.handle(table, "ann", commands.Leave(id="leave"))
    for _ in range(3):
        before = await length(sqlite_store, table)
        process.now += 2 * BOTS_ALONE
        await process.sweep()
        assert before < await length(sqlite_store, table)
