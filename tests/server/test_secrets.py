"""Secrecy at the socket: two truths that a viewer cannot tell apart send it the same bytes."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tablee import games
from tablee.core.errors import Refusal
from tablee.core.game import Option
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tablee.core.walk import some_actor
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, events
from tablee.server.domain.decide import RequestContext, decide
from tablee.server.domain.events import LoggedEvent, Moved
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.http.routes_hints import check_hint_allowed
from tablee.server.messages import refused
from tablee.server.realtime import render
from tablee.server.realtime.rooms import Room, Subscriber
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import NOON, TableHarness
from tests.server.test_table import GAME

pytestmark = pytest.mark.anyio
POSITIONS = 10
PLAIN_WISHES = (commands.Undo, commands.Leave, commands.Return, commands.Rematch)


class Ear:
    """A wire that keeps every byte."""

    free = True

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def push(self, frames: Sequence[bytes]) -> None:
        """Some frames."""
        self.frames += frames

    def disconnect(self, code: int, reason: str) -> None:
        """Nobody is let go here."""
        raise AssertionError(reason)


class Witness:
    """One viewer at one version of the truth, through a real socket."""

    def __init__(self, table: Table, viewer: int) -> None:
        self.table = table
        self.viewer = viewer
        self.visitor_id = "" if viewer == SPECTATOR else table.chairs[viewer].visitor_id
        self.room = Room(table)
        self.ear = Ear()
        self.socket = Subscriber(self.ear, self.visitor_id, self.room.renderer, lambda: NOON)
        # In a race each socket is sent random numbers of its own, which tell nothing.
        self.socket.pings.next_at = math.inf
        self.room.subscribers.add(self.socket)
        self.room.send_presence()

    def ask(self, wish: commands.AnyCommand) -> None:
        """A wish that may be refused; what is granted is not carried out."""
        try:
            decide(RequestContext(self.table, self.visitor_id, NOON * 2), wish)
        except Refusal as wrong:
            self.socket.send(refused(wrong, wish.id))

    def happen(self, moved: Moved) -> None:
        """A move is written and told."""
        self.table.apply(self.table.seq + 1, NOON, LoggedEvent(moved))
        self.room.broadcast()

    def looked_up(self) -> list[Any]:
        """What HTTP would answer: the log, the chat, history, and why there is no record and no hint."""
        found: list[Any] = [render.lines(self.table, self.viewer, 0), render.info(self.table, self.viewer)]
        found.append([render.chat_line(line) for line in self.table.chat])
        questions: list[Callable[[], Any]] = [
            lambda: render.history(self.table, self.viewer, 0, NOON * 2),
            lambda: render.history(self.table, self.viewer, self.last_ply(), NOON * 2),
            lambda: render.record(self.table),
            lambda: check_hint_allowed(self.table, self.visitor_id, NOON * 2),
        ]
        return found + [answered(question) for question in questions]

    def last_ply(self) -> int:
        """The last one that this viewer knows of."""
        return self.table.plies[self.viewer].to_viewer(self.table.playing().ply)

    async def heard(self) -> list[bytes]:
        """Every byte so far."""
        while self.socket.flush_planned:
            await asyncio.sleep(0)
        return self.ear.frames


def answered(question: Callable[[], Any]) -> Any:
    """What is found, or why it is not told."""
    try:
        return question()
    except Refusal as wrong:
        return refused(wrong)


async def fold(store: EventStore, table_id: str) -> Table:
    """The table from its log."""
    table = Table(table_id, CATALOG)
    for row in await store.read(table_id):
        table.apply(row.seq, row.at, events.decode(row.payload))
    return table


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", games.keys())
async def test_what_a_viewer_cannot_know_changes_no_byte_it_receives(
    sqlite_store: EventStore, key: str, seed: int
) -> None:
    await keep_secrets(sqlite_store, key, seed, {})


OPTIONS = [(game.key, option) for game in games.all() for option in game.options]


@pytest.mark.parametrize("chosen", OPTIONS, ids=lambda chosen: f"{chosen[0]}-{chosen[1].name}")
async def test_nor_does_it_with_other_options(sqlite_store: EventStore, chosen: tuple[str, Option]) -> None:
    key, option = chosen
    await keep_secrets(sqlite_store, key, 0, {option.name: option.choices[1]})


async def keep_secrets(store: EventStore, key: str, seed: int, options: dict[str, Any]) -> None:
    """Play a while at random, and compare what everybody receives with what they might in other truths."""
    rng = Rng(f"secrets of {key} {seed}")
    harness = TableHarness(store, key, games.load(key).seats[-1])
    await harness.open(people=harness.seats, **options)
    compared = 0
    for _ in range(POSITIONS):
        await harness.play_some(1 + rng.below(9), rng)
        await harness.ask("A", commands.Say, text=f"what is at ply {harness.table.playing().ply}?")
        if harness.table.status == "over":
            break
        for viewer in range(SPECTATOR, harness.seats):
            compared += await compare(store, harness, viewer, rng)
    assert compared > 2 * harness.seats


async def test_a_planted_leak_is_seen(sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "view_header", lambda state, *_: state.snapshot())
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=3)
    with pytest.raises(AssertionError, match="can tell by a frame"):
        await compare(sqlite_store, harness, 0, Rng("leak"))


async def compare(store: EventStore, harness: TableHarness, viewer: int, rng: Rng) -> int:
    """The truth and another one, through the eyes of one viewer; says how many bytes were compared."""
    tables = [await fold(store, harness.table.id) for _ in range(2)]
    twin = tables[1].playing()
    twin.state = twin.state.resample(None if viewer == SPECTATOR else viewer, rng)
    witnesses = [Witness(table, viewer) for table in tables]
    vocabulary = twin.game.vocabulary
    words = [vocabulary.format(rng.below(vocabulary.size)) for _ in range(5)] + ["no such thing"]
    wishes: list[commands.AnyCommand] = [commands.Play(id="w", words=each) for each in words]
    wishes += [commands.Play(id="w", words=words[0], seen=0), *(kind(id="w") for kind in PLAIN_WISHES)]
    moved = next_move([table.playing().state for table in tables], viewer, rng)
    for witness in witnesses:
        for wish in wishes:
            witness.ask(wish)
        if moved is not None:
            witness.happen(moved)
    one, other = [await witness.heard() for witness in witnesses]
    assert one == other, f"viewer {viewer} can tell by a frame"
    assert witnesses[0].looked_up() == witnesses[1].looked_up(), f"viewer {viewer} can look it up"
    return sum(map(len, one))


def next_move(truths: list[State], viewer: int, rng: Rng) -> Moved | None:
    """A move that is possible in both truths and by the rules shows this viewer nothing new."""
    seat = some_actor(truths[0], rng)
    legal = [move for move in truths[0].moves(seat) if truths[1].allows(seat, move)]
    if seat == CLOCK or not legal:
        return None
    move = legal[rng.below(len(legal))]
    futures = [truth.copy() for truth in truths]
    for future in futures:
        future.play(seat, move)
    views = [future.view(None if viewer == SPECTATOR else viewer) for future in futures]
    return Moved(seat, truths[0].vocabulary().format(move)) if views[0] == views[1] else None
