"""The race: P2, P3 of its rules page at the server; P4, P5 and P7 by the rules, through a real table."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.core.state import UNTIMED
from tablee.server import dues, race, requests
from tablee.server.race import EVERY, GRACE, KEPT, MOST, Pings
from tablee.server.store import Store
from tests.server.evening import Evening

pytestmark = pytest.mark.anyio


async def racing(store: Store) -> Evening | None:
    """A table at which a race has just been signalled; None if no game on the shelf is a race."""
    for game in games.all():
        evening = Evening(store, game.key, 2)
        await evening.open(people=2)
        for _ in range(4):
            if race.is_on(evening.table):
                return evening
            seat = evening.table.acting()[0]
            words = evening.table.playing().state.view(seat)["moves"][0]
            evening.now += 60_000
            await evening.ask("AB"[seat], requests.Play, words=words)
    return None


async def test_a_claimed_time_is_brought_into_what_travel_can_explain(sqlite_store: Store) -> None:
    evening = await racing(sqlite_store)
    assert evening is not None
    signal = evening.table.playing().state.signal()
    assert signal is not None
    now = evening.table.times[signal] + 10_000
    times = [
        race.elapsed(evening.table, now, claimed, round_trip)
        for claimed, round_trip in [
            (9_900, 80),
            (5_000, 80),
            (20_000, 80),
            (9_000, 5_000),
            (9_000, 0),
            (UNTIMED, 80),
        ]
    ]
    assert [9_900, 10_000 - 80 - GRACE, 10_000, 10_000 - MOST, 10_000, 10_000] == times


async def test_the_time_of_a_move_goes_into_the_log_and_the_record(sqlite_store: Store) -> None:
    evening = await racing(sqlite_store)
    assert evening is not None
    evening.now += 1_234
    words = evening.table.playing().state.view(0)["moves"][0]
    await evening.ask("A", requests.Play, words=words, elapsed=1_200)
    assert 1_234 == evening.table.playing().played[-1].elapsed
    wish = requests.Play(id="timed", words=evening.table.playing().state.view(0)["moves"][0], elapsed=1_200)
    await evening.authority.ask("A", wish, round_trip=100)
    assert 1_200 == evening.table.playing().played[-1].elapsed


async def test_seats_that_race_never_make_each_other_stale(sqlite_store: Store) -> None:
    """What one takes from the pool may be gone for the other, but a view of the own board still holds."""
    evening = await racing(sqlite_store)
    assert evening is not None
    seen = evening.table.playing().ply
    for seat in (0, 1):
        words = evening.table.playing().state.view(seat)["moves"][-1]
        await evening.ask("AB"[seat], requests.Play, words=words, seen=seen)


async def test_where_nobody_races_no_time_is_kept(sqlite_store: Store) -> None:
    game = next(game for game in games.all() if game.deal(game.seats[0], "seed").timer() is None)
    evening = Evening(sqlite_store, game.key, game.seats[0])
    await evening.open(people=evening.seats)
    seat = evening.table.acting()[0]
    words = evening.table.playing().state.view(seat)["moves"][0]
    await evening.ask("ABCDEF"[seat], requests.Play, words=words, elapsed=77)
    assert UNTIMED == evening.table.playing().played[-1].elapsed


async def test_the_lamp_burns_down_by_itself(sqlite_store: Store) -> None:
    evening = await racing(sqlite_store)
    assert evening is not None
    due = dues.next_due(evening.table)
    assert due is not None
    evening.now = due
    await evening.authority.happen(dues.clock_move)
    assert not race.is_on(evening.table)


def test_the_best_of_the_recent_round_trips_counts() -> None:
    now = [0.0]
    pings = Pings(lambda: now[0])
    assert 0 == pings.round_trip
    for way in (0.2, 0.08, 0.5):
        (number,) = pings.due()
        assert [] == list(pings.due())
        now[0] += way
        pings.heard(number)
        pings.heard(number)
        pings.heard(-5)
        now[0] += EVERY
    assert 80 == pings.round_trip


def test_pings_that_nobody_answers_do_not_pile_up() -> None:
    now = [0.0]
    pings = Pings(lambda: now[0])
    for _ in range(3 * KEPT):
        list(pings.due())
        now[0] += EVERY
    assert KEPT == len(pings.sent)
