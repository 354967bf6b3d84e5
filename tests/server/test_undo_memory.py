"""Undo in a memory game: what was seen cannot be taken back, except with the option "training"."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.match import Match
from tablee.server.domain import commands
from tablee.server.domain.events import Moved
from tablee.server.storage.event_store import EventStore
from tablee.terminal.session import Session, assign_seats
from tests.server.table_harness import TableHarness

pytestmark = pytest.mark.anyio
GAME = "bonbons"


async def alone_at_turn(store: EventStore, **options: str) -> TableHarness:
    """Return a table with one person, whose turn it is, and a bot."""
    harness = TableHarness(store, GAME, 2)
    await harness.open(1, 1, None, **options)
    while harness.table.acting() != [0]:
        state = harness.table.playing().state
        moved = Moved(1, harness.game.format(state.moves(1)[0]), "bot")
        await harness.actor.append_event(lambda *_, moved=moved: moved)
    return harness


async def turn(harness: TableHarness, number: int) -> str:
    """Make one of the person's legal moves and return its text."""
    harness.now += 60_000
    words: str = harness.table.playing().state.view(0)["moves"][number]
    await harness.handle("A", commands.Play, words=words)
    return words


async def test_a_turned_tile_is_not_turned_back(sqlite_store: EventStore) -> None:
    harness = await alone_at_turn(sqlite_store)
    await turn(harness, 0)
    ply = harness.table.playing().ply
    with pytest.raises(Illegal, match="memory-game"):
        await harness.handle("A", commands.Undo)
    assert ply == harness.table.playing().ply


async def test_nobody_can_consent_to_it_either(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 2)
    await harness.open(people=2)
    seat = harness.table.acting()[0]
    words = harness.table.playing().state.view(seat)["moves"][0]
    await harness.handle("AB"[seat], commands.Play, words=words)
    with pytest.raises(Illegal, match="memory-game"):
        await harness.handle("AB"[seat], commands.Undo)


async def test_what_a_bot_showed_since_is_not_turned_back(sqlite_store: EventStore) -> None:
    harness = await alone_at_turn(sqlite_store)
    while harness.table.acting() == [0]:
        await turn(harness, 0)
    while harness.table.acting() != [0]:
        state = harness.table.playing().state
        moved = Moved(1, harness.game.format(state.moves(1)[0]), "bot")
        harness.now += 60_000
        await harness.actor.append_event(lambda *_, moved=moved: moved)
    with pytest.raises(Illegal, match="memory-game"):
        await harness.handle("A", commands.Undo)


async def test_with_training_every_tile_can_be_tried(sqlite_store: EventStore) -> None:
    harness = await alone_at_turn(sqlite_store, training="yes")
    before = harness.table.playing().ply
    for number in range(5):
        await turn(harness, number)
        await harness.handle("A", commands.Undo)
        assert before == harness.table.playing().ply


def test_only_memory_games_withhold_what_was_seen() -> None:
    for game in games.all():
        assert game.memory == game.withholds_seen(game.resolve_options({}))
    bonbons = games.load(GAME)
    assert not bonbons.withholds_seen(bonbons.resolve_options({"training": True}))


def test_the_terminal_does_not_turn_tiles_back_either() -> None:
    session = Session(Match(games.load(GAME), 2, "memory"), assign_seats(2, 1, ["random"]), "en")
    while 0 not in session.match.state.actors():
        session.play(1, session.match.state.view(1)["moves"][0])
    session.play(0, session.match.state.view(0)["moves"][0])
    with pytest.raises(Illegal, match="memory-game"):
        session.undo()
