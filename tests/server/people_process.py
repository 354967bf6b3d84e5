"""A server process without a network, with its people and accounts."""

from __future__ import annotations

from tablee.server.auth.accounts import Accounts
from tablee.server.catalog import CATALOG
from tablee.server.domain import create
from tablee.server.domain.events import Guest
from tablee.server.runtime.people import People
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.storage.event_store import EventStore

NOW = 1_800_000_000_000
PASSWORD = "correct horse"


class Process:
    """One server process without a network. `now` is its time in milliseconds since 1970."""

    def __init__(self, store: EventStore) -> None:
        self.now = NOW
        self.registry = TableRegistry(store, clock=lambda: self.now)
        self.people = People(self.registry)
        self.accounts = Accounts(self.registry)

    async def befriend(self, one: str, other: str) -> None:
        """Make two visitors friends; their names are their ids."""
        await self.people.save(one, one, "")
        code = (await self.people.find(one)).code
        await self.people.add_friend(other, code, other, "")

    async def names(self, visitor_id: str, kind: str = "friend") -> list[str]:
        """Return the names of those to whom a visitor has a relation."""
        person = await self.people.find(visitor_id)
        return [row.name for row in await self.people.related(person.id) if row.kind == kind]

    async def open_table(self, visitor_id: str) -> str:
        guests = [Guest(visitor_id, visitor_id)]
        opened = create.open_table(CATALOG, draw_secret(), "islands", 2, visitor_id, guests=guests)
        return (await self.registry.open(opened)).table.id
