"""The speed of one game in the form that runs in this process. Prints JSON; `python -m bench` compares forms.

usage: python -m bench.rules KEY SEATS SECONDS
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time

from tablee import PLAIN, games
from tablee.core.buffers import MoveBuffer
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State
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
    state, rng, moves = game.deal(seats, "bench"), Rng("bench"), MoveBuffer()
    for _ in range(random_match(state.copy(), rng, moves) // 2):
        before = state.copy()
        if not random_step(state, rng, moves) or not state.actors():
            return before
    return state


def driven(state: State, rng: Rng) -> int:
    """A whole random match with three Python calls for every decision (and one for the luck)."""
    current = state.copy()
    while acting := current.actors():
        seat = acting[rng.below(len(acting))]
        moves = current.moves(seat)
        current.play(seat, moves[rng.below(len(moves))])
    return current.plies - state.plies


def measure(key: str, seats: int, seconds: float) -> dict[str, float]:
    """Every figure of one game."""
    game = games.load(key)
    rng, scratch = Rng("bench"), MoveBuffer()
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
        "decisions in the loop": lambda: random_match(start.copy(), rng, scratch),
        "decisions from Python": lambda: driven(start, rng),
        "deals": once(lambda: game.deal(seats, "bench")),
        "moves": once(lambda: half.moves(seat)),
        "copies": once(half.copy),
        "copies with a play": once(lambda: half.copy().play(seat, move)),
        "views": once(lambda: half.view(seat if seat >= 0 else None)),
        "imagined truths": once(lambda: half.resample(max(seat, 0), rng)),
    }
    return {name: per_second(work, seconds) for name, work in works.items()}


if __name__ == "__main__":
    figures = measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
    print(json.dumps({"form": "plain" if PLAIN else "compiled", **figures}))
