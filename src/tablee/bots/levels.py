"""The five levels of strength, the same names in every game, and the timing of their actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log, pow

from tablee.core.game import Game


@dataclass(frozen=True)
class Level:
    """The strength of a search bot.

    `simulations` is the number per move. `noise` scales a random number added to the value of each move;
    values are utilities from 0 to 1. `blunder_rate` is the probability of `State.blunder` instead of a
    search. `recall` is that of `State.forget`; 1 forgets nothing. `pace` is the mean time of one action in
    milliseconds, used where several seats act at once.

    With `full_rollouts`, at a table of two or more, candidate moves are compared by playing matches to their
    end; the value network's first estimate of a move then counts as `prior_visits` rollouts.
    """

    name: str
    simulations: int
    noise: float = 0.0
    blunder_rate: float = 0.0
    recall: float = 1.0
    pace: int = 1500
    full_rollouts: bool = False
    prior_visits: int = 1


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", 2, noise=0.15, blunder_rate=0.15, recall=0.7, pace=8000),
        Level("casual", 6, noise=0.07, blunder_rate=0.05, recall=0.82, pace=5500),
        Level("regular", 16, noise=0.035, recall=0.91, pace=4000),
        Level("strong", 60, noise=0.012, recall=0.97, pace=2800),
        Level("expert", 2000, pace=1800),
    )
}

# Where several seats act at once, the time of an action follows a shifted Weibull distribution, as shares of
# the pace: most actions are quick, one in a hundred takes five times the mean.
PAUSE_MINIMUM = 0.25
PAUSE_SCALE = 0.58
PAUSE_INVERSE_SHAPE = 1.5
PAUSE_LAST_QUANTILE = 0.99  # cuts off the tail


def level(name: str, game: Game) -> Level:
    """Return a level as this game overrides it (`Game.levels`). Raises KeyError for an unknown name."""
    return replace(LEVELS[name], **game.levels.get(name, {}))


def pause(pace: float, quantile: float) -> float:
    """Return how long one action takes, in the unit of `pace`, which is about the mean of all actions.

    `quantile` (0 to 1) selects the duration: drawn uniformly, it gives a shifted Weibull distribution.
    """
    tail = pow(-log(1 - PAUSE_LAST_QUANTILE * quantile), PAUSE_INVERSE_SHAPE)
    return pace * (PAUSE_MINIMUM + PAUSE_SCALE * tail)
