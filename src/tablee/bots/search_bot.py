"""A bot that searches: how a level turns simulations into a move, within its budget."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import log, sqrt
from typing import Any

from tablee.bots.bot import Budget, Resample
from tablee.bots.levels import Level
from tablee.bots.rollout import find_candidates
from tablee.bots.search import Search
from tablee.bots.weights import knowledge
from tablee.core.buffers import MoveBuffer
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State

# How long at most between two looks at the clock.
GLANCE = 0.002
# So many moves are compared with each other, where moves are compared: at a table of one, and at others.
RIVALS_ALONE = 16
RIVALS = 8

Trial = Callable[[State, int, int], None]
Spend = Callable[[Callable[[int], None], int], None]


class Thinker:
    """One level at one game. It has room for one tree, so it thinks about one decision at a time."""

    def __init__(self, game: Game, level: Level, mind: str = "") -> None:
        self.game = game
        self.level = level
        self.pace = level.pace
        self.search = Search()
        self.seats = 0
        self.mind = Rng(mind).word() if mind else 0

    def __call__(self, view: dict[str, Any], imagine: Resample, budget: Budget, rng: Rng) -> str:
        """The move that was tried most, or for the weaker ones seemed best."""
        words: list[str] = view["moves"]
        if len(words) == 1:
            return words[0]
        seat: int = view["seat"]
        truth = imagine()
        if rng.real() < self.level.slip:
            return self.game.format(truth.blunder(seat, truth.moves(seat), rng))
        if self.level.recall < 1:
            self.forget(truth, seat, rng)
        candidates = considered(truth, seat)
        if len(candidates) == 1:
            return self.game.format(candidates[0])
        self.think(truth, seat, budget, rng)
        return self.game.format(self.best(candidates, seat, rng))

    def forget(self, truth: State, seat: int, rng: Rng) -> None:
        """Lose what this level would not remember; one mind forgets the same things however often asked."""
        self.mind = self.mind or rng.word()
        truth.forget(seat, self.level.recall, self.mind)

    def think(self, truth: State, seat: int, budget: Budget, rng: Rng) -> None:
        """Simulate until the level is content, the time is up, or somebody interrupts."""
        spend = partial(repeat, end=budget.clock() + budget.seconds, budget=budget)
        self.prepare(truth.seats, rng)
        if truth.seats == 1:
            self.search.nominate(truth, seat, 1)
            self.compare(truth, seat, self.search.compare, RIVALS_ALONE, spend)
        elif self.level.to_the_end:
            self.search.nominate(truth, seat, self.level.trust)
            self.compare(truth, seat, self.search.foresee, RIVALS, spend)
        else:
            spend(partial(self.search.run, truth, seat), self.level.simulations)

    def compare(self, truth: State, seat: int, trial: Trial, most: int, spend: Spend) -> None:
        """Sequential halving: the best at a glance are tried in the same imagined truths, then the better
        half of them in more, and so on. What comes by luck decides more than any one move."""
        rivals = min(most, len(considered(truth, seat)))
        share = self.level.simulations // max((rivals - 1).bit_length(), 1)
        while rivals > 1:
            self.search.narrow(rivals)
            spend(partial(trial, truth, seat), max(share // rivals, 1) * rivals)
            rivals = (rivals + 1) // 2

    def prepare(self, seats: int, rng: Rng) -> None:
        """An empty tree, and what is believed at a table of so many."""
        learned = knowledge(self.game, seats == 1)
        if learned is not None and seats != self.seats:
            self.search.player.sense = learned.sense(seats)
            self.search.par, self.search.spread = learned.par, learned.spread
            if learned.curiosity is not None:
                self.search.explore = learned.curiosity
            self.seats = seats
        self.search.rng = rng
        self.search.begin()

    def best(self, candidates: list[int], seat: int, rng: Rng) -> int:
        """Without noise the first in rank; with noise the one that seems best to an unsure judge."""
        if self.level.noise == 0:
            return self.ranked(candidates, seat)[0]
        return max(
            candidates, key=lambda move: self.search.value_of(seat, move) + self.level.noise * bell(rng)
        )

    def ranked(self, candidates: list[int], seat: int) -> list[int]:
        """The most tried first; where moves were compared, the best of those that stayed before them."""
        order = sorted(candidates, key=partial(self.tried, seat), reverse=True)
        if self.search.rival_count:
            favourite = self.search.favourite()
            order.sort(key=lambda move: move != favourite)
        return order

    def tried(self, seat: int, move: int) -> tuple[int, float]:
        """How often, and with what success."""
        return self.search.visits_of(seat, move), self.search.value_of(seat, move)


def repeat(simulate: Callable[[int], None], left: int, end: float, budget: Budget) -> None:
    """Simulate so many times, in batches short enough to look at the clock in between."""
    now, batch = budget.clock(), 1
    while left > 0 and now < end and not budget.cancelled():
        simulate(min(batch, left))
        left -= batch
        before, now = now, budget.clock()
        batch = 2 * batch if now - before < GLANCE / 2 else max(batch // 2, 1)


def considered(truth: State, seat: int) -> list[int]:
    """The moves that are worth a thought."""
    room = MoveBuffer()
    find_candidates(truth, seat, room)
    return room.to_list()


def bell(rng: Rng) -> float:
    """A number of the normal distribution, by the Box-Muller transform less its angle: enough for doubt."""
    return sqrt(-2 * log(rng.real() + 1e-9)) * (1 if rng.below(2) else -1)
