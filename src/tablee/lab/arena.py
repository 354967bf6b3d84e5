"""Bots against bots by the thousand, with the uncertainty of what they show.

Deals are paired: every line-up plays the same deal once from every seat, so that the luck of deal and seat
falls out of the comparison. A deal is therefore what is counted; its matches depend on each other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.errors import Illegal, Unreadable
from tablee.core.rng import Rng
from tablee.lab.runner import Runner

SURE = 1.96  # standard errors that hold 95 of 100 means


@dataclass(frozen=True)
class Contest:
    """One line-up at one game: who plays whom, on how many deals."""

    key: str
    seats: int
    bots: tuple[str, ...]
    deals: int
    seed: str = "arena"
    options: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 2.0

    @property
    def name(self) -> str:
        """What a stored result is filed under; the number of deals may grow."""
        options = "".join(f" {name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.key} {self.seats} {','.join(self.bots)} {self.seed}{options}"

    @property
    def is_pair(self) -> bool:
        """Whether it tells of two bots which one is better, as ratings need it."""
        return 2 == self.seats == len(set(self.bots))

    def line_up(self, rotation: int) -> list[str]:
        """Who sits where when everybody moved on by so many seats."""
        return [self.bots[(seat + rotation) % self.seats % len(self.bots)] for seat in range(self.seats)]

    def check(self) -> None:
        """Refuse what cannot be played, before anything is played."""
        game = games.load(self.key)
        for name in self.bots:
            bots.load(name, game)
        game.deal(self.seats, self.seed, **self.options)
        if not self.bots or self.deals < 1:
            raise Illegal("nothing-to-play")
        if len(self.bots) > self.seats:
            raise Illegal("more-bots-than-seats", bots=len(self.bots), seats=self.seats)


@dataclass(frozen=True)
class Result:
    """A bot on one deal, the mean over its seats and rotations. A victory shared by two is half for each.

    Where matches are made of races: the share of them that it was first in, and how many seconds they took.
    """

    bot: str
    victory: float
    rank: float
    points: float
    first: float | None = None
    seconds: float | None = None

    @property
    def measure(self) -> float:
        """What levels are told apart by: races if there are any, else matches."""
        return self.victory if self.first is None else self.first


def play_deal(contest: Contest, number: int) -> list[Result]:
    """One deal from every seat."""
    game = games.load(contest.key)
    loaded = {name: bots.load(name, game) for name in contest.bots}
    seed = f"{contest.seed} {number}"
    shown: dict[str, list[tuple[float, ...]]] = {name: [] for name in contest.bots}
    for rotation in range(contest.seats):
        names = contest.line_up(rotation)
        state = game.deal(contest.seats, seed, **contest.options)
        line_up = [loaded[name] for name in names]
        runner = Runner(state, line_up, Budget(contest.seconds), Rng(f"{seed} {rotation}"))
        outcome = runner.play_out()
        for seat, name in enumerate(names):
            seen = (share(outcome.winners, seat), outcome.ranks[seat], outcome.scores[seat])
            shown[name].append(seen + raced(runner, seat))
    return [Result(name, *map(fmean, zip(*each, strict=True))) for name, each in shown.items()]


def share(winners: Sequence[int], seat: int) -> float:
    """What a seat has of a victory."""
    return (seat in winners) / len(winners) if winners else 0.0


def raced(runner: Runner, seat: int) -> tuple[float, ...]:
    """In how many of its races a seat was first, and how many seconds one took; nothing without races."""
    races = runner.state.race_results()
    if not races:
        return ()
    return fmean(share(race, seat) for race in races), fmean(runner.lasted) / 1000


class Ledger:
    """Results by contest and deal, kept in a file of lines so that a run can be stopped and resumed."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.results: dict[str, dict[int, list[Result]]] = {}
        if file is not None and file.exists():
            for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
                self._read(line, number)

    def _read(self, line: str, number: int) -> None:
        try:
            entry = json.loads(line)
            results = [Result(**result) for result in entry["results"]]
            self.results.setdefault(entry["contest"], {})[entry["deal"]] = results
        except (ValueError, KeyError, TypeError) as wrong:
            raise Unreadable("bad-ledger", file=str(self.file), line=number, why=str(wrong)) from wrong

    def add(self, contest: Contest, deal: int, results: list[Result]) -> None:
        """Keep what a deal showed; it is in the file before anybody counts on it."""
        self.results.setdefault(contest.name, {})[deal] = results
        if self.file is not None:
            entry = {"contest": contest.name, "deal": deal, "results": [asdict(result) for result in results]}
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(entry) + "\n")

    def missing(self, contest: Contest) -> list[int]:
        """The deals that are still to be played."""
        known = self.results.get(contest.name, {})
        return [deal for deal in range(contest.deals) if deal not in known]

    def of(self, contest: Contest) -> list[list[Result]]:
        """What is known of a contest, deal by deal."""
        known = self.results.get(contest.name, {})
        return [known[deal] for deal in sorted(known) if deal < contest.deals]


