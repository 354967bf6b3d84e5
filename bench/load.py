"""`python -m bench.load`: a site under load from a second process: a move a second, then flat out.

With `--beside`, the same against boardgame.io's own server, in the same run.
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

from bench.ours import OurSite
from bench.tables import SEATS, Site, Table
from bench.theirs import TheirSite

Way = Callable[[Table, float, float], Coroutine[Any, Any, list[float]]]


@dataclass(frozen=True)
class Figures:
    """What was measured: moves a second, moves a CPU second of the server, and waits in milliseconds."""

    moves: int
    rate: float
    per_cpu: float
    middle: float
    late: float

    def __str__(self) -> str:
        return (
            f"{self.moves} moves, {self.rate:.0f} a second, {1e6 / self.per_cpu:.0f} us CPU each, "
            f"{self.per_cpu:.0f} moves a CPU second, p50 {self.middle:.1f} ms, p99 {self.late:.1f} ms"
        )


async def steady(table: Table, delay: float, until: float) -> list[float]:
    """A move a second."""
    waits = []
    due = time.perf_counter() + delay
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        wait = await table.move()
        if wait is None:
            break
        waits.append(wait)
        due += 1.0
    return waits


async def flat_out(table: Table, _delay: float, until: float) -> list[float]:
    """The next move as soon as everybody has seen the last."""
    waits = []
    while time.perf_counter() < until:
        wait = await table.move()
        if wait is None:
            break
        waits.append(wait)
    return waits


async def measure(site: Site, tables: list[Table], way: Way, seconds: float) -> Figures:
    """Play in one way for a while."""
    cpu, began = site.cpu(), time.perf_counter()
    work = [way(table, number / len(tables), began + seconds) for number, table in enumerate(tables)]
    waits = sorted(wait for each in await asyncio.gather(*work) for wait in each)
    spent, cost = time.perf_counter() - began, site.cpu() - cpu
    middle, late = (1_000 * waits[int(len(waits) * share)] for share in (0.5, 0.99))
    return Figures(len(waits), len(waits) / spent, len(waits) / cost, middle, late)


async def load(kind: type[Site], count: int, seconds: float, console: Console) -> list[Figures]:
    """One server: both ways, a line of figures for each."""
    with tempfile.TemporaryDirectory() as folder:
        site = kind(Path(folder))
        try:
            await site.answers()
            tables = await site.tables(count)
            console.print(
                f"{site.name}: {count} tables, {count * SEATS} sockets; load {os.getloadavg()[0]:.1f}"
            )
            found = [await measure(site, tables, steady, seconds)]
            console.print(f"  a move a second: {found[0]}")
            found.append(await measure(site, tables, flat_out, seconds / 2))
            console.print(f"  flat out:        {found[1]}")
        finally:
            site.stop()
    return found


async def run(count: int, seconds: float, beside: bool) -> None:
    """Ours, and if wished theirs, with the ratios of what a CPU second is good for."""
    console = Console(highlight=False, soft_wrap=True)
    ours = await load(OurSite, count, seconds, console)
    if beside:
        theirs = await load(TheirSite, count, seconds, console)
        ratios = [f"{own.per_cpu / other.per_cpu:.1f}" for own, other in zip(ours, theirs, strict=True)]
        console.print("moves a CPU second, ours to theirs: a move a second", ratios[0], "flat out", ratios[1])


def main() -> None:
    """By hand, on a quiet machine."""
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--beside", action="store_true")
    asked = parser.parse_args()
    asyncio.run(run(asked.tables, asked.seconds, asked.beside))


if __name__ == "__main__":
    main()
