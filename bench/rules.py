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
    """Return the highest rate, per second of processor time, of what `work` returns as done.

    Repeats the work in blocks for `seconds`. The fastest block counts: other programs only slow one down.
    """
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


def middle_state(game: Game, seats: int) -> State:
    """Return a position in the middle of a random match, before its end."""
    state, rng, moves = game.deal(seats, "bench"), Rng("bench"), MoveBuffer()
    for _ in range(random_match(state.copy(), rng, moves) // 2):
        before = state.copy()
        if not random_step(state, rng, moves) or not state.actors():
            return before
    return state


def random_match_from_python(state: State, rng: Rng) -> int:
    """Play a random match by the public methods only; return the number of moves."""
    current = state.copy()
    while acting := current.actors():
        seat = acting[rng.below(len(acting))]
        moves = current.moves(seat)
        current.play(seat, moves[rng.below(len(moves))])
    return current.plies - state.plies


def measure(key: str, seats: int, seconds: float) -> dict[str, float]:
    """Return operations per second by name (moves, copies, views ...), each measured for `seconds`."""
    game = games.load(key)
    rng, scratch = Rng("bench"), MoveBuffer()
    start, middle = game.deal(seats, "bench"), middle_state(game, seats)
    seat = middle.actors()[-1]
    move = middle.moves(seat)[0]

    def ten_times(work: Callable[[], object]) -> Callable[[], int]:
        def repeated() -> int:
            for _ in range(10):
                work()
            return 10

        return repeated

    works: dict[str, Callable[[], int]] = {
        "decisions in the loop": lambda: random_match(start.copy(), rng, scratch),
        "decisions from Python": lambda: random_match_from_python(start, rng),
        "deals": ten_times(lambda: game.deal(seats, "bench")),
        "moves": ten_times(lambda: middle.moves(seat)),
        "copies": ten_times(middle.copy),
        "copies with a play": ten_times(lambda: middle.copy().play(seat, move)),
        "views": ten_times(lambda: middle.view(seat if seat >= 0 else None)),
        "resampled states": ten_times(lambda: middle.resample(max(seat, 0), rng)),
    }
    return {name: per_second(work, seconds) for name, work in works.items()}


if __name__ == "__main__":
    figures = measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
    print(json.dumps({"form": "plain" if PLAIN else "compiled", **figures}))
