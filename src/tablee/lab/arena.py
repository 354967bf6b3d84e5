"""Bots against bots by the thousand, with the uncertainty of what they show."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from math import sqrt

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.generator import Generator
from tablee.core.refusal import Illegal
from tablee.lab.runner import Runner

BATCH = 50
SURE = 1.96  # standard errors that hold 95 of 100 means


@dataclass(frozen=True)
class Contest:
    """What is to be played: the bots rotate through the seats, match by match."""

    key: str
    seats: int
    bots: tuple[str, ...]
    matches: int
    seed: str = "arena"
    options: Mapping[str, str] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)

    def line_up(self, number: int) -> list[str]:
        """Who sits where in a match."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.seats)]

    def check(self) -> None:
        """Refuse what cannot be played, before anything is played."""
        for name in self.bots:
            bots.load(name)
        games.load(self.key).deal(self.seats, self.seed, **self.options)
        if not self.bots or self.matches < 1:
            raise Illegal("nothing-to-play", matches=self.matches, bots=len(self.bots))
        if len(self.bots) > self.seats:
            raise Illegal("more-bots-than-seats", bots=len(self.bots), seats=self.seats)


@dataclass(frozen=True)
class Result:
    """One seat of one match. A victory shared by two is half a victory for each."""

    bot: str
    victory: float
    rank: int
    points: int


def play_batch(contest: Contest, first: int, count: int) -> list[Result]:
    """So many matches from this number on."""
    game = games.load(contest.key)
    loaded = {name: bots.load(name) for name in contest.bots}
    results: list[Result] = []
    for number in range(first, first + count):
        seed = f"{contest.seed} {number}"
        names = contest.line_up(number)
        state = game.deal(contest.seats, seed, **contest.options)
        runner = Runner(state, [loaded[name] for name in names], contest.budget, Generator(seed))
        outcome = runner.play_out()
        for seat, name in enumerate(names):
            victory = (seat in outcome.winners) / len(outcome.winners)
            results.append(Result(name, victory, outcome.ranks[seat], outcome.scores[seat]))
    return results


def run(contest: Contest, processes: int | None = None) -> Iterator[list[Result]]:
    """Play it on all cores; results come batch by batch, in no particular order."""
    contest.check()
    batches = [(first, min(BATCH, contest.matches - first)) for first in range(0, contest.matches, BATCH)]
    workers = min(processes or os.cpu_count() or 1, len(batches))
    if workers == 1:
        yield from (play_batch(contest, first, count) for first, count in batches)
        return
    with ProcessPoolExecutor(workers) as pool:
        waiting = [pool.submit(play_batch, contest, first, count) for first, count in batches]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True)
class Mean:
    """A mean and how far the truth may be from it, 95 times of 100."""

    value: float
    margin: float


@dataclass(frozen=True)
class Standing:
    """What a bot showed."""

    bot: str
    played: int
    victories: Mean
    rank: Mean
    points: Mean


def mean(values: Sequence[float]) -> Mean:
    """The mean of independent values with its interval."""
    count = len(values)
    middle = sum(values) / count
    if count == 1:
        return Mean(middle, float("inf"))
    variance = sum((value - middle) ** 2 for value in values) / (count - 1)
    return Mean(middle, SURE * sqrt(variance / count))


def standings(results: Sequence[Result]) -> list[Standing]:
    """All bots, the most victorious first."""
    found = []
    for bot in dict.fromkeys(result.bot for result in results):
        own = [result for result in results if result.bot == bot]
        columns = ([each.victory for each in own], [each.rank for each in own], [each.points for each in own])
        found.append(Standing(bot, len(own), *(mean(column) for column in columns)))
    return sorted(found, key=lambda standing: -standing.victories.value)
