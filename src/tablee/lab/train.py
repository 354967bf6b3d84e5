"""Teaching the bots: self-play from nothing, reproducible from a seed, with its learning curve."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from tablee import bots, games
from tablee.bots.training import School
from tablee.bots.value_net import MOST_HIDDEN, MOST_WEIGHTS
from tablee.bots.weights import (
    COURSE,
    FILE,
    FILE_ALONE,
    Knowledge,
    knowledge,
    learns_alone,
    write_knowledge,
)
from tablee.core.buffers import FeatureBuffer
from tablee.core.errors import Illegal
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.lab.plot import Chart

CHECKPOINTS = 12
TESTS = 60
EXPLORE = 0.1
# Alone a match is short and teaches one seat only: so many times as many.
ALONE = 10
# With averaging, the final weights are the mean over the last fifth, sampled every OFTEN matches.
SETTLING = 0.8
OFTEN = 100


@dataclass(frozen=True)
class Course:
    """How a game is learned. `spread` is a clear lead in points, `par` a fair result alone; `truths` are
    imagined for each decision, more than one where moves bring hidden things to light; `curiosity` is not
    for learning, but for the search that uses what was learned; `evened` is whether the luck of the last
    matches is evened out; `sparring` is the share of matches, where three or more sit at the table, in which
    a learner meets greedy bots instead of itself. `alone` is the course of a table of one by itself."""

    key: str
    matches: int = 40_000
    hidden: int = 24
    spread: float = 12.0
    par: float = 0.0
    rate: float = 0.005
    truths: int = 1
    curiosity: float | None = None
    evened: bool = True
    sparring: float = 0.0
    seed: str = "school"
    alone: bool = False

    @property
    def tables(self) -> list[int]:
        """The numbers of seats it is for."""
        game = games.load(self.key)
        if self.alone:
            return [1]
        return [seats for seats in game.seats if seats > 1 or not learns_alone(game)]


def usual_course(key: str, alone: bool = False) -> Course:
    """How the game was learned last time; the ordinary course if it never was."""
    learned = knowledge(games.load(key), alone)
    if learned is None:
        return Course(key, alone=alone)
    taught = {name: getattr(learned, name) for name in (*COURSE, "hidden", "spread", "par")}
    return Course(key, alone=alone, **taught)


@dataclass
class Report:
    """What a table of so many seats has learned so far."""

    seats: int
    done: int = 0
    weights: list[float] = field(default_factory=list)
    curve: list[tuple[float, float]] = field(default_factory=list)


class Mean:
    """The mean of lists of weights, seen one after the other."""

    def __init__(self) -> None:
        self.count = 0
        self.total: list[float] = []

    def add(self, numbers: list[float]) -> None:
        """One more list."""
        self.count += 1
        self.total = (
            [one + other for one, other in zip(self.total, numbers, strict=True)] if self.total else numbers
        )

    def numbers(self) -> list[float]:
        """The mean so far."""
        return [number / self.count for number in self.total]


def inputs(course: Course) -> int:
    """How many numbers the game tells of a position; the same for every number of seats of a course."""
    game = games.load(course.key)
    counts = set()
    for seats in course.tables:
        features = FeatureBuffer()
        game.deal(seats, "count").fill_features(0, features)
        counts.add(features.count)
    if len(counts) != 1 or 0 in counts:
        raise Illegal("not-described", key=game.key, counts=str(sorted(counts)))
    return counts.pop()


def check(course: Course) -> None:
    """Whether a course can be taken at all."""
    if min(course.matches, course.hidden) < 1:
        raise Illegal("no-lessons")
    if not 0 <= course.sparring <= 1:
        raise Illegal("no-share", share=str(course.sparring))
    weights = inputs(course) * course.hidden
    if course.hidden > MOST_HIDDEN or weights > MOST_WEIGHTS:
        raise Illegal("too-wide", most=MOST_HIDDEN, weights=MOST_WEIGHTS, units=course.hidden, asked=weights)


def learn(course: Course, seats: int) -> Report:
    """Learn for one number of seats, from nothing."""
    game = games.load(course.key)
    school = School()
    school.rng = Rng(f"{course.seed} {seats}")
    school.par, school.spread, school.trust = course.par, course.spread, 0.9
    school.truths = course.truths
    school.sense.begin(inputs(course), course.hidden, school.rng)
    report = Report(seats)
    last = Mean()
    matches = course.matches * (ALONE if seats == 1 else 1)
    looks = {matches * look**2 // CHECKPOINTS**2 for look in range(CHECKPOINTS + 1)}
    report.curve.append((0, strength(game, seats, school)))
    while report.done < matches:
        fading = 1 - 0.9 * report.done / matches
        school.explore = EXPLORE * fading
        attend_match(
            course, school, game.deal(seats, f"{course.seed} {seats} {report.done}"), course.rate * fading
        )
        if course.evened and report.done >= matches * SETTLING and report.done % OFTEN == 0:
            last.add(school.sense.numbers())
        report.done += 1
        if report.done in looks:
            report.curve.append((report.done, strength(game, seats, school)))
    report.weights = last.numbers() if last.count else school.sense.numbers()
    return report


def attend_match(course: Course, school: School, state: State, rate: float) -> None:
    """One match and what it teaches. With two seats, playing oneself teaches enough (see docs)."""
    if course.sparring and state.seats > 2 and school.rng.real() < course.sparring:
        spar(school, state, school.rng.below(state.seats))
        school.look_back(state, rate)
    else:
        school.match(state, rate)


def spar(school: School, state: State, own: int) -> None:
    """Play a match with greedy bots at the other seats, and remember what all of them saw."""
    school.moments = 0
    while acting := state.actors():
        seat = acting[-1]
        if seat == own:
            state.advance(seat, school.decide(state, seat))
        elif seat < 0:
            state.play(seat, state.moves(seat)[0])
        else:
            state.play(seat, bots.choose(bots.SIMPLE["greedy"], state, seat, bots.Budget(), school.rng))
        if seat >= 0:
            school.note(state)


def strength(game: Game, seats: int, school: School) -> float:
    """How the learner does without search: points ahead of greedy bots, or alone its points."""
    rng, explore, school.rng, school.explore = school.rng, school.explore, Rng("test"), 0.0
    total = 0.0
    for number in range(TESTS):
        state = game.deal(seats, f"test {number}")
        own = number % seats
        spar(school, state, own)
        total += state.estimate(own)
    school.rng, school.explore = rng, explore
    return total / TESTS


def train(course: Course, processes: int | None = None) -> Iterator[Report]:
    """All numbers of seats; a course that cannot be taken is refused at once, before the first lesson."""
    check(course)
    return _learned(course, processes)


def _learned(course: Course, processes: int | None) -> Iterator[Report]:
    """One report for each number of seats as it is done."""
    with ProcessPoolExecutor(processes) as pool:
        waiting = [pool.submit(learn, course, seats) for seats in course.tables]
        for done in as_completed(waiting):
            yield done.result()


def store(course: Course, reports: list[Report], folder: Path) -> list[Path]:
    """Write what was learned and its curve; says where."""
    game = games.load(course.key)
    ordered = sorted(reports, key=lambda report: report.seats)
    weights = {report.seats: tuple(report.weights) for report in ordered}
    taught = {name: getattr(course, name) for name in COURSE}
    learned = Knowledge(course.par, course.spread, inputs(course), course.hidden, weights, **taught)
    file = folder / (FILE_ALONE if course.alone else FILE)
    write_knowledge(file, learned)
    lines = {f"{report.seats} seats": report.curve for report in ordered}
    up = "points, without search" if course.alone else "points ahead of greedy bots, without search"
    chart = Chart(f"Learning {game.titles['en']}", "matches", up, lines)
    curve = file.with_suffix(".svg")
    curve.write_text(chart.svg(), "utf-8")
    return [file, curve]
