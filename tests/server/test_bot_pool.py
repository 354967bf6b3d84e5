"""Tests of the bot pool: a bot that hangs, fails, exits or answers nonsense is replaced by the late move."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tablee import games
from tablee.core.rng import Rng
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.events import Guest
from tablee.server.domain.schedule import Pace
from tablee.server.errors import LimitExceeded
from tablee.server.runtime import bot_pool
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.bot_runner import SECONDS
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.runtime.scheduler import Scheduler
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import GAME, new_request_id

pytestmark = pytest.mark.anyio
FAULTY_BOTS = """
import os
import time

def stuck(view, resample, budget, rng):
    while True:
        time.sleep(1)

def broken(view, resample, budget, rng):
    raise ValueError("a bug")

def dead(view, resample, budget, rng):
    os._exit(1)

def foolish(view, resample, budget, rng):
    return "no such thing"
"""


@pytest.fixture
def faulty_bots(tmp_path: Path) -> Path:
    """Write the faulty bots to a file, and return its path."""
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY_BOTS, "utf-8")
    return file


@pytest.mark.parametrize("bot", ["stuck", "broken", "dead", "foolish"])
async def test_the_late_move_is_played_for_a_bot_that_does_not_answer(
    faulty_bots: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.setattr(bot_pool, "TIMEOUT", 3.0)
    state = games.load(GAME).deal(2, "faulty")
    seat = state.actors()[0]
    pool = BotPool(1)
    try:
        words = await pool.choose_move(f"{faulty_bots}:{bot}", GAME, state, seat)
        assert state.vocabulary().format(state.late_move(seat)) == words
        # The pool was replaced: the next request is answered.
        monkeypatch.setattr(bot_pool, "TIMEOUT", 60.0)
        legal = {state.vocabulary().format(move) for move in state.moves(seat)}
        assert await pool.choose_move("random", GAME, state, seat) in legal
    finally:
        pool.close()


def wait_for_file(path: Path) -> None:
    """Wait, in a worker, until a file exists: an import that takes long."""
    while not path.exists():
        time.sleep(0.01)


async def test_the_time_that_a_worker_needs_to_start_is_no_thinking_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, timeout = tmp_path / "imported", 0.05
    monkeypatch.setattr(bot_pool, "load_games", partial(wait_for_file, gate))
    monkeypatch.setattr(bot_pool, "TIMEOUT", timeout)
    state = games.load(GAME).deal(2, "busy")
    seat, pool = state.actors()[0], BotPool(1)
    first = pool._pool()
    choosing = asyncio.create_task(pool.choose_move("random", GAME, state, seat))
    await asyncio.sleep(10 * timeout)
    try:
        assert not choosing.done()
        monkeypatch.setattr(bot_pool, "TIMEOUT", 600.0)
        gate.touch()
        assert state.vocabulary().parse(await choosing) in state.moves(seat)
        assert first is pool.pool, "the pool was not replaced"
    finally:
        pool.close()


SERVER = """
import asyncio
import sys
import time

from tablee import games
from tablee.server.runtime.bot_pool import BotPool

if __name__ == "__main__":
    pool, state = BotPool(1), games.load(sys.argv[1]).deal(2, "gone")
    asyncio.run(pool.choose_move("random", sys.argv[1], state, state.actors()[0]))
    print(*pool.pool._processes, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="process states are read from /proc")
async def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "server.py"
    file.write_text(SERVER, "utf-8")
    with subprocess.Popen([sys.executable, file, GAME], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        os.kill(worker, 0)
        server.kill()
    for _ in range(600):
        if not alive(worker):
            return
        time.sleep(0.1)
    raise AssertionError("a worker outlived its server by a minute")


def alive(process_id: int) -> bool:
    """Return whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_a_match_with_a_bot_that_exits_goes_on(sqlite_store: EventStore, faulty_bots: Path) -> None:
    registry, pool = TableRegistry(sqlite_store), BotPool(1)
    scheduler = Scheduler(registry, Pace(1, 0.001), pool)
    guests = [Guest("A", "Ann", ready=True), Guest(name="dead", bot=f"{faulty_bots}:dead")]
    actor = await registry.open(create.open_table(CATALOG, draw_secret(), GAME, 2, "A", guests=guests))
    rng = Rng("plays on")
    try:
        async with asyncio.timeout(120):
            while all(line.by != "bot" for line in actor.table.log):
                match = actor.table.playing()
                if 0 in actor.table.acting():
                    legal = match.state.moves(0)
                    words = match.game.format(legal[rng.below(len(legal))])
                    await registry.handle(
                        actor.table.id, "A", commands.Play(id=new_request_id(), words=words)
                    )
                await asyncio.sleep(0.01)
    finally:
        scheduler.close()
        pool.close()


async def test_the_more_bots_search_at_once_the_less_time_each_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask twelve experts at once; alone, each would search for a second in the only process."""
    # A busy machine may take long to start the process.
    monkeypatch.setattr(bot_pool, "TIMEOUT", 600.0)
    state = games.load("islands").deal(4, "crowd")
    seat = state.actors()[0]
    pool = BotPool(1)
    processes = pool._pool()
    given = []
    alone = pool.seconds()

    async def choose() -> str:
        task = asyncio.create_task(pool.choose_move("expert", "islands", state, seat))
        await asyncio.sleep(0)
        given.append(pool.seconds())
        return await task

    answers = await asyncio.gather(*(choose() for _ in range(12)))
    assert SECONDS == alone == pool.seconds()
    assert sorted(given, reverse=True) == given
    assert given[-1] == pytest.approx(SECONDS / 12)
    assert {state.vocabulary().parse(words) for words in answers} <= set(state.moves(seat))
    assert processes is pool.pool, "no request timed out"
    pool.close()


async def test_requests_that_wait_in_a_replaced_pool_are_refused() -> None:
    """A closed pool cancels its jobs; a request that waits for one is not cancelled itself."""
    state = games.load("islands").deal(2, "replaced")
    seat, pool = state.actors()[0], BotPool(1)
    requests = [asyncio.create_task(pool.hint("islands", state, seat)) for _ in range(4)]
    while pool.running < len(requests):
        await asyncio.sleep(0)
    pool.close()
    answers = await asyncio.gather(*requests, return_exceptions=True)
    assert all(isinstance(answer, LimitExceeded) for answer in answers), answers
