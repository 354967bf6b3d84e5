"""Tests of the ranking of a deal: order, shared places, neighbours, what is left out; on both databases."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy import insert

from tablee.core.rng import Rng
from tablee.server.http.routes_daily import daily_row
from tablee.server.storage import daily
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import DAILY_RESULT

pytestmark = pytest.mark.anyio
DAY, GAME = "2026-11-17", "clouds"
COUNT = 120


def result(number: int, rng: Rng, **more: Any) -> dict[str, Any]:
    """Return a row with a random result; few different ones, so that many share a place."""
    row = {"day": DAY, "game": GAME, "ranked": True, "face": "", "account_name": None, "started_at": 0}
    row |= {"table_id": f"t{number:03}", "visitor_id": f"v{number}", "name": f"n{number}"}
    row |= {"score": rng.below(8), "lead": rng.below(4) - 2, "finished_at": rng.below(50)}
    return row | more


async def fill(store: EventStore) -> list[dict[str, Any]]:
    """Insert results of a deal, and rows that are not in its ranking; return the former in their order."""
    rng = Rng("ranking")
    rows = [result(number, rng) for number in range(COUNT)]
    others = [
        result(900, rng, day="2026-11-16"),
        result(901, rng, game="islands"),
        result(902, rng, ranked=False),
        result(903, rng, score=None, lead=None, finished_at=None),
    ]
    every = rows + others
    await store.in_transaction(lambda connection: connection.execute(insert(DAILY_RESULT), every))
    return sorted(rows, key=lambda row: (-row["score"], -row["lead"], row["finished_at"], row["table_id"]))


async def test_places_are_by_score_then_by_lead_and_are_shared(store: EventStore) -> None:
    rows = await fill(store)
    for at in range(0, COUNT, 7):
        (own,) = await store.rows(daily.tries_of(rows[at]["visitor_id"], None, DAY, DAY))
        ranking = await store.query(partial(daily.read_ranking, day=DAY, game=GAME, own=own))
        for row in (*ranking.top, *ranking.around):
            better = sum((other["score"], other["lead"]) > (row.score, row.lead) for other in rows)
            assert better + 1 == ranking.places[row.score, row.lead]
    assert COUNT == sum(count for _, count in ranking.scores)
    assert sorted({row["score"] for row in rows}) == [score for score, _ in ranking.scores]
    assert [(GAME, COUNT)] == [
        tuple(row) for row in await store.rows(daily.count_ranked(DAY, [GAME, "mine"]))
    ]


async def test_the_top_has_the_first_rows_in_order(store: EventStore) -> None:
    rows = await fill(store)
    found = await store.rows(daily.top(DAY, GAME))
    assert [row["table_id"] for row in rows[: daily.MAX_TOP]] == [row.table_id for row in found]


async def test_neighbours_are_the_rows_before_and_after(store: EventStore) -> None:
    rows = await fill(store)
    names = [row["table_id"] for row in rows]
    for at in range(0, COUNT, 7):
        (own,) = await store.rows(daily.tries_of(rows[at]["visitor_id"], None, DAY, DAY))
        before = await store.rows(daily.neighbours(own, after=False))
        after = await store.rows(daily.neighbours(own, after=True))
        assert names[max(0, at - daily.NEIGHBOURS) : at] == [row.table_id for row in before[::-1]]
        assert names[at + 1 : at + 1 + daily.NEIGHBOURS] == [row.table_id for row in after]


async def test_a_row_that_is_sent_has_no_ids_of_people(store: EventStore) -> None:
    rows = await fill(store)
    (first, *_) = await store.rows(daily.top(DAY, GAME))
    sent = daily_row(first, {(first.score, first.lead): 1}, None)
    assert (1, rows[0]["name"], False) == (sent.place, sent.name, sent.you)
    assert not hasattr(sent, "visitor_id")
