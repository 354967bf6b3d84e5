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
from typing import TypeVar

from tablee import games
from tablee.bots import Steps, finish
from tablee.server.runtime.bot_runner import SECONDS, TIMEOUT, BotRunner, Decision

# Seconds after which a worker that has not imported the games is given up.
START_TIMEOUT = 300.0
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


def load_games() -> None:
    """Import everything that a bot needs, in a worker."""
    games.all()


def run_all_steps(work: Callable[..., Steps[T]], *, seed: str, seconds: float) -> T:
    """Run a job to its end, in a worker."""
    return finish(work(seed=seed, seconds=seconds))


class BotPool(BotRunner):
    """A pool of worker processes, started at the first request."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: ProcessPoolExecutor | None = None
        # Done when the first worker of the pool has imported the games.
        self.loading: asyncio.Future[None] | None = None
        self.running = 0

    async def _run(self, work: Callable[..., Steps[T]], decision: Decision) -> T:
        """Run a function in a worker process; after TIMEOUT, or if it is gone, the whole pool is replaced.

        Raises TimeoutError then, and for the jobs that waited in the pool. The start of the first worker is
        not counted: on a busy machine the imports alone may take longer, and a new pool would begin again.
        """
        pool = self._pool()
        self.running += 1
        try:
            await self._load(pool)
            seconds = TIMEOUT if decision.unhurried else self.seconds()
            job = partial(run_all_steps, work, seed=decision.seed or secrets.token_hex(8), seconds=seconds)
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, job), TIMEOUT)
        except (TimeoutError, BrokenProcessPool):
            self._replace(pool)
            raise TimeoutError from None
        except asyncio.CancelledError:
            # A pool that is replaced cancels the jobs that wait in it. Only this task is cancelled for good.
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise TimeoutError from None
        finally:
            self.running -= 1

    async def _load(self, pool: ProcessPoolExecutor) -> None:
        """Wait until a worker of the pool has imported the games; raises TimeoutError if the pool is gone."""
        if self.loading is None:
            self.loading = asyncio.get_running_loop().run_in_executor(pool, load_games)
        await asyncio.wait_for(asyncio.shield(self.loading), START_TIMEOUT)
        if self.pool is not pool:
            raise TimeoutError

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
        pool, self.pool, self.loading = self.pool, None, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
