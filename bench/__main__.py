"""`python -m bench [KEY ...]`: the speed of every game, plain and compiled in one run, with ratios."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tablee import games

SECONDS = 0.6
ROUNDS = 2


def measure(key: str, seats: int, plain: bool) -> dict[str, float]:
    """Return the figures of `bench.rules` for one form, measured in its own process.

    Exits with a message if the compiled form is asked for and nothing is compiled.
    """
    environment = {name: value for name, value in os.environ.items() if name != "TABLEE_PURE"}
    environment |= {"TABLEE_PURE": "1"} if plain else {}
    command = [sys.executable, "-m", "bench.rules", key, str(seats), str(SECONDS)]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    figures = json.loads(answer.stdout)
    if figures.pop("form") != ("plain" if plain else "compiled"):
        raise SystemExit("Nothing is compiled here: run `make test` or `python -m compiler` first.")
    return dict(figures)


def compare(key: str, seats: int) -> dict[str, tuple[float, float]]:
    """Return, by name, the rates of the plain and of the compiled form, per second of processor time.

    Each is the highest of ROUNDS runs, in which the forms alternate: other programs only slow a run down.
    """
    best: dict[str, list[float]] = {}
    for _ in track(range(ROUNDS), f"{key}, {seats} seats", transient=True):
        for form, plain in enumerate((True, False)):
            for name, figure in measure(key, seats, plain).items():
                pair = best.setdefault(name, [0.0, 0.0])
                pair[form] = max(pair[form], figure)
    return {name: (plain, compiled) for name, (plain, compiled) in best.items()}


def show(console: Console, key: str, seats: int) -> None:
    """Measure one game and print its table."""
    table = Table(title=f"{key}, {seats} seats: per second of one core", title_justify="left")
    table.add_column("what")
    for column in ("plain", "compiled", "ratio", "compiled, µs each"):
        table.add_column(column, justify="right")
    for name, (plain, compiled) in compare(key, seats).items():
        row = (f"{plain:,.0f}", f"{compiled:,.0f}", f"{compiled / plain:.1f}", f"{1e6 / compiled:.3f}")
        table.add_row(name, *row)
    console.print(table)


def main() -> None:
    """Measure the games named on the command line, or all."""
    console = Console()
    for key in sys.argv[1:] or games.keys():
        seats = games.load(key).seats
        show(console, key, min(4, seats[-1]))


main()
