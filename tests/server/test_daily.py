"""Tests of the deal of the day: one chain for all processes, one ranked try, secrecy, accounts, midnight."""

from __future__ import annotations

import asyncio

import pytest

from tablee.core.daily import Chain, closing_of, day_after, deal_seed, end_of
from tablee.core.errors import Illegal, Unreadable
from tablee.server.auth.accounts import Accounts
from tablee.server.domain import commands
from tablee.server.domain.daily import streak
from tablee.server.realtime import render
from tablee.server.realtime.render import Renderer, ViewerProgress
from tablee.server.storage.event_store import EventStore
from tests.server.daily_runtime import DAY, NOON, SOLO, DailyProcess

pytestmark = pytest.mark.anyio
NEXT = day_after(DAY)


async def test_all_processes_have_the_chain_of_the_first_one(store: EventStore) -> None:
    processes = [DailyProcess(store) for _ in range(4)]
    chains = await asyncio.gather(*(each.deals.chain_of(DAY) for each in processes))
    assert 1 == len(set(chains))
    assert DAY == chains[0].first_day
    later = DailyProcess(store, NOON + 40 * 86_400_000)
    assert chains[0] == await later.deals.chain_of(later.deals.today)


async def test_a_new_chain_follows_the_last_day_of_the_one_before(store: EventStore) -> None:
    process = DailyProcess(store)
    first = await process.deals.chain_of(DAY)
    process.now = end_of(first.last_day) - 1
    second = await process.deals.chain_of(day_after(first.last_day))
    assert (1, day_after(first.last_day)) == (second.number, second.first_day)
    assert first == await process.deals.chain_of(first.last_day)
    assert first.root != second.root


async def test_days_before_the_first_and_after_tomorrow_have_no_deal(store: EventStore) -> None:
    process = DailyProcess(store)
    await process.deals.chain_of(NEXT)
    for day in (day_after(DAY, -1), day_after(DAY, 2)):
        with pytest.raises(Unreadable):
            await process.deals.chain_of(day)
    with pytest.raises(Unreadable):
        await process.begin("A", NEXT)


async def test_everybody_gets_the_deal_that_the_chain_has_fixed(store: EventStore) -> None:
    process = DailyProcess(store)
    tables = [await process.table(await process.begin(visitor)) for visitor in "AB"]
    chain: Chain = await process.deals.chain_of(DAY)
    assert {deal_seed(chain.secret(DAY), DAY, SOLO)} == {table.playing().seed for table in tables}
    assert tables[0].secret_commitment == tables[1].secret_commitment
    assert tables[0].id != tables[1].id


async def test_a_second_request_returns_the_try_that_was_begun(store: EventStore) -> None:
    process = DailyProcess(store)
    table = await process.begin("A")
    assert table == await process.begin("A")
    await process.play(table, "A")
    assert table == await process.begin("A")
    process.now += 1
    again = await process.begin("A", ranked=False)
    assert table != again
    assert [True, False] == [row["ranked"] for row in await process.rows(await process.deals.person("A"))]


async def test_several_clicks_at_once_in_two_processes_open_one_table(store: EventStore) -> None:
    here, there = DailyProcess(store), DailyProcess(store)
    await here.deals.chain_of(DAY)
    opened = await asyncio.gather(*(each.begin("A") for each in [here, there] * 4))
    assert 1 == len(set(opened))
    assert 1 == len(await here.rows(await here.deals.person("A")))


async def test_another_try_is_refused_before_the_ranked_one_is_over(store: EventStore) -> None:
    process = DailyProcess(store)
    for moves in (0, 3):
        with pytest.raises(Illegal) as refused:
            await process.begin("A", ranked=False)
        assert "daily-ranked-first" == refused.value.code
        await process.play(await process.begin("A"), "A", moves)


async def test_the_ranked_try_has_no_undo_and_no_stand_in(store: EventStore) -> None:
    process = DailyProcess(store)
    table = await process.begin("A")
    await process.play(table, "A", 2)
    for command, code in ((commands.Undo(id="1"), "daily-no-help"), (commands.Leave(id="2"), "daily-waits")):
        with pytest.raises(Illegal) as refused:
            await process.registry.handle(table, "A", command)
        assert code == refused.value.code
    await process.play(table, "A")
    unranked = await process.begin("A", ranked=False)
    await process.play(unranked, "A", 2)
    await process.registry.handle(unranked, "A", commands.Undo(id="3"))


