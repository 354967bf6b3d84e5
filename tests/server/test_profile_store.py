"""Queries of profiles and leaderboards on every kind of database, and what a login does to achievements."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text

from tablee.server.auth.accounts import Accounts
from tablee.server.auth.profiles import HistoryFilter, Owner, Profiles
from tablee.server.domain.results import Result
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage import profiles
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.rows import LogEntry, StoredEvent, TableSummary
from tablee.server.storage.schema import ACHIEVEMENT, RATING

pytestmark = pytest.mark.anyio
GAME = "islands"
NOW = 100 * 24 * 3_600 * 1_000
DAY = 24 * 3_600 * 1_000


@pytest.fixture
async def accounts(store: EventStore) -> Accounts:
    return Accounts(TableRegistry(store, clock=lambda: NOW))


async def add_match(
    store: EventStore, table: str, at: int, *seats: Result, earned: tuple[str, ...] = ()
) -> None:
    """Store a finished match; the first seat earned the achievements."""
    visitors = tuple(seat.visitor_id for seat in seats if seat.visitor_id)
    summary = TableSummary(table, 1, GAME, "over", False, 0, None, at)
    await store.append(LogEntry(StoredEvent(table, 1, at, "{}"), summary, visitors))
    achievements = tuple((0, name) for name in earned)
    event = StoredEvent(table, 2, at, "{}")
    await store.append(LogEntry(event, summary, results=seats, achievements=achievements))


def person(table: str, seat: int, name: str, rank: int, at: int) -> Result:
    return Result(
        table,
        seat,
        f"visitor of {name}",
        GAME,
        rank,
        10 * seat,
        at,
        seats=2,
        name=name,
        folded=name.casefold(),
    )


def bot(table: str, seat: int, rank: int, at: int) -> Result:
    return Result(table, seat, "", GAME, rank, 7, at, seats=2, bot="regular", rating=1_500.0, deviation=0.0)


async def test_history_finds_people_by_a_part_of_their_name(accounts: Accounts) -> None:
    store, found = accounts.store, Profiles(accounts)
    await add_match(store, "t1", 1, person("t1", 0, "Ann", 1, 1), person("t1", 1, "Éloïse", 2, 1))
    await add_match(store, "t2", 2, person("t2", 0, "Ann", 2, 2), person("t2", 1, "Ben_%", 1, 2))
    await add_match(store, "t3", 3, person("t3", 0, "Ann", 1, 3), bot("t3", 1, 2, 3))
    own = Owner("visitor of Ann", None)

    async def tables(**chosen: object) -> list[str]:
        rows, seats, more = await found.history(own, HistoryFilter(**chosen), 0)  # type: ignore[arg-type]
        assert not more
        assert {each.table_id for each in rows} == seats.keys()
        return [each.table_id for each in rows]

    assert ["t3", "t2", "t1"] == await tables()
    assert ["t1"] == await tables(opponent="ÉLO")
    assert ["t2"] == await tables(opponent="_%")
    assert [] == await tables(opponent="ann")
    assert ["t3"] == await tables(bots=("regular",))
    assert ["t3", "t1"] == await tables(outcome="won")
    assert ["t2"] == await tables(outcome="lost", seats=2)
    assert [] == await tables(seats=3)
    (row,) = await store.rows(profiles.totals(own.results()))
    assert (GAME, 2, 3, 2) == (row.game, row.seats, row.matches, row.won)


async def test_pages_of_a_history_do_not_overlap(accounts: Accounts) -> None:
    store, found = accounts.store, Profiles(accounts)
    count = profiles.PAGE + 3
    for number in range(count):
        table = f"t{number:03}"
        await add_match(store, table, number, person(table, 0, "Ann", 1, number), bot(table, 1, 2, number))
    own = Owner("visitor of Ann", None)
    first, _, more = await found.history(own, HistoryFilter(), 0)
    rest, _, last = await found.history(own, HistoryFilter(), 1)
    assert (profiles.PAGE, True, 3, False) == (len(first), more, len(rest), last)
    assert count == len({each.table_id for each in [*first, *rest]})
    assert count == len(await found.points(own, GAME))


async def test_achievements_are_kept_once_and_move_with_a_guest(accounts: Accounts) -> None:
    store = accounts.store
    await store.in_transaction(partial(accounts.create, visitor_id="visitor of Ann", shown="Ann"))
    await add_match(store, "t1", 1, person("t1", 0, "Ann", 1, 1), bot("t1", 1, 2, 1), earned=("pairs",))
    await add_match(
        store, "t2", 2, person("t2", 0, "Ann", 1, 2), bot("t2", 1, 2, 2), earned=("pairs", "dream")
    )
    await add_match(
        store, "t3", 3, person("t3", 0, "Gus", 1, 3), bot("t3", 1, 2, 3), earned=("dream", "points")
    )
    await store.in_transaction(partial(accounts.start_session, visitor_id="visitor of Gus", name="ann"))
    rows = await store.rows(select(ACHIEVEMENT).order_by(ACHIEVEMENT.c.name))
    assert [
        ("account ann", "dream", "t2"),
        ("account ann", "pairs", "t1"),
        ("account ann", "points", "t3"),
    ] == [(row.person, row.name, row.table_id) for row in rows]


async def test_nothing_is_achieved_with_a_hint(accounts: Accounts) -> None:
    store = accounts.store
    summary = TableSummary("t", 1, GAME, "over", False, 0, None, 1)
    await store.append(LogEntry(StoredEvent("t", 1, 1, "{}"), summary, ("visitor of Ann",)))
    await store.note_hint("visitor of Ann", "t")
    seats = (person("t", 0, "Ann", 1, 1), bot("t", 1, 2, 1))
    await store.append(
        LogEntry(StoredEvent("t", 2, 1, "{}"), summary, results=seats, achievements=((0, "dream"),))
    )
    assert [] == await store.rows(select(ACHIEVEMENT))


def execute(connection: Connection, row: dict[str, Any]) -> None:
    connection.execute(insert(RATING), row)


async def test_a_leaderboard_has_pages_periods_and_an_index(accounts: Accounts) -> None:
    store, found = accounts.store, Profiles(accounts)
    count = profiles.PAGE + 5
    for number in range(count):
        name = f"p{number:02}"
        await store.in_transaction(partial(accounts.create, visitor_id=f"v{number}", shown=name))
        row = {
            "person": f"account {name}",
            "game": GAME,
            "account_name": name,
            "value": 1_400.0 + number,
            "deviation": 50.0,
            "matches": 1,
            "low": 1_300.0 + number,
            # Every other one played in this week, the others in this month.
            "at": NOW - (10 * DAY if number % 2 else DAY),
        }
        await store.in_transaction(partial(execute, row=row))
        await found.set_public(name, number > 0)
    first, more = await found.leaderboard(GAME, "all", 0)
    rest, last = await found.leaderboard(GAME, "all", 1)
    names = [row.account_name for row in [*first, *rest]]
    assert [f"p{number:02}" for number in range(count - 1, 0, -1)] == names
    assert (True, False) == (more, last)
    week, _ = await found.leaderboard(GAME, "week", 0)
    assert {name for name in names if int(name[1:]) % 2 == 0} == {row.account_name for row in week}
    assert len(names) == len({*names} - {"p00"})
    placed = await found.place("p02", GAME, "week")
    assert placed is not None
    assert len(week) == placed[0]
    assert await found.place("p00", GAME, "all") is None
    assert await found.place("p01", GAME, "week") is None
    if store.engine.dialect.name == "sqlite":
        query = profiles.leaderboard(GAME, 0, 0).compile(store.engine, compile_kwargs={"literal_binds": True})
        plan = " ".join(row[-1] for row in await store.rows(text(f"explain query plan {query}")))
        assert "ix_rating_game_public_low" in plan
