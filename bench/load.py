"""`python -m bench.load`: our server under load from a second process: one move per second, then flat out.

`--beside` measures boardgame.io's own server in the same run, `--compare CHECKOUT` our server in another
checkout. All servers run at the same time and are measured in turn, because a shared machine is never the
same for long: compare the ratios of CPU time of one run, not the figures of two runs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from bench.boardgame_server import BoardgameServer
from bench.load_target import SEATS, LoadTarget, Table
from bench.tablee_server import TableeServer

# Plays at a table: takes the table, a delay in seconds before the first move, and the end (perf_counter);
# returns the latency of each move in seconds.
Pattern = Callable[[Table, float, float], Coroutine[Any, Any, list[float]]]


@dataclass
class Figures:
    """Latencies of moves, seconds taken, and CPU seconds of the server, in one turn or several."""

    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0

    @property
    def cost(self) -> float:
        """CPU time of the server for each move, in microseconds."""
        return 1e6 * self.cpu / max(1, len(self.latencies))

    def add(self, turn: Figures) -> None:
        """Add the figures of another turn."""
        self.latencies += turn.latencies
        self.seconds += turn.seconds
        self.cpu += turn.cpu

    def __str__(self) -> str:
        times, moves = sorted(self.latencies) or [0.0], len(self.latencies)
        p50, p99 = (1_000 * times[int(len(times) * share)] for share in (0.5, 0.99))
        return (
            f"{moves} moves, {moves / self.seconds:.0f} a second, {self.cost:.0f} us CPU each, "
            f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"
        )


async def steady(table: Table, delay: float, until: float) -> list[float]:
    """Play one move per second from `delay` seconds on; return the latencies in seconds.

    `until` is a time of `perf_counter`.
    """
    latencies = []
    due = time.perf_counter() + delay
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        latency = await table.move()
        if latency is None:
            break
        latencies.append(latency)
        due += 1.0
    return latencies


async def flat_out(table: Table, _delay: float, until: float) -> list[float]:
    """Play each move as soon as all clients have seen the last one; return the latencies in seconds."""
    latencies = []
    while time.perf_counter() < until:
        latency = await table.move()
        if latency is None:
            break
        latencies.append(latency)
    return latencies


PATTERNS: dict[str, Pattern] = {"a move a second": steady, "flat out": flat_out}


async def measure(target: LoadTarget, tables: list[Table], pattern: Pattern, seconds: float) -> Figures:
    """Play at all tables for `seconds` and return the figures."""
    cpu, start = target.cpu_seconds(), time.perf_counter()
    work = [pattern(table, number / len(tables), start + seconds) for number, table in enumerate(tables)]
    latencies = [latency for each in await asyncio.gather(*work) for latency in each]
    return Figures(latencies, time.perf_counter() - start, target.cpu_seconds() - cpu)


async def run(
    targets: Sequence[LoadTarget], count: int, seconds: float, turns: int, patterns: Sequence[str]
) -> None:
    """Open `count` tables at each target, play each pattern in turns, and print figures and ratios."""
    console = Console(highlight=False, soft_wrap=True)
    tables: list[list[Table]] = []
    for target in targets:
        await target.wait_until_ready()
        tables.append(await target.open_tables(count))
    console.print(f"{count} tables, {count * SEATS} sockets at each server; load {os.getloadavg()[0]:.1f}")
    for name in patterns:
        totals = [Figures() for _ in targets]
        for turn in range(turns):
            for target, own, total in zip(targets, tables, totals, strict=True):
                figures = await measure(target, own, PATTERNS[name], seconds / turns)
                total.add(figures)
                if turns > 1:
                    console.print(f"  {name}, turn {turn + 1}, {target.name}: {figures}")
        for target, total in zip(targets, totals, strict=True):
            ratio = f"; {total.cost / totals[0].cost:.2f} times the first" if target is not targets[0] else ""
            console.print(f"{name}, {target.name}: {total}{ratio}")


def main() -> None:
    """Run the load test from the command line; other programs should not be running."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=20, help="for each pattern and server, all turns")
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--pattern", action="append", choices=PATTERNS, help="default: all")
    parser.add_argument("--beside", action="store_true", help="measure boardgame.io's server, too")
    parser.add_argument("--compare", type=Path, metavar="CHECKOUT", help="measure ours from there, too")
    args = parser.parse_args()
    with ExitStack() as stack:

        def start(make: Callable[[Path], LoadTarget]) -> LoadTarget:
            target = make(Path(stack.enter_context(tempfile.TemporaryDirectory())))
            stack.callback(target.stop)
            return target

        targets = [start(TableeServer)]
        if args.compare:
            targets.append(start(partial(TableeServer, checkout=args.compare.resolve())))
        if args.beside:
            targets.append(start(BoardgameServer))
        patterns = args.pattern or list(PATTERNS)
        asyncio.run(run(targets, args.tables, args.seconds, args.turns, patterns))


if __name__ == "__main__":
    main()
