"""Tests of the clock with a time for each move: the rules move for a late seat, then a bot stands in."""

from __future__ import annotations

import asyncio

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create, events, schedule
from tablee.server.domain.absence import STAND_IN
from tablee.server.domain.clocks import SECOND, Clocks, check_clock
from tablee.server.domain.events import Clock, Guest, Moved, TookOver
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.runtime.scheduler import Scheduler
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import GAME, NOON, TableHarness

PER_MOVE = Clock("move", seconds=30)


def memory_game() -> str:
    """Return the game in which each tile is a move and CLOCK hides open tiles."""
    return next(game.key for game in games.all() if game.memory)


def test_each_move_has_the_same_time() -> None:
    clocks = Clocks(PER_MOVE, 2)
    clocks.turn([0], at=0)
    assert (30 * SECOND, None) == (clocks.deadline(0), clocks.deadline(1))
    clocks.turn([0], at=20 * SECOND, moved=0)
    assert 50 * SECOND == clocks.deadline(0)
    clocks.turn([1], at=49 * SECOND, moved=0)
    assert (None, 79 * SECOND) == (clocks.deadline(0), clocks.deadline(1))


def test_a_move_of_another_seat_does_not_give_time() -> None:
    clocks = Clocks(PER_MOVE, 2)
    clocks.turn([0, 1], at=0)
    clocks.turn([0, 1], at=20 * SECOND, moved=1)
    assert (30 * SECOND, 50 * SECOND) == (clocks.deadline(0), clocks.deadline(1))


def test_a_hidden_move_does_not_change_a_deadline_that_others_see() -> None:
    clocks = Clocks(PER_MOVE, 1)
    clocks.turn([0], at=0)
    for moved in (0, CLOCK):
        clocks.turn([0], at=20 * SECOND, moved=moved, hidden=True)
        assert 30 * SECOND == clocks.deadline(0)


def test_the_time_starts_anew_when_the_clock_of_the_rules_has_moved() -> None:
    clocks = Clocks(PER_MOVE, 1)
    clocks.turn([0], at=0)
    clocks.turn([0], at=4 * SECOND, moved=CLOCK)
    assert 34 * SECOND == clocks.deadline(0)
    live = Clocks(Clock("live", seconds=30), 1)
    live.turn([0], at=0)
    live.turn([0], at=4 * SECOND, moved=CLOCK)
    assert 30 * SECOND == live.deadline(0)


@pytest.mark.parametrize("seconds", [-1, 0, 9, 10**9])
def test_a_time_out_of_range_is_refused(seconds: int) -> None:
    with pytest.raises(Illegal, match="bad-clock"):
        check_clock(Clock("move", seconds=seconds))
    assert check_clock(PER_MOVE) == PER_MOVE


async def let_pass(harness: TableHarness) -> list[events.AnyEvent]:
    """Set the time to the next deadline of a person, and return what is appended without a request."""
    due = schedule.next_due(harness.table)
    assert due is not None
    assert schedule.late_seat(harness.table, due - 1) is None
    harness.now = due
    first = harness.table.seq
    await harness.actor.append_event(schedule.clock_move)
    await harness.actor.append_event(schedule.late_seat)
    rows = await harness.store.read(harness.table.id)
    return [events.decode(row.payload).event for row in rows[first:]]


@pytest.mark.anyio
@pytest.mark.parametrize("key", games.keys())
async def test_the_rules_move_for_a_late_seat_twice_then_a_bot_stands_in(
    sqlite_store: EventStore, key: str
) -> None:
    """One seat keeps playing; those that miss three decisions in a row get a bot, not before."""
    game = games.load(key)
    harness = TableHarness(sqlite_store, key, max(2, game.seats[0]))
    await harness.open(people=harness.seats, clock=PER_MOVE)
    late = dict.fromkeys(range(harness.seats), 0)
    for _ in range(60):
        if schedule.next_due(harness.table) is None or all(late[s] > 2 for s in late):
            break
        for event in await let_pass(harness):
            if isinstance(event, TookOver):
                assert (2, "late", STAND_IN) == (late[event.seat], event.why, event.bot)
                late[event.seat] += 1
            elif isinstance(event, Moved) and event.seat != CLOCK:
                assert "clock" == event.by
                assert late[event.seat] < 2
                late[event.seat] += 1
        if any(chair.stand_in for chair in harness.table.chairs):
            break
    else:
        pytest.fail("no seat was taken over")


