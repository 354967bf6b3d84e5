"""Run bots in worker processes: a search never blocks the event loop, a hanging bot can be killed."""

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
from typing import NamedTuple, TypeVar

from tablee import bots, games
from tablee.bots.explain import Candidate, explain
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.server.errors import LimitExceeded

# Search time in seconds of one request, if no other is running.
SECONDS = 1.0
# Seconds after which the pool of a bot that has not answered is killed.
TIMEOUT = 15.0
# How often an unhurried decision is tried.
MAX_ATTEMPTS = 4
LOG = logging.getLogger(__name__)
T = TypeVar("T")


def init_worker() -> None:
    """Set up a worker: ignore Ctrl+C, which is for the server, and exit when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    """Wait for the end of the server process, then exit. Runs in a thread of the worker."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def run_bot(
    name: str, key: str, state: State, seat: int, *, memory_key: str, seed: str, seconds: float
) -> str:
    """Choose a move, in a worker process. `bots.choose` gives the bot only a view and resampled states."""
    bot = bots.load(name, games.load(key), memory_key)
    move = bots.choose(bot, state, seat, bots.Budget(seconds), Rng(seed))
    return state.vocabulary().format(move)


def run_hint(key: str, state: State, seat: int, *, seed: str, seconds: float) -> list[Candidate]:
    """Explain the best moves, in a worker process, from resampled states only."""
    rng = Rng(seed)
    return explain(games.load(key), seat, lambda: state.resample(seat, rng), bots.Budget(seconds), rng)


class Decision(NamedTuple):
    """What a bot's decision depends on beside the position.

    `memory_key` identifies the bot's memory: every worker then forgets the same things. `seed` of its rng; ""
    draws one. `unhurried`: only the number of simulations limits the search, so that equal seeds give equal
    moves, however busy the server is.
    """

    memory_key: str = ""
    seed: str = ""
    unhurried: bool = False


FRESH = Decision()


class BotPool:
    """A pool of worker processes, started at the first request."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: ProcessPoolExecutor | None = None
        self.running = 0

    async def choose_move(
        self, name: str, key: str, state: State, seat: int, decision: Decision = FRESH
    ) -> str:
        """Return the move of a bot as text; if the bot fails or hangs, the move for late seats.

        An unhurried decision is tried again, since another search may have taken the pool down.
        """
        work = partial(run_bot, name, key, state.copy(), seat, memory_key=decision.memory_key)
        for _ in range(MAX_ATTEMPTS if decision.unhurried else 1):
            try:
                return await self._run(work, decision)
            except (TimeoutError, BrokenProcessPool):
                continue
            except Exception:  # the match goes on, whatever a bot raises
                LOG.exception("bot-failed")
                break
        return state.vocabulary().format(state.late_move(seat))

    async def hint(self, key: str, state: State, seat: int) -> list[Candidate]:
        """Return the best moves with reasons; raises LimitExceeded if that takes too long.

        Cancelling the caller removes the request from the queue.
        """
        try:
            return await self._run(partial(run_hint, key, state.copy(), seat))
        except (TimeoutError, BrokenProcessPool):
            raise LimitExceeded("no-hint-now", wait=round(1_000 * SECONDS)) from None

    async def _run(self, work: Callable[..., T], decision: Decision = FRESH) -> T:
        """Run a function in a worker; raises TimeoutError after TIMEOUT, and kills the whole pool then."""
        pool = self._pool()
        self.running += 1
        seconds = TIMEOUT if decision.unhurried else self.seconds()
        job = partial(work, seed=decision.seed or secrets.token_hex(8), seconds=seconds)
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, job), TIMEOUT)
        except (TimeoutError, BrokenProcessPool):
            self._replace(pool)
            raise
        finally:
            self.running -= 1

    def seconds(self) -> float:
        """Return the search time of the next request in seconds: the more requests run, the shorter."""
        return SECONDS * min(1.0, self.count / max(self.running, 1))

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a worker."""
        return max(0, self.running - self.count)

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # Not forked: a copy of this process would keep its sockets open.
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=init_worker)
        return self.pool

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Kill a hanging pool, unless another request has replaced it already."""
        LOG.warning("bots-replaced")
        if self.pool is pool:
            self.close()

    def close(self) -> None:
        """Kill all workers."""
        pool, self.pool = self.pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
