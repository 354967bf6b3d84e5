"""The ghost race (P9, A24): nobody notices a round that is run alone, by no byte, number, frame or clock."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.games.mine.test_support import fill
from tablee.server.domain import commands, decide, events, race_clock, schedule
from tablee.server.domain.clocks import DAY
from tablee.server.domain.events import Clock, LoggedEvent, Moved
from tablee.server.domain.race_clock import COUNTDOWN
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.domain.viewer_numbering import ViewerNumbering
from tablee.server.realtime import render
from tablee.server.runtime.table_actor import summarize
from tablee.server.storage.event_store import EventStore
from tests.server.site import Eyes, Visitor
from tests.server.table_harness import NOON, TableHarness
from tests.server.test_secrets import Witness, fold
from tests.server.test_table import refusal

GAME = "mine"
DAYS = Clock("days", days=2)


async def ghosts(
    store: EventStore, people: int = 2, clock: Clock | None = None, **options: Any
) -> TableHarness:
    """Everybody has a side, and nobody has started."""
    harness = TableHarness(store, GAME, people)
    await harness.open(people=people, clock=clock, ghost="yes", **options)
    for visitor_id in "ABCD"[:people]:
        await harness.ask(visitor_id, commands.Play, words="side A")
    return harness


async def start(harness: TableHarness, visitor_id: str) -> None:
    """Begin a round, and let three, two, one pass."""
    await harness.ask(visitor_id, commands.Play, words="start")
    harness.now += COUNTDOWN


def shown(harness: TableHarness, viewer: int) -> dict[str, Any]:
    """All that a viewer is sent, but for the time of day."""
    return {**harness.sees(viewer), "now": None}


# Numbers


def test_numbers_are_counted_without_those_that_are_not_known() -> None:
    numbers = ViewerNumbering()
    for number in (3, 4, 7):
        numbers.skip(number)
    assert [0, 1, 2, 2, 2, 3, 4, 4, 5] == [numbers.to_viewer(number) for number in range(9)]
    assert [0, 1, 2, 5, 6, 8, 9] == [numbers.to_real(told) for told in range(7)]
    numbers.truncate(4)
    assert [3, 4] == numbers.skipped


# A race of one's own


@pytest.mark.anyio
async def test_three_two_one_for_one_seat_alone(sqlite_store: EventStore) -> None:
    """P1, P9: the card leaves the server after the countdown of its own seat; the others see no countdown."""
    harness = await ghosts(sqlite_store)
    before = [shown(harness, viewer) for viewer in (SPECTATOR, 1)]
    await harness.ask("A", commands.Play, words="start")
    counted = harness.sees(0)
    assert harness.now + COUNTDOWN == counted["table"]["starts"] == race_clock.start_time(harness.table, 0)
    assert ("ready", [], None) == tuple(counted["view"][key] for key in ("phase", "moves", "timer"))
    with pytest.raises(Illegal, match="too-soon"):
        render.history(harness.table, 0, counted["view"]["ply"] + 1, harness.now)
    assert "too-soon" == await refusal(harness, "A", commands.Play, words="quit")
    harness.now += COUNTDOWN
    view = harness.sees(0)["view"]
    assert ("race", True) == (view["phase"], view["boards"][0]["card"] is not None)
    assert harness.now + view["timer"]["wait"] == harness.sees(0)["table"]["timer"]
    assert before == [shown(harness, viewer) for viewer in (SPECTATOR, 1)]


@pytest.mark.anyio
async def test_each_seat_counts_from_its_own_start(sqlite_store: EventStore) -> None:
    """P2, P9: hours apart, and each time is that of its own run."""
    harness = await ghosts(sqlite_store, clock=DAYS, lamp="none")
    for visitor_id, seconds in (("A", 30), ("B", 20)):
        await start(harness, visitor_id)
        harness.now += 1_000 * seconds
        await harness.ask(visitor_id, commands.Play, words="take B2 any")
        assert 1_000 * seconds == harness.table.playing().played[-1].elapsed
        harness.now += 3_600_000


@pytest.mark.anyio
async def test_a_lamp_goes_out_for_who_lit_it(sqlite_store: EventStore) -> None:
    """A12, P9."""
    harness = await ghosts(sqlite_store, lamp="120")
    await start(harness, "B")
    assert harness.now + 120_000 == schedule.next_due(harness.table)
    harness.now += 120_000
    await harness.authority.append_event(schedule.clock_move)
    assert "burn B" == harness.game.format(harness.table.playing().played[-1].move)
    assert [True, True] == [harness.sees(viewer)["view"]["boards"][1]["ran"] for viewer in (0, 1)]
    assert [[], ["burn B"]] == [
        [line["words"] for line in harness.sees(viewer)["log"]][-1:] for viewer in (SPECTATOR, 1)
    ]


# Secrecy at the socket


@pytest.mark.anyio
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
async def test_nobody_notices_a_run_before_it_is_over(sqlite_store: EventStore, viewer: int) -> None:
    """A24: no frame is sent, and whatever is asked for is the same as before, deadlines and all."""
    harness = await ghosts(sqlite_store, clock=DAYS)
    before, place = shown(harness, viewer), summarize(harness.table, harness.now)
    witness = Witness(harness.table, viewer)
    (first, *_) = await witness.heard()
    heard = len(witness.ear.frames)
    rng = Rng("unseen")
    await start(harness, "A")
    for _ in range(30):
        legal = [words for words in harness.sees(0)["view"]["moves"] if words not in ("quit", "call")]
        harness.now += 1_000
        await harness.ask("A", commands.Play, words=legal[rng.below(len(legal))])
        witness.room.broadcast()
    await witness.heard()
    assert heard == len(witness.ear.frames)
    assert before == shown(harness, viewer) == {**json.loads(first), "now": None}
    assert place.changed == summarize(harness.table, harness.now).changed
    last = before["view"]["ply"]
    with pytest.raises(Illegal, match="no-such-ply"):
        render.history(harness.table, viewer, last + 1, harness.now)
    await harness.ask("A", commands.Play, words="quit")
    assert last + 1 == harness.sees(viewer)["view"]["ply"]
    assert [1] == harness.sees(viewer)["view"]["actors"]


@pytest.mark.anyio
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
async def test_times_and_moves_of_a_run_change_no_byte_for_the_others(
    sqlite_store: EventStore, viewer: int
) -> None:
    """A24: a quick run and a slow one, called or burnt down, look the same; chat in between does not tell."""
    harness = await ghosts(sqlite_store, clock=DAYS, lamp="120")
    quick = [(0, "start"), (3_500, "quit")]
    slow = [(0, "start"), (4_000, "take B2 any"), (9_000, "return hand"), (80_000, "take Y1 any")]
    assert await told(sqlite_store, harness, viewer, quick) == await told(
        sqlite_store, harness, viewer, [*slow, (123_000, "burn A")]
    )


async def told(
    store: EventStore, harness: TableHarness, viewer: int, run: list[tuple[int, str]]
) -> list[Any]:
    """Every byte that a viewer receives while seat 0 runs so, with a line of chat after each move."""
    table = await fold(store, harness.table.id)
    witness = Witness(table, viewer)
    for after, words in run:
        seat = -1 if words.startswith("burn") else 0
        table.apply(table.seq + 1, NOON + after, LoggedEvent(Moved(seat, words, elapsed=after)))
        witness.room.broadcast()
        await witness.heard()
    say(table)
    witness.room.broadcast()
    return [*await witness.heard(), *witness.looked_up()]


def say(table: Table) -> None:
    """A line that everybody hears."""
    table.apply(table.seq + 1, NOON + 200_000, LoggedEvent(events.Said(1, "name B", "well?"), "B"))


@pytest.mark.anyio
async def test_who_has_run_sees_the_others_run(sqlite_store: EventStore) -> None:
    """A24: boards, cards and times, live."""
    harness = await ghosts(sqlite_store, people=3)
    await start(harness, "A")
    await harness.ask("A", commands.Play, words="quit")
    await start(harness, "B")
    await harness.ask("B", commands.Play, words="take B2 any")
    hands = [harness.sees(viewer)["view"]["boards"][1]["hand"] for viewer in (0, 2, SPECTATOR)]
    assert [True, False, False] == [hand is not None for hand in hands]
    assert ["start", "take B2 any"] == [line["words"] for line in harness.sees(0)["log"]][-2:]


@pytest.mark.anyio
async def test_an_own_number_answers_an_own_move(sqlite_store: EventStore) -> None:
    """A view that still holds may be answered, though others have made moves that were not noticed."""
    harness = await ghosts(sqlite_store)
    seen = harness.sees(1)["view"]["ply"]
    await start(harness, "A")
    await harness.ask("A", commands.Play, words="take B2 any")
    await harness.ask("B", commands.Play, words="start", seen=seen)
    harness.now += COUNTDOWN
    assert seen + 1 == harness.sees(1)["view"]["ply"] < harness.table.playing().ply
    assert "seen-has-changed" == await refusal(harness, "B", commands.Play, words="quit", seen=seen)
    assert "side" == render.history(harness.table, 1, 0, harness.now)["phase"]


@pytest.mark.anyio
async def test_one_s_own_moves_may_be_taken_back(sqlite_store: EventStore) -> None:
    """Nobody saw the tile, so nobody is asked; the start showed the card, so all are."""
    harness = await ghosts(sqlite_store)
    await start(harness, "A")
    await harness.ask("A", commands.Play, words="take B2 any")
    await harness.ask("A", commands.Undo)
    assert harness.sees(0)["view"]["boards"][0]["hand"] is None
    wish = decide.RequestContext(harness.table, "A", harness.now)
    assert isinstance(decide.decide(wish, commands.Undo(id="u")), events.UndoAsked)


# The clock by days


@pytest.mark.anyio
async def test_a_round_is_one_decision_of_so_many_days(sqlite_store: EventStore) -> None:
    """Not each tile: who starts and goes away is late for the whole round, and a bot runs it to its end."""
    harness = await ghosts(sqlite_store, clock=DAYS, lamp="none")
    until = harness.table.clocks.deadline(1)
    assert harness.now + 2 * DAY == until
    await start(harness, "B")
    await harness.ask("B", commands.Play, words="take B2 any")
    assert until == harness.table.clocks.deadline(1)
    harness.now = until
    for _ in range(2):
        await harness.authority.append_event(schedule.late_seat)
    assert [True, True] == [seat["away"] for seat in harness.sees()["table"]["seats"]]
    assert [0, 1] == schedule.bots_due(harness.table, harness.now + 60_000)


@pytest.mark.anyio
async def test_a_bot_runs_at_the_pace_of_a_hand(sqlite_store: EventStore) -> None:
    """P10: also when it is the last to run; each of its moves begins with the one before."""
    harness = await ghosts(sqlite_store)
    await harness.ask("B", commands.Leave)
    await start(harness, "A")
    await harness.ask("A", commands.Play, words="quit")
    waits = []
    for _ in range(6):
        due = schedule.bot_due(harness.table, 1)
        assert due is not None
        waits.append(due - harness.now)
        harness.now = due
        state = harness.table.playing().state
        words = harness.game.format(state.propose(1)[0])
        event = Moved(1, words, "bot", race_clock.elapsed(harness.table, 1, harness.now))
        await harness.authority.append_event(lambda *_, event=event: event)
    assert waits[1] > COUNTDOWN
    assert all(wait > 300 for wait in waits[2:])


# Over the wire


def finish(eyes: Eyes, view: dict[str, Any]) -> None:
    """Fill the gallery as the solver does, and call."""
    for words in fill(view["boards"][view["seat"]]):
        while (answer := eyes.say("play", words=words, elapsed=0))["t"] == "refused":
            assert "too-soon" == answer["code"]
            time.sleep(answer["values"]["wait"] / 1_000)


def run_a_round(visitor: Visitor, table: str, wholly: bool) -> dict[str, Any]:
    """Come, choose, start, run, go; says what is seen at the end."""
    with visitor.look(table) as eyes:
        view = eyes.until_ply(0)
        if view["phase"] == "side":
            eyes.say("play", words="side B", seen=view["ply"])
        eyes.say("play", words="start")
        while eyes.update["view"]["phase"] != "race":
            eyes.until("update")
        if wholly:
            finish(eyes, eyes.update["view"])
        else:
            eyes.say("play", words="quit")
        while eyes.update["view"]["phase"] == "race":
            eyes.until("update")
        return eyes.update


def test_a_whole_match_by_two_who_are_never_there_together(
    people: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """P9: seven rounds, each connected only for the own; the record has all the times, and replays."""
    monkeypatch.setattr(race_clock, "COUNTDOWN", 20)
    ann, ben, _ = people
    wish = {"game": GAME, "seats": 2, "options": {"ghost": "yes"}, "clock": {"kind": "days", "days": 3}}
    table = ann.post("/api/tables", wish)["id"]
    for each in (ann, ben):
        each.sit_down(table)
    for number in range(1, 8):
        first, second = ((ann, ben), (ben, ann))[number % 2]
        update = run_a_round(first, table, wholly=number < 3)
        assert ("wait", number) == (update["view"]["phase"], update["view"]["round"])
        hidden = second.get(f"/api/tables/{table}")
        board = hidden["view"]["boards"][1 - hidden["you"]]
        assert (True, None, None, {}) == tuple(board[key] for key in ("ran", "time", "card", "tiles"))
        update = run_a_round(second, table, wholly=number == 1)
    assert "over" == update["table"]["status"]
    sheets = update["view"]["sheets"]
    times = [line.partition(" @")[2] for line in record_of(ann, table) if " call @" in line]
    assert 3 == len(times)
    # Two who need the same time to the millisecond are both first.
    calls = [2, 2] if times[0] == times[1] else [0, 2]
    assert calls == sorted(sheet["call"] for sheet in sheets[0])
    assert sorted(sheet["points"] for sheet in sheets[1]) == [0, 12]
    assert Match.from_record("\n".join(record_of(ben, table)), games.load).outcome is not None


def record_of(visitor: Visitor, table: str) -> list[str]:
    """The lines of the record of a finished match."""
    return visitor.http.get(f"/api/tables/{table}/record").text.split("\n")
