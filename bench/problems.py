"""The games as decision problems: sizes, branching, length, hidden information, simultaneous moves.

Measured over random matches of quick deals, in which all legal moves of a seat are equally likely. Prints the
table of docs/explanation/research.md.

usage: python -m bench.problems [--matches N]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from math import exp, log
from statistics import fmean

from tablee import games
from tablee.core.batch import settle
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import NOBODY, State
from tablee.lab.batch import observation_size

HEADER = (
    "game | seats | actions | numbers observed | decisions of a match | legal moves, mean | most | forced | "
    "several act | hidden"
)
# One decision in this many is resampled, to count what is hidden.
EVERY = 7


@dataclass
class Counts:
    """Counts: moves of each match; legal moves, acting seats and hidden numbers of each decision."""

    lengths: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    several: list[bool] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)


def numbers(state: State) -> list[object]:
    """Return every number of a state in a fixed order."""
    return [
        each
        for value in state.snapshot().values()
        for each in (value if isinstance(value, list) else [value])
    ]


def count_hidden(state: State, seat: int, rng: Rng) -> int:
    """Return how many numbers of the state differ between two states that a seat cannot tell apart."""
    one, other = (numbers(state.resample(seat, rng)) for _ in range(2))
    return sum(a != b for a, b in zip(one, other, strict=False))


def play(game: Game, seats: int, seed: int, rng: Rng, counts: Counts) -> None:
    """Play a random match and count its decisions."""
    state = game.quick_deal(seats, seed)
    seat, made = settle(state, seats - 1), 0
    while seat != NOBODY:
        moves = state.moves(seat)
        counts.choices.append(len(moves))
        counts.several.append(sum(state.is_actor(other) for other in range(seats)) > 1)
        if made % EVERY == 0:
            counts.hidden.append(count_hidden(state, seat, rng))
        state.play(seat, moves[rng.below(len(moves))])
        seat, made = settle(state, seat), made + 1
    counts.lengths.append(made)


def row(game: Game, seats: int, matches: int) -> str:
    """Return the line of a game and a number of seats."""
    counts, rng = Counts(), Rng("problems")
    for seed in range(matches):
        play(game, seats, seed, rng, counts)
    lengths, choices = sorted(counts.lengths), counts.choices
    low, high = lengths[len(lengths) // 20], lengths[-1 - len(lengths) // 20]
    cells = (
        game.titles["en"],
        seats,
        game.vocabulary.size,
        observation_size(game, seats),
        f"{fmean(lengths):.0f} ({low}-{high})",
        f"{exp(fmean(log(choice) for choice in choices)):.1f}",
        max(choices),
        f"{100 * fmean(choice == 1 for choice in choices):.0f} %",
        f"{100 * fmean(counts.several):.0f} %",
        f"{fmean(counts.hidden):.0f}",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Print the table of all games."""
    parser = argparse.ArgumentParser(prog="python -m bench.problems", description="Measure the games.")
    parser.add_argument("--matches", type=int, default=200)
    matches = parser.parse_args().matches
    print(f"| {HEADER} |")
    print("|---|" + "---:|" * HEADER.count("|"))
    for game in games.all():
        for seats in game.seats:
            print(row(game, seats, matches), flush=True)


if __name__ == "__main__":
    main()
