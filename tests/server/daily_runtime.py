"""The deals of the day in one process without a network, at a time that the test sets."""

from __future__ import annotations

import asyncio
import itertools

from sqlalchemy import insert

from tablee.core.daily import end_of
from tablee.server.domain import commands
from tablee.server.domain.events import Guest
from tablee.server.domain.table import Table
from tablee.server.runtime.daily import DailyDeals, Person
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.daily import TRY
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import DAILY_RESULT

DAY = "2026-11-17"
# A game that is played alone, so that no bot has to be run.
SOLO = "clouds"
NOON = end_of(DAY) - 12 * 3_600_000
IDS = itertools.count()


class DailyProcess:
    """A registry with the deals of the day. `now` is its time in milliseconds since 1970."""

    def __init__(self, store: EventStore, now: int = NOON) -> None:
        self.now = now
        self.store = store
        self.registry = TableRegistry(store, clock=lambda: self.now)
        self.deals = DailyDeals(self.registry)

    async def begin(self, visitor_id: str, day: str = DAY, *, ranked: bool = True) -> str:
        """Open a table of the solo deal for a visitor named after its id, and return its id."""
        person = await self.deals.person(visitor_id)
        found = await self.deals.ranked_try(person, day, SOLO) if ranked else None
        guest = Guest(visitor_id, f"name {visitor_id}", ready=True)
        table = found or await self.deals.begin(person, day, SOLO, guest, ranked)
        # The expert's table is opened by a task.
        await asyncio.gather(*self.registry.tasks)
        return table

    async def table(self, table_id: str) -> Table:
        actor = await self.registry.get(table_id)
        await self.registry.catch_up(actor)
        return actor.table

    async def play(self, table_id: str, visitor_id: str, moves: int = 1_000, pick: int = 0) -> Table:
        """Make moves, each the one at the place `pick` of the legal ones, until the match is over."""
        table = await self.table(table_id)
        for _ in range(moves):
            if table.status == "over":
                break
            state = table.playing().state
            legal = state.moves(0)
            words = table.game.format(legal[pick % len(legal)])
            command = commands.Play(id=f"d{next(IDS)}", words=words)
            await self.registry.handle(table_id, visitor_id, command)
        return table

    async def rows(self, person: Person) -> list[dict[str, object]]:
        """Return a person's rows of the projection, the first begun first."""
        found = await self.deals.tries(person, "2000-01-01", "2100-01-01")
        return [dict(row._mapping) for row in found]

    async def add_rows(self, rows: list[dict[str, object]]) -> None:
        """Insert finished ranked tries of other people, with defaults for what a row does not say."""
        plain = {
            TRY.day.name: DAY,
            "game": SOLO,
            "account_name": None,
            "face": "",
            "ranked": True,
            "started_at": NOON,
            "finished_at": NOON,
        }
        every = [
            {**plain, "table_id": f"t{at}", "visitor_id": f"v{at}", "name": f"n{at}", **row}
            for at, row in enumerate(rows)
        ]
        await self.store.in_transaction(lambda connection: connection.execute(insert(DAILY_RESULT), every))
