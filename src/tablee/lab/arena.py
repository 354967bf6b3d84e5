"""Matches between bots in parallel processes, with confidence intervals. Used by `tablee arena` and bench/.

Deals are paired: every line-up plays the same deal once from every seat, which removes the luck of deal and
seat from the comparison. The matches of one deal depend on each other, so intervals count deals.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.errors import Illegal, Unreadable
from tablee.core.rng import Rng
from tablee.lab.executors import Engine, LocalPool
from tablee.lab.runner import Runner

Z_95 = 1.96  # standard errors in half of a 95 % interval


@dataclass(frozen=True)
class Contest:
    """One line-up of bots at one game, and how many deals it plays, each once from every seat.

    Fewer bots than seats are repeated around the table. `seconds` is the budget of a move.
    """

    key: str
    seats: int
    bots: tuple[str, ...]
    deals: int
    seed: str = "arena"
    options: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 2.0

    @property
    def name(self) -> str:
        """The key of stored results; without the number of deals, so that a contest can be continued."""
        options = "".join(f" {name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.key} {self.seats} {','.join(self.bots)} {self.seed}{options}"

    @property
    def is_pair(self) -> bool:
        """Whether it compares two different bots on two seats, as ratings need."""
        return 2 == self.seats == len(set(self.bots))

    def line_up(self, rotation: int) -> list[str]:
        """Return the bot of each seat when all bots have moved on by `rotation` seats."""
        return [self.bots[(seat + rotation) % self.seats % len(self.bots)] for seat in range(self.seats)]

    def validate(self) -> None:
        """Raise a Refusal if the contest cannot be played: unknown game, bot, option, wrong counts."""
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
    loaded = {name: bots.load(name, game) for name in contest.bots}
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


def bot_files(contest: Contest) -> dict[str, str]:
    """Return the texts of the files that bots of a contest are in, by the name of the bot."""
    paths = {name: Path(name.rpartition(":")[0]) for name in contest.bots}
    return {name: path.read_text("utf-8") for name, path in paths.items() if path.is_file()}


def play_deal_elsewhere(contest: Contest, number: int, files: Mapping[str, str]) -> list[Result]:
    """Call `play_deal` on another machine, with bots loaded from a copy of their `files`."""
    with TemporaryDirectory() as folder:
        copies = {}
        for at, (name, text) in enumerate(files.items()):
            copy = Path(folder, f"bots_{at}.py")
            copy.write_text(text, "utf-8")
            copies[name] = f"{copy}:{name.rpartition(':')[2]}"
        names = {copy: name for name, copy in copies.items()}
        results = play_deal(
            replace(contest, bots=tuple(copies.get(name, name) for name in contest.bots)), number
        )
    return [replace(result, bot=names.get(result.bot, result.bot)) for result in results]


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

    Without a file, results are kept in memory only. Raises Unreadable if a line of the file is damaged.
    """

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
        except (ValueError, KeyError, TypeError) as error:
            raise Unreadable("bad-ledger", file=str(self.file), line=number, why=str(error)) from error

    def add(self, contest: Contest, deal: int, results: list[Result]) -> None:
        """Store the results of a deal, in the file too."""
        self.results.setdefault(contest.name, {})[deal] = results
        if self.file is not None:
            entry = {"contest": contest.name, "deal": deal, "results": [asdict(result) for result in results]}
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(entry) + "\n")

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
    Refusal at once, before the first deal, if a contest is invalid.
    """
    for contest in contests:
        contest.validate()
    return _run_missing_deals(contests, ledger, engine or LocalPool(processes))


def _run_missing_deals(contests: Sequence[Contest], ledger: Ledger, engine: Engine) -> Iterator[Contest]:
    todo = [(contest, deal) for contest in contests for deal in ledger.missing_deals(contest)]
    if engine.is_remote:
        files = {contest.name: bot_files(contest) for contest in contests}
        tasks = [(contest, deal, files[contest.name]) for contest, deal in todo]
        done = engine.run(play_deal_elsewhere, tasks)
    else:
        done = engine.run(play_deal, todo)
    for number, results in done:
        ledger.add(*todo[number], results)
        yield todo[number][0]


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
