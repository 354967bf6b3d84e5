"""Bots that hang, fail, die or talk nonsense: the match goes on with the move the rules have for the late."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablee import games
from tablee.core.rng import Rng
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.events import Guest
from tablee.server.domain.schedule import Pace
from tablee.server.runtime import bot_pool
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.runtime.scheduler import Scheduler
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import fresh
from tests.server.test_table import GAME

pytestmark = pytest.mark.anyio
STRANGE = """
import os
import time

def stuck(view, imagine, budget, luck):
    while True:
        time.sleep(1)

def broken(view, imagine, budget, luck):
    raise ValueError("I have lost my way")

def dead(view, imagine, budget, luck):
    os._exit(1)

def foolish(view, imagine, budget, luck):
    return "no such thing"
"""


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A file of bots that nobody would hire."""
    file = tmp_path / "strange.py"
    file.write_text(STRANGE, "utf-8")
    return file


@pytest.mark.parametrize("bot", ["stuck", "broken", "dead", "foolish"])
async def test_the_late_move_is_played_for_a_bot_that_does_not_answer(
    strange: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.setattr(bot_pool, "TIMEOUT", 3.0)
    state = games.load(GAME).deal(2, "strange")
    seat = state.actors()[0]
    pool = BotPool(1)
    try:
        words = await pool.choose_move(f"{strange}:{bot}", GAME, state, seat)
        assert state.vocabulary().format(state.late_move(seat)) == words
        # Whoever asks next finds thinkers that think.
        monkeypatch.setattr(bot_pool, "TIMEOUT", 60.0)
        legal = {state.vocabulary().format(move) for move in state.moves(seat)}
        assert await pool.choose_move("random", GAME, state, seat) in legal
    finally:
        pool.close()


THOUGHTFUL = """
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


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
async def test_thinkers_go_with_a_server_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "thoughtful.py"
    file.write_text(THOUGHTFUL, "utf-8")
    with subprocess.Popen([sys.executable, file, GAME], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        thinker = int(server.stdout.readline())
        os.kill(thinker, 0)
        server.kill()
    for _ in range(600):
        if not alive(thinker):
            return
        time.sleep(0.1)
    raise AssertionError("a thinker outlived its server by a minute")


def alive(process: int) -> bool:
    """Whether there is still such a process; one that nobody has buried yet does not count."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_a_table_with_a_bot_that_dies_plays_on(sqlite_store: EventStore, strange: Path) -> None:
    house, pool = TableRegistry(sqlite_store), BotPool(1)
    driver = Scheduler(house, Pace(1, 0.001), pool)
    guests = [Guest("A", "Ann", ready=True), Guest(name="dead", bot=f"{strange}:dead")]
    authority = await house.open(create.open_table(CATALOG, draw_secret(), GAME, 2, "A", guests=guests))
    rng = Rng("plays on")
    try:
        async with asyncio.timeout(120):
            while all(told.by != "bot" for told in authority.table.log):
                match = authority.table.playing()
                if 0 in authority.table.acting():
                    legal = match.state.moves(0)
                    words = match.game.format(legal[rng.below(len(legal))])
                    await house.handle(authority.table.id, "A", commands.Play(id=fresh(), words=words))
                await asyncio.sleep(0.01)
    finally:
        driver.close()
        pool.close()


async def test_the_more_think_at_once_the_shorter_each_so_that_none_is_late() -> None:
    """A dozen experts of whom each would take a second, had they the one process to themselves."""
    state = games.load("islands").deal(4, "crowd")
    seat = state.actors()[0]
    pool = BotPool(1)
    processes = pool._pool()
    given = []
    alone = pool.seconds()

    async def ask() -> str:
        asked = asyncio.create_task(pool.choose_move("expert", "islands", state, seat))
        await asyncio.sleep(0)
        given.append(pool.seconds())
        return await asked

    answers = await asyncio.gather(*(ask() for _ in range(12)))
    assert bot_pool.SECONDS == alone == pool.seconds()
    assert sorted(given, reverse=True) == given
    assert given[-1] == pytest.approx(bot_pool.SECONDS / 12)
    assert {state.vocabulary().parse(words) for words in answers} <= set(state.moves(seat))
    assert processes is pool.pool, "nobody was late"
    pool.close()