async def test_a_try_goes_on_after_a_restart(store: EventStore) -> None:
    before = DailyProcess(store)
    table = await before.begin("A")
    half = (await before.play(table, "A", 5)).playing().ply
    after = DailyProcess(store, NOON + 3_600_000)
    assert table == await after.begin("A")
    assert half == (await after.table(table)).playing().ply
    await after.play(table, "A")
    (row,) = await after.rows(await after.deals.person("A"))
    assert (await after.table(table)).playing().outcome.scores[0] == row["score"]  # type: ignore[union-attr]


# Bots


@pytest.mark.parametrize("game", ["islands", "bonbons", "mine"])
async def test_bots_answer_equal_moves_equally_however_fast_they_come(
    sqlite_store: EventStore, game: str
) -> None:
    matches = []
    for visitor, step in (("A", 700), ("B", 4_100)):
        process = DailyProcess(sqlite_store)
        table = await process.begin(visitor, game=game)
        matches.append(await process.play_with_bots(table, visitor, step, moves=12))
    assert min(map(len, matches)) > 8
    for bot in {line.split()[0] for line in matches[0]}:
        # In one of the matches more time has passed, so that the clock may have brought the bot further.
        first, second = ([line for line in match if line.split()[0] == bot] for match in matches)
        common = min(len(first), len(second))
        assert common > 2
        assert first[:common] == second[:common]


# Secrecy


async def refusal_of(process: DailyProcess, table: str, visitor_id: str) -> str:
    """Return the code with which a table is hidden from a visitor, "" if it is shown."""
    try:
        await process.registry.check_viewer(await process.table(table), visitor_id)
    except Illegal as refused:
        return refused.code
    return ""


async def test_nobody_sees_a_match_at_the_deal_before_the_own_one_is_over(store: EventStore) -> None:
    process = DailyProcess(store)
    table = await process.begin("A")
    own = await process.begin("B")
    assert "daily-private" == await refusal_of(process, table, "B")
    await process.play(table, "A")
    await process.play(own, "B", 3)
    for viewer in ("", "B", "C"):
        assert "daily-private" == await refusal_of(process, table, viewer)
    assert "" == await refusal_of(process, table, "A")
    await process.play(own, "B")
    assert "" == await refusal_of(process, table, "B")
    process.now = closing_of(DAY)
    assert "" == await refusal_of(process, table, "C")


async def test_a_match_that_goes_on_is_shown_to_nobody_else(store: EventStore) -> None:
    process = DailyProcess(store)
    table = await process.begin("A")
    await process.play(await process.begin("B"), "B")
    assert "daily-private" == await refusal_of(process, table, "B")
    with pytest.raises(Illegal) as refused:
        await process.registry.handle(table, "B", commands.Say(id="1", text="take the first", name="B"))
    assert "daily-private" == refused.value.code


async def test_neither_update_nor_record_reveals_the_seed_before_the_day_is_over(store: EventStore) -> None:
    process = DailyProcess(store)
    table = await process.play(await process.begin("A"), "A")
    update = Renderer(table).update(0, ViewerProgress(), process.now).decode()
    assert table.status == "over"
    assert table.playing().seed not in update
    assert table.opened.salt not in update
    for now in (process.now, closing_of(DAY) - 1):
        with pytest.raises(Illegal) as refused:
            render.record(table, now)
        assert "daily-secret" == refused.value.code
    assert f"note daily: {DAY}" in render.record(table, closing_of(DAY))


# Midnight


async def test_a_try_begun_before_midnight_counts_if_it_ends_soon_after(store: EventStore) -> None:
    process = DailyProcess(store, end_of(DAY) - 1)
    table = await process.begin("A")
    process.now = closing_of(DAY) - 1
    assert table == await process.begin("A")
    await process.play(table, "A")
    (row,) = await process.rows(await process.deals.person("A"))
    assert (DAY, True) == (row["day"], row["ranked"])


