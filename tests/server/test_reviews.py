"""Tests of reviews: a queue in the database, computed by another process, only of finished matches."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from tablee.bots.review import VERSION, Review, ReviewedMove, ReviewTotals
from tablee.core.rng import Rng
from tablee.server.domain.viewer_numbering import ViewerNumbering
from tablee.server.errors import LimitExceeded
from tablee.server.http.routes_reviews import renumber
from tablee.server.rate_limit import Rate
from tablee.server.runtime import review_worker, reviews
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.review_worker import ReviewProcess, init_review_worker, write_progress
from tablee.server.runtime.reviews import CLAIM, Reviewer
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.review_rows import MAX_ATTEMPTS, MAX_OF_VISITOR, MAX_WAITING
from tablee.server.storage.reviews import ReviewStore
from tablee.server.storage.schema import REVIEW
from tests.server.finished_matches import finish_against_bots, finished, new_match
from tests.server.quick_reviews import run_endless_review, run_quick_review
from tests.server.site import TIMEOUT, Visitor, site
from tests.server.table_harness import GAME, TableHarness

anyio = pytest.mark.anyio
NOW = 1_800_014_400_000


@pytest.fixture(autouse=True)
def _quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute short reviews: the worker has the lowest priority, and gets little of a busy processor."""
    monkeypatch.setattr(review_worker, "run_review", run_quick_review)


def new_reviewer(store: EventStore) -> Reviewer:
    return Reviewer(TableRegistry(store), ReviewStore(store), ReviewProcess())


async def status(queue: ReviewStore, table: str, now: int = NOW) -> str:
    row = await queue.get(table)
    return "none" if row is None else row.status(now)


@anyio
async def test_the_queue_is_served_in_order_and_each_review_by_one_process(store: EventStore) -> None:
    queue = ReviewStore(store)
    for number, table in enumerate("abc"):
        await queue.ask(table, f"visitor {table}", NOW + number)
    last = await queue.get("c")
    assert last is not None
    assert 2 == await queue.count_before(last)
    assert ["a", "b", "c", None] == [await queue.claim(NOW, NOW + CLAIM) for _ in range(4)]
    assert "running" == await status(queue, "a")
    # Nobody renews the claim of b: another process takes it over.
    assert await queue.report("a", 0.5, NOW + 3 * CLAIM)
    assert await queue.report("c", 0.5, NOW + 3 * CLAIM)
    assert ["b", None] == [await queue.claim(NOW + 2 * CLAIM, NOW + 3 * CLAIM) for _ in range(2)]
    await queue.finish("a", "{}")
    row = await queue.get("a")
    assert row is not None
    assert ("done", 1.0, "{}", "") == (row.status(NOW), row.progress, row.content, row.visitor_id)
    # A review that is done is not asked for again.
    await queue.ask("a", "another", NOW + 9)
    assert "done" == await status(queue, "a")


@anyio
async def test_a_review_that_fails_is_tried_again_and_then_given_up(store: EventStore) -> None:
    queue = ReviewStore(store)
    await queue.ask("a", "ann", NOW)
    for _ in range(MAX_ATTEMPTS):
        assert "a" == await queue.claim(NOW, NOW + CLAIM)
        await queue.release("a")
    assert await queue.claim(NOW, NOW + CLAIM) is None
    assert "failed" == await status(queue, "a")
    await queue.ask("a", "ann", NOW)
    assert "waiting" == await status(queue, "a")
    assert "a" == await queue.claim(NOW, NOW + CLAIM)


@anyio
async def test_another_version_is_computed_again(store: EventStore) -> None:
    queue = ReviewStore(store)
    await queue.ask("a", "ann", NOW)
    await queue.claim(NOW, NOW + CLAIM)
    await queue.finish("a", "{}")
    older = update(REVIEW).values(version=VERSION - 1)
    await store.in_transaction(lambda connection: connection.execute(older))
    assert "none" == await status(queue, "a")
    await queue.ask("a", "ann", NOW)
    assert "waiting" == await status(queue, "a")


