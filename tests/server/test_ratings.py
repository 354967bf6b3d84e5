"""Ratings are kept when a match ends: equal to a recomputation, and read without looking at any match."""

from __future__ import annotations

import asyncio
import itertools
from functools import partial

import pytest
from sqlalchemy import delete, select

from tablee.core.rng import Rng
from tablee.server.auth.accounts import Accounts
from tablee.server.domain import elo
from tablee.server.domain.results import Result
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.ratings import rebuild_ratings
from tablee.server.storage.rows import LogEntry, StoredEvent, TableSummary
from tablee.server.storage.schema import RATING, RESULT

pytestmark = pytest.mark.anyio
GAMES = ("islands", "clouds", "mine")
PEOPLE = ("ann", "ben", "cat", "dan", "eve")
GUESTS = ("guest 1", "guest 2")


@pytest.fixture
async def accounts(store: EventStore) -> Accounts:
    """Return the accounts of five people, each with one session; two visitors have none."""
    accounts = Accounts(TableRegistry(store))
    for name in PEOPLE:
        await store.in_transaction(partial(accounts.create, visitor_id=f"browser of {name}", shown=name))
    return accounts


def entry(table: str, seq: int, game: str, results: tuple[Result, ...], *visitors: str) -> LogEntry:
    """Return a stored event with its projection rows."""
    summary = TableSummary(table, seq, game, "over", False, 0, None, seq)
    return LogEntry(StoredEvent(table, seq, seq, "{}"), summary, visitors, results)


def random_match(rng: Rng, number: int) -> tuple[LogEntry, LogEntry]:
    """Return the first and the last event of a random match of people with and without accounts."""
    visitors = [*(f"browser of {name}" for name in PEOPLE), *GUESTS]
    game, seats, table = GAMES[rng.below(len(GAMES))], 1 + rng.below(4), f"table {number:04}"
    chosen = [visitors.pop(rng.below(len(visitors))) for _ in range(seats)]
    results = tuple(
        Result(table, seat, visitor, game, 1 + rng.below(seats), 0, 1_000 + number)
        for seat, visitor in enumerate(chosen)
    )
    return entry(table, 1, game, (), *chosen), entry(table, 2, game, results)


async def stored_results(store: EventStore) -> list[Result]:
    """Return all results in order of time."""
    query = select(RESULT).order_by(RESULT.c.at, RESULT.c.table_id, RESULT.c.seat)
    return [Result(*row) for row in await store.rows(query)]


async def stored_ratings(store: EventStore) -> dict[tuple[str, str], tuple[float, int]]:
    """Return all ratings, not rounded."""
    return {
        (row.account_name, row.game): (row.value, row.matches) for row in await store.rows(select(RATING))
    }


@pytest.mark.parametrize("seed", ["first", "second", "third"])
async def test_ratings_kept_match_by_match_equal_a_recomputation(accounts: Accounts, seed: str) -> None:
    store, rng = accounts.store, Rng(seed)
    matches = [random_match(rng, number) for number in range(60)]
    while matches:
        batch, matches = matches[: 1 + rng.below(9)], matches[9:]
        for number in (0, 1):
            await asyncio.gather(*(store.append(match[number]) for match in batch))
    kept, computed = await stored_ratings(store), elo.exact_ratings(await stored_results(store))
    assert computed.keys() == kept.keys()
    assert len(computed) > len(PEOPLE)
    for key, (value, played) in computed.items():
        assert played == kept[key][1]
        assert value == pytest.approx(kept[key][0], abs=1e-6)
    await store.in_transaction(rebuild_ratings)
    assert computed == await stored_ratings(store)


async def test_an_account_is_read_without_any_match(accounts: Accounts) -> None:
    store, rng = accounts.store, Rng("read")
    for number in range(20):
        for each in random_match(rng, number):
            await store.append(each)
    before = {name: await accounts.ratings(name) for name in PEOPLE}
    assert any(before.values())
    await store.in_transaction(lambda connection: connection.execute(delete(RESULT)))
    assert before == {name: await accounts.ratings(name) for name in PEOPLE}


async def test_an_event_that_lost_its_place_changes_no_rating(accounts: Accounts) -> None:
    rng = Rng("lost")
    first, last = random_match(rng, 1)
    while len(last.results) < 3:
        first, last = random_match(rng, 1)
    await accounts.store.append(first)
    assert [True, False] == [await accounts.store.append(last) for _ in range(2)]
    assert {1} >= {played for _, played in (await stored_ratings(accounts.store)).values()}


async def test_the_ratings_of_others_stay_when_an_account_is_deleted(accounts: Accounts) -> None:
    visitors = ("browser of ann", "browser of ben")
    results = tuple(Result("t", seat, each, "mine", seat + 1, 0, 1) for seat, each in enumerate(visitors))
    await accounts.store.append(entry("t", 1, "mine", (), *visitors))
    await accounts.store.append(entry("t", 2, "mine", results))
    before = await accounts.ratings("ben")
    assert {"mine": (1480, 1)} == before
    # The two rows of the log are no events: nothing in them can be anonymized.
    await accounts.store.in_transaction(lambda connection: connection.exec_driver_sql("delete from event"))
    await accounts.delete("browser of ann")
    assert before == await accounts.ratings("ben")
    assert {"ben"} == {name for name, _ in await stored_ratings(accounts.store)}


def test_one_account_on_two_seats_is_rated_against_the_others_only() -> None:
    results = [
        Result("t", seat, f"v{seat}", "mine", seat + 1, 0, 1, account_name=name)
        for seat, name in enumerate(("ann", "ann", "ben"))
    ]
    found = elo.ratings(results)
    assert {"ann", "ben"} == found.keys()
    assert {} == elo.ratings(results[:2])
    assert 3_000 == sum(value for games in found.values() for value, _ in games.values())


def test_pairs_of_a_match_cancel_out() -> None:
    for ranks in itertools.product((1, 2, 3), repeat=3):
        keys = [(name, "mine") for name in "abc"]
        changes = elo.rating_changes(dict(zip(keys, ranks, strict=True)), {}, {})
        assert pytest.approx(0) == sum(changes.values())
