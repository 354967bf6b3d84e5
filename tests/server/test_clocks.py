"""Tests of clocks: deadlines, play windows, holidays, and scheduled events, without waiting."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.server.domain import commands, schedule
from tablee.server.domain.absence import STAND_IN
from tablee.server.domain.clocks import DAY, HOUR, RETURN_TIME, SECOND, Clocks, after_days, check_clock
from tablee.server.domain.events import Clock, TookOver
from tablee.server.domain.race_clock import COUNTDOWN, pause_end
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import GAME, NOON, TableHarness, refusal

LIVE = Clock("live", seconds=60, increment=5)


def test_a_live_clock_runs_while_a_seat_has_to_decide() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.turn([0], at=0)
    assert (60 * SECOND, None) == (clocks.deadline(0), clocks.deadline(1))
    clocks.turn([1], at=10 * SECOND, moved=0)
    assert (55 * SECOND, 70 * SECOND) == (clocks.seats[0].bank, clocks.deadline(1))


def test_where_several_decide_each_clock_runs_independently() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.turn([0, 1], at=0)
    clocks.turn([0, 1], at=20 * SECOND, moved=1)
    assert (60 * SECOND, 65 * SECOND) == (clocks.deadline(0), clocks.deadline(1))


def test_a_person_who_comes_back_gets_more_time() -> None:
    clocks = Clocks(LIVE, 1)
    clocks.turn([0], at=0)
    clocks.turn([], at=100 * SECOND)
    clocks.turn([0], at=200 * SECOND)
    clocks.come_back(0, at=300 * SECOND)
    assert 300 * SECOND + RETURN_TIME == clocks.deadline(0)


@pytest.mark.parametrize(
    "since, opens, closes, days, until",
    [
        (12 * HOUR, 0, 24, 1, DAY + 12 * HOUR),
        (12 * HOUR, 8, 20, 1, DAY + 12 * HOUR),
        (2 * HOUR, 8, 20, 1, 20 * HOUR),
        (22 * HOUR, 8, 20, 2, 2 * DAY + 20 * HOUR),
        (19 * HOUR, 18, 20, 3, 3 * DAY + 19 * HOUR),
    ],
)
def test_only_the_hours_of_the_play_window_count(
    since: int, opens: int, closes: int, days: int, until: int
) -> None:
    assert until == after_days(since, Clock("days", days=days, opens=opens, closes=closes))


@pytest.mark.parametrize(
    "clock",
    [
        Clock("live", seconds=9),
        Clock("live", seconds=10**9),
        Clock("live", seconds=60, increment=-1),
        Clock("days"),
        Clock("days", days=31),
        Clock("days", days=1, opens=20, closes=8),
        Clock("days", days=1, opens=-1),
        Clock("days", days=1, holidays=61),
    ],
)
def test_a_clock_out_of_range_is_refused(clock: Clock) -> None:
    with pytest.raises(Illegal, match="bad-clock"):
        check_clock(clock)


@pytest.mark.anyio
async def test_a_missed_deadline_seats_a_bot_and_the_person_takes_the_seat_back(
    sqlite_store: EventStore,
) -> None:
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=3, clock=LIVE)
    seat = harness.table.acting()[0]
    visitor_id = harness.table.chairs[seat].visitor_id
    assert NOON + 60 * SECOND == schedule.next_due(harness.table)
    assert schedule.late_seat(harness.table, NOON + 60 * SECOND - 1) is None
    assert TookOver(seat, STAND_IN, "late") == schedule.late_seat(harness.table, NOON + 60 * SECOND)
    harness.now += 60 * SECOND
    await harness.actor.append_event(schedule.late_seat)
    assert [seat] == schedule.bots_due(harness.table, harness.now + 2_000)
    harness.now += 1
    await harness.handle(visitor_id, commands.Return)
    assert harness.now + RETURN_TIME == schedule.next_due(harness.table)


@pytest.mark.anyio
async def test_holidays_are_taken_from_a_budget(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=3, clock=Clock("days", days=1, holidays=3))
    seat = harness.table.acting()[0]
    visitor_id = harness.table.chairs[seat].visitor_id
    before = schedule.deadline(harness.table, seat)
    assert "no-holidays-left" == await refusal(harness, visitor_id, commands.Rest, days=4)
    waiting = harness.table.chairs[(seat + 1) % 3].visitor_id
    assert "not-your-turn" == await refusal(harness, waiting, commands.Rest, days=1)
    await harness.handle(visitor_id, commands.Rest, days=2)
    assert before is not None
    assert before + 2 * DAY == schedule.deadline(harness.table, seat)
    assert 1 == harness.update_for()["table"]["seats"][seat]["holidays"]


@pytest.mark.anyio
async def test_bots_act_at_a_pace_that_people_can_follow(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(bots=3)
    seat = harness.table.acting()[0]
    assert NOON + schedule.PACE.wait == schedule.next_due(harness.table)
    assert [] == schedule.bots_due(harness.table, NOON + schedule.PACE.wait - 1)
    assert [seat] == schedule.bots_due(harness.table, NOON + schedule.PACE.wait)


@pytest.mark.anyio
@pytest.mark.parametrize("key", games.keys())
async def test_the_clock_of_the_rules_acts_when_it_is_due(sqlite_store: EventStore, key: str) -> None:
    """Play 40 moves, and check the timer of each state that has one."""
    harness = TableHarness(sqlite_store, key, games.load(key).seats[0])
    await harness.open(people=harness.seats)
    rng = Rng("due")
    for _ in range(40):
        match = harness.table.playing()
        if CLOCK in match.state.actors() and match.state.timer() is not None:
            await check_timer(harness)
        harness.now += HOUR
        if not await harness.play_some(1, rng):
            break


async def check_timer(harness: TableHarness) -> None:
    """Check that CLOCK is due when its wait is over, and that seats which must wait are refused before."""
    state = harness.table.playing().state
    timer = state.timer()
    assert timer is not None
    countdown = COUNTDOWN if timer[0] == state.race_start(0) else 0
    due = max(harness.table.times[timer[0]], pause_end(harness.table)) + countdown + timer[1]
    assert due == schedule.clock_due(harness.table)
    assert schedule.clock_move(harness.table, due - 1) is None
    if state.waits_for_clock() and harness.table.acting():
        harness.now = min(harness.now, due - 1)
        seat = harness.table.acting()[0]
        words = state.view(seat)["moves"][0]
        view = harness.update_for(seat)["view"]
        assert ([], {}) == (view["moves"], view["foreseen"])
        visitor_id = harness.table.chairs[seat].visitor_id
        assert "too-soon" == await refusal(harness, visitor_id, commands.Play, words=words)
    before = state.plies
    harness.now = max(harness.now, due)
    await harness.actor.append_event(schedule.clock_move)
    assert before + 1 == harness.table.playing().ply
