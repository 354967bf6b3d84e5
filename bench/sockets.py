"""`python -m bench.sockets`: a thousand WebSockets for an hour, with moves at some tables.

Samples memory, CPU and latency of the server every minute. Fails if a WebSocket is lost, a move is not seen
by all four clients of its table within a minute, or the memory of the server grows.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
from rich.console import Console
from rich.progress import Progress

from bench.load_target import SEATS, Table
from bench.tablee_server import TableeServer
from tests.server.crash import memory_of

# Tables that are played at, until their matches end; then others.
PLAYING = 10
TIMEOUT = 60.0
# Seconds between two samples.
INTERVAL = 60.0
# After a tenth of the time everything is loaded. From there on the server may grow by this factor.
MAX_GROWTH = 1.1
SOCKETS = re.compile(r"^tablee_sockets (\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Sample:
    """The server after some minutes: memory in kB, CPU seconds so far, latencies (s) since the last one."""

    minutes: float
    memory: int
    cpu: float
    sockets: int
    latencies: list[float]

    def __str__(self) -> str:
        times = sorted(self.latencies) or [0.0]
        p50, p99 = (1_000 * times[int(len(times) * share)] for share in (0.5, 0.99))
        return (
            f"{self.minutes:5.1f} min: {self.memory / 1_000:.1f} MB, {self.sockets} sockets, "
            f"CPU {self.cpu:.0f} s, {len(self.latencies)} moves, p50 {p50:.0f} ms, p99 {p99:.0f} ms"
        )


class Moves:
    """Moves at PLAYING tables at a time, at a rate in moves per second; latencies in seconds."""

    def __init__(self, tables: list[Table], rate: float) -> None:
        self.waiting = list(tables)
        self.playing: list[Table] = []
        self.rate = rate
        self.latencies: list[float] = []

    async def run(self) -> None:
        """Play until cancelled or until all matches are over; raises TimeoutError."""
        due = time.monotonic()
        while self.waiting or self.playing:
            while self.waiting and len(self.playing) < PLAYING:
                self.playing.append(self.waiting.pop())
            table = self.playing.pop(0)
            latency = await asyncio.wait_for(table.move(), TIMEOUT)
            if latency is not None:
                self.latencies.append(latency)
                self.playing.append(table)
            due += 1 / self.rate
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    def take(self) -> list[float]:
        """Return the latencies since the last call."""
        taken, self.latencies = self.latencies, []
        return taken


async def sample(target: TableeServer, http: httpx.AsyncClient, began: float, moves: Moves) -> Sample:
    """Measure the server now."""
    found = SOCKETS.search((await http.get("/metrics")).raise_for_status().text)
    sockets = int(float(found[1])) if found else 0
    minutes = (time.monotonic() - began) / 60
    return Sample(minutes, memory_of(target.process.pid), target.cpu_seconds(), sockets, moves.take())


async def run(sockets: int, minutes: float, rate: float, console: Console) -> list[Sample]:
    """Open the WebSockets, play for `minutes`, and return a sample for each."""
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory() as folder:
        target = TableeServer(Path(folder))
        try:
            await target.wait_until_ready()
            console.print(f"opening {sockets} WebSockets at {sockets // SEATS} tables…")
            moves = Moves(await target.open_tables(sockets // SEATS), rate)
            began, playing = time.monotonic(), asyncio.create_task(moves.run())
            async with httpx.AsyncClient(base_url=target.http, timeout=TIMEOUT) as http:
                with Progress(console=console, transient=True) as progress:
                    bar = progress.add_task("minutes", total=minutes)
                    while not samples or samples[-1].minutes < minutes:
                        samples.append(await sample(target, http, began, moves))
                        console.print(str(samples[-1]))
                        progress.update(bar, completed=samples[-1].minutes)
                        left = 60 * minutes - (time.monotonic() - began)
                        await asyncio.wait({playing}, timeout=max(0.1, min(INTERVAL, left)))
                        if playing.done():
                            playing.result()
            playing.cancel()
        finally:
            target.stop()
    return samples


def find_faults(samples: list[Sample], sockets: int) -> list[str]:
    """Return a text for each fault: lost WebSockets, growth of memory; [] for none."""
    faults = [f"only {each.sockets} sockets: {each}" for each in samples if each.sockets != sockets]
    early = samples[(len(samples) - 1) // 10 + 1 if len(samples) > 1 else 0]
    if samples[-1].memory > MAX_GROWTH * early.memory:
        faults.append(f"memory grew from {early.memory:,} to {samples[-1].memory:,} kB")
    return faults


def main() -> None:
    """Run from the command line; exit with 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m bench.sockets", description=__doc__)
    parser.add_argument("--sockets", type=int, default=1_000)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=1, help="moves per second, at all tables together")
    args = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    samples = asyncio.run(run(args.sockets, args.minutes, args.rate, console))
    first, last = samples[0], samples[-1]
    moves = sum(len(each.latencies) for each in samples)
    console.print(
        f"{moves:,} moves; memory {first.memory / 1_000:.1f} MB at first, {last.memory / 1_000:.1f} MB at "
        f"the end ({100 * (last.memory / first.memory - 1):+.1f} %)"
    )
    faults = find_faults(samples, args.sockets // SEATS * SEATS)
    for fault in faults:
        console.print(f"FAILED: {fault}", style="red", markup=False)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
