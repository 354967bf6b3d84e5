"""The verbs of the lab on the command line: `tablee arena` and `tablee train`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.game import parse_options
from tablee.lab.arena import Contest, Ledger, Mean, ladder, round_robin, run, standings
from tablee.lab.plot import Chart
from tablee.lab.rating import Rating, ratings
from tablee.lab.train import Course, Report, store, usual_course
from tablee.lab.train import train as teach

PAIRINGS = {"table": lambda contest: [contest], "ladder": ladder, "round-robin": round_robin}


def make_room(*folders: Path) -> None:
    """See to it that results can be written, before anybody has worked for them."""
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=folder).close()
        except OSError as wrong:
            raise Illegal("no-folder", folder=str(folder), why=wrong.strerror or str(wrong)) from wrong


def progress_bar() -> Progress:
    """How far it is and how long it will take."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, transient=True)


def arena(  # a contest has as many parts
    key: str,
    *,
    bots: str = "greedy,random",
    seats: int | None = None,
    matches: int = 1000,
    pairing: Literal["table", "ladder", "round-robin"] = "table",
    seed: str = "arena",
    seconds: float = 2.0,
    options: Sequence[str] = (),
    file: Path | None = None,
    plot: Path | None = None,
    processes: int | None = None,
) -> None:
    """Let bots play each other and say who is better, and how sure that is.

    Every deal is played once from every seat by the same line-up.

    Parameters
    ----------
    key
        Which game.
    bots
        Who plays, with commas: random, greedy, a level, search:N, or file.py:function.
    seats
        How many at a table; by default as many as there are bots, or the fewest the game takes.
    matches
        How many matches for each line-up, at least.
    pairing
        table: all at one table. ladder: each against the next. round-robin: each against each, two seats.
    seed
        Which deals.
    seconds
        The most time a bot may think about a move.
    options
        Options of the game, name=value.
    file
        Where results are kept, line by line: a run that was stopped goes on from there.
    plot
        Where to draw the ratings (SVG); for pairs.
    processes
        How many cores to use; by default all.
    """
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    places = seats or max(games.load(key).seats[0], len(names)) if pairing == "table" else 2
    chosen = parse_options(options)
    contests = PAIRINGS[pairing](Contest(key, places, names, -(-matches // places), seed, chosen, seconds))
    if plot is not None and not all(contest.is_pair for contest in contests):
        raise Illegal("no-ratings")
    ledger = Ledger(file)
    played = run(contests, ledger, processes)
    make_room(*(place.parent for place in (file, plot) if place is not None))
    with progress_bar() as progress:
        left = sum(len(ledger.missing(contest)) for contest in contests)
        bar = progress.add_task(f"{key}: deals", total=left)
        for _ in played:
            progress.advance(bar)
    report(Console(), contests, ledger, plot)


def report(console: Console, contests: Sequence[Contest], ledger: Ledger, plot: Path | None) -> None:
    """Everything that was found, as tables and if wanted as a drawing."""
    for contest in contests:
        console.print(contest_table(contest, ledger))
    if plot is not None or len(contests) > 1:
        rated = ratings({(each.bots[0], each.bots[1]): victories(each, ledger) for each in contests})
        console.print(rating_table(rated))
        if plot is not None:
            plot.write_text(rating_chart(contests[0].key, rated).svg(), "utf-8")


def victories(contest: Contest, ledger: Ledger) -> list[float]:
    """What the first bot of a pair won, deal by deal: races where there are some, else matches."""
    return [results[0].measure for results in ledger.of(contest)]


def contest_table(contest: Contest, ledger: Ledger) -> Table:
    """Who did how well; by chance everybody would win one in so many."""
    table = Table(title=f"{contest.key}, {contest.seats} seats, {contest.deals} deals", title_justify="left")
    table.add_column("bot")
    found = standings(ledger.of(contest))
    races = ("first in races", "seconds a race") if found and found[0].first else ()
    for column in ("victories", "mean rank", "mean points", *races):
        table.add_column(column, justify="right")
    for standing in found:
        row = [percentage(standing.victories), figure(standing.rank), figure(standing.points)]
        if standing.first and standing.seconds:
            row += [percentage(standing.first), figure(standing.seconds)]
        table.add_row(standing.bot, *row)
    return table


def percentage(mean: Mean) -> str:
    """A share with its interval."""
    return f"{100 * mean.value:.1f} ± {100 * mean.margin:.1f} %"


def figure(mean: Mean) -> str:
    """A mean with its interval."""
    return f"{mean.value:.2f} ± {mean.margin:.2f}"


def rating_table(rated: Sequence[Rating]) -> Table:
    """The ladder on one scale."""
    table = Table(title="ratings: 400 points are ten victories to one", title_justify="left")
    for column in ("bot", "rating", "95 of 100 between"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for each in rated:
        table.add_row(each.bot, f"{each.rating:+.0f}", f"{each.low:+.0f} and {each.high:+.0f}")
    return table


def rating_chart(key: str, rated: Sequence[Rating]) -> Chart:
    """The ladder as a drawing, the weakest on the left."""
    ordered = list(reversed(rated))
    lines = {
        "rating": [(place, each.rating) for place, each in enumerate(ordered, 1)],
        "low": [(place, each.low) for place, each in enumerate(ordered, 1)],
        "high": [(place, each.high) for place, each in enumerate(ordered, 1)],
    }
    names = " < ".join(each.bot for each in ordered)
    return Chart(f"{key}: ratings", names, "rating", lines)


@Parameter(name="*")
@dataclass(frozen=True)
class Changes:
    """What is to be other than last time.

    Parameters
    ----------
    matches
        How many matches for each number of seats.
    spread
        What a clear lead is, in points.
    par
        What a fair result is when one plays alone.
    rate
        How far one match moves the beliefs, at first; ten times less in the end.
    hidden
        How many units the network has between features and answer.
    truths
        How many truths to imagine for each decision: more where moves bring hidden things to light.
    curiosity
        How far the worth of a move may be from what its tries in search showed: more where luck has its say.
    evened
        Whether to keep the mean of the last beliefs, in which the luck of single matches is evened out.
    sparring
        The share of matches of three or more that a learner plays against greedy bots instead of itself.
    """

    matches: int | None = None
    spread: float | None = None
    par: float | None = None
    rate: float | None = None
    hidden: int | None = None
    truths: int | None = None
    curiosity: float | None = None
    evened: bool | None = None
    sparring: float | None = None

    def of(self, course: Course) -> Course:
        """The course, changed."""
        return replace(course, **{name: value for name, value in asdict(self).items() if value is not None})


NOTHING = Changes()


def train(
    key: str,
    *,
    alone: bool = False,
    changes: Changes = NOTHING,
    seed: str = "school",
    folder: Path | None = None,
    processes: int | None = None,
) -> None:
    """Teach the bots a game from nothing, mostly by self-play; what is not said is as it was last time.

    Parameters
    ----------
    key
        Which game.
    alone
        A table of one by itself, whose lessons are kept in a file of their own.
    seed
        Equal seeds learn equal things.
    folder
        Where to write what was learned and its curve; by default the game's own folder.
    processes
        How many cores to use; by default all.
    """
    course = replace(changes.of(usual_course(key, alone)), seed=seed)
    lessons = teach(course, processes)
    place = folder or games.load(key).folder
    make_room(place)
    print(*store(course, attend(course, lessons), place), sep="\n")


def attend(course: Course, lessons: Iterator[Report]) -> list[Report]:
    """Take a course, with a bar that tells how far it is."""
    reports: list[Report] = []
    with progress_bar() as progress:
        bar = progress.add_task(f"{course.key}: numbers of seats", total=len(course.tables))
        for learned in lessons:
            reports.append(learned)
            progress.advance(bar)
    return reports