@anyio
async def test_the_queue_is_bounded_for_a_person_and_for_the_site(store: EventStore) -> None:
    queue = ReviewStore(store)
    for number in range(MAX_OF_VISITOR):
        await queue.ask(f"a{number}", "ann", NOW)
    with pytest.raises(LimitExceeded) as refused:
        await queue.ask("b", "ann", NOW)
    assert "too-many-reviews" == refused.value.code
    assert await queue.cancel("a0", "ann")
    await queue.ask("b", "ann", NOW)
    for number in range(MAX_WAITING - MAX_OF_VISITOR):
        await queue.ask(f"c{number}", f"visitor {number}", NOW)
    with pytest.raises(LimitExceeded) as refused:
        await queue.ask("d", "ben", NOW)
    assert "reviews-overloaded" == refused.value.code


@anyio
async def test_only_who_asked_may_cancel(store: EventStore) -> None:
    queue = ReviewStore(store)
    await queue.ask("a", "ann", NOW)
    assert not await queue.cancel("a", "ben")
    assert not await queue.cancel("a", "")
    await queue.claim(NOW, NOW + CLAIM)
    assert await queue.cancel("a", "ann")
    # The process that computes it notices.
    assert not await queue.report("a", 0.5, NOW + CLAIM)
    await queue.finish("a", "{}")
    assert "none" == await status(queue, "a")


@anyio
async def test_a_match_that_goes_on_is_never_reviewed(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 2)
    await harness.open(people=2)
    await harness.play_some(5, Rng("some"))
    reviewer = new_reviewer(sqlite_store)
    # Even if somebody had put it into the queue.
    await reviewer.queue.ask(harness.table.id, "A", NOW)
    await reviewer.run_next()
    row = await reviewer.queue.get(harness.table.id)
    assert row is not None
    assert (1, False, "", 0) == (row.attempts, row.done, row.content, row.claimed_until)
    assert isinstance(reviewer.worker, ReviewProcess)
    assert reviewer.worker.pool is None


@anyio
async def test_a_cancelled_review_kills_its_worker(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "INTERVAL", 0.01)
    earlier = await finished(sqlite_store, GAME)
    reviewer = new_reviewer(sqlite_store)
    await reviewer.queue.ask(earlier.table.id, "A", NOW)
    inner = reviewer.queue.report

    async def cancelled(table: str, progress: float, until: int) -> bool:
        await reviewer.queue.cancel(table, "A")
        return await inner(table, progress, until)

    monkeypatch.setattr(reviewer.queue, "report", cancelled)
    await reviewer.run_next()
    assert await reviewer.queue.get(earlier.table.id) is None
    assert isinstance(reviewer.worker, ReviewProcess)
    assert reviewer.worker.pool is None


def test_a_system_that_forbids_priorities_computes_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """The filter `~@resources` of a systemd unit refuses setpriority with EPERM."""

    def refuse(_increment: int) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "nice", refuse)
    monkeypatch.setattr(review_worker.SharedProgress, "value", None)
    monkeypatch.setattr(review_worker, "init_worker", lambda: None)
    progress = multiprocessing.get_context("spawn").Value("d", 0.0)
    init_review_worker(progress, review_worker.NICENESS)
    write_progress(0.5)
    assert 0.5 == progress.value


def sample(plies: int) -> Review:
    moves = [ReviewedMove(ply, ply % 2, f"move {ply}", "good") for ply in range(plies)]
    curve = [[float(ply), 0.0] for ply in range(plies + 1)]
    totals = [ReviewTotals(0, 0, {})] * 2
    return Review(GAME, 2, curve, curve, moves, [[2, 4], [3]], totals, notes={}, simulations=0)


def test_a_viewer_who_did_not_notice_a_move_gets_no_number_for_it() -> None:
    plies = ViewerNumbering()
    assert sample(6) == renumber(sample(6), plies)
    # The moves 3 and 4 (after 2 and 3 others) were hidden.
    for ply in (3, 4):
        plies.skip(ply)
    shown = renumber(sample(6), plies)
    assert [0.0, 1.0, 2.0, 5.0, 6.0] == [scores[0] for scores in shown.curve]
    assert [(0, "move 0"), (1, "move 1"), (2, "move 4"), (3, "move 5")] == [
        (move.ply, move.words) for move in shown.moves
    ]
    assert [[2], []] == shown.turning_points


