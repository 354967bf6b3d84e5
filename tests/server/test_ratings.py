"""Ratings are kept when a match ends: equal to a recomputation, and read without looking at any match."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import attrgetter

import pytest
from sqlalchemy import delete, select

from tablee.core.rng import Rng
from tablee.server.auth.accounts import Accounts
from tablee.server.domain.ratings import START, Key, Rating, rate
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
    """Return the first and the last event of a random match of people, some without account, and bots."""
    visitors = [*(f"browser of {name}" for name in PEOPLE), *GUESTS]
    game, seats, table = GAMES[rng.below(len(GAMES))], 1 + rng.below(4), f"table {number:04}"
    chosen = [visitors.pop(rng.below(len(visitors))) for _ in range(seats)]
    results = tuple(
        Result(table, seat, visitor, game, 1 + rng.below(seats), 0, 1_000 + number, rated=number % 7 > 0)
        for seat, visitor in enumerate(chosen)
    )
    if rng.below(2):
        bot = Result(table, seats, "", game, 1, 0, 1_000 + number, bot="strong", rating=1_600.0)
        results = (*results, replace(bot, rated=results[0].rated))
    return entry(table, 1, game, (), *chosen), entry(table, 2, game, results)


async def stored_results(store: EventStore) -> list[Result]:
    """Return all results in order of time."""
    query = select(RESULT).order_by(RESULT.c.at, RESULT.c.table_id, RESULT.c.seat)
    return [Result(*row) for row in await store.rows(query)]


def rate_all(results: Iterable[Result]) -> dict[Key, Rating]:
    """Return the rating of each person at each game; `results` must be in order of time."""
    known: dict[Key, Rating] = {}
    for _, match in groupby(results, key=attrgetter("table_id")):
        known.update(rate(match, known))
    return known


async def stored_ratings(store: EventStore) -> dict[Key, Rating]:
    """Return all ratings."""
    return {
        (row.person, row.game): Rating(row.value, row.deviation, row.matches)
        for row in await store.rows(select(RATING))
    }


@pytest.mark.parametrize("seed", ["first", "second", "third"])
async def test_ratings_kept_match_by_match_equal_a_recomputation(accounts: Accounts, seed: str) -> None:
    store, rng = accounts.store, Rng(seed)
    matches = [random_match(rng, number) for number in range(60)]
    while matches:
        batch, matches = matches[: 1 + rng.below(9)], matches[9:]
        for number in (0, 1):
            await asyncio.gather(*(store.append(match[number]) for match in batch))
    results = await stored_results(store)
    kept, computed = await stored_ratings(store), rate_all(results)
    assert computed.keys() == kept.keys()
    assert any(person.startswith("visitor") for person, _ in kept)
    assert len(computed) > len(PEOPLE)
    for key, rating in computed.items():
        assert rating == pytest.approx(kept[key], abs=1e-6)
    rows = await store.rows(select(RATING).order_by(RATING.c.person, RATING.c.game))
    await store.in_transaction(rebuild_ratings)
    again = await store.rows(select(RATING).order_by(RATING.c.person, RATING.c.game))
    assert [tuple(row)[:3] for row in rows] == [tuple(row)[:3] for row in again]
    assert computed == await stored_ratings(store)
    # The points of the graph: the last one of each person is the present rating.
    last = {(each.person, each.game): each for each in results if each.rating is not None and not each.bot}
    assert {key: each.rating for key, each in last.items()} == {
        key: pytest.approx(rating.value) for key, rating in computed.items()
    }


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
    assert {1} >= {rating.matches for rating in (await stored_ratings(accounts.store)).values()}


async def test_the_ratings_of_others_stay_when_an_account_is_deleted(accounts: Accounts) -> None:
    visitors = ("browser of ann", "browser of ben")
    results = tuple(Result("t", seat, each, "mine", seat + 1, 0, 1) for seat, each in enumerate(visitors))
    await accounts.store.append(entry("t", 1, "mine", (), *visitors))
    await accounts.store.append(entry("t", 2, "mine", results))
    before = await accounts.ratings("ben")
    assert before["mine"].value < START.value
    assert before["mine"].matches == 1
    # The two rows of the log are no events: nothing in them can be anonymized.
    await accounts.store.in_transaction(lambda connection: connection.exec_driver_sql("delete from event"))
    await accounts.delete("browser of ann")
    assert before == await accounts.ratings("ben")
    assert {"account ben"} == {person for person, _ in await stored_ratings(accounts.store)}


async def test_a_guest_who_makes_an_account_takes_the_rating_along(accounts: Accounts) -> None:
    store = accounts.store
    play = partial(play_against_bot, store, "guest 1")
    await play("t1", "mine")
    await play("t2", "clouds")
    before = await stored_ratings(store)
    await store.in_transaction(partial(accounts.create, visitor_id="guest 1", shown="Gus"))
    assert {
        ("account gus", "mine"): before["visitor guest 1", "mine"],
        ("account gus", "clouds"): before["visitor guest 1", "clouds"],
    } == await stored_ratings(store)
    assert {"gus"} == {each.account_name for each in await stored_results(store) if not each.bot}


async def test_the_rating_of_an_account_stays_when_it_logs_in_on_another_device(accounts: Accounts) -> None:
    store = accounts.store
    await play_against_bot(store, "browser of ann", "t1", "mine")
    await play_against_bot(store, "guest 1", "t2", "mine")
    own = (await stored_ratings(store))["account ann", "mine"]
    await store.in_transaction(partial(accounts.start_session, visitor_id="guest 1", name="ann"))
    assert {("account ann", "mine"): own} == await stored_ratings(store)
    points = {each.table_id: each.rating for each in await stored_results(store) if not each.bot}
    assert {"t1": own.value, "t2": None} == points


async def test_a_match_with_a_hint_is_not_rated(accounts: Accounts) -> None:
    store = accounts.store
    await store.append(entry("t", 1, "mine", (), "guest 1"))
    await store.note_hint("guest 1", "t")
    await store.append(entry("t", 2, "mine", results_against_bot("guest 1", "t", "mine")))
    assert {} == await stored_ratings(store)
    assert [False, False] == [each.rated for each in await stored_results(store)]


def results_against_bot(visitor_id: str, table: str, game: str) -> tuple[Result, Result]:
    """Return the results of a victory against a bot."""
    bot = Result(table, 1, "", game, 2, 0, 1, bot="regular", rating=1_500.0)
    return Result(table, 0, visitor_id, game, 1, 0, 1), bot


async def play_against_bot(store: EventStore, visitor_id: str, table: str, game: str) -> None:
    """Store a match that the visitor won against a bot."""
    await store.append(entry(table, 1, game, (), visitor_id))
    await store.append(entry(table, 2, game, results_against_bot(visitor_id, table, game)))


def test_one_account_on_two_seats_is_rated_against_the_others_only() -> None:
    results = [
        Result("t", seat, f"v{seat}", "mine", seat + 1, 0, 1, account_name=name)
        for seat, name in enumerate(("ann", "ann", "ben"))
    ]
    assert {"account ann", "account ben"} == {person for person, _ in rate_all(results)}
    assert {} == rate_all(results[:2])
