"""An evening at a table without a wire: people, a time that tests move on, and what everybody was told."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec

from tablee import games
from tablee.core.rng import Rng
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.events import Clock, Guest
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.realtime.render import Renderer, ViewerProgress
from tablee.server.runtime.registry import draw_secret
from tablee.server.runtime.table_actor import TableActor, new_table_id
from tablee.server.storage.event_store import EventStore

NOON = 1_800_014_400_000
IDS = itertools.count()


def fresh() -> str:
    """A request id of its own."""
    return f"r{next(IDS)}"


class TableHarness:
    """One table, seats named A, B, C ...; it is its own audience."""

    def __init__(self, store: EventStore, game: str, seats: int) -> None:
        self.now = NOON
        self.store = store
        self.game = games.load(game)
        self.seats = seats
        self.told: list[int] = []
        self.authority = TableActor(new_table_id(), store, self.on_table_changed, lambda: self.now)

    def on_table_changed(self, table: Table) -> None:
        """Note the event number, as a listener does."""
        self.told.append(table.seq)

    @property
    def table(self) -> Table:
        return self.authority.table

    async def open(self, people: int = 0, bots: int = 0, clock: Clock | None = None, **options: str) -> None:
        """Set up, with people A, B ... who are ready, and bots on the next seats."""
        guests = [Guest(visitor_id, f"name {visitor_id}", ready=True) for visitor_id in "ABCDEF"[:people]]
        guests += [Guest(name="random", bot="random") for _ in range(bots)]
        opened = create.open_table(
            CATALOG,
            draw_secret(),
            self.game.key,
            self.seats,
            "A",
            options=options,
            clock=clock,
            guests=guests,
            listed=True,
        )
        await self.authority.open(opened)

    async def ask(self, visitor_id: str, kind: type[commands.AnyCommand], **values: Any) -> int:
        """A wish with an id of its own."""
        return await self.authority.handle(
            visitor_id, msgspec.convert({"id": fresh(), **values}, kind, strict=True)
        )

    async def play_some(self, moves: int, rng: Rng) -> int:
        """Random legal moves of people; says how many were made."""
        for done in range(moves):
            acting = self.table.acting()
            if not acting:
                return done
            seat = acting[rng.below(len(acting))]
            await self.play_any(seat, rng)
        return moves

    async def play_any(self, seat: int, rng: Rng) -> int:
        """Some legal move of a seat."""
        match = self.table.playing()
        legal = match.state.moves(seat)
        words = match.game.format(legal[rng.below(len(legal))])
        self.now += 5_000
        seen = self.table.plies[seat].to_viewer(match.ply)
        return await self.ask(self.table.chairs[seat].visitor_id, commands.Play, words=words, seen=seen)

    def sees(self, viewer: int = SPECTATOR, seen: ViewerProgress | None = None) -> dict[str, Any]:
        """What a viewer is sent."""
        sent: dict[str, Any] = msgspec.json.decode(
            Renderer(self.table).update(viewer, seen or ViewerProgress(), self.now)
        )
        return sent
