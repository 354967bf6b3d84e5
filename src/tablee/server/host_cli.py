"""Commands for the host of a site: `tablee host reports`, `close`, `ban` and so on. Every action is logged.

The docstring of a command is its help text. A running server follows within a few seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from cyclopts import Parameter
from sqlalchemy import select

from tablee.core.errors import Illegal
from tablee.server.cli import DEFAULT_STORE, ServerStore
from tablee.server.domain import moderation
from tablee.server.domain.moderation import CommandAction
from tablee.server.runtime.moderation import Bans, Moderation
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.database import require_store
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import ACCOUNT

TableId = Annotated[str, Parameter(help="Id of the table, the end of its link.")]
AccountName = Annotated[str, Parameter(help="Name of the account.")]
Reason = Annotated[str, Parameter(help="Reason, for the log.")]
BY = "command line"


async def _with_store(store: str, work: Callable[[Moderation], Awaitable[None]]) -> None:
    require_store(store)
    registry = TableRegistry(await EventStore.open(store))
    try:
        await work(Moderation(registry, Bans()))
    finally:
        await registry.close()


def _act(store: str, action: CommandAction) -> None:
    asyncio.run(_with_store(store, lambda host: host.act(BY, action)))
    print("ok")


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1_000, UTC).strftime("%Y-%m-%d %H:%M")


def appoint(account: AccountName, *, why: Reason = "", store: ServerStore = DEFAULT_STORE) -> None:
    """Let an account moderate the site at its page /host, under whatever name it has later."""
    _act(store, moderation.Appoint(account=account, why=why))


def dismiss(account: AccountName, *, why: Reason = "", store: ServerStore = DEFAULT_STORE) -> None:
    """Let an account moderate the site no longer."""
    _act(store, moderation.Dismiss(account=account, why=why))


def accounts(
    *,
    every: Annotated[bool, Parameter(name="--all", negative="")] = False,
    store: ServerStore = DEFAULT_STORE,
) -> None:
    """List the accounts that may moderate the site, and since when.

    Parameters
    ----------
    every
        List all accounts of the site, and when they were made.
    """

    async def show(host: Moderation) -> None:
        if every:
            for row in await host.store.rows(select(ACCOUNT).order_by(ACCOUNT.c.name)):
                print(f"{_time(row.created_at)}  {row.display_name}")
            return
        found = await host.hosts()
        if not found:
            print("nobody yet: tablee host appoint ACCOUNT (tablee host accounts --all lists the accounts)")
        for row in found:
            print(f"{_time(row.at)}  {row.account_name}")

    asyncio.run(_with_store(store, show))


def reports(*, store: ServerStore = DEFAULT_STORE) -> None:
    """List the reports that nobody has dealt with, with the chat at that time."""

    async def show(host: Moderation) -> None:
        found = await host.reports()
        if not found:
            print("no open reports")
        for row in found:
            who = f"{row.name} (person {row.about_id}, account {row.about_account or '-'})"
            print(f"{row.id}  {_time(row.at)}  {row.reason}  about {who}, by {row.by_name}")
            print(f"    table {row.table_id or '-'}  {row.text}")
            for at, name, text in msgspec.json.decode(row.lines):
                print(f"    {_time(at)}  {name}: {text}")

    asyncio.run(_with_store(store, show))


def log(*, store: ServerStore = DEFAULT_STORE) -> None:
    """List what the host has done, the latest first: when, who, what, to whom, why."""

    async def show(host: Moderation) -> None:
        done = await host.actions()
        if not done:
            print("nothing yet")
        for row in done:
            print(f"{_time(row.at)}  {row.by}  {row.action}  {row.target}  {row.why}")

    asyncio.run(_with_store(store, show))


def close(table: TableId, *, why: Reason = "", store: ServerStore = DEFAULT_STORE) -> None:
    """Close a table: nobody can enter it, and no bot plays there."""
    _act(store, moderation.Close(table=table, why=why))


def restore(table: TableId, *, why: Reason = "", store: ServerStore = DEFAULT_STORE) -> None:
    """Open a closed table again; the match goes on where it was."""
    _act(store, moderation.Restore(table=table, why=why))


def ban(
    *,
    person: str = "",
    account: str = "",
    table: str = "",
    seat: int | None = None,
    address: str = "",
    why: Reason = "",
    store: ServerStore = DEFAULT_STORE,
) -> None:
    """Keep a person, or everybody at a network address, from playing and writing.

    Parameters
    ----------
    person
        Id of the person, as in a report.
    account
        Name of an account.
    table
        Id of a table, with --seat: the person who sits there.
    seat
        Seat at the table, counted from 0.
    address
        Network address.
    """
    if not (person or account or address or (table and seat is not None)):
        raise Illegal("nobody-to-ban")
    found = moderation.Ban(person=person, account=account, table=table, seat=seat, address=address, why=why)
    _act(store, found)


def unban(
    *,
    person: str = "",
    account: str = "",
    address: str = "",
    why: Reason = "",
    store: ServerStore = DEFAULT_STORE,
) -> None:
    """Undo a ban.

    Parameters
    ----------
    person
        Id of the person.
    account
        Name of an account.
    address
        Network address.
    """
    _act(store, moderation.Unban(person=person, account=account, address=address, why=why))


def rename_seat(
    table: TableId, seat: int, name: str, *, why: Reason = "", store: ServerStore = DEFAULT_STORE
) -> None:
    """Give the person at a seat another name.

    Parameters
    ----------
    seat
        Seat at the table, counted from 0.
    name
        New name.
    """
    _act(store, moderation.RenameSeat(table=table, seat=seat, name=name, why=why))


def rename_account(account: str, name: str, *, why: Reason = "", store: ServerStore = DEFAULT_STORE) -> None:
    """Give an account another name; its owner logs in with that from now on.

    Parameters
    ----------
    account
        Present name.
    name
        New name.
    """
    _act(store, moderation.RenameAccount(account=account, name=name, why=why))


def settle(report: str, *, why: Reason = "", store: ServerStore = DEFAULT_STORE) -> None:
    """Note that a report was dealt with.

    Parameters
    ----------
    report
        Id of the report.
    """
    _act(store, moderation.Settle(report=report, why=why))
