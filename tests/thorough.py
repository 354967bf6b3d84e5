"""`make thorough`: the laws asked very often, with a progress bar. Too long for every day.

usage: python -m tests.thorough [KEY ...] [--matches N] [--pairs N]
"""

from __future__ import annotations

import argparse

from rich.progress import Progress

from tablee import PLAIN, games
from tests.games import laws
from tests.games.laws import Table


def play_matches(progress: Progress, tables: list[Table], matches: int) -> int:
    """Whole random matches over all tables in turn; says how many decisions that were."""
    bar = progress.add_task("random matches", total=matches)
    decisions = 0
    for number in range(matches):
        table = tables[number % len(tables)]
        decisions += sum(1 for _ in laws.walk(table, f"thorough {number}")) - 1
        progress.advance(bar)
    return decisions


def look_for_leaks(progress: Progress, tables: list[Table], pairs: int) -> int:
    """Positions and viewers until so many pairs were looked at."""
    bar = progress.add_task("secrets", total=pairs)
    looked = number = 0
    while looked < pairs:
        looked += laws.keeps_secrets(tables[number % len(tables)], f"secret {number}")
        number += 1
        progress.update(bar, completed=min(looked, pairs))
    return looked


def main() -> None:
    """Every game, or those named."""
    parser = argparse.ArgumentParser(prog="python -m tests.thorough", description="Ask the laws very often.")
    parser.add_argument("keys", nargs="*", default=games.keys())
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--pairs", type=int, default=100_000)
    asked = parser.parse_args()
    print(f"The rules run {'plain' if PLAIN else 'compiled'}.")
    for key in asked.keys:
        tables = [table for table in laws.tables() if table.game.key == key]
        with Progress(transient=True) as progress:
            decisions = play_matches(progress, tables, asked.matches)
            looked = look_for_leaks(progress, tables, asked.pairs)
        print(
            f"{key}: {asked.matches:,} matches, {decisions:,} decisions, no error; {looked:,} pairs, 0 leaks"
        )


if __name__ == "__main__":
    main()
