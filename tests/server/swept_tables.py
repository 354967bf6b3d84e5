"""A server process without a network that runs its tables only when a test sweeps them."""

from __future__ import annotations

import asyncio

from tablee.core.state import State
from tablee.server.catalog import CATALOG
from tablee.server.domain import create
from tablee.server.domain.events import Guest
from tablee.server.domain.table import Table
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.bot_runner import FRESH, Decision
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.runtime.scheduler import Scheduler
from tablee.server.storage.event_store import EventStore
from tests.server.site import SETTINGS
from tests.server.table_harness import GAME, NOON


class FirstMove(BotPool):
    """A bot pool without processes: every bot plays the first legal move."""

    async def choose_move(
        self, name: str, key: str, state: State, seat: int, decision: Decision = FRESH
    ) -> str:
        return state.vocabulary().format(state.moves(seat)[0])


class SweepOnly(Scheduler):
    """A scheduler without timers, which would run tables at any time."""

    def set_timer(self, table: Table) -> None:
        """Do nothing."""


class Process:
    """The runtime of one server process at a time that the test sets, without timers of its own."""

    def __init__(self, store: EventStore, now: int = NOON) -> None:
        self.now = now
        self.registry = TableRegistry(store, clock=lambda: self.now)
        self.scheduler = SweepOnly(self.registry, SETTINGS.pace, FirstMove(1))

    async def open(self) -> str:
        """Open a table of bots, whose match starts at once, and return its id."""
        guests = [Guest(name="random", bot="random") for _ in range(2)]
        opened = create.open_table(CATALOG, draw_secret(), GAME, 2, "host", guests=guests)
        return (await self.registry.open(opened)).table.id

    async def sweep(self) -> None:
        """Sweep a minute later, when everything is overdue, as a process that has no table in memory."""
        self.registry.actors.clear()
        self.now += 60_000
        await sweep(self.scheduler)


async def sweep(scheduler: Scheduler) -> None:
    """Sweep, and wait until all tables have been run."""
    await scheduler.sweep()
    await asyncio.gather(*scheduler.registry.tasks)


async def length(store: EventStore, table_id: str) -> int:
    """Return the number of events of a table."""
    return len(await store.read(table_id))
