"""The interface of what runs bots, in worker processes or in a browser: choose a move, compute a hint."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from tablee import bots, games
from tablee.bots import Steps
from tablee.bots.explain import Candidate, explain
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.server.errors import LimitExceeded

# Search time in seconds of one request, if no other is running.
SECONDS = 1.0
# Seconds after which a bot that has not answered is given up.
TIMEOUT = 15.0
# How often an unhurried decision is tried.
MAX_ATTEMPTS = 4
LOG = logging.getLogger(__name__)
T = TypeVar("T")


def run_bot(
    name: str, key: str, state: State, seat: int, *, memory_key: str, seed: str, seconds: float
) -> Steps[str]:
    """Choose a move, in a worker. `bots.choose` gives the bot only a view and resampled states."""
    bot = bots.load(name, games.load(key), memory_key)
    move = yield from bots.choose_steps(bot, state, seat, bots.Budget(seconds), Rng(seed))
    return state.vocabulary().format(move)


def run_hint(key: str, state: State, seat: int, *, seed: str, seconds: float) -> Steps[list[Candidate]]:
    """Explain the best moves, in a worker, from resampled states only; one step."""
    rng = Rng(seed)
    yield
    return explain(games.load(key), seat, lambda: state.resample(seat, rng), bots.Budget(seconds), rng)


class Decision(NamedTuple):
    """What a bot's decision depends on beside the position.

    `memory_key` identifies the bot's memory: every worker then forgets the same things. `seed` of its rng; ""
    draws one. `unhurried`: only the number of simulations limits the search, so that equal seeds give equal
    moves, however busy the machine is. `is_hint`: a person waits, for reasons and not for strength.
    """

    memory_key: str = ""
    seed: str = ""
    unhurried: bool = False
    is_hint: bool = False


FRESH = Decision()
HINT = Decision(is_hint=True)


class BotRunner(ABC):
    """Asks bots for moves and hints, each in a worker."""

    async def choose_move(
        self, name: str, key: str, state: State, seat: int, decision: Decision = FRESH
    ) -> str:
        """Return the move of a bot as text; if the bot fails or hangs, the move for late seats.

        Cancelling the caller ends the search where it can be interrupted, else removes it from the queue.
        An unhurried decision is tried again, since another search may have taken the worker down.
        """
        work = partial(run_bot, name, key, state.copy(), seat, memory_key=decision.memory_key)
        for _ in range(MAX_ATTEMPTS if decision.unhurried else 1):
            try:
                return await self._run(work, decision)
            except TimeoutError:
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
            return await self._run(partial(run_hint, key, state.copy(), seat), HINT)
        except TimeoutError:
            raise LimitExceeded("no-hint-now", wait=round(1_000 * SECONDS)) from None

    @abstractmethod
    async def _run(self, work: Callable[..., Steps[T]], decision: Decision) -> T:
        """Run the steps of `work` in a worker, with a `seed` and the `seconds` it may take.

        Raises TimeoutError if the worker does not answer or is gone.
        """
