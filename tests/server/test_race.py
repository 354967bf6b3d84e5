"""Tests of races: P1-P3 and P8 of the rules page at the server; P4, P5 and P7 by the rules, at a table."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.race import UNTIMED_SLOWDOWN
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, UNTIMED
from tablee.server.domain import commands, events, race_clock, schedule
from tablee.server.domain.race_clock import COUNTDOWN, GRACE, MAX_GRACE, PAUSE
from tablee.server.domain.table import Table
from tablee.server.realtime import render
from tablee.server.realtime.ping import INTERVAL, MAX_KEPT, RoundTripMeter
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import TableHarness, racing, refusal

pytestmark = pytest.mark.anyio


async def test_a_claimed_time_is_limited_to_what_the_round_trip_explains(sqlite_store: EventStore) -> None:
    harness = await racing(sqlite_store)
    assert harness is not None
    start_ply = harness.table.playing().state.race_start(0)
    assert start_ply is not None
    now = harness.table.times[start_ply] + COUNTDOWN + 10_000
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
    await harness.handle("A", commands.Play, words=words, elapsed=1_200)
    assert 1_234 == harness.table.playing().played[-1].elapsed
    command = commands.Play(
        id="timed", words=harness.table.playing().state.view(0)["moves"][0], elapsed=1_200
    )
    await harness.actor.handle("A", command, round_trip=100)
    assert 1_200 == harness.table.playing().played[-1].elapsed


async def test_cards_are_sent_after_the_countdown(sqlite_store: EventStore) -> None:
    """P1: show nothing and refuse everything before the start; a timer runs from the start."""
    harness = await racing(sqlite_store)
    assert harness is not None
    start_ply = harness.table.playing().state.race_start(0)
    assert start_ply is not None
    start = harness.table.times[start_ply] + COUNTDOWN
    shown = {}
    for now in (start - 1, start):
        harness.now = now
        shown[now] = [harness.update_for(viewer) for viewer in (-1, 0, 1)]
        assert [start] * 3 == [each["table"]["starts"] for each in shown[now]]
    for before, after in zip(shown[start - 1], shown[start], strict=True):
        assert (start_ply - 1, []) == (before["view"]["ply"], before["view"]["moves"])
        assert start_ply == after["view"]["ply"]
    words = shown[start][1]["view"]["moves"][0]
    harness.now = start - 1
    assert "too-soon" == await refusal(harness, "A", commands.Play, words=words)
    with pytest.raises(Illegal, match="too-soon"):
        render.history(harness.table, 0, start_ply, start - 1)
    harness.now = start
    await harness.handle("A", commands.Play, words=words, elapsed=0)
    timer = harness.table.playing().state.timer()
    assert timer is not None
    assert start + timer[1] == schedule.clock_due(harness.table)


async def test_a_bot_waits_for_the_start(sqlite_store: EventStore) -> None:
    harness = await racing(sqlite_store)
    assert harness is not None
    start = race_clock.start_time(harness.table, 0)
    await harness.handle("B", commands.Leave)
    due = schedule.bot_due(harness.table, 1)
    assert start is not None
    assert due is not None
    assert due > start


async def test_bots_take_their_time_in_a_race_without_a_timer(sqlite_store: EventStore) -> None:
    harness = await racing(sqlite_store)
    assert harness is not None
    await harness.handle("B", commands.Leave)
    start = race_clock.start_time(harness.table, 1)
    due = schedule.bot_due(harness.table, 1)
    harness.table.actors = [seat for seat in harness.table.actors if seat != CLOCK]
    due_without_timer = schedule.bot_due(harness.table, 1)
    assert start is not None
    assert due is not None
    assert due_without_timer is not None
    assert UNTIMED_SLOWDOWN * (due - start) == pytest.approx(due_without_timer - start, abs=2)


async def test_two_takes_need_an_interval_between_them(sqlite_store: EventStore) -> None:
    """P8: refuse a second take too soon after the first; other moves need no interval."""
    harness = await racing(sqlite_store)
    assert harness is not None
    state = harness.table.playing().state
    take = next(move for move in state.moves(0) if state.min_interval(move))
    wait = state.min_interval(take)
    harness.now += 1_000
    await harness.handle("A", commands.Play, words=harness.game.format(take))
    back = next(move for move in harness.table.playing().state.moves(0) if not state.min_interval(move))
    await harness.handle("A", commands.Play, words=harness.game.format(back))
    again = harness.table.playing().state.moves(0)
    assert take in again
    harness.now += wait - 1
    assert "too-soon" == await refusal(harness, "A", commands.Play, words=harness.game.format(take))
    harness.now += 1
    await harness.handle("A", commands.Play, words=harness.game.format(take))


async def test_seats_in_a_race_do_not_make_each_other_stale(sqlite_store: EventStore) -> None:
    """Play both seats on the view from before the other's move."""
    harness = await racing(sqlite_store)
    assert harness is not None
    seen = harness.table.playing().ply
    for seat in (0, 1):
        words = harness.table.playing().state.view(seat)["moves"][-1]
        await harness.handle("AB"[seat], commands.Play, words=words, seen=seen)


async def test_outside_a_race_no_time_is_stored(sqlite_store: EventStore) -> None:
    game = next(game for game in games.all() if game.deal(game.seats[0], "seed").timer() is None)
    harness = TableHarness(sqlite_store, game.key, game.seats[0])
    await harness.open(people=harness.seats)
    seat = harness.table.acting()[0]
    words = harness.table.playing().state.view(seat)["moves"][0]
    await harness.handle("ABCDEF"[seat], commands.Play, words=words, elapsed=77)
    assert UNTIMED == harness.table.playing().played[-1].elapsed


