"""`python -m bench.daily`: a year of deals of the day for 10,000 people, and how fast the pages are.

The rows of `daily_result` are written directly, without matches behind them: everybody has a result at the
featured game of every day, and every second person has an account. Then people ask for the day, the ranking
and the calendar, at random days. Fails if the 99th percentile of one of them is above GOAL_MS. The CPU time
of the server for a request is printed too: it hardly depends on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
from rich.console import Console
from rich.progress import track

from bench.tablee_server import TableeServer
from tablee import games
from tablee.core.daily import day_after, day_number, day_of, end_of
from tablee.core.rng import Rng
from tablee.server.http.visitors import hash_token
from tablee.server.storage.database import check_store

GOAL_MS = 50.0
KINDS = ("day", "ranking", "calendar")
# The mean score, and how far most scores are from it.
MEAN, SPREAD = 45, 60
COLUMNS = (
    "table_id, day, game, visitor_id, account_name, name, face, ranked, started_at, score, lead, finished_at"
)
INSERT = f"insert into daily_result ({COLUMNS}) values ({', '.join('?' * 12)})"
ACCOUNT = "insert into account (name, display_name, password, created_at) values (?, ?, '', 0)"
SESSION = "insert into session (visitor_id, account_name) values (?, ?)"
INDEXES = "select name, sql from sqlite_master where tbl_name = 'daily_result' and name like 'ix%'"
CHAIN = "insert into daily_chain (number, first_day, length, root) values (0, ?, 4000, ?)"


@dataclass(frozen=True)
class Times:
    """Times of requests in ms, the shortest first, and the mean CPU time of the server in ms."""

    ordered: list[float]
    cpu: float

    def at(self, share: float) -> float:
        """Return the value below which a share (0 to 1) of all values lies."""
        return self.ordered[int(len(self.ordered) * share)]


def token_of(person: int) -> str:
    """Return the token of a simulated person."""
    return f"simulated-person-{person:06}"


def account_of(person: int) -> str | None:
    """Return the account of a simulated person, None for a guest."""
    return f"person {person}" if person % 2 == 0 else None


def rows_of(day: str, people: list[str], rng: Rng) -> Iterator[tuple[object, ...]]:
    """Yield a row of `daily_result` for each person; most scores are near MEAN."""
    keys = games.keys()
    game, noon = keys[day_number(day) % len(keys)], end_of(day) - 43_200_000
    for person, visitor_id in enumerate(people):
        score = MEAN + sum(rng.below(SPREAD // 3) for _ in range(3)) - SPREAD // 2
        at = noon + rng.below(36_000_000)
        table = f"{day_number(day):x}-{person:x}"
        who = (visitor_id, account_of(person), f"Person {person}", "")
        yield table, day, game, *who, 1, at, score, rng.below(30) - 15, at


def fill(file: Path, first_day: str, days: int, people: int) -> None:
    """Write the chain and the results of all days into an SQLite file."""
    check_store(f"sqlite:///{file}")
    visitors = [hash_token(token_of(person)) for person in range(people)]
    rng = Rng("bench")
    with sqlite3.connect(file) as database:
        database.execute("pragma synchronous = off")
        database.execute(CHAIN, (first_day, "5a" * 32))
        accounts = [(visitor, account_of(person)) for person, visitor in enumerate(visitors)]
        accounts = [(visitor, name) for visitor, name in accounts if name is not None]
        database.executemany(ACCOUNT, [(name, name) for _, name in accounts])
        database.executemany(SESSION, accounts)
        # The indexes are made after the rows, which is much faster.
        indexes = database.execute(INDEXES).fetchall()
        for name, _ in indexes:
            database.execute(f"drop index {name}")
        for number in track(range(days), "filling"):
            database.executemany(INSERT, rows_of(day_after(first_day, number), visitors, rng))
        for _, statement in indexes:
            database.execute(statement)
        database.execute("analyze")
    database.close()


async def ask(http: httpx.AsyncClient, person: int, path: str) -> float:
    """Send one request as a person, and return its time in milliseconds."""
    start = time.perf_counter()
    answer = await http.get(path, headers={"Authorization": f"Bearer {token_of(person)}"})
    answer.raise_for_status()
    return 1_000 * (time.perf_counter() - start)


def paths_of(day: str) -> dict[str, str]:
    """Return the address of each kind of request about a day."""
    keys = games.keys()
    game = keys[day_number(day) % len(keys)]
    ranking, calendar = f"/api/daily/{day}/{game}", f"/api/daily/calendar?month={day[:7]}"
    return {"day": f"/api/daily?day={day}", "ranking": ranking, "calendar": calendar}


async def measure(server: TableeServer, first_day: str, options: argparse.Namespace) -> dict[str, Times]:
    """Return the times of each kind of request, sent one after another."""
    found: dict[str, Times] = {}
    async with httpx.AsyncClient(base_url=server.http, timeout=60) as http:
        for kind in KINDS:
            rng, times, before = Rng("requests"), [], server.cpu_seconds()
            for _ in range(options.requests):
                day = day_after(first_day, rng.below(options.days))
                times.append(await ask(http, rng.below(options.people), paths_of(day)[kind]))
            used = 1_000 * (server.cpu_seconds() - before) / options.requests
            found[kind] = Times(sorted(times), used)
    return found


async def run(folder: Path, options: argparse.Namespace) -> dict[str, Times]:
    """Fill a database, start a server on it, and measure."""
    today = day_of(time.time_ns() // 1_000_000)
    first_day = day_after(today, 1 - options.days)
    fill(folder / "load.db", first_day, options.days, options.people)
    server = TableeServer(folder)
    try:
        await server.wait_until_ready()
        return await measure(server, first_day, options)
    finally:
        server.stop()


def main() -> int:
    """Print the percentiles of each kind of request; return 1 if one is above the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=1_000, help="of each kind")
    options = parser.parse_args()
    console, failed = Console(), False
    with tempfile.TemporaryDirectory() as folder:
        for name, times in asyncio.run(run(Path(folder), options)).items():
            p50, p99, most = times.at(0.5), times.at(0.99), times.ordered[-1]
            row = (
                f"{name:9} p50 {p50:6.1f} ms  p99 {p99:6.1f} ms  max {most:6.1f} ms  CPU {times.cpu:5.2f} ms"
            )
            console.print(row)
            failed |= p99 > GOAL_MS
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
