"""Decisions of the host of the site: who may not act, which tables are closed. Every action is logged.

Each process keeps the bans and the closed tables in memory and reads them again at regular intervals, so that
a decision of the command line, or of another process, holds everywhere after a few seconds.

Nobody has to wait for a banned person: before a match the seat becomes free, during it a bot plays, until
the person may return. Every process does this when it learns of a ban; the log keeps only the first event.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from sqlalchemy import Connection, select

from tablee.core.errors import Illegal, Unreadable
from tablee.server.domain import events, moderation
from tablee.server.domain.moderation import CommandAction
from tablee.server.domain.names import one_line, required_name
from tablee.server.rate_limit import network_of
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage import moderation as stored
from tablee.server.storage import people
from tablee.server.storage.people_schema import BAN, CLOSED_TABLE, PERSON
from tablee.server.storage.schema import ACCOUNT, SESSION

AboutPerson = moderation.Ban | moderation.Unban | moderation.Appoint | moderation.Dismiss

Write = Callable[[Connection], None]


class Bans:
    """Banned visitors and network addresses, as this process knows them."""

    def __init__(self) -> None:
        self.visitors: frozenset[str] = frozenset()
        self.addresses: frozenset[str] = frozenset()

    def check(self, visitor_id: str, address: str = "") -> None:
        """Raise Illegal for a banned visitor or address."""
        if visitor_id in self.visitors or address in self.addresses:
            raise Illegal("banned")


class Moderation:
    """The actions of the host, and what follows from them in this process."""

    def __init__(self, registry: TableRegistry, bans: Bans) -> None:
        self.registry = registry
        self.store = registry.store
        self.bans = bans
        # Banned visitors and people whose seats were vacated.
        self.vacated: set[str] = set()
        self.refreshing = asyncio.Lock()
        registry.on_banned = self.on_banned

    def on_banned(self, table_id: str, visitor_id: str) -> None:
        """Free the seat of a banned visitor, or let a bot play it, in a task."""
        self.registry.spawn(self._vacate([(table_id, visitor_id)]))

    async def _vacate(self, seats: Iterable[tuple[str, str]]) -> None:
        """Vacate seats, given by table and visitor; raises NotStored."""
        for table_id, visitor_id in seats:
            # A table that is closed or set aside waits for nobody.
            with suppress(Unreadable, Illegal):
                await self.registry.vacate(table_id, visitor_id, "banned")

    async def refresh(self) -> None:
        """Read bans and closed tables, and vacate the seats of the newly banned; raises NotStored.

        One at a time: a reading that began earlier must not replace the result of a later one.
        """
        async with self.refreshing:
            await self._refresh()

    async def _refresh(self) -> None:
        banned = await self.store.rows(select(BAN.c.kind, BAN.c.value))
        accounts = select(PERSON.c.account_name).join(BAN, BAN.c.value == PERSON.c.id)
        sessions = select(SESSION.c.visitor_id).where(
            SESSION.c.account_name.in_(accounts.where(BAN.c.kind == "person"))
        )
        logged_in = await self.store.rows(sessions) if banned else []
        self.bans.addresses = frozenset(value for kind, value in banned if kind == "address")
        visitors = {value for kind, value in banned if kind == "visitor"} | {row[0] for row in logged_in}
        self.bans.visitors = frozenset(visitors)
        self.registry.banned = self.bans.visitors | self.bans.addresses
        closed = await self.store.rows(select(CLOSED_TABLE.c.table_id))
        self.registry.set_closed(frozenset(row[0] for row in closed))
        people = visitors | {value for kind, value in banned if kind == "person"}
        if not people <= self.vacated:
            await self._vacate((row[0], row[1]) for row in await self.store.rows(stored.seats_of_banned()))
        self.vacated = people

    # Queries

    async def reports(self) -> list[Any]:
        """Return the reports that were not dealt with, the oldest first."""
        return await self.store.rows(stored.open_reports())

    async def banned(self) -> list[Any]:
        """Return the bans, the latest first."""
        return await self.store.rows(stored.bans())

    async def closed(self) -> list[Any]:
        """Return the closed tables, the latest first."""
        query = select(CLOSED_TABLE).order_by(CLOSED_TABLE.c.at.desc()).limit(stored.MAX_ROWS)
        return await self.store.rows(query)

    async def hosts(self) -> list[Any]:
        """Return the accounts that may moderate the site, and since when."""
        return await self.store.rows(stored.site_hosts())

    async def host_account(self, visitor_id: str) -> str | None:
        """Return the account of a visitor if it may moderate the site, else None."""
        found = await self.store.rows(stored.host_account(visitor_id))
        return str(found[0].account_name) if found else None

    async def actions(self) -> list[Any]:
        """Return the audit log, the latest line first."""
        return await self.store.rows(stored.last_actions())

    # Actions

    async def act(self, by: str, action: CommandAction) -> None:
        """Carry out an action and log it, in one transaction; raises Illegal if there is nothing to act on.

        `by`: who acts, for the audit log.
        """
        why, now = one_line("why", action.why), self.registry.clock()
        write = await self._prepare(action, now)
        name = type(action).__struct_config__.tag

        def write_and_log(connection: Connection) -> None:
            write(connection)
            stored.log_action(connection, at=now, by=by, action=str(name), target=action.target, why=why)

        await self.store.in_transaction(write_and_log)
        if isinstance(action, moderation.RenameSeat):
            await self._rename_seat(action)
        await self.refresh()

    async def _prepare(self, action: CommandAction, now: int) -> Write:
        """Return what an action writes; raises Illegal or Unreadable if it cannot be done."""
        match action:
            case moderation.Close():
                await self._require_table(action.table)
                return lambda connection: stored.close_table(connection, action.table, now)
            case moderation.Restore():
                return lambda connection: stored.restore_table(connection, action.table)
            case moderation.Ban():
                return await self._ban(action, now)
            case moderation.Unban() if action.address:
                return lambda connection: stored.lift_ban(connection, address=network_of(action.address))
            case moderation.Unban():
                return lambda connection: stored.lift_ban(connection, person_of(connection, action))
            case moderation.RenameSeat():
                required_name(action.name)
                await self._visitor_at(action.table, action.seat)
                return lambda _: None
            case moderation.RenameAccount():
                shown = required_name(action.name)
                return lambda connection: stored.rename_account(connection, action.account, shown)
            case moderation.Appoint() | moderation.Dismiss():
                return lambda connection: set_host(connection, action, now)
            case moderation.Settle():
                return lambda connection: stored.settle(connection, action.report, now)

    async def _ban(self, action: moderation.Ban, now: int) -> Write:
        if action.address:
            network = required_network(action.address)
            return lambda connection: stored.ban_address(connection, network, now)
        visitor_id = ""
        if action.table and action.seat is not None:
            visitor_id = await self._visitor_at(action.table, action.seat)

        def write(connection: Connection) -> None:
            stored.ban_person(connection, person_of(connection, action, visitor_id), now)

        return write

    async def _require_table(self, table_id: str) -> None:
        if not await self.store.read(table_id):
            raise Illegal("no-such-table")

    async def _visitor_at(self, table_id: str, seat: int) -> str:
        """Return the visitor at a seat; raises Illegal if nobody is there."""
        chairs = (await self.registry.get(table_id)).table.chairs
        if seat >= len(chairs) or not chairs[seat].visitor_id:
            raise Illegal("no-person-there", seat=seat)
        return chairs[seat].visitor_id

    async def _rename_seat(self, action: moderation.RenameSeat) -> None:
        """Append the event; after a crash before it, the action is in the log and can be repeated."""
        visitor_id = await self._visitor_at(action.table, action.seat)
        actor = await self.registry.get(action.table)
        renamed = events.Renamed(action.seat, visitor_id, required_name(action.name))
        await self.registry.folding(action.table, actor.append_event(lambda *_: renamed))


def required_network(address: str) -> str:
    """Return the network of an address to be banned; raises Illegal if it is no IP address."""
    try:
        ip_address(address)
    except ValueError:
        raise Illegal("no-ip-address", address=address) from None
    return network_of(address)


def set_host(connection: Connection, action: moderation.Appoint | moderation.Dismiss, now: int) -> None:
    """Let an account moderate the site, or no longer; raises Illegal if there is no such account or host."""
    person_id = person_of(connection, action)
    if isinstance(action, moderation.Appoint):
        stored.appoint(connection, person_id, now)
    else:
        stored.dismiss(connection, person_id)


def person_of(connection: Connection, action: AboutPerson, visitor_id: str = "") -> str:
    """Return the id of the person that an action is about; raises Illegal if there is none."""
    if visitor_id:
        return str(people.ensure_person(connection, visitor_id).id)
    if isinstance(action, moderation.Ban | moderation.Unban) and action.person:
        return str(people.person_by_id(connection, action.person).id)
    account = connection.execute(select(ACCOUNT).where(ACCOUNT.c.name == action.account.casefold())).first()
    if account is None:
        raise Illegal("no-such-account", name=action.account)
    return str(people.ensure_account_person(connection, account).id)
