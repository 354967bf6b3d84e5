"""Tests of hints: only for a person alone against bots, from resampled states, within limits."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tablee import games
from tablee.bots import finish
from tablee.bots.explain import Candidate, can_advise
from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.server.domain import commands
from tablee.server.domain.table import Chair
from tablee.server.http.routes_games import game_info
from tablee.server.http.routes_hints import check_hint_allowed
from tablee.server.rate_limit import Rate
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.bot_runner import run_hint
from tablee.server.storage.event_store import EventStore
from tests.server.site import TIMEOUT, Visitor, site, wait_for_turn
from tests.server.table_harness import TableHarness, racing

GAME = "islands"


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    """Return a visitor of a new server."""
    with site(f"sqlite:///{tmp_path / 'tablee.db'}") as address:
        visitor = Visitor(address)
        yield visitor
        visitor.close()


def against_bots(visitor: Visitor) -> str:
    """Open a table against a bot, and return its id when it is the visitor's turn."""
    table: str = visitor.post("/api/play", {"game": GAME, "name": "Ann", "seats": 2, "bot": "random"})["id"]
    wait_for_turn(visitor, table)
    return table


def test_a_hint_names_moves_and_why(visitor: Visitor) -> None:
    table = against_bots(visitor)
    view = visitor.get(f"/api/tables/{table}")["view"]
    hint = visitor.get(f"/api/tables/{table}/hint")
    assert view["ply"] == hint["ply"]
    assert {advice["move"] for advice in hint["moves"]} <= set(view["moves"])
    assert all(0 <= advice["worth"] <= 1 for advice in hint["moves"])
    reasons = [reason for each in hint["moves"] for reason in each["reasons"]]
    assert all({"item", "points", "subject"} == reason.keys() for reason in reasons)


def test_hints_have_a_limit(tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path / 'few.db'}", hinting=Rate(burst=1, per_second=0.001)) as address:
        ann = Visitor(address)
        table = against_bots(ann)
        answers = [ann.http.get(f"/api/tables/{table}/hint") for _ in range(2)]
        ann.close()
    assert [200, 429] == [answer.status_code for answer in answers]
    assert "too-fast" == answers[1].json()["code"]


def test_one_hint_at_a_time_and_none_after_a_disconnect(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against_bots(visitor)
    began, cancelled = threading.Event(), threading.Event()

    async def never_ending(*_: object) -> list[Candidate]:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()
        return []

    original = BotPool.hint
    monkeypatch.setattr(BotPool, "hint", never_ending)
    connection = request_hint(visitor, table)
    assert began.wait(TIMEOUT)
    assert "one-hint-at-a-time" == visitor.http.get(f"/api/tables/{table}/hint").json()["code"]
    assert not cancelled.is_set()
    connection.close()
    assert cancelled.wait(TIMEOUT)
    monkeypatch.setattr(BotPool, "hint", original)
    while visitor.http.get(f"/api/tables/{table}/hint").status_code == 429:
        pass


def request_hint(visitor: Visitor, table: str) -> socket.socket:
    """Send a request for a hint, and return the connection without reading the answer."""
    site = urlsplit(visitor.address)
    connection = socket.create_connection((site.hostname, site.port))
    cookie = f"Cookie: tablee={visitor.http.cookies['tablee']}"
    connection.sendall(
        f"GET /api/tables/{table}/hint HTTP/1.1\r\nHost: {site.netloc}\r\n{cookie}\r\n\r\n".encode()
    )
    return connection


async def refusal(harness: TableHarness, visitor_id: str) -> str:
    with pytest.raises(Illegal) as refused:
        check_hint_allowed(harness.table, visitor_id, harness.now)
    return refused.value.code


def leave_to_bots(harness: TableHarness, seat: int) -> None:
    """Replace everybody but one seat by bots, as if the match had begun so."""
    for other in set(range(harness.seats)) - {seat}:
        harness.table.chairs[other] = Chair(name="random", bot="random")


@pytest.mark.anyio
async def test_hints_are_refused_to_all_but_a_person_alone_on_turn(sqlite_store: EventStore) -> None:
    harness = TableHarness(sqlite_store, GAME, 3)
    await harness.open(people=2)
    assert "not-started" == await refusal(harness, "A")
    await harness.handle("C", commands.Sit, name="C")
    await harness.handle("C", commands.Ready)
    acting = harness.table.chairs[harness.table.acting()[0]].visitor_id
    assert "not-seated" == await refusal(harness, "watcher")
    assert "hints-against-bots-only" == await refusal(harness, acting)
    for other in {"A", "B", "C"} - {acting}:
        await harness.handle(other, commands.Leave)
        assert "bot-plays-for-you" == await refusal(harness, other)
    # The absent still hold their seats.
    assert "hints-against-bots-only" == await refusal(harness, acting)
    leave_to_bots(harness, harness.table.acting()[0])
    assert harness.table.acting()[0] == check_hint_allowed(harness.table, acting, harness.now)
    await harness.play_any(harness.table.acting()[0], Rng("next"))
    if harness.table.chairs[harness.table.acting()[0]].visitor_id != acting:
        assert "not-your-turn" == await refusal(harness, acting)


@pytest.mark.anyio
@pytest.mark.parametrize("key", games.keys())
async def test_a_game_that_is_listed_with_hints_gives_them(sqlite_store: EventStore, key: str) -> None:
    """Compare the description of a game with what the server allows."""
    harness = TableHarness(sqlite_store, key, games.load(key).seats[-1])
    await harness.open(people=harness.seats)
    await harness.play_some(3, Rng(key))
    seat = harness.table.acting()[0]
    leave_to_bots(harness, seat)
    visitor_id = harness.table.chairs[seat].visitor_id
    if game_info(harness.game).hints:
        assert seat == check_hint_allowed(harness.table, visitor_id, harness.now)
    else:
        assert await refusal(harness, visitor_id) in ("memory-game", "nothing-to-explain")


@pytest.mark.anyio
async def test_no_hint_before_the_start_of_a_race_is_shown(sqlite_store: EventStore) -> None:
    """Refuse during the countdown, because a hint would reveal what is not shown yet."""
    harness = await racing(sqlite_store)
    assert harness is not None
    leave_to_bots(harness, 0)
    assert 0 == check_hint_allowed(harness.table, "A", harness.now)
    harness.now -= 1
    assert "too-soon" == await refusal(harness, "A")


class OnlyResampled(State):
    """A state that can only be resampled: the methods a bot would need to cheat are missing."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def resample(self, seat: int | None, rng: Rng) -> State:  # type: ignore[override]
        return self.state.resample(seat, rng)


@pytest.mark.parametrize("key", [game.key for game in games.all() if can_advise(game)])
def test_a_hint_is_made_from_resampled_states_only(key: str) -> None:
    state = games.load(key).deal(games.load(key).seats[0], "hint")
    seat = state.actors()[0]
    words = {state.vocabulary().format(move) for move in state.moves(seat)}
    assert {
        candidate.move
        for candidate in finish(run_hint(key, OnlyResampled(state), seat, seed="seed", seconds=1.0))
    } <= words
