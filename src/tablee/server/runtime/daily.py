"""The deals of the day: their chain of secrets, one ranked try for each person, and who may watch.

All processes read the same chain from the database. The id of a ranked try follows from the chain and the
person, so that the event log lets it be opened only once, whichever process is asked first.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import asdict
from functools import partial
from typing import Any

from sqlalchemy import Connection, select

from tablee.core.daily import (
    DIGEST_BYTES,
    Chain,
    closing_of,
    day_after,
    day_of,
    deal_seed,
    end_of,
)
from tablee.core.errors import Illegal, Unreadable
from tablee.server.catalog import CATALOG
from tablee.server.domain import create
from tablee.server.domain.daily import EXPERT, has_finished
from tablee.server.domain.events import Guest
from tablee.server.domain.person import Person
from tablee.server.domain.table import Table
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage import daily
from tablee.server.storage.people import account_of
from tablee.server.storage.schema import DAILY_CHAIN

# Days of a chain: about eleven years.
CHAIN_DAYS = 4_000
ID_BYTES = 12


class DailyDeals:
    """Opens the tables of the deals of the day and answers who may see them."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.store = registry.store
        self.chains: list[Chain] = []
        registry.check_viewer = self.check_viewer

    # Days

    @property
    def today(self) -> str:
        return day_of(self.registry.clock())

    def is_closed(self, day: str) -> bool:
        """Return whether the ranking of a day is final: then its secret and its matches are public."""
        return self.registry.clock() >= closing_of(day)

    async def chain_of(self, day: str) -> Chain:
        """Return the chain that contains a day, tomorrow at the latest; raises Unreadable for other days."""
        tomorrow = day_after(self.today)
        if not self.chains or self.chains[-1].last_day < tomorrow:
            await self._load_chains(tomorrow)
        found = [chain for chain in self.chains if chain.first_day <= day <= chain.last_day]
        if not found or day > tomorrow:
            raise Unreadable("no-such-day", day=day)
        return found[-1]

    async def first_day(self) -> str:
        """Return the first day that this site has a deal for."""
        await self.chain_of(self.today)
        return self.chains[0].first_day

    async def last_closed_day(self) -> str:
        """Return the last day whose secret is published; before the first one, the day of the anchor."""
        yesterday = day_after(self.today, -1)
        closed = yesterday if self.is_closed(yesterday) else day_after(yesterday, -1)
        return max(closed, day_after(await self.first_day(), -1))

    async def _load_chains(self, until: str) -> None:
        """Read the chains, and insert the next one until they contain a day; the first process wins."""
        while True:
            rows = await self.store.rows(select(DAILY_CHAIN).order_by(DAILY_CHAIN.c.number))
            self.chains = [Chain(*row) for row in rows]
            last = self.chains[-1] if self.chains else None
            if last is not None and last.last_day >= until:
                return
            number = 0 if last is None else last.number + 1
            first = self.today if last is None else day_after(last.last_day)
            chain = Chain(number, first, CHAIN_DAYS, secrets.token_hex(DIGEST_BYTES))
            insert = self.store.statements.insert(DAILY_CHAIN).on_conflict_do_nothing()
            await self.store.in_transaction(partial(execute, statement=insert, row=asdict(chain)))

    # People

    async def person(self, visitor_id: str) -> Person:
        """Return a visitor with its account."""
        return await self.store.query(partial(read_person, visitor_id=visitor_id))

    async def tries(self, person: Person, first_day: str, last_day: str) -> list[Any]:
        """Return the rows of a person's tries between two days."""
        return await self.store.query(lambda connection: read_tries(connection, person, first_day, last_day))

    async def own_tries(self, person: Person, day: str, game: str) -> list[Any]:
        """Return the rows of a person's tries at one deal, in the order in which they were begun."""
        return [row for row in await self.tries(person, day, day) if row.game == game]

    async def check_viewer(self, table: Table, visitor_id: str) -> None:
        """Raise Illegal if a visitor must not see a table of the deal of the day yet.

        A try that goes on belongs to its person alone. A finished one is shown to people who have finished
        theirs, and to everybody once the ranking of the day is final.
        """
        day = table.opened.daily
        if not day or table.seat_of(visitor_id) is not None:
            return
        is_over = table.status == "over"
        if is_over and self.is_closed(day):
            return
        own = await self.own_tries(await self.person(visitor_id), day, table.opened.game)
        if any(row.table_id == table.id for row in own) or (is_over and has_finished(own)):
            return
        raise Illegal("daily-private")

    # Tables

    async def ranked_try(self, person: Person, day: str, game: str) -> str | None:
        """Return the table of a person's ranked try, None if there is none yet.

        Raises Illegal if it goes on at another device.
        """
        for row in await self.own_tries(person, day, game):
            if row.ranked:
                if row.score is None and row.visitor_id != person.visitor_id:
                    raise Illegal("daily-elsewhere")
                return str(row.table_id)
        return None

    async def begin(self, person: Person, day: str, game: str, guest: Guest, ranked: bool) -> str:
        """Open a table of a deal and return its id; a second ranked one is the first.

        Raises Illegal for a ranked try at another day than today, and for another try before the ranked one.
        """
        chain = await self.chain_of(day)
        if day > self.today:
            raise Unreadable("no-such-day", day=day)
        opened = create.open_deal(CATALOG, chain.secret(day), day, game, guest, ranked=ranked)
        if not ranked:
            if not self.is_closed(day) and not has_finished(await self.own_tries(person, day, game)):
                raise Illegal("daily-ranked-first" if day == self.today else "daily-closing")
            return (await self.registry.open(opened)).table.id
        if self.registry.clock() >= end_of(day):
            raise Illegal("daily-over")
        actor = await self.registry.open(opened, table_id(chain, day, game, person.key))
        if actor.table.seat_of(person.visitor_id) is None:
            raise Illegal("daily-elsewhere")
        self.registry.spawn(self.open_expert(chain, day, game))
        return actor.table.id

    async def has_published(self, day: str, game: str, seed: str) -> bool:
        """Return whether a seed is that of a deal whose ranking is final."""
        return self.is_closed(day) and seed == deal_seed((await self.chain_of(day)).secret(day), day, game)

    async def open_expert(self, chain: Chain, day: str, game: str) -> None:
        """Let the expert play a deal, once for the whole site. The scheduler runs its table."""
        expert = table_id(chain, day, game, EXPERT)
        if expert in self.registry.actors or await self.store.read(expert):
            return
        guest = Guest(name=EXPERT, bot=EXPERT)
        await self.registry.open(create.open_deal(CATALOG, chain.secret(day), day, game, guest), expert)

    async def expert_id(self, day: str, game: str) -> str:
        """Return the id of the expert's table, opened or not."""
        return table_id(await self.chain_of(day), day, game, EXPERT)


def read_person(connection: Connection, visitor_id: str) -> Person:
    """Return a visitor with its account."""
    account = connection.execute(account_of(visitor_id)).scalar() if visitor_id else None
    return Person(visitor_id, account)


def read_tries(connection: Connection, person: Person, first_day: str, last_day: str) -> list[Any]:
    """Return the rows of a person's tries between two days, the first begun of each day first."""
    if not person.visitor_id:
        return []
    query = daily.tries_of(person.visitor_id, person.account, first_day, last_day)
    return list(connection.execute(query).all())


def execute(connection: Connection, statement: Any, row: dict[str, Any]) -> None:
    """Execute a statement with one row of values."""
    connection.execute(statement, row)


def table_id(chain: Chain, day: str, game: str, whose: str) -> str:
    """Return the id of the one table of a person, or of the expert, at a deal; nobody else can guess it."""
    text = "\0".join(("tablee daily table", day, game, whose))
    digest = hmac.new(bytes.fromhex(chain.root), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).decode()
