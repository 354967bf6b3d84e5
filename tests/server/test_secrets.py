"""Tests of secrecy: information hidden from a viewer changes no byte that it receives."""

from __future__ import annotations

from typing import Any

import pytest

from tablee import games
from tablee.core.game import Option
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tablee.core.walk import some_actor
from tablee.server.domain import commands
from tablee.server.domain.events import Moved
from tablee.server.domain.table import SPECTATOR
from tablee.server.realtime import render
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import GAME, TableHarness
from tests.server.viewer_probe import ViewerProbe, fold

pytestmark = pytest.mark.anyio
POSITIONS = 10
BARE_COMMANDS = (commands.Undo, commands.Leave, commands.Return, commands.Rematch)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", games.keys())
async def test_what_a_viewer_cannot_know_changes_no_byte_it_receives(
    sqlite_store: EventStore, key: str, seed: int
) -> None:
    await keep_secrets(sqlite_store, key, seed, {})


OPTIONS = [(game.key, option) for game in games.all() for option in game.options]


@pytest.mark.parametrize("chosen", OPTIONS, ids=lambda chosen: f"{chosen[0]}-{chosen[1].name}")
async def test_nor_with_other_options(sqlite_store: EventStore, chosen: tuple[str, Option]) -> None:
    key, option = chosen
    await keep_secrets(sqlite_store, key, 0, {option.name: option.choices[1]})


async def keep_secrets(store: EventStore, key: str, seed: int, options: dict[str, Any]) -> None:
    """Play at random, and compare what each viewer receives with what it would in a resampled state."""
    rng = Rng(f"secrets of {key} {seed}")
    harness = TableHarness(store, key, games.load(key).seats[-1])
    await harness.open(people=harness.seats, **options)
    compared = 0
    for _ in range(POSITIONS):
        await harness.play_some(1 + rng.below(9), rng)
        await harness.handle("A", commands.Say, text=f"what is at ply {harness.table.playing().ply}?")
        if harness.table.status == "over":
            break
        for viewer in range(SPECTATOR, harness.seats):
            compared += await compare(store, harness, viewer, rng)
    assert compared > 2 * harness.seats


async def test_a_planted_leak_is_found(sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "view_header", lambda state, *_: state.snapshot())
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=3)
    with pytest.raises(AssertionError, match="can tell by a frame"):
        await compare(sqlite_store, harness, 0, Rng("leak"))


async def compare(store: EventStore, harness: TableHarness, viewer: int, rng: Rng) -> int:
    """Compare the table of one viewer with a resampled one, and return the number of bytes compared."""
    tables = [await fold(store, harness.table.id) for _ in range(2)]
    twin = tables[1].playing()
    twin.state = twin.state.resample(None if viewer == SPECTATOR else viewer, rng)
    probes = [ViewerProbe(table, viewer) for table in tables]
    vocabulary = twin.game.vocabulary
    words = [vocabulary.format(rng.below(vocabulary.size)) for _ in range(5)] + ["no such thing"]
    attempts: list[commands.AnyCommand] = [commands.Play(id="c", words=each) for each in words]
    attempts += [commands.Play(id="c", words=words[0], seen=0), *(kind(id="c") for kind in BARE_COMMANDS)]
    moved = next_move([table.playing().state for table in tables], viewer, rng)
    for probe in probes:
        for command in attempts:
            probe.attempt(command)
        if moved is not None:
            probe.apply(moved)
    one, other = [await probe.received() for probe in probes]
    assert one == other, f"viewer {viewer} can tell by a frame"
    assert probes[0].http_answers() == probes[1].http_answers(), (
        f"viewer {viewer} can tell by an answer over HTTP"
    )
    return sum(map(len, one))


def next_move(states: list[State], viewer: int, rng: Rng) -> Moved | None:
    """Return a random move after which the viewer still cannot tell the states apart; None without one."""
    seat = some_actor(states[0], rng)
    legal = [move for move in states[0].moves(seat) if states[1].allows(seat, move)]
    if seat == CLOCK or not legal:
        return None
    move = legal[rng.below(len(legal))]
    futures = [state.copy() for state in states]
    for future in futures:
        future.play(seat, move)
    views = [future.view(None if viewer == SPECTATOR else viewer) for future in futures]
    return Moved(seat, states[0].vocabulary().format(move)) if views[0] == views[1] else None
