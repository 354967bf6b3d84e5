"""The games and bots that a table can use, passed in so that the domain imports neither."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablee.core.game import Game


@dataclass(frozen=True)
class Catalog:
    """Lookups that the domain needs.

    `load_game(key)` raises Unreadable for an unknown key. `bot_delay(bot, game, share)` returns how many
    milliseconds a bot takes for one move where all seats act at once; `share` is drawn evenly from 0 to 1.
    """

    load_game: Callable[[str], Game]
    bot_names: Callable[[], list[str]]
    bot_delay: Callable[[str, Game, float], float]
