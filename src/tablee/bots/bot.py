"""The type of a bot, and the budget it receives for one move."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from tablee.core.rng import Rng
from tablee.core.state import State


def never_cancelled() -> bool:
    """Return False: the default of `Budget.cancelled`."""
    return False


@dataclass(frozen=True)
class Budget:
    """Limits for one move: time in seconds, a callback that cancels the search, and the clock to read."""

    seconds: float = 2.0
    cancelled: Callable[[], bool] = never_cancelled
    clock: Callable[[], float] = monotonic


T = TypeVar("T")
# A computation that yields every few milliseconds, so that its caller can do something else, or stop it.
Steps = Generator[None, None, T]


def finish(steps: Steps[T]) -> T:
    """Run all steps of a generator and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


# Returns a new state in which everything that the seat cannot know is drawn anew (a determinization).
Resample = Callable[[], State]
# Takes the view of an acting seat; returns the text of one of its `moves`.
Bot = Callable[[dict[str, Any], Resample, Budget, Rng], str]
