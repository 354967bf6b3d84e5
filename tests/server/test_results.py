"""Results of finished matches: a seat held by a person counts, also if a bot finished the match."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tablee.core.rng import Rng
from tablee.server.domain import commands, schedule
from tablee.server.domain.events import Moved
from tablee.server.domain.results import Result
from tablee.server.storage.backup import back_up, restore
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import RESULT
from tests.server.site import Visitor, site
from tests.server.table_harness import TableHarness

GAME = "islands"
PASSWORD = "correct horse"


async def leave_and_finish(harness: TableHarness, visitor_id: str) -> None:
    """Play some moves, let one person leave, then finish the match: everybody by the first legal move."""
    await harness.play_some(6, Rng("some"))
    await harness.handle(visitor_id, commands.Leave)
    while harness.table.acting():
        seat = harness.table.acting()[0]
        chair = harness.table.chairs[seat]
        if chair.stand_in:
            words = harness.game.format(harness.table.playing().state.moves(seat)[0])
            moved = Moved(seat, words, "bot")
            await harness.actor.append_event(lambda *_, moved=moved: moved)
        else:
            await harness.play_any(seat, Rng(str(harness.table.seq)))
    await harness.actor.follow_up()
    assert schedule.follow_up(harness.table) is None


@pytest.mark.anyio
async def test_who_leaves_has_a_result_marked_as_finished_by_a_bot(store: EventStore) -> None:
    harness = TableHarness(store, GAME, 2)
    await harness.open(people=2)
    await leave_and_finish(harness, "B")
    rows = [Result(*row) for row in await store.rows(select(RESULT).order_by(RESULT.c.seat))]
    assert [("A", False), ("B", True)] == [(each.visitor_id, each.finished_by_bot) for each in rows]
    ended = harness.table.ended
    assert ended is not None
    assert list(ended.ranks) == [each.rank for each in rows]


@pytest.mark.anyio
async def test_a_backup_keeps_the_mark(sqlite_url: str, tmp_path: Path) -> None:
    store = await EventStore.open(sqlite_url)
    harness = TableHarness(store, GAME, 2)
    await harness.open(people=2)
    await leave_and_finish(harness, "B")
    await store.close()
    await back_up(sqlite_url, tmp_path / "kept.gz")
    other = f"sqlite:///{tmp_path / 'other.db'}"
    await restore(other, tmp_path / "kept.gz")
    restored = await EventStore.open(other)
    marks = await restored.rows(select(RESULT.c.finished_by_bot).order_by(RESULT.c.seat))
    await restored.close()
    assert [False, True] == [row[0] for row in marks]


@pytest.fixture
def visitors(tmp_path: Path) -> Iterator[list[Visitor]]:
    """Return two visitors at a site of their own."""
    with site(f"sqlite:///{tmp_path / 'tablee.db'}") as address:
        both = [Visitor(address, name) for name in ("Ann", "Ben")]
        yield both
        for each in both:
            each.close()


def test_leaving_does_not_keep_the_rating(visitors: list[Visitor]) -> None:
    ann, ben = visitors
    for each in visitors:
        each.post("/api/account", {"name": each.name, "password": PASSWORD})
    table: str = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    for each in visitors:
        each.sit_down(table)
    ben.send(table, "leave")
    with ann.connect(table) as watched:
        finish_alone(watched)
    me = account_with_result(ben)
    assert [1] == [each["matches"] for each in me["ratings"]]
    assert [(table, GAME, True)] == [
        (each["table"], each["game"], each["finished_by_bot"]) for each in me["results"]
    ]
    assert [False] == [each["finished_by_bot"] for each in ann.get("/api/me")["results"]]
    assert [True] == [each["finished_by_bot"] for each in ben.get("/api/me/export")["results"]]


def account_with_result(visitor: Visitor) -> dict[str, Any]:
    """Return the account once it has a result: the last move is seen before the end is stored."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        me: dict[str, Any] = visitor.get("/api/me")
        if me["results"]:
            return me
    raise AssertionError("there is no result")


def finish_alone(watched: Any) -> None:
    """Make the first legal move whenever it is the watcher's turn, until the match is over."""
    watched.wait_for_ply(0)
    while (view := watched.update["view"])["outcome"] is None:
        if view["moves"]:
            watched.request("play", words=view["moves"][0], seen=view["ply"])
        else:
            watched.wait_for("update")
