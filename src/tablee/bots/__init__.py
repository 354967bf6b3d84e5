"""Who thinks: a bot gets a view, a way to imagine truths, a budget and a random source. It cannot peek."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from tablee.bots.bot import Bot, Budget, Resample
from tablee.bots.greedy import greedy
from tablee.bots.levels import LEVELS, Level, level, pause
from tablee.bots.random import random
from tablee.bots.search_bot import Thinker
from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State

__all__ = ["LEVELS", "Bot", "Budget", "Resample", "choose", "load", "names", "pace", "pace_of", "pause"]

SIMPLE: dict[str, Bot] = {"random": random, "greedy": greedy}
ORDINARY_PACE = 3000


def names() -> list[str]:
    """The bots that come with Tablée, the weakest first."""
    return [*SIMPLE, *LEVELS]


def load(name: str, game: Game, mind: str = "") -> Bot:
    """A bot for a game: a known name, `search:N` for N simulations a move, `file.py:function` of yours.

    What one `mind` has forgotten it has forgotten, also if its bot is loaded anew for every move.
    """
    if name in SIMPLE:
        return SIMPLE[name]
    if name in LEVELS:
        return Thinker(game, level(name, game), mind)
    before, colon, after = name.rpartition(":")
    if before == "search" and after.isdecimal() and int(after) > 0:
        return Thinker(game, Level(name, simulations=int(after)))
    if colon and Path(before).is_file():
        return _from_file(Path(before), after)
    raise Unreadable("no-such-bot", word=name[:60], known=" ".join(names()))


def _from_file(file: Path, function: str) -> Bot:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise Unreadable("no-such-bot", word=str(file), known=" ".join(names()))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    bot: Bot | None = getattr(module, function, None)
    if bot is None:
        raise Unreadable("no-such-bot", word=function[:60], known=" ".join(sorted(vars(module))))
    return bot


def choose(bot: Bot, state: State, seat: int, budget: Budget, rng: Rng) -> int:
    """Ask a bot for a move of this seat. The truth stays here: the bot imagines its own."""
    words = bot(state.view(seat), lambda: state.resample(seat, rng), budget, rng)
    return state.vocabulary().parse(words)


def pace(bot: Bot) -> int:
    """How many milliseconds a bot takes for one act where everybody acts at once."""
    return getattr(bot, "pace", ORDINARY_PACE)


def pace_of(name: str, game: Game) -> int:
    """The same by name, without loading the bot."""
    return level(name, game).pace if name in LEVELS else ORDINARY_PACE
