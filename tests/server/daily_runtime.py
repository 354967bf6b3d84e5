"""The deals of the day in one process without a network, at a time that the test sets."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import TypeVar

from tablee.bots import Steps, finish
from tablee.core.daily import end_of
from tablee.server.domain import commands, race_clock
from tablee.server.domain.events import Guest
from tablee.server.domain.person import Person
from tablee.server.domain.schedule import Pace
from tablee.server.domain.table import Table
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.bot_runner import Decision
from tablee.server.runtime.daily import DailyDeals
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.scheduler import Scheduler
from tablee.server.storage.event_store import EventStore

DAY = "2026-11-17"
# A game that is played alone, so that no bot has to be run.
SOLO = "clouds"
NOON = end_of(DAY) - 12 * 3_600_000
# Steps after which the bots wait for the person.
SETTLE = 60
IDS = itertools.count()
T = TypeVar("T")


class DirectPool(BotPool):
    """A bot pool without processes: bots are run at once, with the same seeds and budgets."""

    async def _run(self, work: Callable[..., Steps[T]], decision: Decision) -> T:
        return finish(work(seed=decision.seed or "fresh", seconds=60.0))


class Untimed(Scheduler):
    """A scheduler without timers: a test runs what is due."""

    def set_timer(self, table: Table) -> None:
        """Do nothing."""


class DailyProcess:
    """A registry with the deals of the day. `now` is its time in milliseconds since 1970."""

    def __init__(self, store: EventStore, now: int = NOON) -> None:
        self.now = now
        self.store = store
        self.registry = TableRegistry(store, clock=lambda: self.now)
        self.deals = DailyDeals(self.registry)
        self.scheduler = Untimed(self.registry, Pace(), DirectPool(1))

    async def begin(self, visitor_id: str, day: str = DAY, *, game: str = SOLO, ranked: bool = True) -> str:
        """Open a table of a deal for a visitor named after its id, and return its id."""
        person = await self.deals.person(visitor_id)
        found = await self.deals.ranked_try(person, day, game) if ranked else None
        guest = Guest(visitor_id, f"name {visitor_id}", ready=True)
        table = found or await self.deals.begin(person, day, game, guest, ranked)
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

    async def play_with_bots(self, table_id: str, visitor_id: str, step: int, moves: int) -> list[str]:
        """Make some moves of one's own, and everything that is due, `step` ms apart; return the bots' moves.

        A person in a race gives up as soon as it has started, so that only the bots' times count.
        """
        table = await self.table(table_id)
        own = 0
        while table.status == "playing" and own < moves:
            self.now += step
            state = table.playing().state
            is_free = 0 in table.acting() and not state.waits_for_clock()
            if is_free and not race_clock.is_counting_down(table, 0, self.now):
                words = [table.game.format(move) for move in state.moves(0)]
                chosen = words[-1] if 0 in table.race_starts else words[own % len(words)]
                command = commands.Play(id=f"d{next(IDS)}", words=chosen)
                await self.registry.handle(table_id, visitor_id, command)
                own += 1
            await self.scheduler.run_due(table_id)
        for _ in range(SETTLE):
            self.now += step
            await self.scheduler.run_due(table_id)
        bots = [played for played in table.playing().played if played.seat > 0]
        in_order = sorted(bots, key=lambda played: played.seat)
        return [f"{played.seat} {table.game.format(played.move)} {played.elapsed}" for played in in_order]

    async def rows(self, person: Person) -> list[dict[str, object]]:
        """Return a person's rows of the projection, the first begun first."""
        found = await self.deals.tries(person, "2000-01-01", "2100-01-01")
        return [dict(row._mapping) for row in found]