async def test_a_race_ends_when_its_timer_is_due(sqlite_store: EventStore) -> None:
    harness = await racing(sqlite_store)
    assert harness is not None
    due = schedule.next_due(harness.table)
    assert due is not None
    harness.now = due
    await harness.actor.append_event(schedule.clock_move)
    assert 0 not in harness.table.race_starts


def test_the_best_of_the_recent_round_trips_counts() -> None:
    now = [0.0]
    pings = RoundTripMeter(lambda: now[0])
    assert 0 == pings.round_trip
    for seconds in (0.2, 0.08, 0.5):
        number = pings.next_ping()
        assert number is not None
        assert pings.next_ping() is None
        now[0] += seconds
        pings.on_pong(number)
        pings.on_pong(number)
        pings.on_pong(-5)
        now[0] += INTERVAL
    assert 80 == pings.round_trip


def test_the_number_of_unanswered_pings_is_limited() -> None:
    now = [0.0]
    pings = RoundTripMeter(lambda: now[0])
    for _ in range(3 * MAX_KEPT):
        pings.next_ping()
        now[0] += INTERVAL
    assert MAX_KEPT == len(pings.sent)


async def after_a_race(store: EventStore, people: int) -> TableHarness:
    """Return a table of two seats where the lamp has just ended a race; seats without a person have bots."""
    harness = TableHarness(store, "mine", 2)
    await harness.open(people=people, bots=2 - people)
    await choose_sides(harness)
    due = schedule.clock_due(harness.table)
    assert due is not None
    harness.now = due
    await harness.actor.append_event(schedule.clock_move)
    assert 0 not in harness.table.race_starts
    return harness


async def choose_sides(harness: TableHarness) -> None:
    """Let every seat that must choose a side take the first one: the last choice starts a race."""
    while 0 not in harness.table.race_starts:
        await harness.actor.append_event(first_choice)


def first_choice(table: Table, _now: int) -> events.Moved:
    """Return the first move of the first seat that may act."""
    seat = table.acting()[0]
    words = table.playing().state.view(seat)["moves"][0]
    return events.Moved(seat, words)


async def test_the_next_race_waits_until_its_result_was_shown(sqlite_store: EventStore) -> None:
    harness = await after_a_race(sqlite_store, people=2)
    ended = harness.now
    harness.now += 1_000
    await choose_sides(harness)
    start = ended + PAUSE + COUNTDOWN
    assert start == race_clock.start_time(harness.table, 0) == harness.update_for(0)["table"]["starts"]
    timer = harness.table.playing().state.timer()
    assert timer is not None
    assert start + timer[1] == schedule.clock_due(harness.table)
    harness.now = start - 1
    view = harness.update_for(0)["view"]
    assert ("side", []) == (view["phase"], view["moves"])
    harness.now = start
    assert "race" == harness.update_for(0)["view"]["phase"]


async def test_the_time_to_choose_a_side_begins_when_the_result_was_shown(sqlite_store: EventStore) -> None:
    harness = await after_a_race(sqlite_store, people=1)
    timer = harness.table.playing().state.timer()
    assert timer is not None
    assert harness.now + PAUSE + timer[1] == schedule.clock_due(harness.table)
    harness.now += 2_000
    await harness.handle("A", commands.Ready)
    assert harness.now + timer[1] == schedule.clock_due(harness.table)


async def test_a_choice_after_the_pause_starts_the_countdown_at_once(sqlite_store: EventStore) -> None:
    harness = await after_a_race(sqlite_store, people=2)
    harness.now += PAUSE + 1
    await choose_sides(harness)
    assert harness.now + COUNTDOWN == race_clock.start_time(harness.table, 0)


async def test_the_pause_ends_when_all_people_are_ready(sqlite_store: EventStore) -> None:
    harness = await after_a_race(sqlite_store, people=2)
    ended = harness.now
    await choose_sides(harness)
    await harness.handle("A", commands.Ready)
    assert ended + PAUSE + COUNTDOWN == race_clock.start_time(harness.table, 0)
    harness.now += 2_000
    await harness.handle("B", commands.Ready)
    start = harness.now + COUNTDOWN
    assert start == race_clock.start_time(harness.table, 0)
    harness.now = start + 1
    assert "already-started" == await refusal(harness, "A", commands.Ready)
    await harness.handle("B", commands.Leave)
    assert start == race_clock.start_time(harness.table, 0)


async def test_the_pause_waits_neither_for_bots_nor_for_people_who_left(sqlite_store: EventStore) -> None:
    alone = await after_a_race(sqlite_store, people=1)
    await choose_sides(alone)
    await alone.handle("A", commands.Ready)
    assert alone.now + COUNTDOWN == race_clock.start_time(alone.table, 0)
    left = await after_a_race(sqlite_store, people=2)
    await choose_sides(left)
    await left.handle("A", commands.Ready)
    left.now += 500
    await left.handle("B", commands.Leave)
    assert left.now + COUNTDOWN == race_clock.start_time(left.table, 0)


async def test_an_undo_in_a_race_keeps_its_start(sqlite_store: EventStore) -> None:
    harness = await after_a_race(sqlite_store, people=1)
    await choose_sides(harness)
    start = race_clock.start_time(harness.table, 0)
    assert start is not None
    harness.now = start + 1_000
    await harness.play_any(0, Rng("undo"))
    await harness.handle("A", commands.Undo)
    assert start == race_clock.start_time(harness.table, 0)
