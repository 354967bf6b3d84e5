"""Matches of devices that are put on the site: replayed, once, unrated, and counted nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tablee import games
from tablee.core.deal import commitment
from tablee.core.errors import Illegal
from tablee.core.lesson import Lesson, find_lesson
from tablee.core.match import Match
from tablee.core.record import read_record
from tablee.core.vocabulary import format_seat
from tablee.server.domain.create import open_rematch
from tablee.server.domain.device_match import Sender
from tablee.server.domain.records import record_text
from tablee.server.errors import LimitExceeded
from tablee.server.http.routes_device import MAX_RECORD
from tablee.server.rate_limit import Rate
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.finished import finished_match
from tablee.server.storage.replay import find_fault
from tablee.server.storage.schema import RESULT
from tests.server.device_records import SALT, device_record, few, matches_of, play_out, promise
from tests.server.local_device import Device
from tests.server.site import Visitor, site

anyio = pytest.mark.anyio
GAME = "islands"
ANN = Sender("a" * 40, 0)


@anyio
@pytest.mark.parametrize("key", games.keys())
async def test_a_match_of_a_device_becomes_a_finished_table(sqlite_store: EventStore, key: str) -> None:
    registry = TableRegistry(sqlite_store)
    given = device_record(key)
    table_id = await matches_of(registry).put(given, ANN)
    table = (await registry.get(table_id)).table
    assert ("over", 0, True) == (table.status, table.seat_of(ANN.visitor_id), table.opened.device)
    assert given == record_text(table).replace(f"note table: {table_id}", f"note table: {'x' * 16}")
    assert await find_fault(sqlite_store, table_id) is None
    assert await finished_match(sqlite_store, table_id, 2, table.playing().options, now=0) is None
    results = await sqlite_store.rows(select(RESULT).order_by(RESULT.c.seat))
    assert [("Ann", False, True), ("Bob", False, True)] == [(r.name, r.rated, r.device) for r in results]
    assert table.ended is not None
    assert list(table.ended.scores) == [row.score for row in results]


@anyio
async def test_a_match_is_put_on_the_site_once(sqlite_store: EventStore) -> None:
    matches = matches_of(TableRegistry(sqlite_store))
    first = await matches.put(device_record(GAME), ANN)
    # The answer may have been lost: the same person gets the same table.
    assert first == await matches.put(device_record(GAME), ANN)
    with pytest.raises(Illegal, match="device-match-known"):
        await matches.put(device_record(GAME), Sender("b" * 40, 1))
    # The deal decides what is the same match, not what the record says about itself.
    assert first == await matches.put(device_record(GAME, table="y" * 16), ANN)
    assert len(await sqlite_store.every_table()) == 1


@anyio
async def test_what_a_device_exports_is_accepted(sqlite_store: EventStore) -> None:
    device = Device()
    body = {"game": GAME, "name": "Ann", "bot": "beginner", "seats": 2}
    _, link = await device.request("POST", "/api/play", body)
    device.connect(link["id"])
    over = await device.play("any")
    _, record = await device.request("GET", f"/api/tables/{link['id']}/record")
    await device.app.close()
    registry = TableRegistry(sqlite_store)
    table_id = await matches_of(registry).put(record, Sender(ANN.visitor_id, over["you"]))
    table = (await registry.get(table_id)).table
    assert ["Ann", "beginner"] == [chair.name for chair in table.chairs]
    assert over["view"]["outcome"]["scores"] == list(table.playing().outcome.scores)  # type: ignore[union-attr]


def lesson_record(lesson: Lesson) -> str:
    """Return the record of a device on which a match was played on from a lesson, to its end."""
    begun = lesson.start()
    match = Match(begun.game, begun.seats, "any", begun.options, begun.start_at(0, 0))
    play_out(match, "any")
    seats = {f"seat {format_seat(seat)}": "bot beginner" for seat in range(1, match.seats)}
    return match.record(SALT, {**promise("any"), "seat A": "person Ann", **seats}).text()


@anyio
async def test_a_lesson_that_was_played_on_is_put_on_the_site(sqlite_store: EventStore) -> None:
    given = lesson_record(find_lesson(games.load(GAME), "2-lamps"))
    registry = TableRegistry(sqlite_store)
    table = (await registry.get(await matches_of(registry).put(given, ANN))).table
    assert given == record_text(table).replace(f"note table: {table.id}", f"note table: {'x' * 16}")


@anyio
async def test_a_position_that_no_lesson_draws_is_refused(sqlite_store: EventStore) -> None:
    lesson = find_lesson(games.load(GAME), "2-lamps")
    known = lesson_record(lesson)
    for drawing in ("{}", "[" * 10_000, '{"lookout": "F"}'):
        text = known.replace(lesson.drawing, drawing)
        assert text != known
        with pytest.raises(Illegal, match="device-record-refused: why bad-position"):
            await matches_of(TableRegistry(sqlite_store)).put(text, ANN)


@anyio
async def test_the_rematch_keeps_no_seat_for_people_who_never_came_to_the_site(
    sqlite_store: EventStore,
) -> None:
    registry = TableRegistry(sqlite_store)
    table = (await registry.get(await matches_of(registry).put(device_record(GAME), ANN))).table
    opened = open_rematch(table, draw_secret(), ANN.visitor_id)
    assert [("", ""), (ANN.visitor_id, "Ann")] == [(guest.visitor_id, guest.name) for guest in opened.guests]
    assert not opened.device


def tampered() -> dict[str, tuple[str, str]]:
    """Return records that must be refused, and the codes, by what is wrong."""
    good = device_record(GAME)
    record = read_record(good)
    moves = list(record.moves)
    moves[3] = "A take 99"
    bad_move = "\n".join(line.replace(f"4 {record.moves[3]}", f"4 {moves[3]}") for line in good.split("\n"))
    refused, foreign = "device-record-refused", "device-record-foreign"
    return {
        "no record": ("once upon a time", refused),
        "an illegal move": (bad_move, refused),
        "a better score": (good.replace(f"end {record.end}", "end 999 0"), refused),
        "another deal": (good.replace("seed: any hello", "seed: other hello"), refused),
        "another promise": (good.replace(commitment("any", SALT), commitment("other", SALT)), refused),
        "other rules": (good.replace(f"game: {GAME} 1", f"game: {GAME} 99"), "device-other-rules"),
        "another game": (good.replace(f"game: {GAME}", "game: chess"), "device-other-rules"),
        "not over": (device_record(GAME, plies=9), "not-over"),
        "of a site": (good.replace("note device: yes\n", ""), foreign),
        "a deal of the day": (device_record(GAME, daily="2026-11-17"), refused),
        "a bot that is a file": (good.replace("person Bob", "bot /tmp/x.py"), refused),
        "a long name": (good.replace("person Bob", f"person {'x' * 25}"), refused),
        "the seat of a bot": (good.replace("person Ann", "bot casual"), "no-such-seat"),
    }


@anyio
@pytest.mark.parametrize("wrong", list(tampered()))
async def test_a_record_that_cannot_be_true_is_refused_and_leaves_nothing(
    sqlite_store: EventStore, wrong: str
) -> None:
    text, code = tampered()[wrong]
    assert text != device_record(GAME)
    with pytest.raises(Illegal, match=code):
        await matches_of(TableRegistry(sqlite_store)).put(text, ANN)
    assert [] == await sqlite_store.every_table()


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Visitor]:
    with site(f"sqlite:///{tmp_path / 'device.db'}", putting=Rate(burst=4, per_second=0.001)) as address:
        visitor = Visitor(address)
        yield visitor
        visitor.close()


def test_one_address_puts_a_limited_number_of_matches_on_the_site_in_a_day(tmp_path: Path) -> None:
    often, daily = Rate(burst=9, per_second=9.0), Rate(burst=2, per_second=0.001)
    with site(f"sqlite:///{tmp_path / 'device.db'}", putting=often, putting_daily=daily) as address:
        visitors = [Visitor(address) for _ in range(3)]
        codes = [each.http.post("/api/device-matches", json={"record": "x"}).status_code for each in visitors]
        assert [409, 409, 429] == codes
        refused = visitors[0].http.post("/api/device-matches", json={"record": "x"}).json()
        assert ("too-many-put", True) == (refused["code"], refused["retry"])
        for each in visitors:
            each.close()


@anyio
async def test_a_person_puts_a_limited_number_of_matches_on_the_site_in_a_day(
    sqlite_store: EventStore,
) -> None:
    matches = matches_of(TableRegistry(sqlite_store), person=few(2))
    # What is refused does not count.
    with pytest.raises(Illegal, match="device-record-refused"):
        await matches.put("x", ANN)
    for seed in ("one", "two"):
        await matches.put(device_record(GAME, seed=seed), ANN)
    with pytest.raises(LimitExceeded, match="too-many-put"):
        await matches.put(device_record(GAME, seed="three"), ANN)
    await matches.put(device_record(GAME, seed="three"), Sender("b" * 40, 0))


@anyio
async def test_a_site_takes_a_limited_number_of_matches_in_a_day(sqlite_store: EventStore) -> None:
    matches = matches_of(TableRegistry(sqlite_store), site=few(1))
    await matches.put(device_record(GAME, seed="one"), ANN)
    with pytest.raises(LimitExceeded, match="too-many-put-here"):
        await matches.put(device_record(GAME, seed="two"), Sender("b" * 40, 0))
    assert len(await sqlite_store.every_table()) == 1


def test_it_is_in_the_history_with_replay_and_review_but_not_in_the_totals(ann: Visitor) -> None:
    answered = ann.http.post("/api/device-matches", json={"record": device_record(GAME), "face": "fox"})
    assert 201 == answered.status_code, answered.text
    table = answered.json()["id"]
    shown: dict[str, Any] = ann.get(f"/api/tables/{table}")
    assert (0, "over", True) == (shown["you"], shown["table"]["status"], shown["table"]["device"])
    assert "fox" == shown["table"]["seats"][0]["face"]
    assert 5 == ann.get(f"/api/tables/{table}/history/5")["ply"]
    assert ann.post(f"/api/tables/{table}/review")["status"] in ("waiting", "running")
    page = ann.get("/api/me/history")
    assert [(table, True, None)] == [(row["table"], row["device"], row["rating"]) for row in page["rows"]]
    # Sizes and rates.
    huge = ann.http.post("/api/device-matches", json={"record": "x" * (MAX_RECORD + 1)})
    assert 400 == huge.status_code
    larger = ann.http.post("/api/device-matches", json={"record": "x" * 1_000_000})
    assert (413, "too-large") == (larger.status_code, larger.json()["code"])
    codes = [ann.http.post("/api/device-matches", json={"record": "x"}).status_code for _ in range(2)]
    assert [409, 429] == codes
