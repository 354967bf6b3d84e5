"""Bots think in processes of their own: the tables never wait for them, and one that hangs is ended."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TypeVar

from tablee import bots, games
from tablee.bots.explain import Candidate, explain
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.server.rate_limit import TooMuch

# How long one may think, in seconds, if there is nobody else.
SECONDS = 1.0
# A bot that has not answered by then, in seconds, has lost its way.
PATIENCE = 15.0
LOG = logging.getLogger(__name__)
Thought = TypeVar("Thought")


def be_quiet() -> None:
    """Ctrl+C is for the server, which ends its thinkers itself; if it is killed, they go with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow, daemon=True).start()


def follow() -> None:
    """Nobody asks any more when the server is gone."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def think(name: str, key: str, state: State, seat: int, *, mind: str, seed: str, seconds: float) -> str:
    """In the other process: the truth stays in `choose`, the bot sees a view."""
    bot = bots.load(name, games.load(key), mind)
    move = bots.choose(bot, state, seat, bots.Budget(seconds), Rng(seed))
    return state.vocabulary().format(move)


def advise(key: str, state: State, seat: int, *, seed: str, seconds: float) -> list[Candidate]:
    """In the other process: what the seat knows is all that is thought about."""
    rng = Rng(seed)
    return explain(games.load(key), seat, lambda: state.resample(seat, rng), bots.Budget(seconds), rng)


class Thinkers:
    """A few processes that think; made when the first bot has to."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: ProcessPoolExecutor | None = None
        self.asked = 0

    async def move(self, name: str, key: str, state: State, seat: int, *, mind: str = "") -> str:
        """The move of a bot; if it fails in any way, the move that the rules have for the late.

        Any process may be asked: `mind` is by whom, so that each of them has forgotten the same.
        """
        try:
            return await self._ask(partial(think, name, key, state.copy(), seat, mind=mind))
        except (TimeoutError, BrokenProcessPool):
            pass
        except Exception:  # a bot may fail in any way, and the match must go on
            LOG.exception("bot-failed")
        return state.vocabulary().format(state.late_move(seat))

    async def hint(self, key: str, state: State, seat: int) -> list[Candidate]:
        """What a strong bot would consider. Whoever stops waiting for it gives up the place in the queue."""
        try:
            return await self._ask(partial(advise, key, state.copy(), seat))
        except (TimeoutError, BrokenProcessPool):
            raise TooMuch("no-hint-now", wait=round(1_000 * SECONDS)) from None

    async def _ask(self, thought: Callable[..., Thought]) -> Thought:
        """Have something thought, in a process of the pool; one that hangs takes the pool with it."""
        pool = self._pool()
        self.asked += 1
        given = partial(thought, seed=secrets.token_hex(8), seconds=self.seconds())
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, given), PATIENCE)
        except (TimeoutError, BrokenProcessPool):
            self._replace(pool)
            raise
        finally:
            self.asked -= 1

    def seconds(self) -> float:
        """How long the next one may think: the more are asked at once the shorter, so that whoever comes
        last does not wait much longer than whoever is alone."""
        return SECONDS * min(1.0, self.count / max(self.asked, 1))

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # A fresh interpreter: a copy of this one would hold its sockets open.
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=be_quiet)
        return self.pool

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """End a pool that hangs; others may have done so already."""
        LOG.warning("bots-replaced")
        if self.pool is pool:
            self.close()

    def close(self) -> None:
        """End all thinking."""
        pool, self.pool = self.pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