def run(contests: Sequence[Contest], ledger: Ledger, processes: int | None = None) -> Iterator[Contest]:
    """Play what is missing on all cores; what cannot be played is refused at once, before the first deal."""
    for contest in contests:
        contest.check()
    return _played(contests, ledger, processes)


def _played(contests: Sequence[Contest], ledger: Ledger, processes: int | None) -> Iterator[Contest]:
    """Tells of each deal as it is done."""
    todo = [(contest, deal) for contest in contests for deal in ledger.missing(contest)]
    workers = min(processes or os.cpu_count() or 1, max(len(todo), 1))
    if workers == 1:
        for contest, deal in todo:
            ledger.add(contest, deal, play_deal(contest, deal))
            yield contest
        return
    with ProcessPoolExecutor(workers) as pool:
        try:
            waiting: dict[Future[list[Result]], tuple[Contest, int]] = {
                pool.submit(play_deal, contest, deal): (contest, deal) for contest, deal in todo
            }
            for done in as_completed(waiting):
                ledger.add(*waiting[done], done.result())
                yield waiting[done][0]
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def ladder(contest: Contest) -> list[Contest]:
    """Each bot against the next, two at a table."""
    return _pairs(contest, pairwise(contest.bots))


def round_robin(contest: Contest) -> list[Contest]:
    """Each bot against each other, two at a table."""
    return _pairs(contest, combinations(contest.bots, 2))


def _pairs(contest: Contest, pairs: Iterable[tuple[str, str]]) -> list[Contest]:
    found = [replace(contest, seats=2, bots=pair) for pair in pairs]
    if not found:
        raise Illegal("nothing-to-play")
    return found


@dataclass(frozen=True)
class Mean:
    """A mean and how far the truth may be from it, 95 times of 100."""

    value: float
    margin: float


@dataclass(frozen=True)
class Standing:
    """What a bot showed in a contest."""

    bot: str
    deals: int
    victories: Mean
    rank: Mean
    points: Mean
    first: Mean | None = None
    seconds: Mean | None = None


def mean(values: Sequence[float]) -> Mean:
    """The mean of independent values with its interval."""
    count = len(values)
    middle = sum(values) / count
    if count == 1:
        return Mean(middle, float("inf"))
    variance = sum((value - middle) ** 2 for value in values) / (count - 1)
    return Mean(middle, SURE * sqrt(variance / count))


def standings(deals: Sequence[Sequence[Result]]) -> list[Standing]:
    """All bots of a contest, the most victorious first."""
    found = []
    for bot in dict.fromkeys(result.bot for results in deals for result in results):
        own = [result for results in deals for result in results if result.bot == bot]
        columns = ([each.victory for each in own], [each.rank for each in own], [each.points for each in own])
        firsts = [each.first for each in own if each.first is not None]
        seconds = [each.seconds for each in own if each.seconds is not None]
        races = [mean(column) for column in (firsts, seconds) if column]
        found.append(Standing(bot, len(own), *(mean(column) for column in columns), *races))
    return sorted(found, key=lambda standing: -standing.victories.value)
