"""Undo and hints at a table where a bot plays for an absent person: that person still holds the seat."""

from __future__ import annotations

import pytest

from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.server.domain import commands, schedule
from tablee.server.domain.events import Moved, Undone
from tablee.server.http.routes_hints import check_hint_allowed
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import TableHarness

pytestmark = pytest.mark.anyio
GAME = "islands"


@pytest.fixture
async def harness(sqlite_store: EventStore) -> TableHarness:
    """Return a table of two people in the middle of a match."""
    harness = TableHarness(sqlite_store, GAME, 2)
    await harness.open(people=2)
    await harness.play_some(12, Rng("before"))
    return harness


async def move_of_bot(harness: TableHarness) -> None:
    """Let the stand-in of the acting seat make its first legal move."""
    (seat,) = harness.table.acting()
    assert harness.table.chairs[seat].stand_in
    words = harness.table.playing().state.view(seat)["moves"][0]
    await harness.actor.append_event(lambda *_: Moved(seat, words, "bot"))


async def absent_after_move(harness: TableHarness) -> tuple[str, str]:
    """Let both move, one leave and the bot go on until the other must act; return (present, absent)."""
    present, absent = harness.table.acting()[0], 1 - harness.table.acting()[0]
    rng = Rng("both")
    while not any(line.seat == absent for line in harness.table.log[12:]):
        await harness.play_any(harness.table.acting()[0], rng)
    names = [chair.visitor_id for chair in harness.table.chairs]
    await harness.handle(names[absent], commands.Leave)
    while harness.table.acting() != [present]:
        await move_of_bot(harness)
    return names[present], names[absent]


async def test_moves_of_an_absent_person_are_not_undone(harness: TableHarness) -> None:
    present, _ = await absent_after_move(harness)
    ply = harness.table.playing().ply
    with pytest.raises(Illegal, match="undo-needs-absent"):
        await harness.handle(present, commands.Undo)
    assert (ply, None) == (harness.table.playing().ply, harness.table.undo_request)


async def test_once_back_the_person_is_asked(harness: TableHarness) -> None:
    present, absent = await absent_after_move(harness)
    ply = harness.table.playing().ply
    await harness.handle(absent, commands.Return)
    await harness.handle(present, commands.Undo)
    assert harness.table.undo_request is not None
    await harness.handle(absent, commands.Agree, agreed=True)
    assert harness.table.playing().ply < ply


async def test_leaving_is_no_consent(harness: TableHarness) -> None:
    present, absent = await absent_after_move(harness)
    await harness.handle(absent, commands.Return)
    await harness.handle(present, commands.Undo)
    ply = harness.table.playing().ply
    await harness.handle(absent, commands.Leave)
    assert not isinstance(schedule.follow_up(harness.table), Undone)
    assert ply == harness.table.playing().ply


async def test_there_are_no_hints_against_an_absent_person(harness: TableHarness) -> None:
    present, _ = await absent_after_move(harness)
    with pytest.raises(Illegal, match="hints-against-bots-only"):
        check_hint_allowed(harness.table, present, harness.now)


async def test_an_absent_person_still_counts_among_the_people(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=2, bots=1)
    await harness.handle("B", commands.Leave)
    assert [0, 1] == harness.table.people()
