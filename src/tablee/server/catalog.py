"""The installed games and bots, as the Catalog that is passed to the domain."""

from __future__ import annotations

from tablee import bots, games
from tablee.core.game import Game
from tablee.server.domain.catalog import Catalog


def bot_delay(bot: str, game: Game, share: float) -> float:
    """Return the milliseconds that a bot takes for one move where all seats act at once; see `Catalog`."""
    return bots.pause(bots.pace_of(bot, game), share)


CATALOG = Catalog(games.load, bots.names, bot_delay)
