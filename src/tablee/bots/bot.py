"""What a bot is: a function of what a person would have, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from tablee.core.rng import Rng
from tablee.core.state import State


def never() -> bool:
    """Nobody interrupts."""
    return False


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one move, a way to tell it to stop, and the clock it looks at."""

    seconds: float = 2.0
    cancelled: Callable[[], bool] = never
    clock: Callable[[], float] = monotonic


Resample = Callable[[], State]
Bot = Callable[[dict[str, Any], Resample, Budget, Rng], str]
