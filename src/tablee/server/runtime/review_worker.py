"""One worker process for reviews, apart from those of the bots and with the lowest priority.

A review takes seconds to minutes, so it must neither block the event loop nor keep a bot waiting.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.sharedctypes import Synchronized
from typing import ClassVar

from tablee.server.runtime.bot_pool import init_worker
from tablee.server.runtime.reviews import compute_review

# Added to the nice value: the scheduler of the system then prefers every other process.
NICENESS = 19


class SharedProgress:
    """In the worker: where to write the share of the review that is done, in memory that the server reads."""

    value: ClassVar[Synchronized[float] | None] = None


def init_review_worker(progress: Synchronized[float], niceness: int) -> None:
    """Set up the worker: a lower priority, if the system allows it, and where to write the progress."""
    init_worker()
    # A filter of system calls, as of a systemd unit, may refuse it: a review is worth more than its priority.
    with suppress(OSError):
        os.nice(niceness)
    SharedProgress.value = progress


def run_review(record: str) -> str:
    """Return the review of a record as JSON, in the worker process."""
    return compute_review(record, write_progress)


def write_progress(share: float) -> None:
    """Write the share that is done, from 0 to 1, where the server reads it."""
    if SharedProgress.value is not None:
        SharedProgress.value.value = share


class ReviewProcess:
    """The worker process (see `ReviewWorker`), started for the first review and killed by `close`."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None
        self._progress: Synchronized[float] | None = None

    def start(self, record: str) -> asyncio.Future[str]:
        """Begin a review and return its future. One at a time."""
        if self.pool is None or self._progress is None:
            # Not forked: a copy of this process would keep its sockets open.
            context = multiprocessing.get_context("spawn")
            self._progress = context.Value("d", 0.0)
            given = (self._progress, NICENESS)
            self.pool = ProcessPoolExecutor(1, context, init_review_worker, given)
        self._progress.value = 0.0
        return asyncio.get_running_loop().run_in_executor(self.pool, run_review, record)

    @property
    def progress(self) -> float:
        """The share of the running review that is done, from 0 to 1."""
        return 0.0 if self._progress is None else min(1.0, max(0.0, self._progress.value))

    def close(self) -> None:
        """Kill the worker, and the review that it computes."""
        pool, self.pool = self.pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
