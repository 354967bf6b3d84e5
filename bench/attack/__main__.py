"""`python -m bench.attack`: a hostile client against a real server process.

Floods every HTTP endpoint and every message of a WebSocket, first without rate limits, so that nearly all
messages reach the code behind them, then with those that a site has by default. Fails if anything is answered
by an error of the server or not at all, if a task of the server crashed, if a table no longer answers, or if
the memory of the server grows.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import re
import sys
import tempfile
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from bench.attack.beside import fair_move, hold, play_fair
from bench.attack.http_flood import HttpFlood
from bench.attack.site import Site, Tally, open_table
from bench.attack.socket_flood import attack_tables
from tests.server.crash import Process

HTTP_FLOODS = 6
TABLES_AT_ONCE = 10
HELD = {
    "nothing sent": 60,
    "half a request": 60,
    "half a body": 20,
    "answers not read": 20,
    "socket not read": 20,
}
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
MEMORY_SAMPLES = 50
# The caches of the server are full after half of the messages. From there on it may grow by this factor.
MAX_GROWTH = 1.1
# Lines of the log about clients that break HTTP or the WebSocket protocol.
CLIENT_ERRORS = ('"level": "WARNING"', "Invalid UTF-8 sequence received from client.")
# Lines of /metrics that must be zero or missing.
MUST_BE_ZERO = re.compile(
    r"^(tablee_task_failures_total\{.*|tablee_tables_set_aside|tablee_last_write_failed"
    r'|tablee_count_total\{what="(listener failed|bus message failed|set aside)"\}) (?!0\.0$)',
    re.MULTILINE,
)


@dataclass
class Phase:
    """One server under attack, with its measurements.

    `memory`: of the server in kB, at the start and after each quarter of the messages. `seconds`: how long
    the attack took.
    """

    title: str
    limits: bool
    tally: Tally
    memory: list[int] = field(default_factory=list)
    seconds: float = 0.0


async def attack(phase: Phase, seed: str, http_share: float, progress: Progress) -> None:
    """Start a server, attack it until the tally has reached its limit, and check it."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        process = Process(f"sqlite:///{folder}/attack.db", None, limits=phase.limits, log=log)
        try:
            await process.wait_until_ready()
            site = await find_site(process, phase)
            watching = asyncio.create_task(watch(phase, process, progress))
            await flood(site, phase, seed, http_share)
            sample(phase, process)
            watching.cancel()
            await check_site(site, process)
        except (httpx.HTTPError, OSError) as error:
            phase.tally.fail(f"the server does not answer: {error!r}")
        finally:
            if not process.stop():
                phase.tally.fail("the server did not stop")
        check_log(log, phase.tally)


async def find_site(process: Process, phase: Phase) -> Site:
    """Read the description of the server, and open a first table."""
    site = Site(process.port, {}, phase.tally, limited=phase.limits)
    async with site.http() as http:
        if (await http.get("/")).status_code == 503:
            raise SystemExit("The web client is not built here: run `python -m web.build` first.")
        site.document = (await http.get("/openapi.json")).json()
    await open_table(site, "islands", ["a" * 24, "b" * 24])
    return site


