"""`python -m bench.kills`: kill the server while people sit, play, chat, undo and ask for a rematch.

After each restart, and of all tables at the end, everything that was acknowledged must be in the event log
once and in order. With PostgreSQL there are two processes and a Redis server; PostgreSQL and Redis are killed
too.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from tests.server.crash import Load, kill_under_load
from tests.server.postgres_server import PostgresServer
from tests.server.redis_server import RedisServer


async def kill_sqlite(
    folder: Path, kills: int, minutes: float, on_kill: Callable[[], None]
) -> tuple[Load, int]:
    """Kill a server with a SQLite file up to `kills` times within `minutes`, while clients play.

    Return the load and the number of events in the log. `on_kill` is called after each kill and the
    check of the log that follows it. Raises AssertionError if an acknowledged command is not in the log.
    """
    return await kill_under_load(f"sqlite:///{folder}/tablee.db", kills, minutes=minutes, on_kill=on_kill)


async def kill_postgresql(
    folder: Path, kills: int, minutes: float, processes: int, on_kill: Callable[[], None]
) -> tuple[Load, int]:
    """Kill several server processes that share a PostgreSQL and a Redis server, as `kill_sqlite` kills one.

    PostgreSQL and Redis are killed too; they are started here and removed at the end.
    """
    redis, postgres = RedisServer(folder), PostgresServer()
    try:
        return await kill_under_load(
            postgres.url, kills, processes, redis, postgres, minutes=minutes, on_kill=on_kill
        )
    finally:
        redis.stop()
        postgres.remove()


class Counter:
    """Count kills on a progress bar; where there is no terminal, print a line for each hundred."""

    def __init__(self, console: Console, progress: Progress, title: str, total: int) -> None:
        self.console, self.progress, self.kills = console, progress, 0
        self.bar = progress.add_task(title, total=total)

    def __call__(self) -> None:
        self.kills += 1
        self.progress.advance(self.bar)
        if not self.console.is_terminal and self.kills % 100 == 0:
            self.console.print(f"{self.kills} kills")


def show(console: Console, load: Load, count: int, seconds: float) -> None:
    """Print the numbers of acknowledged commands and of events in the log."""
    table = Table(title=f"{load.kills} kills in {seconds / 60:.1f} minutes", title_justify="left")
    table.add_column("acknowledged")
    table.add_column("commands", justify="right")
    for kind, times in sorted(load.kinds.items()):
        table.add_row(kind, f"{times:,}")
    table.add_row("in all", f"{load.kinds.total():,}", style="bold")
    console.print(table)
    console.print(
        f"{len(load.acknowledged):,} tables, {count:,} events in the log: "
        "every acknowledged command is there once and in order."
    )


def main() -> None:
    """Run from the command line; exit with 1 if an acknowledged command is lost, doubled or out of order."""
    parser = argparse.ArgumentParser(prog="python -m bench.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this many minutes")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=2, help="server processes, with PostgreSQL")
    args = parser.parse_args()
    console, began = Console(highlight=False), time.monotonic()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with tempfile.TemporaryDirectory() as folder, Progress(*columns, console=console) as progress:
        counter = Counter(console, progress, f"kills, {args.database}", args.kills)
        common = (Path(folder), args.kills, args.minutes)
        if args.database == "sqlite":
            work = kill_sqlite(*common, counter)
        else:
            work = kill_postgresql(*common, args.processes, counter)
        try:
            load, count = asyncio.run(work)
        except AssertionError as fault:
            console.print(f"FAILED: {fault}", style="bold red")
            sys.exit(1)
    show(console, load, count, time.monotonic() - began)


if __name__ == "__main__":
    main()