async def test_a_try_that_ends_after_the_ranking_is_final_does_not_count(store: EventStore) -> None:
    process = DailyProcess(store, end_of(DAY) - 1)
    table = await process.begin("A")
    process.now = closing_of(DAY)
    await process.play(table, "A")
    (row,) = await process.rows(await process.deals.person("A"))
    assert row["ranked"] is False
    assert row["score"] is not None


async def test_after_midnight_the_day_before_can_be_played_unranked_once_it_is_final(
    store: EventStore,
) -> None:
    process = DailyProcess(store)
    await process.deals.chain_of(DAY)
    process.now = end_of(DAY)
    with pytest.raises(Illegal) as refused:
        await process.begin("A")
    assert "daily-over" == refused.value.code
    with pytest.raises(Illegal) as refused:
        await process.begin("A", ranked=False)
    assert "daily-closing" == refused.value.code
    process.now = closing_of(DAY)
    table = await process.table(await process.begin("A", ranked=False))
    assert (DAY, False) == (table.opened.daily, table.opened.ranked)
    assert NEXT == (await process.table(await process.begin("A", NEXT))).opened.daily


# Accounts


async def test_a_guests_try_moves_into_the_account(store: EventStore) -> None:
    process = DailyProcess(store)
    accounts = Accounts(process.registry)
    table = await process.begin("A")
    await accounts.register("A", "Ann", "long enough")
    person = await process.deals.person("A")
    assert "ann" == person.account
    assert table == await process.begin("A")
    await process.play(table, "A")
    await accounts.log_in("B", "Ann", "long enough")
    assert table == await process.begin("B")
    assert [table] == [row["table_id"] for row in await process.rows(await process.deals.person("B"))]
    await accounts.log_out("A")
    assert table == await process.begin("A")


async def test_of_two_tries_of_one_person_the_first_counts(store: EventStore) -> None:
    process = DailyProcess(store)
    accounts = Accounts(process.registry)
    await accounts.register("A", "Ann", "long enough")
    process.now += 1_000
    guest = await process.begin("B")
    process.now += 1_000
    own = await process.begin("A")
    await accounts.log_in("B", "Ann", "long enough")
    rows = {row["table_id"]: row["ranked"] for row in await process.rows(await process.deals.person("A"))}
    assert {guest: True, own: False} == rows


async def test_a_try_that_goes_on_elsewhere_is_not_opened_twice(store: EventStore) -> None:
    process = DailyProcess(store)
    accounts = Accounts(process.registry)
    await accounts.register("A", "Ann", "long enough")
    await accounts.log_in("B", "Ann", "long enough")
    table = await process.begin("A")
    with pytest.raises(Illegal) as refused:
        await process.begin("B")
    assert "daily-elsewhere" == refused.value.code
    assert "" == await refusal_of(process, table, "B")


async def test_a_deleted_account_leaves_scores_without_a_name(store: EventStore) -> None:
    process = DailyProcess(store)
    accounts = Accounts(process.registry)
    await accounts.register("A", "Ann", "long enough")
    await process.play(await process.begin("A"), "A")
    await process.play(await process.begin("B"), "B")
    await accounts.delete("A")
    assert [] == await process.rows(await process.deals.person("A"))


# The streak


def days(*back: int) -> list[str]:
    return [day_after(DAY, -each) for each in back]


@pytest.mark.parametrize(
    "played, count",
    [
        ([], 0),
        (days(0), 1),
        (days(1), 1),
        (days(0, 1, 2, 3), 4),
        (days(1, 2, 3), 3),
        # One missed day is forgiven and not counted, two in a row are not.
        (days(0, 1, 3, 4), 4),
        (days(0, 3, 4), 1),
        # The next missed day is forgiven a week after the last one.
        (days(0, 2, 3, 4, 5, 6, 7, 9), 8),
        (days(0, 2, 3, 4, 6), 4),
        (days(2, 3), 2),
        (days(3, 4), 0),
    ],
)
async def test_a_streak_forgives_one_missed_day_a_week(played: list[str], count: int) -> None:
    assert count == streak(played, DAY)
