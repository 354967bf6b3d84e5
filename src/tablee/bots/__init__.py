"""Who thinks: a bot gets a view, a way to imagine truths, a budget and a random source. It cannot peek."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablee.bots.greedy import greedy
from tablee.bots.random import random
from tablee.core.generator import Generator
from tablee.core.refusal import Unreadable
from tablee.core.state import State

Imagine = Callable[[], State]


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move: seconds, or a number of imagined truths."""

    seconds: float = 1.0
    truths: int = 8


Bot = Callable[[dict[str, Any], Imagine, Budget, Generator], str]
KNOWN: dict[str, Bot] = {"random": random, "greedy": greedy}


def load(name: str) -> Bot:
    """A bot by its name, or by `file.py:function` for one of yours."""
    if name in KNOWN:
        return KNOWN[name]
    file, colon, function = name.rpartition(":")
    if colon and Path(file).is_file():
        return _from_file(Path(file), function)
    raise Unreadable("no-such-bot", word=name[:60], known=" ".join(KNOWN))


def _from_file(file: Path, function: str) -> Bot:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise Unreadable("no-such-bot", word=str(file), known=" ".join(KNOWN))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    bot: Bot | None = getattr(module, function, None)
    if bot is None:
        raise Unreadable("no-such-bot", word=function[:60], known=" ".join(sorted(vars(module))))
    return bot


def choose(bot: Bot, state: State, seat: int, budget: Budget, luck: Generator) -> int:
    """Ask a bot for a move of this seat. The truth stays here: the bot imagines its own."""
    words = bot(state.view(seat), lambda: state.imagine(seat, luck), budget, luck)
    return state.vocabulary().hear(words)
