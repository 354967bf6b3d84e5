"""The race: P1-P3 and P8 of its rules page at the server; P4, P5 and P7 by the rules, at a real table."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.state import UNTIMED
from tablee.server.domain import commands, race_clock, schedule
from tablee.server.domain.race_clock import COUNTDOWN, GRACE, MAX_GRACE
from tablee.server.realtime import render
from tablee.server.realtime.ping import INTERVAL, MAX_KEPT, RoundTripMeter
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import TableHarness
from tests.server.test_table import refusal

pytestmark = pytest.mark.anyio


async def racing(store: EventStore) -> TableHarness | None:
    """A table at which a race has just been signalled; None if no game on the shelf is a race_clock."""
    for game in games.all():
        harness = TableHarness(store, game.key, 2)
        await harness.open(people=2)
        for _ in range(4):
            if race_clock.is_racing(harness.table, 0):
                harness.now += COUNTDOWN
                return harness
            seat = harness.table.acting()[0]
            words = harness.table.playing().state.view(seat)["moves"][0]
            harness.now += 60_000
            await harness.ask("AB"[seat], commands.Play, words=words)
    return None


async def test_a_claimed_time_is_brought_into_what_travel_can_explain(sqlite_store: EventStore) -> None:
    harness = await racing(sqlite_store)
    assert harness is not None
    signal = harness.table.playing().state.race_start(0)
    assert signal is not None
    now = harness.table.times[signal] + COUNTDOWN + 10_000
    times = [
        race_clock.elapsed(harness.table, 0, now, claimed, round_trip)
        for claimed, round_trip in [
            (9_900, 80),
            (5_000, 80),
            (20_000, 80),
            (9_000, 5_000),
            (9_000, 0),
            (UNTIMED, 80),
        ]
    ]
    assert [9_900, 10_000 - 80 - GRACE, 10_000, 10_000 - MAX_GRACE, 10_000, 10_000] == times


async def test_the_time_of_a_move_goes_into_the_log_and_the_record(sqlite_store: EventStore) -> None:
    harness = await racing(sqlite_store)
    assert harness is not None
    harness.now += 1_234
    words = harness.table.playing().state.view(0)["moves"][0]
    await harness.ask("A", commands.Play, words=words, elapsed=1_200)
    assert 1_234 == harness.table.playing().played[-1].elapsed
    wish = commands.Play(id="timed", words=harness.table.playing().state.view(0)["moves"][0], elapsed=1_200)
    await harness.authority.handle("A", wish, round_trip=100)
    assert 1_200 == harness.table.playing().played[-1].elapsed


async def test_cards_leave_the_server_after_three_two_one(sqlite_store: EventStore) -> None:
    """P1: before the start nobody sees, looks up or does anything; a lamp burns from the start."""
    harness = await racing(sqlite_store)
    assert harness is not None
    signal = harness.table.playing().state.race_start(0)
    assert signal is not None
    start = harness.table.times[signal] + COUNTDOWN
    shown = {}
    for now in (start - 1, start):
        harness.now = now
        shown[now] = [harness.sees(viewer) for viewer in (-1, 0, 1)]
        assert [start] * 3 == [each["table"]["starts"] for each in shown[now]]
    for before, after in zip(shown[start - 1], shown[start], strict=True):
        assert (signal - 1, []) == (before["view"]["ply"], before["view"]["moves"])
        assert signal == after["view"]["ply"]
    words = shown[start][1]["view"]["moves"][0]
    harness.now = start - 1
    assert "too-soon" == await refusal(harness, "A", commands.Play, words=words)
    with pytest.raises(Illegal, match="too-soon"):
        render.history(harness.table, 0, signal, start - 1)
    harness.now = start
    await harness.ask("A", commands.Play, words=words, elapsed=0)
    timer = harness.table.playing().state.timer()
    assert timer is not None
    assert start + timer[1] == schedule.clock_due(harness.table)


async def test_a_bot_waits_for_the_start(sqlite_store: EventStore) -> None:
    harness = await racing(sqlite_store)
    assert harness is not None
    start = race_clock.start_time(harness.table, 0)
    await harness.ask("B", commands.Leave)
    due = schedule.bot_due(harness.table, 1)
    assert start is not None
    assert due is not None
    assert due > start


async def test_a_hand_needs_time_to_reach_out_again(sqlite_store: EventStore) -> None:
    """P8: two takes, one hand; what it does in between may be as quick as it likes."""
    harness = await racing(sqlite_store)
    assert harness is not None
    state = harness.table.playing().state
    take = next(move for move in state.moves(0) if state.min_interval(move))
    wait = state.min_interval(take)
    harness.now += 1_000
    await harness.ask("A", commands.Play, words=harness.game.format(take))
    back = next(move for move in harness.table.playing().state.moves(0) if not state.min_interval(move))
    await harness.ask("A", commands.Play, words=harness.game.format(back))
    again = harness.table.playing().state.moves(0)
    assert take in again
    harness.now += wait - 1
    assert "too-soon" == await refusal(harness, "A", commands.Play, words=harness.game.format(take))
    harness.now += 1
    await harness.ask("A", commands.Play, words=harness.game.format(take))


async def test_seats_that_race_never_make_each_other_stale(sqlite_store: EventStore) -> None:
    """What one takes from the pool may be gone for the other, but a view of the own board still holds."""
    harness = await racing(sqlite_store)
    assert harness is not None
    seen = harness.table.playing().ply
    for seat in (0, 1):
        words = harness.table.playing().state.view(seat)["moves"][-1]
        await harness.ask("AB"[seat], commands.Play, words=words, seen=seen)


async def test_where_nobody_races_no_time_is_kept(sqlite_store: EventStore) -> None:
    game = next(game for game in games.all() if game.deal(game.seats[0], "seed").timer() is None)
    harness = TableHarness(sqlite_store, game.key, game.seats[0])
    await harness.open(people=harness.seats)
    seat = harness.table.acting()[0]
    words = harness.table.playing().state.view(seat)["moves"][0]
    await harness.ask("ABCDEF"[seat], commands.Play, words=words, elapsed=77)
    assert UNTIMED == harness.table.playing().played[-1].elapsed


async def test_the_lamp_burns_down_by_itself(sqlite_store: EventStore) -> None:
    harness = await racing(sqlite_store)
    assert harness is not None
    due = schedule.next_due(harness.table)
    assert due is not None
    harness.now = due
    await harness.authority.append_event(schedule.clock_move)
    assert not race_clock.is_racing(harness.table, 0)


def test_the_best_of_the_recent_round_trips_counts() -> None:
    now = [0.0]
    pings = RoundTripMeter(lambda: now[0])
    assert 0 == pings.round_trip
    for way in (0.2, 0.08, 0.5):
        (number,) = pings.due()
        assert [] == list(pings.due())
        now[0] += way
        pings.on_pong(number)
        pings.on_pong(number)
        pings.on_pong(-5)
        now[0] += INTERVAL
    assert 80 == pings.round_trip


def test_pings_that_nobody_answers_do_not_pile_up() -> None:
    now = [0.0]
    pings = RoundTripMeter(lambda: now[0])
    for _ in range(3 * MAX_KEPT):
        list(pings.due())
        now[0] += INTERVAL
    assert MAX_KEPT == len(pings.sent)
