"""Log in, log out, change the password, delete, in every order: nothing is lost, and nothing is left."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import pytest
from sqlalchemy import select

from tablee.core.errors import Illegal
from tablee.server.auth.accounts import Accounts
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.events import Guest
from tablee.server.domain.ratings import START
from tablee.server.domain.table import GONE, Table
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import METADATA, PARTICIPATION, RESULT

pytestmark = pytest.mark.anyio
GAME = "islands"
PASSWORD = "correct horse"
IDS = itertools.count()


@pytest.fixture
def accounts(store: EventStore) -> Accounts:
    """Return the accounts of an empty store."""
    return Accounts(TableRegistry(store))


async def ask(accounts: Accounts, table: Table, visitor_id: str, kind: Any, **values: Any) -> None:
    """Send a command to a table."""
    await accounts.registry.handle(table.id, visitor_id, kind(id=f"r{next(IDS)}", **values))


async def open_table(accounts: Accounts, *visitors: str) -> Table:
    """Open a table at which these visitors are ready."""
    guests = [Guest(visitor, f"Name of {visitor}", ready=True) for visitor in visitors]
    opened = create.open_table(CATALOG, draw_secret(), GAME, len(guests), visitors[0], guests=guests)
    return (await accounts.registry.open(opened)).table


async def finish(accounts: Accounts, table: Table) -> None:
    """Play the first legal moves to the end."""
    while table.acting():
        seat = table.acting()[0]
        words = table.game.format(table.playing().state.moves(seat)[0])
        await ask(accounts, table, table.chairs[seat].visitor_id, commands.Play, words=words)


async def finished_match(accounts: Accounts, *visitors: str) -> Table:
    """Play a whole match."""
    table = await open_table(accounts, *visitors)
    await finish(accounts, table)
    return table


async def tables_of(accounts: Accounts, name: str) -> list[str]:
    """Return the ids of the tables in the history of an account, sorted."""
    return sorted(each.table_id for each in await accounts.history(name))


async def matches(accounts: Accounts, name: str) -> int:
    """Return the number of rated matches of an account."""
    return (await accounts.ratings(name)).get(GAME, START).matches


async def everything(store: EventStore) -> str:
    """Return all rows of the database as one text."""
    return repr([[tuple(row) for row in await store.rows(select(table))] for table in METADATA.sorted_tables])


async def test_logging_out_loses_no_match(accounts: Accounts) -> None:
    await accounts.register("laptop", "Ann", PASSWORD)
    await accounts.register("other", "Ben", PASSWORD)
    table = await finished_match(accounts, "laptop", "other")
    await accounts.log_out("laptop")
    await accounts.log_in("phone", "Ann", PASSWORD)
    assert ([table.id], 1) == (await tables_of(accounts, "ann"), await matches(accounts, "ann"))
    assert [table.id] == [each.table_id for each in await accounts.results("ann")]
    await accounts.log_in("laptop", "Ann", PASSWORD)
    assert ([table.id], 1) == (await tables_of(accounts, "ann"), await matches(accounts, "ann"))


async def test_a_match_counts_that_ends_after_the_log_out(accounts: Accounts) -> None:
    await accounts.register("laptop", "Ann", PASSWORD)
    await accounts.register("other", "Ben", PASSWORD)
    table = await open_table(accounts, "laptop", "other")
    await accounts.log_out("laptop")
    await finish(accounts, table)
    await accounts.log_in("phone", "Ann", PASSWORD)
    assert ([table.id], 1) == (await tables_of(accounts, "ann"), await matches(accounts, "ann"))


async def test_another_password_loses_no_match_of_the_other_device(accounts: Accounts) -> None:
    await accounts.register("laptop", "Ann", PASSWORD)
    await accounts.log_in("phone", "Ann", PASSWORD)
    await accounts.register("other", "Ben", PASSWORD)
    first = await finished_match(accounts, "phone", "other")
    running = await open_table(accounts, "phone", "other")
    await accounts.change_password("laptop", "another password")
    with pytest.raises(Illegal, match="no-account"):
        await accounts.account_of("phone")
    assert sorted([first.id, running.id]) == await tables_of(accounts, "ann")
    await finish(accounts, running)
    assert 2 == await matches(accounts, "ann")


async def test_deleting_after_a_log_out_leaves_nothing(accounts: Accounts) -> None:
    await accounts.register("laptop", "Ann", PASSWORD)
    await accounts.register("other", "Ben", PASSWORD)
    table = await open_table(accounts, "laptop", "other")
    await ask(accounts, table, "laptop", commands.Say, text="a secret of hers")
    await finish(accounts, table)
    await accounts.log_out("laptop")
    await accounts.log_in("phone", "Ann", PASSWORD)
    await accounts.delete("phone")
    assert [GONE, "Name of other"] == [chair.name for chair in table.chairs]
    left = await everything(accounts.store)
    assert "Name of other" in left
    assert not [word for word in ("Name of laptop", "a secret of hers", "'ann'") if word in left]
    assert [] == await accounts.store.tables_of("laptop")
    assert [table.id] == await tables_of(accounts, "ben")
    rows = await accounts.store.rows(
        select(RESULT.c.visitor_id, RESULT.c.account_name).order_by(RESULT.c.seat)
    )
    assert [("", None), ("other", "ben")] == [tuple(row) for row in rows]


async def test_what_a_spectator_said_is_deleted_too(accounts: Accounts) -> None:
    table = await open_table(accounts, "A", "B")
    await accounts.register("watcher", "Wim", PASSWORD)
    await ask(accounts, table, "watcher", commands.Say, text="what he said", name="Spectator Wim")
    assert [] == await tables_of(accounts, "wim")
    await accounts.log_out("watcher")
    await accounts.log_in("phone", "Wim", PASSWORD)
    await accounts.delete("phone")
    assert [(GONE, GONE)] == [(line.name, line.text) for line in table.chat]
    left = await everything(accounts.store)
    assert not [word for word in ("Spectator Wim", "what he said") if word in left]


async def test_a_seat_handed_to_a_phone_stays_with_the_account(accounts: Accounts) -> None:
    await accounts.register("laptop", "Ann", PASSWORD)
    await accounts.register("other", "Ben", PASSWORD)
    table = await open_table(accounts, "laptop", "other")
    await hand_over(accounts, table, "laptop", "phone")
    await finish(accounts, table)
    assert ([table.id], 1) == (await tables_of(accounts, "ann"), await matches(accounts, "ann"))
    await accounts.delete("laptop")
    assert "Name of laptop" not in await everything(accounts.store)
    assert GONE == table.chairs[0].name


async def hand_over(accounts: Accounts, table: Table, giver: str, taker: str) -> None:
    """Move a seat by a link."""
    secret = f"a secret that is long enough {next(IDS)}"
    await ask(accounts, table, giver, commands.Lend, key=hashlib.sha256(secret.encode()).hexdigest())
    await ask(accounts, table, taker, commands.Claim, secret=secret)


async def test_a_name_given_before_the_seat_was_handed_over_is_deleted(accounts: Accounts) -> None:
    table = await open_table(accounts, "laptop", "other")
    await hand_over(accounts, table, "laptop", "phone")
    await accounts.register("phone", "Ann", PASSWORD)
    await accounts.delete("phone")
    assert "Name of laptop" not in await everything(accounts.store)


async def test_what_was_played_without_an_account_belongs_to_the_first_that_logs_in(
    accounts: Accounts,
) -> None:
    before = await finished_match(accounts, "browser", "other")
    await accounts.register("browser", "Ann", PASSWORD)
    of_ann = await finished_match(accounts, "browser", "other")
    await accounts.log_out("browser")
    await accounts.register("browser", "Ben", PASSWORD)
    assert sorted([before.id, of_ann.id]) == await tables_of(accounts, "ann")
    assert [] == await tables_of(accounts, "ben")


async def test_a_deleted_name_comes_back_empty(accounts: Accounts) -> None:
    await accounts.register("laptop", "Ann", PASSWORD)
    await accounts.register("other", "Ben", PASSWORD)
    await finished_match(accounts, "laptop", "other")
    await accounts.delete("laptop")
    await accounts.register("laptop", "Ann", PASSWORD)
    assert ([], {}, []) == (
        await tables_of(accounts, "ann"),
        await accounts.ratings("ann"),
        await accounts.results("ann"),
    )
    rows = await accounts.store.rows(select(PARTICIPATION.c.visitor_id))
    assert ["other"] == [row.visitor_id for row in rows]
