"""Matches between bots in parallel processes, with confidence intervals. Used by `tablee arena` and bench/.

Deals are paired: every line-up plays the same deal once from every seat, which removes the luck of deal and
seat from the comparison. The matches of one deal depend on each other, so intervals count deals.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

from tablee import games
from tablee.bots import Budget
from tablee.core.errors import Illegal, Unreadable
from tablee.core.rng import Rng
from tablee.lab.bundle import Bundle, conditions, forget_modules, load_bot, pack, run_bundled, using
from tablee.lab.executors import Engine, LocalPool
from tablee.lab.runner import Runner

Z_95 = 1.96  # standard errors in half of a 95 % interval


@dataclass(frozen=True)
class Contest:
    """One line-up of bots at one game, and how many deals it plays, each once from every seat.

    Fewer bots than seats are repeated around the table. `seconds` is the budget of a move. `beside` are files
    that bots from files find in their own folder, such as the weights of a network.
    """

    key: str
    seats: int
    bots: tuple[str, ...]
    deals: int
    seed: str = "arena"
    options: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 2.0
    beside: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """The key of stored results; without the number of deals, so that a contest can be continued.

        What else decides results is in `conditions`.
        """
        options = "".join(f" {name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.key} {self.seats} {','.join(self.bots)} {self.seed}{options}"

    @property
    def is_pair(self) -> bool:
        """Whether it compares two different bots on two seats, as ratings need."""
        return 2 == self.seats == len(set(self.bots))

    def line_up(self, rotation: int) -> list[str]:
        """Return the bot of each seat when all bots have moved on by `rotation` seats."""
        return [self.bots[(seat + rotation) % self.seats % len(self.bots)] for seat in range(self.seats)]

    def bundle(self) -> Bundle:
        """Return what its deals take along to another machine; raises Illegal if a file is not there."""
        return pack(self.key, self.bots, self.beside)

    def conditions(self) -> dict[str, Any]:
        """Return what decides results beside the name: budget, files of bots, version, sources, pieces."""
        return {"seconds": self.seconds, "files": self.bundle().digest, **conditions(self.key)}

    def validate(self) -> None:
        """Raise a Refusal if the contest cannot be played: unknown game, bot, option, wrong counts.

        Files of bots are executed anew, because they may have changed since the last contest.
        """
        game, bundle = games.load(self.key), self.bundle()
        forget_modules()
        with using(bundle) if bundle.is_needed_here else nullcontext():
            for name in self.bots:
                load_bot(name, game)
        game.deal(self.seats, self.seed, **self.options)
        if not self.bots or self.deals < 1:
            raise Illegal("nothing-to-play")
        if len(self.bots) > self.seats:
            raise Illegal("more-bots-than-seats", bots=len(self.bots), seats=self.seats)


@dataclass(frozen=True)
class Result:
    """The means of a bot on one deal, over its seats and rotations.

    `victory` is its share of the win (0 to 1; a win shared by two is 0.5 for each). In games with races,
    `first` is its share of races won and `seconds` the mean duration of a race; otherwise both are None.
    """

    bot: str
    victory: float
    rank: float
    points: float
    first: float | None = None
    seconds: float | None = None

    @property
    def measure(self) -> float:
        """The share that ratings compare: of races if there are any, otherwise of matches."""
        return self.victory if self.first is None else self.first


def play_deal(contest: Contest, number: int) -> list[Result]:
    """Play deal `number` of a contest once from every seat; return one result per bot."""
    game = games.load(contest.key)
    loaded = {name: load_bot(name, game) for name in contest.bots}
    seed = f"{contest.seed} {number}"
    rows: dict[str, list[tuple[float, ...]]] = {name: [] for name in contest.bots}
    for rotation in range(contest.seats):
        names = contest.line_up(rotation)
        state = game.deal(contest.seats, seed, **contest.options)
        line_up = [loaded[name] for name in names]
        runner = Runner(state, line_up, Budget(contest.seconds), Rng(f"{seed} {rotation}"))
        outcome = runner.play_out()
        for seat, name in enumerate(names):
            row = (win_share(outcome.winners, seat), outcome.ranks[seat], outcome.scores[seat])
            rows[name].append(row + race_figures(runner, seat))
    return [Result(name, *map(fmean, zip(*each, strict=True))) for name, each in rows.items()]


def win_share(winners: Sequence[int], seat: int) -> float:
    """Return the share of a seat in a win: 1 / number of winners, or 0."""
    return (seat in winners) / len(winners) if winners else 0.0


def race_figures(runner: Runner, seat: int) -> tuple[float, ...]:
    """Return the share of races won by a seat and the mean duration in seconds; () without races."""
    races = runner.state.race_results()
    if not races:
        return ()
    return fmean(win_share(race, seat) for race in races), fmean(runner.race_durations) / 1000


class Ledger:
    """Results by contest and deal, appended to a JSON-lines file so that a stopped run can be continued.

    A line before the first deal of a contest has its conditions. A last line without an end was being written
    when a run was killed: it is dropped. Without a file, results are kept in memory only. Raises Unreadable
    if another line of the file is damaged.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.results: dict[str, dict[int, list[Result]]] = {}
        self.conditions: dict[str, dict[str, Any]] = {}
        # How many bytes of the file are complete lines.
        self.size = 0
        if file is not None and file.exists():
            content = file.read_bytes()
            self.size = content.rfind(b"\n") + 1
            for number, line in enumerate(content[: self.size].splitlines(), start=1):
                self._read(line, number)

    def _read(self, line: bytes, number: int) -> None:
        try:
            entry = json.loads(line)
            if "conditions" in entry:
                self.conditions[entry["contest"]] = dict(entry["conditions"])
            else:
                results = [Result(**result) for result in entry["results"]]
                self.results.setdefault(entry["contest"], {})[entry["deal"]] = results
        except (ValueError, KeyError, TypeError) as error:
            raise Unreadable("bad-ledger", file=str(self.file), line=number, why=str(error)) from error

    def check(self, contest: Contest) -> None:
        """Raise Illegal if results of the contest were played under other conditions, or unknown ones."""
        now, then = contest.conditions(), self.conditions.get(contest.name)
        if then is None and contest.name in self.results:
            raise Illegal("old-ledger", file=str(self.file), contest=contest.name)
        different = [name for name in now if then is not None and now[name] != then.get(name)]
        if different:
            names = ", ".join(different)
            raise Illegal("other-experiment", file=str(self.file), contest=contest.name, different=names)

    def add(self, contest: Contest, deal: int, results: list[Result]) -> None:
        """Store the results of a deal, in the file too."""
        self.results.setdefault(contest.name, {})[deal] = results
        if contest.name not in self.conditions:
            self.conditions[contest.name] = contest.conditions()
            self._write({"contest": contest.name, "conditions": self.conditions[contest.name]})
        self._write(
            {"contest": contest.name, "deal": deal, "results": [asdict(result) for result in results]}
        )

    def _write(self, entry: dict[str, Any]) -> None:
        if self.file is None:
            return
        line = json.dumps(entry).encode() + b"\n"
        with self.file.open("ab") as lines:
            lines.truncate(self.size)
            lines.write(line)
        self.size += len(line)

    def missing_deals(self, contest: Contest) -> list[int]:
        """Return the numbers of the deals without results."""
        known = self.results.get(contest.name, {})
        return [deal for deal in range(contest.deals) if deal not in known]

    def results_of(self, contest: Contest) -> list[list[Result]]:
        """Return the results of a contest, one list per deal played."""
        known = self.results.get(contest.name, {})
        return [known[deal] for deal in sorted(known) if deal < contest.deals]


