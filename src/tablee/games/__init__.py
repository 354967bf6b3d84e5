"""The installed games. Each folder here that exports GAME is one; no list names them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from tablee.core.errors import Unreadable

if TYPE_CHECKING:
    from tablee.core.game import Game
    from tablee.core.match import Match


def keys() -> list[str]:
    """Return the keys of all games, sorted."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


@cache
def load(key: str) -> Game:
    """Return the game with this key; raises Unreadable if there is none."""
    if key not in keys():
        raise Unreadable("no-such-game", word=key[:40], known=" ".join(keys()))
    game: Game = import_module(f"{__name__}.{key}").GAME
    return game


def all() -> list[Game]:
    """Return all games, sorted by key."""
    return [load(key) for key in keys()]


def replay(text: str) -> Match:
    """Return the match of a record; raises Unreadable if it does not replay."""
    from tablee.core.match import Match  # noqa: PLC0415  # only needed here

    return Match.from_record(text, load)
