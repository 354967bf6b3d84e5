"""Tests of tables that play on from a position: the same everywhere, replayable, unrated, nothing leaks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from tablee import games
from tablee.core.errors import Illegal, Unreadable
from tablee.core.lesson import Lesson, find_lesson, lessons
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.verification import find_faults
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create, events
from tablee.server.domain.events import Guest, Position
from tablee.server.domain.records import record_text
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.domain.unchecked import UncheckedTable
from tablee.server.http.routes_tables import table_at
from tablee.server.http.schemas import PlayOn
from tablee.server.runtime.registry import draw_secret
from tablee.server.runtime.table_actor import TableActor
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.replay import find_fault
from tablee.server.storage.schema import RESULT
from tests.server.finished_matches import finish, finish_against_bots, finished, new_match, settled
from tests.server.site import Visitor, site
from tests.server.table_harness import GAME, TableHarness

KEYS = [game.key for game in games.all()]
RACE = "mine"
LESSONS = [lesson for game in games.all() for lesson in lessons(game)]
anyio = pytest.mark.anyio


async def play_on(
    earlier: TableHarness, ply: int, redraw: bool = False, people: bool = False
) -> TableHarness:
    """Open a table at a position of a finished one, with A (and B) at their seats."""
    position, seat = create.position_at(earlier.table, ply, 0, redraw)
    guest = Guest("A", "name A", ready=not people)
    opened = create.open_position(
        earlier.table, draw_secret(), position, guest, seat=seat, bot=None if people else "random"
    )
    harness = TableHarness(earlier.store, earlier.game.key, 2)
    harness.now = earlier.now
    await harness.actor.open(opened)
    if people:
        await harness.handle("B", commands.Sit, name="name B")
        await harness.handle("A", commands.Ready)
        await harness.handle("B", commands.Ready)
    return harness


async def reloaded(harness: TableHarness) -> Table:
    """Return the table as another process reads it from the log."""
    actor = TableActor(harness.table.id, harness.store, lambda _: None)
    await actor.refresh()
    return actor.table


@anyio
@pytest.mark.parametrize("redraw", [False, True])
@pytest.mark.parametrize("key", KEYS)
async def test_every_game_is_played_on_to_its_end(sqlite_store: EventStore, key: str, redraw: bool) -> None:
    earlier = await finished(sqlite_store, key)
    whole = earlier.table.playing()
    for ply in (0, whole.ply // 3, whole.ply - 1):
        harness = await play_on(earlier, ply, redraw, people=True)
        match = harness.table.playing()
        at = whole.at(ply)
        assert match.state.view(0) == at.state.view(0)
        assert redraw or match.state == create.restart_race(at).state
        assert match.ply == len(harness.table.log) == len(harness.table.times) - 1
        await harness.play_some(3, Rng("on"))
        assert (await reloaded(harness)).playing().state == harness.table.playing().state
    await finish(harness, Rng("on"))
    text = record_text(harness.table)
    assert [] == find_faults(text, games.load)
    assert Match.from_record(text, games.load).state == harness.table.playing().state
    assert await find_fault(sqlite_store, harness.table.id) is None
    rows = await sqlite_store.read(harness.table.id)
    unchecked = UncheckedTable(harness.table.id, harness.table.catalog)
    for row in rows:
        unchecked.apply(row.seq, row.at, events.decode(row.payload))
    assert Match.from_record(unchecked.record(), games.load).state == harness.table.playing().state


def inside_race(match: Match) -> tuple[int, int]:
    """Return the ply at which the first race of the whole table began, and one at which it goes on."""
    state = match.at(0).state
    for ply, played in enumerate(match.played):
        start = state.race_start(SPECTATOR)
        if start is not None and start + 6 < ply:
            return start, ply
        state.play(played.seat, played.move, played.elapsed)
    raise AssertionError(f"{match.game.key} has no race")


@anyio
async def test_a_position_inside_a_race_keeps_what_was_laid_and_its_clock_starts_again(
    sqlite_store: EventStore,
) -> None:
    earlier = await finished(sqlite_store, RACE)
    whole = earlier.table.playing()
    start, inside = inside_race(whole)
    harness = await play_on(earlier, inside)
    match = harness.table.playing()
    assert whole.at(inside).state.view(0)["boards"] == match.state.view(0)["boards"]
    assert whole.at(start).state.view(0)["boards"] != match.state.view(0)["boards"]
    # Times of the earlier race would decide over a call in this one.
    assert {0} == {played.elapsed for played in match.played[start:]}
    assert max(played.elapsed for played in whole.played[start:inside]) > 0
    assert harness.update_for(0)["table"]["starts"] == harness.now + 3_000
    # The new position is not shown before the countdown is over.
    assert [] == harness.update_for(0)["view"]["moves"]
    harness.now += 3_000
    assert harness.update_for(0)["view"]["moves"]
    assert harness.update_for(0)["view"]["boards"] == match.state.view(0)["boards"]


def test_a_call_in_a_race_that_was_restarted_keeps_what_was_laid_before() -> None:
    match = Match(games.load(RACE), 2, "deal")
    for seat in (0, 1):
        match.play(seat, "side A")
    for seat in (1, 1, 1, 1, *[0] * 40):
        words = match.game.format(match.state.propose(seat)[0])
        if words == "call":
            break
        match.play(seat, words, elapsed=50_000)
    laid = match.state.view(None)["boards"][1]["tiles"]
    assert "call" == words
    assert 2 == len(laid)
    again = create.restart_race(match)
    again.play(0, "call", elapsed=100)
    again.play(CLOCK, "settle")
    assert len(laid) == len(again.state.view(None)["past"][1]["tiles"])


@anyio
async def test_no_result_and_no_undo_before_the_start(store: EventStore) -> None:
    earlier = await finished(store, GAME)
    ply = next(ply for ply in range(10, 40) if 0 in earlier.table.playing().at(ply).state.actors())
    harness = await play_on(earlier, ply)
    with pytest.raises(Illegal) as refused:
        await harness.handle("A", commands.Undo)
    assert "nothing-to-undo" == refused.value.code
    await harness.play_any(0, Rng("one"))
    await harness.handle("A", commands.Undo)
    assert ply == harness.table.playing().ply
    assert earlier.table.playing().at(ply).state == harness.table.playing().state
    harness = await play_on(earlier, earlier.table.playing().ply - 1, people=True)
    await harness.play_some(5, Rng("end"))
    await harness.actor.follow_up()
    assert "over" == harness.table.status
    found = {row.table_id for row in await store.rows(select(RESULT))}
    assert {earlier.table.id} == found


@anyio
async def test_the_drawing_follows_from_the_committed_seed(sqlite_store: EventStore) -> None:
    earlier = await finished(sqlite_store, GAME)
    one, other = [await play_on(earlier, 6, redraw=True) for _ in range(2)]
    assert one.table.playing().state != other.table.playing().state
    info = one.update_for(0)["table"]
    assert {"ply": 6, "redrawn": True} == info["start"]
    assert ("", "") == (info["seed"], info["secret"])
    assert info["commitment"]


@anyio
async def test_a_match_played_on_can_be_played_on_again(sqlite_store: EventStore) -> None:
    second = await play_on(await finished(sqlite_store, GAME), 6, redraw=True, people=True)
    await second.play_some(200, Rng("second"))
    await second.actor.follow_up()
    third = await play_on(second, 9, redraw=True)
    assert third.table.playing().state.view(0) == second.table.playing().at(9).state.view(0)
    assert (await reloaded(third)).playing().state == third.table.playing().state


@anyio
async def test_nothing_of_a_running_match_is_copied(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 2)
    await harness.open(people=1)
    body = PlayOn(0, "Eve")
    with pytest.raises(Illegal) as refused:
        table_at(harness.table, 0, "A", body)
    assert "not-over" == refused.value.code
    await harness.handle("B", commands.Sit, name="B")
    await harness.handle("B", commands.Ready)
    await harness.play_some(5, Rng("some"))
    for viewer in (-1, 0, 1):
        for ply in (0, 3, 5, 1_000_000):
            with pytest.raises(Illegal) as refused:
                table_at(harness.table, viewer, "A", msgspec.structs.replace(body, ply=ply))
            assert "not-over" == refused.value.code


@anyio
async def test_a_stored_position_that_the_rules_reject_sets_the_table_aside(sqlite_store: EventStore) -> None:
    earlier = await finished(sqlite_store, GAME)
    position, _ = create.position_at(earlier.table, 6, 0)
    wrong = Position(position.seed, ("A no such move", *position.moves))
    opened = create.open_position(
        earlier.table, draw_secret(), wrong, Guest("A", "A", ready=True), seat=0, bot="random"
    )
    harness = TableHarness(sqlite_store, GAME, 2)
    with pytest.raises(Exception, match="event 2"):
        await harness.actor.open(opened)


@anyio
@pytest.mark.parametrize("lesson", LESSONS, ids=[f"{each.game.key}-{each.name}" for each in LESSONS])
async def test_every_lesson_is_played_on_to_the_end_of_its_match(
    sqlite_store: EventStore, lesson: Lesson
) -> None:
    """People play it here, so that no bot has to be waited for."""
    way = [step.accept[0] if step.accept else "" for step in lesson.steps[:-1]]
    people = tuple(Guest(each, each, ready=True) for each in "ABC"[: 1 + len(lesson.bots)])
    for path in (way[:1], way):
        opened = create.open_lesson(CATALOG, draw_secret(), lesson, path, people[0], bot="beginner")
        harness = TableHarness(sqlite_store, lesson.game.key, opened.seats)
        await harness.actor.open(msgspec.structs.replace(opened, guests=people))
        match, there = harness.table.playing(), lesson.follow(path)
        assert match.state.view(0) == there.state.view(0)
        assert match.ply == match.state.view(0)["ply"] == there.ply
        assert (await reloaded(harness)).playing().state == match.state
    await finish(harness, Rng("on"))
    assert [] == find_faults(record_text(harness.table), games.load)
    assert await find_fault(sqlite_store, harness.table.id) is None
    assert opened.start is not None
    assert create.position_at(harness.table, 0, 0)[0].drawing == opened.start.drawing


def test_a_position_that_a_lesson_does_not_reach_is_refused() -> None:
    lesson = find_lesson(games.load(GAME), "1-first")
    whole = [step.accept[0] if step.accept else "" for step in lesson.steps]
    for path in (["draw top"], [""], whole):
        with pytest.raises(Illegal, match="no-such-position"):
            lesson.follow(path)


def test_a_record_with_a_position_that_cannot_be_set_up_is_unreadable() -> None:
    text = find_lesson(games.load(GAME), "2-lamps").start().record().text()
    assert Match.from_record(text, games.load).record().text() == text
    for wrong in ("T05 T15", "T05 T99", "T05 . "):
        assert find_faults(text.replace("T05 T17", wrong), games.load)[0].startswith("The record cannot")
    with pytest.raises(Unreadable, match="header-missing"):
        Match.from_record(text.replace("start:", "deal: noon\nstart:"), games.load)


def test_a_person_plays_on_against_the_same_bot(over: tuple[Visitor, str]) -> None:
    ann, table = over
    last = ann.get(f"/api/tables/{table}")["view"]["ply"]
    for redraw in (False, True):
        new = ann.post(f"/api/tables/{table}/play-on", {"ply": 8, "name": "Ann", "redraw": redraw})["id"]
        update = settled(ann, new)
        assert {"ply": 8, "redrawn": redraw} == update["table"]["start"]
        assert ["person", "bot"] == [seat["kind"] for seat in update["table"]["seats"]]
        assert "random" == update["table"]["seats"][1]["bot"]
        assert 0 == update["you"]
        assert 8 <= update["view"]["ply"] < last
        shown = [ann.get(f"/api/tables/{each}/history/8") for each in (table, new)]
        assert shown[0] == shown[1]


def test_a_learner_plays_on_from_a_lesson(over: tuple[Visitor, str]) -> None:
    ann, _ = over
    at = f"/api/games/{GAME}/lessons/1-first/play-on"
    path = ["draw dream", "take 1 d2", "name B", ""]
    new = ann.post(at, {"path": path, "name": "Ann"})["id"]
    update = settled(ann, new)
    assert {"ply": 8, "redrawn": True} == update["table"]["start"]
    assert ["", "beginner", "beginner"] == [seat["bot"] for seat in update["table"]["seats"]]
    for change, status, code in (
        ({"path": ["draw top"]}, 409, "no-such-position"),
        ({"path": ["x" * 99]}, 400, "not-a-message"),
        ({"bot": "../bots.py:x"}, 409, "no-such-bot"),
        ({"name": " "}, 409, "no-name"),
    ):
        answer = ann.http.post(at, json={"path": path, "name": "Ann", **change})
        assert (status, code) == (answer.status_code, answer.json()["code"])


def test_friends_play_on(over: tuple[Visitor, str]) -> None:
    ann, table = over
    body = {"ply": 8, "name": "Eve", "against": "people", "seat": 1}
    eve, ben = Visitor(ann.address, "Eve"), Visitor(ann.address, "Ben")
    new = eve.post(f"/api/tables/{table}/play-on", body)["id"]
    before = eve.get(f"/api/tables/{new}")
    assert ["empty", "person"] == [seat["kind"] for seat in before["table"]["seats"]]
    known = games.load(GAME).options
    options = {option.name: option.choices[-1] for option in known}
    assert "options-of-position" == eve.refusal(new, "arrange", options=options)
    eve.send(new, "arrange", options=before["table"]["options"], clock={"kind": "live", "seconds": 600})
    ben.sit_down(new)
    eve.send(new, "ready", word="luck")
    assert 8 == eve.get(f"/api/tables/{new}")["view"]["ply"]
    for each in (eve, ben):
        each.close()


@pytest.mark.parametrize(
    "change, status, code",
    [
        ({"ply": 100_000}, 409, "no-such-ply"),
        ({"ply": 10**12}, 400, "not-a-message"),
        ({"ply": -1}, 400, "not-a-message"),
        ({"ply": "8"}, 400, "not-a-message"),
        ({"seat": 2}, 409, "no-such-seat"),
        ({"seat": 6}, 400, "not-a-message"),
        ({"seat": -1}, 400, "not-a-message"),
        ({"bot": "../bots.py:x"}, 409, "no-such-bot"),
        ({"name": " "}, 409, "no-name"),
        ({"name": ""}, 400, "not-a-message"),
        ({"moves": []}, 400, "not-a-message"),
        ({"start": {}}, 400, "not-a-message"),
    ],
)
def test_bad_requests_are_refused(
    over: tuple[Visitor, str], change: dict[str, object], status: int, code: str
) -> None:
    ann, table = over
    answer = ann.http.post(f"/api/tables/{table}/play-on", json={"ply": 8, "name": "Ann", **change})
    assert (status, code) == (answer.status_code, answer.json()["code"])


def test_the_last_position_cannot_be_played_on(over: tuple[Visitor, str]) -> None:
    ann, table = over
    last = ann.get(f"/api/tables/{table}")["view"]["ply"]
    answer = ann.http.post(f"/api/tables/{table}/play-on", json={"ply": last, "name": "Ann"})
    assert ("no-such-ply", last - 1) == (answer.json()["code"], answer.json()["values"]["last"])


def test_unknown_and_running_tables_are_refused(over: tuple[Visitor, str]) -> None:
    ann, _ = over
    body = {"ply": 0, "name": "Ann"}
    assert 404 == ann.http.post("/api/tables/nothing/play-on", json=body).status_code
    assert 404 == ann.http.post(f"/api/tables/{'x' * 16}/play-on", json=body).status_code
    running = new_match(ann)
    settled(ann, running)
    assert "not-over" == ann.http.post(f"/api/tables/{running}/play-on", json=body).json()["code"]


def test_a_table_that_plays_on_survives_a_restart(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tablee.db'}"
    with site(store) as address:
        ann = Visitor(address)
        table = new_match(ann)
        finish_against_bots(ann, table)
        new = ann.post(f"/api/tables/{table}/play-on", {"ply": 9, "name": "Ann", "redraw": True})["id"]
        before = settled(ann, new)["view"]
        cookies = ann.http.cookies
        ann.close()
    with site(store) as address:
        ann = Visitor(address)
        ann.http.cookies = cookies
        assert before == settled(ann, new)["view"]
        finish_against_bots(ann, new)
        assert [] == find_faults(ann.http.get(f"/api/tables/{new}/record").text, games.load)
        ann.close()
