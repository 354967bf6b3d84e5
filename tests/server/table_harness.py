"""One table without a network: its actor and store, a clock that tests set, and updates of any viewer."""

from __future__ import annotations

import hashlib
import itertools
import os
from typing import Any

import msgspec
import pytest

from tablee import games
from tablee.core.errors import Refusal
from tablee.core.rng import Rng
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create, race_clock
from tablee.server.domain.create import SeedSecret
from tablee.server.domain.events import Clock, Guest
from tablee.server.domain.race_clock import COUNTDOWN
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.realtime.render import Renderer, ViewerProgress, chat_line
from tablee.server.runtime.table_actor import TableActor, new_table_id
from tablee.server.storage.event_store import EventStore

NOON = 1_800_014_400_000
IDS = itertools.count()
# For tests in which any game will do.
GAME = "islands"


def secret_of_test() -> SeedSecret:
    """Return the secret of the deals of the running test; it follows from its name."""
    name = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
    return SeedSecret(
        *(hashlib.sha256(f"{part} {name}".encode()).hexdigest()[:32] for part in ("secret", "salt"))
    )


def new_request_id() -> str:
    return f"r{next(IDS)}"


class TableHarness:
    """A table whose visitors are A, B, C ... `now` is the time of its clock in ms since 1970.

    `notified` holds the event numbers of which the listener was notified.
    """

    def __init__(self, store: EventStore, game: str, seats: int) -> None:
        self.now = NOON
        self.store = store
        self.game = games.load(game)
        self.seats = seats
        self.notified: list[int] = []
        self.actor = TableActor(new_table_id(), store, self.on_table_changed, lambda: self.now)

    def on_table_changed(self, table: Table) -> None:
        """Listen to the actor: keep the event number."""
        self.notified.append(table.seq)

    @property
    def table(self) -> Table:
        return self.actor.table

    async def open(self, people: int = 0, bots: int = 0, clock: Clock | None = None, **options: str) -> None:
        """Open the table with visitors A, B ... who are ready, and bots on the next seats."""
        guests = [Guest(visitor_id, f"name {visitor_id}", ready=True) for visitor_id in "ABCDEF"[:people]]
        guests += [Guest(name="random", bot="random") for _ in range(bots)]
        opened = create.open_table(
            CATALOG,
            secret_of_test(),
            self.game.key,
            self.seats,
            "A",
            options=options,
            clock=clock,
            guests=guests,
            listed=True,
        )
        await self.actor.open(opened)

    async def handle(self, visitor_id: str, kind: type[commands.AnyCommand], **values: Any) -> int:
        """Handle a command with a new id, and return the number of its event."""
        return await self.actor.handle(
            visitor_id, msgspec.convert({"id": new_request_id(), **values}, kind, strict=True)
        )

    async def play_some(self, moves: int, rng: Rng) -> int:
        """Make up to `moves` random legal moves, and return how many were made before the match ended."""
        for done in range(moves):
            acting = self.table.acting()
            if not acting:
                return done
            seat = acting[rng.below(len(acting))]
            await self.play_any(seat, rng)
        return moves

    async def play_any(self, seat: int, rng: Rng) -> int:
        """Make a random legal move of a seat, five seconds later; in a race not before its start."""
        match = self.table.playing()
        legal = match.state.moves(seat)
        words = match.game.format(legal[rng.below(len(legal))])
        self.now = max(self.now + 5_000, race_clock.start_time(self.table, seat) or 0)
        seen = self.table.plies[seat].to_viewer(match.ply)
        return await self.handle(self.table.chairs[seat].visitor_id, commands.Play, words=words, seen=seen)

    def update_for(self, viewer: int = SPECTATOR, progress: ViewerProgress | None = None) -> dict[str, Any]:
        """Return the update message of a viewer, by default the first one after connecting."""
        message: dict[str, Any] = msgspec.json.decode(
            Renderer(self.table).update(viewer, progress or ViewerProgress(), self.now)
        )
        return message


async def refusal(
    harness: TableHarness, visitor_id: str, kind: type[commands.AnyCommand], **values: object
) -> str:
    """Handle a command that must be refused and change nothing, and return the code of the refusal."""
    before = harness.table.seq
    with pytest.raises(Refusal) as refused:
        await harness.handle(visitor_id, kind, **values)
    assert before == harness.table.seq
    return refused.value.code


async def racing(store: EventStore) -> TableHarness | None:
    """Return a table where a race has just started; None if no game has races."""
    for game in games.all():
        harness = TableHarness(store, game.key, 2)
        await harness.open(people=2)
        for _ in range(4):
            if 0 in harness.table.race_starts:
                harness.now += COUNTDOWN
                return harness
            seat = harness.table.acting()[0]
            words = harness.table.playing().state.view(seat)["moves"][0]
            harness.now += 60_000
            await harness.handle("AB"[seat], commands.Play, words=words)
    return None


def notes(table: Table) -> list[tuple[int, str]]:
    """Return the notes of the chat as clients get them: seat and reason."""
    return [(line.seat, line.note) for line in (chat_line(table, each) for each in table.chat) if line.note]