async def flood(site: Site, phase: Phase, seed: str, http_share: float) -> None:
    """Run all clients until enough messages are sent."""
    end = asyncio.Event()
    phase.tally.began = time.monotonic()
    held = [hold(site, manner, end) for manner, count in HELD.items() for _ in range(count)]
    beside = [asyncio.create_task(each) for each in (*held, play_fair(site, end))]
    over_http = int(phase.tally.limit * http_share)
    floods: list[Coroutine[Any, Any, None]] = [
        HttpFlood(site, random.Random(f"{seed} http {number}"), over_http // HTTP_FLOODS).run()
        for number in range(HTTP_FLOODS)
    ]
    floods += [
        attack_tables(site, random.Random(f"{seed} table {number}")) for number in range(TABLES_AT_ONCE)
    ]
    try:
        await asyncio.gather(*floods)
    finally:
        phase.seconds = phase.tally.elapsed
        end.set()
        await asyncio.gather(*beside)


async def watch(phase: Phase, process: Process, progress: Progress) -> None:
    """Show the progress, and sample the memory of the server at each quarter."""
    bar = progress.add_task(phase.title, total=phase.tally.limit)
    while True:
        sample(phase, process)
        progress.update(bar, completed=phase.tally.sent.total())
        await asyncio.sleep(0.2)


def sample(phase: Phase, process: Process) -> None:
    """Record the memory of the server, once for each quarter of the messages that has been sent."""
    share = phase.tally.share
    while len(phase.memory) < len(QUARTERS) and share >= QUARTERS[len(phase.memory)]:
        phase.memory.append(least_memory(process))


def least_memory(process: Process) -> int:
    """Return the least of samples over a second, in kB: a password hash takes 64 MB for a moment."""
    samples = []
    for _ in range(MEMORY_SAMPLES):
        samples.append(process.memory())
        time.sleep(1 / MEMORY_SAMPLES)
    return min(samples)


async def check_site(site: Site, process: Process) -> None:
    """Check that the server is ready, that no task failed, and that tables are served and played at."""
    tally = site.tally
    if process.process.exitcode is not None:
        tally.fail(f"the server ended with {process.process.exitcode}")
        return
    async with site.http() as http:
        ready = await http.get("/readyz")
        if not ready.is_success:
            tally.fail(f"not ready: {ready.text}")
        metrics = (await http.get("/metrics")).text
        for line in MUST_BE_ZERO.finditer(metrics):
            tally.fail(f"metric: {metrics[line.start() :].partition(chr(10))[0]}")
        tally.tables_in_memory = int(float(metrics.partition("\ntablee_tables_in_memory ")[2].split()[0]))
        for table in site.tables:
            found = await http.get(f"/api/tables/{table}")
            if not found.is_success:
                tally.fail(f"a table no longer answers: {found.status_code} {found.text[:200]}")
        table = ""
        for _ in range(10):
            table = await fair_move(http, table)


def check_log(log: Path, tally: Tally) -> None:
    """Record a fault if the log of the server has an error that no client caused."""
    text = log.read_text(errors="replace")
    lines = [line for line in text.splitlines() if not any(mark in line for mark in CLIENT_ERRORS)]
    if lines:
        tally.fail("log: " + "\n".join(line[:2_000] for line in lines[:30]))


def check_memory(phase: Phase) -> None:
    """Record a fault if the memory of the server grew by the factor MAX_GROWTH in the second half."""
    if len(phase.memory) == len(QUARTERS) and phase.memory[-1] > MAX_GROWTH * phase.memory[2]:
        phase.tally.fail(
            f"memory grew from {phase.memory[2]:,} to {phase.memory[-1]:,} kB in the second half"
        )


def show(console: Console, phase: Phase) -> None:
    """Print the numbers of messages sent and answered, by manner, and the measurements."""
    tally = phase.tally
    title = f"{phase.title}: {tally.sent.total():,} messages in {phase.seconds:.0f} s"
    outcomes = sorted({outcome for _, outcome in tally.outcomes})
    table = Table(title=title, title_justify="left")
    table.add_column("manner")
    for column in ("sent", *outcomes):
        table.add_column(column, justify="right")
    for manner, sent in sorted(tally.sent.items()):
        counts = [tally.outcomes[manner, outcome] for outcome in outcomes]
        table.add_row(manner, f"{sent:,}", *(f"{count:,}" if count else "" for count in counts))
    sums = [sum(tally.outcomes[manner, outcome] for manner in tally.sent) for outcome in outcomes]
    table.add_row("in all", f"{tally.sent.total():,}", *(f"{count:,}" for count in sums), style="bold")
    console.print(table)
    answered = sum(
        count for (_, outcome), count in tally.outcomes.items() if not outcome.startswith("closed")
    )
    console.print(f"answered: {answered:,}; {tally.sent.total() / phase.seconds:,.0f} messages a second")
    memory = ", ".join(f"{kilobytes / 1_000:.1f}" for kilobytes in phase.memory)
    console.print(f"memory in MB at the start and after each quarter: {memory}")
    console.print(f"tables in memory at the end: {tally.tables_in_memory}")
    console.print("connections held:", ", ".join(f"{name} {count}" for name, count in tally.held.items()))
    if tally.latencies:
        times = sorted(tally.latencies)
        p50, p99 = (1_000 * times[int(len(times) * share)] for share in (0.5, 0.99))
        console.print(f"a fair player: {len(times)} requests, p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    for fault in tally.faults:
        console.print(f"FAILED: {fault}", style="red", markup=False)


def main() -> None:
    """Attack from the command line; exit with 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m bench.attack", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument(
        "--limited", type=float, default=0.1, help="share of messages with the default limits"
    )
    parser.add_argument("--http", type=float, default=0.2, help="share of messages over HTTP")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after this many minutes")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    console = Console(highlight=False)
    limited = int(args.messages * args.limited)
    seconds = 60 * args.minutes
    tallies = [
        Tally(args.messages - limited, seconds * (1 - args.limited)),
        Tally(limited, seconds * args.limited),
    ]
    phases = [Phase("without limits", False, tallies[0])]
    phases += [Phase("with the default limits", True, tallies[1])] if limited else []
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        for phase in phases:
            asyncio.run(attack(phase, args.seed, args.http, progress))
            check_memory(phase)
    for phase in phases:
        show(console, phase)
    sys.exit(any(phase.tally.faults for phase in phases))


if __name__ == "__main__":
    main()