@pytest.mark.anyio
async def test_a_move_of_the_person_ends_the_count_and_so_does_coming_back(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, memory_game(), 2)
    await harness.open(people=2, clock=PER_MOVE)
    seat = harness.table.acting()[0]
    own = harness.table.clocks.seats[seat]
    assert isinstance((await let_pass(harness))[0], Moved)
    assert ([seat], 1) == (harness.table.acting(), own.late)
    await harness.play_any(seat, Rng("count"))
    assert 0 == own.late
    while not harness.table.chairs[seat].stand_in:
        harness.now = schedule.next_due(harness.table) or harness.now
        other = next((each for each in harness.table.acting() if each != seat), None)
        if other is not None and CLOCK not in harness.table.playing().state.actors():
            await harness.play_any(other, Rng("count"))
        await let_pass(harness)
    assert 2 == own.late
    await harness.handle(harness.table.chairs[seat].visitor_id, commands.Return)
    assert 0 == own.late


@pytest.mark.anyio
async def test_the_time_of_a_tile_begins_when_open_tiles_are_hidden(sqlite_store: EventStore) -> None:
    """B19: nobody loses time while everybody looks at the open tiles."""
    harness = TableHarness(sqlite_store, memory_game(), 2)
    await harness.open(people=2, clock=PER_MOVE)
    rng = Rng("hide")
    while CLOCK not in harness.table.playing().state.actors():
        await harness.play_any(harness.table.acting()[0], rng)
    due = schedule.clock_due(harness.table)
    assert due is not None
    assert due == schedule.next_due(harness.table)
    harness.now = due
    await harness.actor.append_event(schedule.clock_move)
    assert due + 30 * SECOND == schedule.deadline(harness.table, harness.table.acting()[0])


@pytest.mark.anyio
async def test_a_race_has_its_own_timer(sqlite_store: EventStore) -> None:
    """Play 20 moves of each game: a seat that decides has a deadline, unless it is in a race."""
    races, rng = 0, Rng("race")
    for game in games.all():
        harness = TableHarness(sqlite_store, game.key, max(2, game.seats[0]))
        await harness.open(people=harness.seats, clock=PER_MOVE)
        for _ in range(20):
            await harness.play_some(1, rng)
            for seat in harness.table.acting():
                racing = seat in harness.table.race_starts
                races += racing
                assert racing == (schedule.deadline(harness.table, seat) is None)
    assert races


@pytest.mark.anyio
async def test_the_server_moves_for_late_people(sqlite_store: EventStore) -> None:
    now = NOON
    registry, pool = TableRegistry(sqlite_store, clock=lambda: now), BotPool(1)
    scheduler = Scheduler(registry, schedule.PACE, pool)
    guests = [Guest(visitor_id, visitor_id, ready=True) for visitor_id in "AB"]
    opened = create.open_table(CATALOG, draw_secret(), memory_game(), 2, "A", guests=guests, clock=PER_MOVE)
    try:
        table = (await registry.open(opened)).table
        async with asyncio.timeout(600):
            while not any(chair.stand_in for chair in table.chairs):
                now = schedule.next_due(table) or now
                await scheduler.run_due(table.id)
                # A run that a timer has started may be under way; then this one has returned at once.
                await asyncio.sleep(0)
    finally:
        scheduler.close()
        pool.close()
    seat = next(seat for seat, chair in enumerate(table.chairs) if chair.stand_in)
    assert ["clock"] * 2 == [line.by for line in table.log if line.seat == seat]
    assert {"clock"} == {line.by for line in table.log}


@pytest.mark.anyio
async def test_viewers_see_the_deadline_and_who_moved(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=3, clock=PER_MOVE)
    seat = harness.table.acting()[0]
    info = harness.update_for()["table"]
    assert ({"kind": "move", "seconds": 30}, NOON + 30 * SECOND, None) == (
        info["clock"],
        info["seats"][seat]["deadline"],
        info["seats"][seat]["bank"],
    )
    await let_pass(harness)
    line = harness.update_for()["log"][-1]
    assert (seat, "clock") == (line["seat"], line["by"])