# Over HTTP


def wait_for_review(visitor: Visitor, table: str) -> dict[str, Any]:
    """Poll as a page does, until the review is done; return its last state."""
    return wait_while(visitor, table, "waiting", "running")


def wait_while(visitor: Visitor, table: str, *states: str) -> dict[str, Any]:
    """Poll until the review is in another state than these, and return that."""
    until = time.monotonic() + 3 * TIMEOUT
    while (state := visitor.get(f"/api/tables/{table}/review"))["status"] in states:
        assert time.monotonic() < until
        time.sleep(0.05)
    found: dict[str, Any] = state
    return found


def test_the_review_of_a_match(over: tuple[Visitor, str]) -> None:
    ann, table = over
    update = ann.get(f"/api/tables/{table}")
    before = ann.get(f"/api/tables/{table}/review")
    assert ("none", None) == (before["status"], before["review"])
    last, scores = update["view"]["ply"], update["view"]["outcome"]["scores"]
    assert (last + 1, scores) == (len(before["points"]), before["points"][-1])
    asked = ann.post(f"/api/tables/{table}/review")
    assert asked["status"] in ("waiting", "running")
    assert asked["own"]
    # Asking twice changes nothing, and somebody else may look but not cancel.
    eve = Visitor(ann.address)
    assert not eve.post(f"/api/tables/{table}/review")["own"]
    assert "no-review-asked" == eve.http.delete(f"/api/tables/{table}/review").json()["code"]
    state = wait_for_review(ann, table)
    assert "done" == state["status"]
    review = state["review"]
    assert (GAME, 2, VERSION) == (review["game"], review["seats"], review["version"])
    assert last + 1 == len(review["curve"]) == len(review["chances"])
    assert scores == review["curve"][-1]
    assert {move["seat"] for move in review["moves"]} == {0, 1}
    assert all(move["mark"] in ("good", "fine", "doubtful", "costly", "forced") for move in review["moves"])
    own = {move["ply"] for move in review["moves"] if move["seat"] == 0}
    assert set(review["turning_points"][0]) <= own
    # Whoever may see the replay may see the review.
    assert review == eve.get(f"/api/tables/{table}/review")["review"]
    assert review == eve.post(f"/api/tables/{table}/review")["review"]
    eve.close()


def test_a_running_match_and_an_unknown_table_have_none(over: tuple[Visitor, str]) -> None:
    ann, _ = over
    running = new_match(ann)
    for method in ("GET", "POST", "DELETE"):
        answer = ann.http.request(method, f"/api/tables/{running}/review")
        assert (409, "not-over") == (answer.status_code, answer.json()["code"])
        assert 404 == ann.http.request(method, f"/api/tables/{'x' * 16}/review").status_code


def test_asking_has_a_rate(tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path / 'few.db'}", reviewing=Rate(burst=1, per_second=0.001)) as address:
        ann = Visitor(address)
        answers = []
        for _ in range(2):
            table = new_match(ann)
            finish_against_bots(ann, table)
            answers.append(ann.http.post(f"/api/tables/{table}/review"))
        ann.close()
    assert [200, 429] == [answer.status_code for answer in answers]


def test_a_review_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = f"sqlite:///{tmp_path / 'tablee.db'}"
    with monkeypatch.context() as first, site(store) as address:
        first.setattr(review_worker, "run_review", run_endless_review)
        first.setattr(reviews, "INTERVAL", 0.1)
        ann = Visitor(address)
        table = new_match(ann)
        finish_against_bots(ann, table)
        ann.post(f"/api/tables/{table}/review")
        wait_while(ann, table, "waiting")
        ann.close()
    # The server ended while it was computed: it has given up its claim, and the next one begins again.
    with closing(sqlite3.connect(tmp_path / "tablee.db")) as database:
        assert [(0, 0)] == database.execute("select claimed_until, attempts from review").fetchall()
    with site(store) as address:
        ann = Visitor(address)
        state = wait_for_review(ann, table)
        ann.close()
    assert "done" == state["status"]
