"""Compute the reviews of the queue, one after another, in every server process."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from tablee import games
from tablee.bots.review import review
from tablee.core.errors import Illegal, Refusal
from tablee.core.match import Match
from tablee.server.errors import NotStored
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.review_rows import ReviewQueue
from tablee.server.supervision import BoundedLog

# Seconds between two looks at the queue, and between two reports of the progress.
INTERVAL = 1.0
# Milliseconds for which a claim holds; it is renewed with every report.
CLAIM = 20_000
# Seconds after which a review is given up on a server.
TIMEOUT = 900.0
LOG = logging.getLogger(__name__)


class ReviewWorker(Protocol):
    """Where a review is computed, so that it stops neither tables nor bots."""

    @property
    def progress(self) -> float:
        """The share of the running review that is done, from 0 to 1."""

    def start(self, record: str) -> asyncio.Future[str]:
        """Begin `compute_review` and return its future. One at a time."""

    def close(self) -> None:
        """End the worker, and the review that it computes."""


def compute_review(record: str, progress: Callable[[float], None], share: float = 1.0) -> str:
    """Return the review of a record as JSON; `progress` receives the share that is done, from 0 to 1.

    `share`: of the usual number of rollouts; with fewer, fewer moves are certainly worse than another.
    """
    match = Match.from_record(record, games.load)
    simulations = round(match.game.review_simulations * share)
    return json.dumps(review(match, simulations, progress=progress).as_json())


class Reviewer:
    """Takes reviews from the queue and computes them, one at a time."""

    def __init__(self, registry: TableRegistry, queue: ReviewQueue, worker: ReviewWorker) -> None:
        self.registry = registry
        self.queue = queue
        self.worker = worker
        self.timeout = TIMEOUT
        self.log = BoundedLog(LOG)

    async def run_forever(self) -> None:
        """Look at the queue at regular intervals until cancelled; the worker is killed then."""
        try:
            await self.registry.monitor.run_forever("reviews", self.run_next, INTERVAL)
        finally:
            self.worker.close()

    async def run_next(self) -> None:
        """Compute the first review of the queue; without any, end the worker process.

        Raises NotStored if the database is away; the claim then expires.
        """
        now = self.registry.clock()
        table_id = await self.queue.claim(now, now + CLAIM)
        if table_id is None:
            self.worker.close()
            return
        try:
            content = await self._compute(table_id)
        except asyncio.CancelledError:
            # The server ends: the next one begins again at once, not when the claim expires.
            with suppress(NotStored):
                await self.queue.release(table_id, failed=False)
            raise
        except NotStored:
            self.worker.close()
            raise
        except Exception as error:  # whatever a game or the worker raises: the queue goes on
            self.worker.close()
            self.registry.counts["review failed"] += 1
            if not isinstance(error, Refusal):
                self.log.write_error("review-failed", error)
            await self.queue.release(table_id)
        else:
            if content is not None:
                self.registry.counts["reviews"] += 1
                await self.queue.finish(table_id, content)

    async def _compute(self, table_id: str) -> str | None:
        """Return the review as JSON; None if it was cancelled. Raises TimeoutError after `timeout`."""
        actor = await self.registry.get(table_id)
        await self.registry.catch_up(actor)
        if actor.table.status != "over":
            raise Illegal("not-over")
        computing = self.worker.start(actor.table.playing().record().text())
        deadline = asyncio.get_running_loop().time() + self.timeout
        try:
            while not computing.done():
                await asyncio.wait({computing}, timeout=INTERVAL)
                until = self.registry.clock() + CLAIM
                if not await self.queue.report(table_id, self.worker.progress, until):
                    return None
                if asyncio.get_running_loop().time() > deadline:
                    raise TimeoutError
            return computing.result()
        finally:
            if not computing.done():
                self.worker.close()
                computing.cancel()
                with suppress(BaseException):
                    await computing
