"""Bots: functions that choose a move from a view, a resampler of hidden information, a budget and an RNG.

The server, the terminal and the lab load a bot by name (`load`) and ask it for moves (`choose`). A bot never
receives the real state, only states in which everything that its seat cannot know was drawn anew.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from tablee.bots.bot import Bot, Budget, Resample, Steps, finish
from tablee.bots.greedy import greedy
from tablee.bots.levels import LEVELS, Level, level, pause
from tablee.bots.random import random
from tablee.bots.search_bot import SearchBot
from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State

__all__ = [
    "LEVELS",
    "Bot",
    "Budget",
    "Resample",
    "Steps",
    "bot_in",
    "choose",
    "choose_steps",
    "finish",
    "load",
    "load_module",
    "names",
    "pace",
    "pace_of",
    "pause",
]

# Bots that need neither weights nor a level; also the opponents in training.
BASELINES: dict[str, Bot] = {"random": random, "greedy": greedy}
# The pace of a bot without one, in milliseconds.
DEFAULT_PACE = 3000


def names() -> list[str]:
    """Return the names of the built-in bots, weakest first."""
    return [*BASELINES, *LEVELS]


def load(name: str, game: Game, memory_seed: str = "") -> Bot:
    """Return a bot for a game: a built-in name, `search:N` (N simulations per move) or `file.py:function`.

    Levels with an imperfect memory forget the same things for equal `memory_seed`s, in any process; "" draws
    a seed with the first move. Raises Unreadable for an unknown name.
    """
    if name in BASELINES:
        return BASELINES[name]
    if name in LEVELS:
        return SearchBot(game, level(name, game), memory_seed)
    before, colon, after = name.rpartition(":")
    if before == "search" and after.isdecimal() and int(after) > 0:
        return SearchBot(game, Level(name, simulations=int(after)))
    if colon and Path(before).is_file():
        return bot_in(load_module(Path(before)), after)
    raise Unreadable("no-such-bot", word=name[:60], known=" ".join(names()))


def load_module(file: Path) -> ModuleType:
    """Execute a Python file of bots and return its module; raises Unreadable if it is no Python file."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise Unreadable("no-such-bot", word=str(file), known=" ".join(names()))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bot_in(module: ModuleType, function: str) -> Bot:
    """Return a bot of a module by its name; raises Unreadable if there is none."""
    bot: Bot | None = getattr(module, function, None)
    if bot is None:
        raise Unreadable("no-such-bot", word=function[:60], known=" ".join(sorted(vars(module))))
    return bot


def choose(bot: Bot, state: State, seat: int, budget: Budget, rng: Rng) -> int:
    """Return the move that a bot chooses for an acting seat. The bot never receives `state` itself.

    Raises Unreadable if the bot's answer is not the text of a move.
    """
    return finish(choose_steps(bot, state, seat, budget, rng))


def choose_steps(bot: Bot, state: State, seat: int, budget: Budget, rng: Rng) -> Steps[int]:
    """Choose a move like `choose`, as a generator that yields during a search and returns the move."""
    view, resample = state.view(seat), lambda: state.resample(seat, rng)
    if isinstance(bot, SearchBot):
        text = yield from bot.steps(view, resample, budget, rng)
    else:
        text = bot(view, resample, budget, rng)
    return state.vocabulary().parse(text)


def pace(bot: Bot) -> int:
    """Return the mean time of one action of a bot, in milliseconds, where several seats act at once."""
    return getattr(bot, "pace", DEFAULT_PACE)


def pace_of(name: str, game: Game) -> int:
    """Return the pace of a bot by name, in milliseconds, without loading it."""
    return level(name, game).pace if name in LEVELS else DEFAULT_PACE
