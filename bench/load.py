"""`python -m bench.load`: our server under load from a second process: one move per second, then flat out.

With `--compare`, the same for boardgame.io's own server, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from bench.boardgame_server import BoardgameServer
from bench.load_target import SEATS, LoadTarget, Table
from bench.tablee_server import TableeServer

# Plays at a table: takes the table, a delay in seconds before the first move, and the end (perf_counter);
# returns the latency of each move in seconds.
Pattern = Callable[[Table, float, float], Coroutine[Any, Any, list[float]]]


@dataclass(frozen=True)
class Figures:
    """Moves, moves per second, moves per processor second of the server, and latencies in milliseconds."""

    moves: int
    rate: float
    per_cpu_second: float
    p50: float
    p99: float

    def __str__(self) -> str:
        return (
            f"{self.moves} moves, {self.rate:.0f} a second, {1e6 / self.per_cpu_second:.0f} us CPU each, "
            f"{self.per_cpu_second:.0f} moves a CPU second, p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms"
        )


async def steady(table: Table, delay: float, until: float) -> list[float]:
    """Play one move per second."""
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
    """Play each move as soon as all clients have seen the last one."""
    latencies = []
    while time.perf_counter() < until:
        latency = await table.move()
        if latency is None:
            break
        latencies.append(latency)
    return latencies


async def measure(target: LoadTarget, tables: list[Table], pattern: Pattern, seconds: float) -> Figures:
    """Play at all tables for `seconds` and return the figures."""
    cpu, start = target.cpu_seconds(), time.perf_counter()
    work = [pattern(table, number / len(tables), start + seconds) for number, table in enumerate(tables)]
    latencies = sorted(latency for each in await asyncio.gather(*work) for latency in each)
    spent, cost = time.perf_counter() - start, target.cpu_seconds() - cpu
    p50, p99 = (1_000 * latencies[int(len(latencies) * share)] for share in (0.5, 0.99))
    return Figures(len(latencies), len(latencies) / spent, len(latencies) / cost, p50, p99)


async def load(kind: type[LoadTarget], count: int, seconds: float, console: Console) -> list[Figures]:
    """Start a server with `count` tables; print and return the figures of both patterns."""
    with tempfile.TemporaryDirectory() as folder:
        target = kind(Path(folder))
        try:
            await target.wait_until_ready()
            tables = await target.open_tables(count)
            console.print(
                f"{target.name}: {count} tables, {count * SEATS} sockets; load {os.getloadavg()[0]:.1f}"
            )
            found = [await measure(target, tables, steady, seconds)]
            console.print(f"  a move a second: {found[0]}")
            found.append(await measure(target, tables, flat_out, seconds / 2))
            console.print(f"  flat out:        {found[1]}")
        finally:
            target.stop()
    return found


async def run(count: int, seconds: float, compare: bool) -> None:
    """Measure our server, and with `compare` boardgame.io's, with the ratios of moves per CPU second."""
    console = Console(highlight=False, soft_wrap=True)
    ours = await load(TableeServer, count, seconds, console)
    if compare:
        theirs = await load(BoardgameServer, count, seconds, console)
        ratios = [
            f"{own.per_cpu_second / other.per_cpu_second:.1f}"
            for own, other in zip(ours, theirs, strict=True)
        ]
        console.print("moves a CPU second, ours to theirs: a move a second", ratios[0], "flat out", ratios[1])


def main() -> None:
    """Run the load test from the command line, on a quiet machine."""
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--compare", action="store_true", help="measure boardgame.io's server, too")
    args = parser.parse_args()
    asyncio.run(run(args.tables, args.seconds, args.compare))


if __name__ == "__main__":
    main()
