"""The speed of one game in the form that runs in this process. Prints JSON; `python -m bench` compares forms.

usage: python -m bench.rules KEY SEATS SECONDS
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time

from tablee import PLAIN, games
from tablee.core.game import Game
from tablee.core.rng import Generator
from tablee.core.state import Moves, State
from tablee.core.walk import random_match, random_step


def per_second(work: Callable[[], int], seconds: float) -> float:
    """How much a second is done, at best: the work is repeated in stretches, and the fastest one counts."""
    best, repeats = 0.0, 1
    end = process_time() + seconds
    while (start := process_time()) < end:
        done = 0
        for _ in range(repeats):
            done += work()
        spent = process_time() - start
        if spent < seconds / 20:
            repeats *= 2
        else:
            best = max(best, done / spent)
    return best


def middle(game: Game, seats: int) -> State:
    """A position in the middle of a random match, with a seat to move."""
    state, luck, moves = game.deal(seats, "bench"), Generator("bench"), Moves()
    for _ in range(random_match(state.copy(), luck, moves) // 2):
        before = state.copy()
        if not random_step(state, luck, moves) or not state.actors():
            return before
    return state


def driven(state: State, luck: Generator) -> int:
    """A whole random match with three Python calls for every decision (and one for the luck)."""
    current = state.copy()
    while acting := current.actors():
        seat = acting[luck.below(len(acting))]
        moves = current.moves(seat)
        current.play(seat, moves[luck.below(len(moves))])
    return current.plies - state.plies


def measure(key: str, seats: int, seconds: float) -> dict[str, float]:
    """Every figure of one game."""
    game = games.load(key)
    luck, scratch = Generator("bench"), Moves()
    start, half = game.deal(seats, "bench"), middle(game, seats)
    seat = half.actors()[-1]
    move = half.moves(seat)[0]

    def once(work: Callable[[], object]) -> Callable[[], int]:
        def repeated() -> int:
            for _ in range(10):
                work()
            return 10

        return repeated

    works: dict[str, Callable[[], int]] = {
        "decisions in the loop": lambda: random_match(start.copy(), luck, scratch),
        "decisions from Python": lambda: driven(start, luck),
        "deals": once(lambda: game.deal(seats, "bench")),
        "moves": once(lambda: half.moves(seat)),
        "copies": once(half.copy),
        "copies with a play": once(lambda: half.copy().play(seat, move)),
        "views": once(lambda: half.view(seat if seat >= 0 else None)),
        "imagined truths": once(lambda: half.imagine(max(seat, 0), luck)),
    }
    return {name: per_second(work, seconds) for name, work in works.items()}


if __name__ == "__main__":
    figures = measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
    print(json.dumps({"form": "plain" if PLAIN else "compiled", **figures}))
