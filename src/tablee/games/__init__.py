"""The games on the shelf, found by looking: a folder that exports GAME is a game."""

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
    """The keys of all games, in the order of the alphabet."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


@cache
def load(key: str) -> Game:
    """The game with this key."""
    if key not in keys():
        raise Unreadable("no-such-game", word=key[:40], known=" ".join(keys()))
    game: Game = import_module(f"{__name__}.{key}").GAME
    return game


def all() -> list[Game]:
    """Every game on the shelf."""
    return [load(key) for key in keys()]


def replay(text: str) -> Match:
    """The match of a record, played again."""
    from tablee.core.match import Match  # noqa: PLC0415  # looking at the shelf needs no match

    return Match.from_record(text, load)
