"""Five levels, the same in every game: from a child's first match to one that strong people lose to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log, pow

from tablee.core.game import Game


@dataclass(frozen=True)
class Level:
    """How much a bot thinks, how unsure its judgement is, and how fast its hand.

    `noise` is added to what each move seems to be worth, between 0 and 1. `slip` is the chance that it plays
    something else altogether. `recall` is the share of what it saw that it still knows after a while.
    `to_the_end` is whether a simulation plays the match on to its end, at a table of several; what is
    believed of a move at a glance then counts as much as `trust` such ends.
    """

    name: str
    simulations: int
    noise: float = 0.0
    slip: float = 0.0
    recall: float = 1.0
    pace: int = 1500
    to_the_end: bool = False
    trust: int = 1


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", 2, noise=0.15, slip=0.15, recall=0.7, pace=8000),
        Level("casual", 6, noise=0.07, slip=0.05, recall=0.82, pace=5500),
        Level("regular", 16, noise=0.035, recall=0.91, pace=4000),
        Level("strong", 60, noise=0.012, recall=0.97, pace=2800),
        Level("expert", 2000, pace=1800),
    )
}

# Where all act at once, hands are quick as long as all goes well, and now and then somebody has to ponder:
# one act in a hundred takes five times as long as usual.
FLOW = 0.25
PONDERED = 0.58
UNEVEN = 1.5
LONGEST = 0.99


def level(name: str, game: Game) -> Level:
    """What a level is at this game."""
    return replace(LEVELS[name], **game.levels.get(name, {}))


def pause(pace: float, share: float) -> float:
    """How long one act takes; `pace` is the mean, `share` is drawn evenly from 0 to 1."""
    return pace * (FLOW + PONDERED * pow(-log(1 - LONGEST * share), UNEVEN))
