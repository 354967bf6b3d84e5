"""Tests of hidden moves in the ghost race (P9, A24): no byte, number, frame or time reveals a run."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.games.mine.tests.notation import ghost_race_moves
from tablee.server.domain import commands, decide, events, race_clock, schedule
from tablee.server.domain.clocks import DAY
from tablee.server.domain.decide import RequestContext
from tablee.server.domain.events import Clock, LoggedEvent, Moved
from tablee.server.domain.race_clock import COUNTDOWN
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.domain.viewer_numbering import ViewerNumbering
from tablee.server.realtime import render
from tablee.server.runtime.table_actor import summarize
from tablee.server.storage.event_store import EventStore
from tests.server.site import SocketClient, Visitor
from tests.server.table_harness import NOON, TableHarness, refusal
from tests.server.viewer_probe import ViewerProbe, fold

GAME = "mine"
DAYS = Clock("days", days=2)


async def ghost_race(
    store: EventStore, people: int = 2, clock: Clock | None = None, **options: Any
) -> TableHarness:
    """Open a table where all have chosen a side and nobody has started the round."""
    harness = TableHarness(store, GAME, people)
    await harness.open(people=people, clock=clock, ghost="yes", **options)
    for visitor_id in "ABCD"[:people]:
        await harness.handle(visitor_id, commands.Play, words="side A")
    return harness


async def start(harness: TableHarness, visitor_id: str) -> None:
    """Start the round of a visitor, and let the countdown pass."""
    await harness.handle(visitor_id, commands.Play, words="start")
    harness.now += COUNTDOWN


def update_without_time(harness: TableHarness, viewer: int) -> dict[str, Any]:
    """Return the update of a viewer without the current time."""
    return {**harness.update_for(viewer), "now": None}


# Numbering


def test_skipped_numbers_are_not_counted() -> None:
    numbers = ViewerNumbering()
    for number in (3, 4, 7):
        numbers.skip(number)
    assert [0, 1, 2, 2, 2, 3, 4, 4, 5] == [numbers.to_viewer(number) for number in range(9)]
    assert [0, 1, 2, 5, 6, 8, 9] == [numbers.to_real(number) for number in range(7)]
    numbers.truncate(4)
    assert [3, 4] == numbers.skipped


# A race of one seat


@pytest.mark.anyio
async def test_a_countdown_of_one_seat_is_hidden_from_the_others(sqlite_store: EventStore) -> None:
    """P1, P9: send the card after the countdown of its seat; the others receive nothing."""
    harness = await ghost_race(sqlite_store)
    before = [update_without_time(harness, viewer) for viewer in (SPECTATOR, 1)]
    await harness.handle("A", commands.Play, words="start")
    counting = harness.update_for(0)
    assert harness.now + COUNTDOWN == counting["table"]["starts"] == race_clock.start_time(harness.table, 0)
    assert ("ready", [], None) == tuple(counting["view"][key] for key in ("phase", "moves", "timer"))
    with pytest.raises(Illegal, match="too-soon"):
        render.history(harness.table, 0, counting["view"]["ply"] + 1, harness.now)
    assert "too-soon" == await refusal(harness, "A", commands.Play, words="quit")
    harness.now += COUNTDOWN
    view = harness.update_for(0)["view"]
    assert ("race", True) == (view["phase"], view["boards"][0]["card"] is not None)
    assert harness.now + view["timer"]["wait"] == harness.update_for(0)["table"]["timer"]
    assert before == [update_without_time(harness, viewer) for viewer in (SPECTATOR, 1)]


@pytest.mark.anyio
async def test_each_seat_counts_from_its_own_start(sqlite_store: EventStore) -> None:
    """P2, P9: run hours apart; the time of each run counts from its own start."""
    harness = await ghost_race(sqlite_store, clock=DAYS, lamp="none")
    for visitor_id, seconds in (("A", 30), ("B", 20)):
        await start(harness, visitor_id)
        harness.now += 1_000 * seconds
        await harness.handle(visitor_id, commands.Play, words="take B2 any")
        assert 1_000 * seconds == harness.table.playing().played[-1].elapsed
        harness.now += 3_600_000


@pytest.mark.anyio
async def test_a_timer_ends_for_the_seat_that_started_it(sqlite_store: EventStore) -> None:
    """A12, P9: log the move of CLOCK only for the seat whose timer ended."""
    harness = await ghost_race(sqlite_store, lamp="120")
    await start(harness, "B")
    assert harness.now + 120_000 == schedule.next_due(harness.table)
    harness.now += 120_000
    await harness.actor.append_event(schedule.clock_move)
    assert "burn B" == harness.game.format(harness.table.playing().played[-1].move)
    assert [True, True] == [harness.update_for(viewer)["view"]["boards"][1]["ran"] for viewer in (0, 1)]
    assert [[], ["burn B"]] == [
        [line["words"] for line in harness.update_for(viewer)["log"]][-1:] for viewer in (SPECTATOR, 1)
    ]


# Secrecy


@pytest.mark.anyio
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
async def test_a_run_is_hidden_until_it_is_over(sqlite_store: EventStore, viewer: int) -> None:
    """A24: send no frame, and give the same answers as before, deadlines included."""
    harness = await ghost_race(sqlite_store, clock=DAYS)
    before, summary = update_without_time(harness, viewer), summarize(harness.table, None)
    probe = ViewerProbe(harness.table, viewer)
    (first, *_) = await probe.received()
    count = len(probe.transport.frames)
    rng = Rng("hidden")
    await start(harness, "A")
    for _ in range(30):
        legal = [words for words in harness.update_for(0)["view"]["moves"] if words not in ("quit", "call")]
        harness.now += 1_000
        await harness.handle("A", commands.Play, words=legal[rng.below(len(legal))])
        probe.room.broadcast()
    await probe.received()
    assert count == len(probe.transport.frames)
    assert before == update_without_time(harness, viewer) == {**json.loads(first), "now": None}
    assert summary.changed == summarize(harness.table, None).changed
    last = before["view"]["ply"]
    with pytest.raises(Illegal, match="no-such-ply"):
        render.history(harness.table, viewer, last + 1, harness.now)
    await harness.handle("A", commands.Play, words="quit")
    assert last + 1 == harness.update_for(viewer)["view"]["ply"]
    assert [1] == harness.update_for(viewer)["view"]["actors"]


@pytest.mark.anyio
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
async def test_times_and_moves_of_a_run_change_no_byte_for_the_others(
    sqlite_store: EventStore, viewer: int
) -> None:
    """A24: send the same for a quick run and a slow one, called or timed out, also after a line of chat."""
    harness = await ghost_race(sqlite_store, clock=DAYS, lamp="120")
    quick = [(0, "start"), (3_500, "quit")]
    slow = [(0, "start"), (4_000, "take B2 any"), (9_000, "return hand"), (80_000, "take Y1 any")]
    assert await sent_during(sqlite_store, harness, viewer, quick) == await sent_during(
        sqlite_store, harness, viewer, [*slow, (123_000, "burn A")]
    )


async def sent_during(
    store: EventStore, harness: TableHarness, viewer: int, run: list[tuple[int, str]]
) -> list[Any]:
    """Return everything a viewer receives while seat 0 makes these moves, then a line of chat.

    `run` holds the time of each move in ms after NOON, and its text.
    """
    table = await fold(store, harness.table.id)
    probe = ViewerProbe(table, viewer)
    for after, words in run:
        seat = -1 if words.startswith("burn") else 0
        table.apply(table.seq + 1, NOON + after, LoggedEvent(Moved(seat, words, elapsed=after)))
        probe.room.broadcast()
        await probe.received()
    add_chat(table)
    probe.room.broadcast()
    return [*await probe.received(), *probe.http_answers()]


def add_chat(table: Table) -> None:
    table.apply(table.seq + 1, NOON + 200_000, LoggedEvent(events.Said(1, "name B", "well?"), "B"))


@pytest.mark.anyio
async def test_a_seat_that_has_run_sees_the_runs_of_others(sqlite_store: EventStore) -> None:
    """A24: show boards, cards and times live."""
    harness = await ghost_race(sqlite_store, people=3)
    await start(harness, "A")
    await harness.handle("A", commands.Play, words="quit")
    await start(harness, "B")
    await harness.handle("B", commands.Play, words="take B2 any")
    hands = [harness.update_for(viewer)["view"]["boards"][1]["hand"] for viewer in (0, 2, SPECTATOR)]
    assert [True, False, False] == [hand is not None for hand in hands]
    assert ["start", "take B2 any"] == [line["words"] for line in harness.update_for(0)["log"]][-2:]


@pytest.mark.anyio
async def test_a_view_stays_valid_while_others_make_hidden_moves(sqlite_store: EventStore) -> None:
    """Answer a view with its own ply, which does not count the hidden moves."""
    harness = await ghost_race(sqlite_store)
    seen = harness.update_for(1)["view"]["ply"]
    await start(harness, "A")
    await harness.handle("A", commands.Play, words="take B2 any")
    await harness.handle("B", commands.Play, words="start", seen=seen)
    harness.now += COUNTDOWN
    assert seen + 1 == harness.update_for(1)["view"]["ply"] < harness.table.playing().ply
    assert "seen-has-changed" == await refusal(harness, "B", commands.Play, words="quit", seen=seen)
    assert "side" == render.history(harness.table, 1, 0, harness.now)["phase"]


@pytest.mark.anyio
async def test_a_hidden_move_is_undone_at_once(sqlite_store: EventStore) -> None:
    """Undo a hidden move without consent; undoing the start, which showed the card, needs consent."""
    harness = await ghost_race(sqlite_store)
    await start(harness, "A")
    await harness.handle("A", commands.Play, words="take B2 any")
    await harness.handle("A", commands.Undo)
    assert harness.update_for(0)["view"]["boards"][0]["hand"] is None
    context = RequestContext(harness.table, "A", harness.now)
    assert isinstance(decide.decide(context, commands.Undo(id="u")), events.UndoAsked)


# The clock of days per decision


@pytest.mark.anyio
async def test_a_round_has_the_days_of_one_decision(sqlite_store: EventStore) -> None:
    """Start a round and stay away: the seat is late for the whole round, and a bot finishes it."""
    harness = await ghost_race(sqlite_store, clock=DAYS, lamp="none")
    until = harness.table.clocks.deadline(1)
    assert harness.now + 2 * DAY == until
    await start(harness, "B")
    await harness.handle("B", commands.Play, words="take B2 any")
    assert until == harness.table.clocks.deadline(1)
    harness.now = until
    for _ in range(2):
        await harness.actor.append_event(schedule.late_seat)
    assert [True, True] == [seat["away"] for seat in harness.update_for()["table"]["seats"]]
    assert [0, 1] == schedule.bots_due(harness.table, harness.now + 60_000)


@pytest.mark.anyio
async def test_a_bot_runs_at_the_pace_of_a_person(sqlite_store: EventStore) -> None:
    """P10: check the pauses between the moves of a bot that runs last."""
    harness = await ghost_race(sqlite_store)
    await harness.handle("B", commands.Leave)
    await start(harness, "A")
    await harness.handle("A", commands.Play, words="quit")
    waits = []
    for _ in range(6):
        due = schedule.bot_due(harness.table, 1)
        assert due is not None
        waits.append(due - harness.now)
        harness.now = due
        state = harness.table.playing().state
        words = harness.game.format(state.propose(1)[0])
        event = Moved(1, words, "bot", race_clock.elapsed(harness.table, 1, harness.now))
        await harness.actor.append_event(lambda *_, event=event: event)
    assert waits[1] > COUNTDOWN
    assert all(wait > 300 for wait in waits[2:])


# Over WebSockets


def finish(client: SocketClient, view: dict[str, Any]) -> None:
    """Fill the gallery with the moves of the solver, the last of which is the call."""
    for words in ghost_race_moves(view["boards"][view["seat"]]):
        while (answer := client.request("play", words=words, elapsed=0))["t"] == "refused":
            assert "too-soon" == answer["code"]
            time.sleep(answer["values"]["wait"] / 1_000)


def run_a_round(visitor: Visitor, table: str, complete: bool) -> dict[str, Any]:
    """Connect, run one round and disconnect; return the last update."""
    with visitor.connect(table) as client:
        view = client.wait_for_ply(0)
        if view["phase"] == "side":
            client.request("play", words="side B", seen=view["ply"])
        client.request("play", words="start")
        while client.update["view"]["phase"] != "race":
            client.wait_for("update")
        if complete:
            finish(client, client.update["view"])
        else:
            client.request("play", words="quit")
    # The last move was answered after the events that follow from it; their update may still be under way.
    shown: dict[str, Any] = visitor.get(f"/api/tables/{table}")
    return shown


def test_a_match_of_two_people_who_are_never_connected_together(
    people: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """P9: play seven rounds; the record contains all times and can be replayed."""
    monkeypatch.setattr(race_clock, "COUNTDOWN", 20)
    ann, ben, _ = people
    body = {"game": GAME, "seats": 2, "options": {"ghost": "yes"}, "clock": {"kind": "days", "days": 3}}
    table = ann.post("/api/tables", body)["id"]
    for each in (ann, ben):
        each.sit_down(table)
    for number in range(1, 8):
        first, second = ((ann, ben), (ben, ann))[number % 2]
        update = run_a_round(first, table, complete=number < 3)
        assert ("wait", number) == (update["view"]["phase"], update["view"]["round"])
        hidden = second.get(f"/api/tables/{table}")
        board = hidden["view"]["boards"][1 - hidden["you"]]
        assert (True, None, None, {}) == tuple(board[key] for key in ("ran", "time", "card", "tiles"))
        update = run_a_round(second, table, complete=number == 1)
    assert "over" == update["table"]["status"]
    sheets = update["view"]["sheets"]
    times = [line.partition(" @")[2] for line in record_of(ann, table) if " call @" in line]
    assert 3 == len(times)
    # Equal times, to the millisecond, share the first rank.
    calls = [2, 2] if times[0] == times[1] else [0, 2]
    assert calls == sorted(sheet["call"] for sheet in sheets[0])
    assert sorted(sheet["points"] for sheet in sheets[1]) == [0, 12]
    assert Match.from_record("\n".join(record_of(ben, table)), games.load).outcome is not None


def record_of(visitor: Visitor, table: str) -> list[str]:
    """Return the lines of the record of a finished match."""
    return visitor.http.get(f"/api/tables/{table}/record").text.split("\n")