def run(
    contests: Sequence[Contest],
    ledger: Ledger,
    processes: int | None = None,
    engine: Engine | None = None,
) -> Iterator[Contest]:
    """Play the missing deals and store their results; yield the contest of each deal when it is done.

    `engine` says where; by default in `processes` processes of this machine, None for one per core. Raises a
    Refusal at once, before the first deal, if a contest is invalid or the ledger has results of another one
    under its name.
    """
    for contest in contests:
        contest.validate()
        ledger.check(contest)
    return _run_missing_deals(contests, ledger, engine or LocalPool(processes))


def _run_missing_deals(contests: Sequence[Contest], ledger: Ledger, engine: Engine) -> Iterator[Contest]:
    todo = [
        (bundle, (contest, deal))
        for bundle, contest in [(contest.bundle(), contest) for contest in contests]
        for deal in ledger.missing_deals(contest)
    ]
    for number, results in run_bundled(engine, play_deal, todo):
        contest, deal = todo[number][1]
        ledger.add(contest, deal, results)
        yield contest


def ladder(contest: Contest) -> list[Contest]:
    """Return contests of two seats: each bot against the next. Raises Illegal for fewer than two bots."""
    return _pairs(contest, pairwise(contest.bots))


def round_robin(contest: Contest) -> list[Contest]:
    """Return contests of two seats: each bot against each other. Raises Illegal for fewer than two bots."""
    return _pairs(contest, combinations(contest.bots, 2))


def _pairs(contest: Contest, pairs: Iterable[tuple[str, str]]) -> list[Contest]:
    found = [replace(contest, seats=2, bots=pair) for pair in pairs]
    if not found:
        raise Illegal("nothing-to-play")
    return found


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % confidence interval: value ± margin."""

    value: float
    margin: float


@dataclass(frozen=True)
class Standing:
    """The means of a bot over all deals of a contest; `first` and `seconds` are None without races."""

    bot: str
    deals: int
    victories: Mean
    rank: Mean
    points: Mean
    first: Mean | None = None
    seconds: Mean | None = None


def estimate_mean(values: Sequence[float]) -> Mean:
    """Return the mean of independent values; the margin of a single value is infinite."""
    count = len(values)
    middle = sum(values) / count
    if count == 1:
        return Mean(middle, float("inf"))
    variance = sum((value - middle) ** 2 for value in values) / (count - 1)
    return Mean(middle, Z_95 * sqrt(variance / count))


def share_interval(successes: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of the share of successes; (0, 1) without trials."""
    if count == 0:
        return 0.0, 1.0
    square = Z_95**2
    centre = (successes + square / 2) / (count + square)
    half = Z_95 * sqrt(successes * (count - successes) / count + square / 4) / (count + square)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def standings(deals: Sequence[Sequence[Result]]) -> list[Standing]:
    """Return the standing of every bot, the largest share of wins first."""
    found = []
    for bot in dict.fromkeys(result.bot for results in deals for result in results):
        own = [result for results in deals for result in results if result.bot == bot]
        columns = ([each.victory for each in own], [each.rank for each in own], [each.points for each in own])
        firsts = [each.first for each in own if each.first is not None]
        seconds = [each.seconds for each in own if each.seconds is not None]
        races = [estimate_mean(column) for column in (firsts, seconds) if column]
        found.append(Standing(bot, len(own), *(estimate_mean(column) for column in columns), *races))
    return sorted(found, key=lambda standing: -standing.victories.value)
