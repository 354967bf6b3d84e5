"""Speed of environments for learners, ours beside those of other projects, in one run on one core.

Three questions: decisions a second from Python, one at a time; steps a second in batches, with observation
and legal moves; steps a second through PettingZoo's own interface. Every match starts from a fresh deal or
position, and all moves are random. Rates are per second of processor time, the best of several blocks.

The part `parallel` compares batches in one and in two processes, in turns, by the clock on the wall.

Peers are measured where they are installed: pip install open-spiel "pettingzoo[classic]" pgx rlcard

usage: python -m bench.environments [--seconds S] [--matches N] [PART ...]
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

# One core for everybody: JAX and numpy would use all of them. Set before they are imported.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy
from rich.console import Console
from rich.table import Table

from bench import peer_environments as peers
from bench.rules import per_second
from tablee import PLAIN, games
from tablee.core.rng import Rng
from tablee.lab import envs
from tablee.lab.batch import make_batch
from tablee.lab.parallel_batch import ParallelBatch

Work = Callable[[], int]
OURS = [
    (game.key, seats) for game in games.all() for seats in sorted({game.seats[0], min(4, game.seats[-1])})
]


def one_at_a_time(key: str, seats: int) -> Work:
    """Return the work of one match: a quick deal, then legal moves and one of them, again and again."""
    game, seed = games.load(key), iter(range(1 << 40))

    def work() -> int:
        state, done = game.quick_deal(seats, next(seed)), 0
        while acting := state.actors():
            seat = acting[-1]
            moves = state.moves(seat)
            state.play(seat, moves[int(random.random() * len(moves))])
            done += 1
        return done

    return work


def in_batches(key: str, seats: int, matches: int) -> Work:
    """Return the work of one step of a batch, the choice of random legal moves included."""
    batch, rng = make_batch(games.load(key), seats, matches), Rng("bench")
    moves = numpy.zeros(matches, numpy.int64)

    def work() -> int:
        batch.random_moves(rng, moves.data)
        batch.step(moves.data)
        return matches

    return work


def in_parallel(seconds: float, matches: int) -> Iterator[tuple[str, float, float]]:
    """Yield game and steps a second in one and in two processes; the best of five turns of each."""
    rng = Rng("bench")
    for key, seats in OURS:
        with ParallelBatch(key, seats, matches, 1) as one, ParallelBatch(key, seats, matches, 2) as two:
            rates = [0.0, 0.0]
            for turn in range(10):
                batch, done, start = (one, two)[turn % 2], 0, time.monotonic()
                while time.monotonic() < start + seconds / 5:
                    batch.random_moves(rng)
                    batch.step()
                    done += matches
                rates[turn % 2] = max(rates[turn % 2], done / (time.monotonic() - start))
        yield f"{key}, {seats} seats", rates[0], rates[1]


def through_pettingzoo(key: str, seats: int) -> Work:
    """Return the work of one match by `last` and `step`."""
    return peers.pettingzoo_match(envs.turn_env(key, seats))


def ours(part: str, matches: int) -> Iterator[tuple[str, str, Work]]:
    """Yield project, name and work of our games."""
    for key, seats in OURS:
        if part == "one":
            yield "Tablée", f"{key}, {seats} seats", one_at_a_time(key, seats)
        elif part == "batch":
            yield "Tablée", f"{key}, {seats} seats", in_batches(key, seats, matches)
        else:
            yield "Tablée", f"{key}, {seats} seats", through_pettingzoo(key, seats)


PARTS: dict[str, tuple[str, Callable[[int], Iterator[tuple[str, str, Work]]]]] = {
    "one": ("decisions from Python, one at a time", peers.one_at_a_time),
    "batch": ("steps with observation and mask, in batches", peers.in_batches),
    "pettingzoo": ("steps through PettingZoo's interface", peers.through_pettingzoo),
}


def measure(part: str, seconds: float, matches: int) -> list[tuple[str, str, float]]:
    """Return project, game and rate of everything measured in one part."""
    found: list[tuple[str, str, float]] = []
    works: list[tuple[str, str, Any]] = [*ours(part, matches), *PARTS[part][1](matches)]
    for project, name, work in works:
        work()
        found.append((project, name, per_second(work, seconds)))
    return found


def main() -> None:
    """Measure the parts named on the command line, or all, and print a table of each."""
    parser = argparse.ArgumentParser(prog="python -m bench.environments", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join([*PARTS, "parallel"]))
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--matches", type=int, default=4096)
    arguments = parser.parse_args()
    console = Console()
    console.print(f"Our rules run {'as plain Python' if PLAIN else 'compiled'}; missing: {peers.missing()}")
    if "parallel" in arguments.parts:
        for name, one, two in in_parallel(arguments.seconds, arguments.matches):
            console.print(f"{name}: {one:,.0f} in one process, {two:,.0f} in two: {two / one:.2f} times")
    for part in [part for part in arguments.parts or PARTS if part != "parallel"]:
        table = Table(title=f"{PARTS[part][0]}: per second of one core", title_justify="left")
        for column in ("project", "game", "per second", "µs each"):
            table.add_column(column, justify="right" if column not in ("project", "game") else "left")
        for project, name, rate in measure(part, arguments.seconds, arguments.matches):
            table.add_row(project, name, f"{rate:,.0f}", f"{1e6 / rate:.2f}")
        console.print(table)


if __name__ == "__main__":
    main()
