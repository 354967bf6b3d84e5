"""Bots of a device search in a second worker, so that a search delays neither clocks nor messages."""

from __future__ import annotations

import asyncio
import base64
import pickle
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeVar

from tablee import bots
from tablee.bots import LEVELS, Steps
from tablee.server.runtime.bot_runner import SECONDS, TIMEOUT, BotRunner, Decision

T = TypeVar("T")
# Simulations of a move that plain rules can do within a second in a browser.
MAX_PLAIN_SIMULATIONS = 100
# A bot does the simulations of its level, however slow the device is, and plays the best move found after
# this many seconds. Bots that think at the same time share them.
MAX_SECONDS = 4.0
# A device on which this many searches in a row are ended by the time is too slow for the strongest level.
# Searches that end within QUICK seconds say nothing: there was little to choose.
SLOW_SEARCHES = 3
QUICK = 0.4
# Seconds of a search after which the worker looks whether the search was cancelled.
SLICE = 0.1


class BotWorker(Protocol):
    """The second worker, as the page's script offers it."""

    def ready(self) -> Awaitable[None]:
        """Wait until the worker has started; raises if it cannot."""

    def run(self, job: str) -> Awaitable[str]:
        """Pass the text to `run_job` in the worker and return its result."""

    def cancel(self) -> None:
        """End the job that runs; its result is not awaited any more."""

    def restart(self) -> None:
        """End the worker, even during a job, and start a new one."""

    def on_slow(self) -> None:
        """Note, and show, that this device is too slow for the strongest level."""


class JobResult(NamedTuple):
    """What a job returned, and the seconds it took."""

    value: Any
    seconds: float


class WorkerBots(BotRunner):
    """Asks bots in a worker of the browser, one at a time."""

    def __init__(self, worker: BotWorker) -> None:
        self.worker = worker
        self.turn = asyncio.Lock()
        self.requests = 0
        self.cut_searches = 0

    async def _run(self, work: Callable[..., Steps[T]], decision: Decision) -> T:
        self.requests += 1
        try:
            seconds = self._seconds(decision)
            job = partial(work, seed=decision.seed or secrets.token_hex(8), seconds=seconds)
            async with self.turn:
                # Not part of the time of the job: a slow device starts a worker in half a minute.
                await self.worker.ready()
                done = await self._ask(to_text(job))
        finally:
            self.requests -= 1
        if seconds == MAX_SECONDS:
            self._note(done.seconds)
        result: T = done.value
        return result

    def _seconds(self, decision: Decision) -> float:
        if decision.unhurried:
            return TIMEOUT
        return SECONDS if decision.is_hint else MAX_SECONDS / self.requests

    async def _ask(self, job: str) -> JobResult:
        try:
            return JobResult(*from_text(await asyncio.wait_for(self.worker.run(job), TIMEOUT)))
        except TimeoutError:
            self.worker.restart()
            raise
        except asyncio.CancelledError:
            self.worker.cancel()
            raise

    def _note(self, seconds: float) -> None:
        """Count searches in a row that were ended by the time."""
        if seconds < QUICK:
            return
        self.cut_searches = self.cut_searches + 1 if seconds >= MAX_SECONDS else 0
        if self.cut_searches == SLOW_SEARCHES:
            self.worker.on_slow()


async def run_job(job: str, is_cancelled: Callable[[], Awaitable[bool]]) -> str:
    """Run a job of `WorkerBots` in the second worker; raises what the bot raises.

    `is_cancelled` is awaited every SLICE seconds and lets messages arrive; if it says so, the job ends with
    an empty answer.
    """
    began = monotonic()
    steps, end = from_text(job)(), began + SLICE
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return to_text(JobResult(done.value, monotonic() - began))
        if monotonic() >= end:
            if await is_cancelled():
                return ""
            end = monotonic() + SLICE


def to_text(value: Any) -> str:
    """Return a pickled value as text. Both workers load the same archive, so both know the same classes."""
    return base64.b64encode(pickle.dumps(value)).decode()


def from_text(text: str) -> Any:
    """Return the value of `to_text`."""
    return pickle.loads(base64.b64decode(text))


def served_levels(compiled: bool) -> list[str]:
    """Return the levels that a browser can serve, the weakest first: not the expert with plain rules."""
    return [
        name
        for name in bots.names()
        if name in LEVELS and (compiled or LEVELS[name].simulations <= MAX_PLAIN_SIMULATIONS)
    ]
