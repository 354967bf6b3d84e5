"""Bots of a device search in a second worker, so that a thinking bot stops neither clocks nor messages."""

from __future__ import annotations

import asyncio
import base64
import pickle
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from tablee import bots
from tablee.bots.levels import LEVELS
from tablee.server.runtime.bot_runner import FRESH, SECONDS, TIMEOUT, BotRunner, Decision

T = TypeVar("T")
# Simulations of a move that plain rules can do within a second in a browser.
MAX_PLAIN_SIMULATIONS = 100


class BotWorker(Protocol):
    """The second worker, as the page's script offers it."""

    def run(self, job: str) -> Awaitable[str]:
        """Pass the text to `run_job` in the worker and return its result."""

    def restart(self) -> None:
        """End the worker, whatever it does, and start a new one."""


class WorkerBots(BotRunner):
    """Asks bots in a worker of the browser."""

    def __init__(self, worker: BotWorker) -> None:
        self.worker = worker

    async def _run(self, work: Callable[..., T], decision: Decision = FRESH) -> T:
        seconds = TIMEOUT if decision.unhurried else SECONDS
        job = partial(work, seed=decision.seed or secrets.token_hex(8), seconds=seconds)
        try:
            answer = await asyncio.wait_for(self.worker.run(to_text(job)), TIMEOUT)
        except TimeoutError:
            self.worker.restart()
            raise
        result: T = from_text(answer)
        return result


def run_job(job: str) -> str:
    """Run a job of `WorkerBots` in the second worker; raises what the bot raises."""
    return to_text(from_text(job)())


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
