"""`make thorough`: the properties of tests.games.laws on many random matches. Too long for `make test`.

usage: python -m tests.thorough [KEY ...] [--matches N] [--pairs N]
"""

from __future__ import annotations

import argparse

from rich.progress import Progress

from tablee import PLAIN, games
from tests.games import laws
from tests.games.laws import Table


def play_matches(progress: Progress, tables: list[Table], matches: int) -> int:
    """Play random matches at all tables in turn; return the number of decisions."""
    bar = progress.add_task("random matches", total=matches)
    decisions = 0
    for number in range(matches):
        table = tables[number % len(tables)]
        decisions += sum(1 for _ in laws.walk(table, f"thorough {number}")) - 1
        progress.advance(bar)
    return decisions


def check_secrets(progress: Progress, tables: list[Table], pairs: int) -> int:
    """Check that views leak no secrets, for `pairs` of position and viewer or a few more; return how many."""
    bar = progress.add_task("secrets", total=pairs)
    checked = number = 0
    while checked < pairs:
        checked += laws.keeps_secrets(tables[number % len(tables)], f"secret {number}")
        number += 1
        progress.update(bar, completed=min(checked, pairs))
    return checked


def main() -> None:
    """Check the games named on the command line, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.thorough", description="Check many random matches."
    )
    parser.add_argument("keys", nargs="*", default=games.keys())
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--pairs", type=int, default=100_000)
    args = parser.parse_args()
    print(f"The rules run {'plain' if PLAIN else 'compiled'}.")
    for key in args.keys:
        tables = [table for table in laws.tables() if table.game.key == key]
        with Progress(transient=True) as progress:
            decisions = play_matches(progress, tables, args.matches)
            checked = check_secrets(progress, tables, args.pairs)
        print(
            f"{key}: {args.matches:,} matches, {decisions:,} decisions, no error; {checked:,} pairs, 0 leaks"
        )


if __name__ == "__main__":
    main()
