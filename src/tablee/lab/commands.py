"""The commands of the lab: `tablee arena`, `tablee train`, `tablee exercises make` and `check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tablee import games
from tablee.bots.weights import FOLDER
from tablee.core.errors import Illegal
from tablee.core.exercise import FILE, read_exercises, write_exercises
from tablee.core.game import parse_options, split_names
from tablee.lab.arena import Contest, Ledger, Mean, ladder, round_robin, run, share_interval, standings
from tablee.lab.executors import engine
from tablee.lab.exercises import Tally, check, find
from tablee.lab.plot import Chart
from tablee.lab.rating import Rating, ratings
from tablee.lab.train import DEFAULT_SEED, TrainingConfig, TrainingResult, last_config, save
from tablee.lab.train import train as start_training

# Given as --with.
Beside = Annotated[list[Path] | None, Parameter(name="--with", negative=())]
PAIRINGS = {"table": lambda contest: [contest], "ladder": ladder, "round-robin": round_robin}


def ensure_writable(*folders: Path) -> None:
    """Create missing folders, before results are computed; raise Illegal if one cannot be written to."""
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=folder).close()
        except OSError as error:
            raise Illegal("no-folder", folder=str(folder), why=error.strerror or str(error)) from error


def progress_bar() -> Progress:
    """Return a progress bar with the remaining time, which disappears when it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, transient=True)


