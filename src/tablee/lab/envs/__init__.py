"""Environments of other projects around our games: PettingZoo, Gymnasium, OpenSpiel. For research.

The functions here import what they need when they are called. Without it they raise ModuleNotFoundError with
the command that installs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tablee.extras import needs

if TYPE_CHECKING:
    from tablee.lab.envs.gymnasium import BatchEnv, SeatEnv
    from tablee.lab.envs.pettingzoo import RoundEnv, TurnEnv

__all__ = ["openspiel_game", "parallel_env", "seat_env", "turn_env", "vector_env"]


def turn_env(key: str, seats: int | None = None, **settings: Any) -> TurnEnv:
    """Return a PettingZoo AEC environment, in which one seat moves at a time; see `TurnEnv`."""
    with needs("lab"):
        from tablee.lab.envs.pettingzoo import TurnEnv  # noqa: PLC0415

    return TurnEnv(key, seats, **settings)


def parallel_env(key: str, seats: int | None = None, **settings: Any) -> RoundEnv:
    """Return a PettingZoo parallel environment, in which all acting seats move at once; see `RoundEnv`."""
    with needs("lab"):
        from tablee.lab.envs.pettingzoo import RoundEnv  # noqa: PLC0415

    return RoundEnv(key, seats, **settings)


def seat_env(key: str, seats: int | None = None, opponents: Sequence[str] = (), **settings: Any) -> SeatEnv:
    """Return a Gymnasium environment for one seat; the others are played by bots. See `SeatEnv`."""
    with needs("lab"):
        from tablee.lab.envs.gymnasium import SeatEnv  # noqa: PLC0415

    return SeatEnv(key, seats, opponents, **settings)


def vector_env(key: str, seats: int | None = None, num_envs: int = 1, **settings: Any) -> BatchEnv:
    """Return a Gymnasium vector environment around a batch; see `BatchEnv`."""
    with needs("lab"):
        from tablee.lab.envs.gymnasium import BatchEnv  # noqa: PLC0415

    return BatchEnv(key, seats, num_envs, **settings)


def openspiel_game(key: str, seats: int | None = None) -> Any:
    """Return an OpenSpiel game, and register it so that `pyspiel.load_game` finds it; see `SpielGame`."""
    with needs("openspiel"):
        from tablee.lab.envs.openspiel import load_game  # noqa: PLC0415

    return load_game(key, seats)