def arena(
    key: str,
    *,
    bots: str = "greedy,random",
    seats: int | None = None,
    matches: int = 1000,
    pairing: Literal["table", "ladder", "round-robin"] = "table",
    seed: str = "arena",
    seconds: float = 2.0,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    file: Path | None = None,
    plot: Path | None = None,
    beside: Beside = None,
    processes: int | None = None,
    on: str | None = None,
) -> None:
    """Let bots play each other and show who is better, with 95 % intervals.

    Parameters
    ----------
    key
        The game.
    bots
        The bots, separated by commas: random, greedy, a level, search:N, or file.py:function.
    seats
        Seats at a table; by default as many as there are bots, or the fewest the game allows.
    matches
        Matches of each line-up, at least: every deal is played once from every seat.
    pairing
        table: all at one table. ladder: each against the next. round-robin: each against each, two seats.
    seed
        The seed of the deals.
    seconds
        The longest time a bot may search for one move.
    option
        Option of the game, written NAME=VALUE; repeat it for several options.
    file
        A file for the results, one deal per line: a stopped run continues from there.
    plot
        A file for a chart of the ratings (SVG); for pairs.
    beside
        A file that bots from files find beside their own, such as weights; repeat it for several files.
    processes
        Processes to use; by default one per core.
    on
        A cluster to play on instead: dask://HOST:PORT or ray://HOST:PORT.
    """
    names = tuple(split_names(bots))
    seat_count = seats or max(games.load(key).seats[0], len(names)) if pairing == "table" else 2
    deals = -(-matches // seat_count)
    options, files = parse_options(option or []), tuple(beside or ())
    contests = PAIRINGS[pairing](Contest(key, seat_count, names, deals, seed, options, seconds, files))
    if plot is not None and not all(contest.is_pair for contest in contests):
        raise Illegal("no-ratings")
    ledger = Ledger(file)
    played = run(contests, ledger, processes, engine(on, processes))
    ensure_writable(*(target.parent for target in (file, plot) if target is not None))
    show_progress(f"{key}: deals", sum(len(ledger.missing_deals(each)) for each in contests), played)
    report(Console(), contests, ledger, plot)


def show_progress(what: str, total: int, steps: Iterable[object]) -> None:
    """Run through the steps with a progress bar."""
    with progress_bar() as progress:
        bar = progress.add_task(what, total=total)
        for _ in steps:
            progress.advance(bar)


def report(console: Console, contests: Sequence[Contest], ledger: Ledger, plot: Path | None) -> None:
    """Print a table per contest, and the ratings if there are several or a chart is asked for."""
    for contest in contests:
        console.print(contest_table(contest, ledger))
    if plot is not None or len(contests) > 1:
        rated = ratings({(each.bots[0], each.bots[1]): win_shares(each, ledger) for each in contests})
        console.print(rating_table(rated))
        if plot is not None:
            plot.write_text(rating_chart(contests[0].key, rated).svg(), "utf-8")


def win_shares(contest: Contest, ledger: Ledger) -> list[float]:
    """Return the share (0 to 1) of races, or of wins without races, of the first bot of a pair, by deal."""
    return [results[0].measure for results in ledger.results_of(contest)]


def contest_table(contest: Contest, ledger: Ledger) -> Table:
    """Return a table of all bots of a contest, with race columns if the game has races."""
    table = Table(title=f"{contest.key}, {contest.seats} seats, {contest.deals} deals", title_justify="left")
    table.add_column("bot")
    found = standings(ledger.results_of(contest))
    races = ("first in races", "seconds a race") if found and found[0].first else ()
    for column in ("victories", "mean rank", "mean points", *races):
        table.add_column(column, justify="right")
    for standing in found:
        row = [
            format_percentage(standing.victories),
            format_mean(standing.rank),
            format_mean(standing.points),
        ]
        if standing.first and standing.seconds:
            row += [format_percentage(standing.first), format_mean(standing.seconds)]
        table.add_row(standing.bot, *row)
    return table


def format_percentage(mean: Mean) -> str:
    return f"{100 * mean.value:.1f} ± {100 * mean.margin:.1f} %"


def format_mean(mean: Mean) -> str:
    return f"{mean.value:.2f} ± {mean.margin:.2f}"


def rating_table(rated: Sequence[Rating]) -> Table:
    """Return a table of ratings with their intervals."""
    table = Table(title="ratings: 400 points are ten victories to one", title_justify="left")
    for column in ("bot", "rating", "95 of 100 between"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for each in rated:
        table.add_row(each.bot, f"{each.rating:+.0f}", f"{each.low:+.0f} and {each.high:+.0f}")
    return table


def rating_chart(key: str, rated: Sequence[Rating]) -> Chart:
    """Return a chart of the ratings and their intervals, weakest bot on the left."""
    ordered = list(reversed(rated))
    series = {
        "rating": [(index, each.rating) for index, each in enumerate(ordered, 1)],
        "low": [(index, each.low) for index, each in enumerate(ordered, 1)],
        "high": [(index, each.high) for index, each in enumerate(ordered, 1)],
    }
    names = " < ".join(each.bot for each in ordered)
    return Chart(f"{key}: ratings", names, "rating", series)


@Parameter(name="*")
@dataclass(frozen=True)
class ConfigChanges:
    """Settings of a training that differ from the last one; None keeps the last value.

    Parameters
    ----------
    matches
        Matches for each number of seats.
    margin_scale
        Lead in points that counts as clear: the scale of the margin in the utility.
    solo_baseline
        Solo score in points that has utility 0.5.
    learning_rate
        The learning rate at the start; it falls to a tenth.
    hidden
        Hidden units of the network.
    samples
        Resampled states per decision: more help where moves reveal hidden information.
    exploration
        The exploration constant of the search: larger where luck decides more.
    average_weights
        Whether to average the weights over the last fifth of the matches.
    greedy_share
        The share of matches, with three or more seats, against greedy bots instead of self-play.
    """

    matches: int | None = None
    margin_scale: float | None = None
    solo_baseline: float | None = None
    learning_rate: float | None = None
    hidden: int | None = None
    samples: int | None = None
    exploration: float | None = None
    average_weights: bool | None = None
    greedy_share: float | None = None

    def apply_to(self, config: TrainingConfig) -> TrainingConfig:
        """Return a config with the changes made."""
        return replace(config, **{name: value for name, value in asdict(self).items() if value is not None})


NO_CHANGES = ConfigChanges()


def train(
    key: str,
    *,
    solo: bool = False,
    changes: ConfigChanges = NO_CHANGES,
    seed: str = DEFAULT_SEED,
    folder: Path | None = None,
    processes: int | None = None,
    on: str | None = None,
) -> None:
    """Train the value networks of a game from random weights, mostly by self-play.

    Settings that are not given are those of the last training.

    Parameters
    ----------
    key
        The game.
    solo
        Train the separate weights of a table of one.
    seed
        Equal seeds give equal weights.
    folder
        Where to write the weights and the learning curve; by default where the game's bots read them.
    processes
        Processes to use; by default one per core.
    on
        A cluster to train on instead: dask://HOST:PORT or ray://HOST:PORT. A number of seats is one task.
    """
    config = replace(changes.apply_to(last_config(key, solo)), seed=seed)
    results = start_training(config, engine(on, processes))
    target = folder or games.load(key).folder / FOLDER
    ensure_writable(target)
    print(*save(config, collect(config, results), target), sep="\n")


def collect(config: TrainingConfig, results: Iterator[TrainingResult]) -> list[TrainingResult]:
    """Return all results of a training, with a progress bar while it runs."""
    found: list[TrainingResult] = []
    with progress_bar() as progress:
        bar = progress.add_task(f"{config.key}: numbers of seats", total=len(config.seat_counts))
        for result in results:
            found.append(result)
            progress.advance(bar)
    return found


def make_exercises(
    key: str,
    *,
    count: int = 200,
    seats: int | None = None,
    seed: str = "exercises",
    file: Path | None = None,
    processes: int | None = None,
    on: str | None = None,
) -> None:
    """Find positions in bots' matches in which one move is clearly best, until there are enough.

    Each is checked by a search with ten times as many rollouts. A file that exists is continued.

    Parameters
    ----------
    key
        The game.
    count
        Exercises in the file when it is done.
    seats
        Seats at the table; by default the fewest of at least two.
    seed
        Equal seeds find equal exercises in a new file; take another one to continue a file.
    file
        Where to write them; by default where the game reads them.
    processes
        Processes to use; by default one per core.
    on
        A cluster to search on instead: dask://HOST:PORT or ray://HOST:PORT.
    """
    if count < 1:
        raise Illegal("nothing-to-play")
    game = games.load(key)
    target = file or game.folder / FILE
    ensure_writable(target.parent)
    found = read_exercises(game, target)
    tally = Tally()
    with progress_bar() as progress:
        bar = progress.add_task(f"{key}: exercises", total=count, completed=len(found))
        searched = find(key, seats or max(game.seats[0], 2), seed, engine(on, processes))
        while len(found) < count:
            exercises, seen = next(searched)
            tally.add(seen)
            new = exercises[: count - len(found)]
            found += new
            if new:
                write_exercises(game, found, target)
            progress.advance(bar, len(new))
    print(f"{target}: {len(found)} exercises")
    print(f"{tally.seen} positions, {tally.searched} searched, {tally.clear} clear")
    print(f"confirmed by the deeper search: {tally.confirmed}")


def check_exercises(
    key: str,
    *,
    sample: int = 30,
    seed: str = "check",
    drop: bool = False,
    file: Path | None = None,
    processes: int | None = None,
    on: str | None = None,
) -> None:
    """Search exercises again with ten times as many rollouts, and print how many answers it agrees with.

    Parameters
    ----------
    key
        The game.
    sample
        How many exercises to check, spread over the file; all of them if there are fewer.
    seed
        Another seed draws other rollouts.
    drop
        Remove the exercises that the search does not agree with from the file.
    file
        The file to check; by default the one that the game reads.
    processes
        Processes to use; by default one per core.
    on
        A cluster to search on instead: dask://HOST:PORT or ray://HOST:PORT.
    """
    if sample < 1:
        raise Illegal("nothing-to-play")
    game = games.load(key)
    source = file or game.folder / FILE
    every = read_exercises(game, source)
    chosen = [every[at * len(every) // sample] for at in range(sample)] if sample < len(every) else every
    with progress_bar() as progress:
        searched = check(key, chosen, seed, engine(on, processes))
        verdicts = progress.track(searched, total=len(chosen), description=f"{key}: checks")
        failed = {each.id for each, agrees in zip(chosen, verdicts, strict=True) if not agrees}
    agreed = len(chosen) - len(failed)
    low, high = share_interval(agreed, len(chosen))
    print(f"{key}: the deeper search agrees with {agreed} of {len(chosen)} answers ({low:.1%} to {high:.1%})")
    for name in sorted(failed):
        print(f"  not with {name}")
    if drop and failed:
        write_exercises(game, [each for each in every if each.id not in failed], source)
