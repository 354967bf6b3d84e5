"""Decisions a second and the time of a bot's move, the same script in CPython, in Node and in a browser.

`bench/offline.py` runs it. The last expression is the result, as JSON.
"""

import json
import time

from tablee import PLAIN, bots, games
from tablee.core.rng import Rng
from tablee.core.state import CLOCK

try:
    # In Pyodide `time.process_time` is the time that has passed; Node knows what was computed.
    from js import process  # type: ignore[import-not-found]
except ImportError:
    process = None

SEATS = 2
SECONDS = 1.0
# Some games do not end under random moves.
MAX_PLIES = 500
# Positions of one random match in which each bot decides, and the moves between two of them.
POSITIONS, APART = 4, 5
# The expert takes minutes with plain rules.
LEVELS = ("beginner", "casual", "regular", "strong", *(() if PLAIN else ("expert",)))


def cpu_time() -> float:
    """Return the processor time of this process in seconds; in a browser, the time that has passed."""
    if process is None:
        return time.process_time()
    usage = process.cpuUsage()
    return float(usage.user + usage.system) / 1_000_000


def decisions(key: str) -> int:
    """Return how many random decisions are made from Python in a second, deals included."""
    game, rng = games.load(key), Rng("speed")
    count, matches, began = 0, 0, cpu_time()
    while cpu_time() < began + SECONDS:
        state = game.deal(SEATS, f"speed {matches}")
        matches += 1
        while (actors := state.actors()) and state.plies < MAX_PLIES:
            seat = actors[rng.below(len(actors))]
            moves = state.moves(seat)
            state.play(seat, moves[rng.below(len(moves))])
            count += 1
    return round(count / (cpu_time() - began))


def bot_times(key: str) -> dict[str, float]:
    """Return the milliseconds that each level needs for a decision, the slowest of POSITIONS."""
    game, found = games.load(key), {}
    for level in LEVELS:
        bot, state, rng = bots.load(level, game, "speed"), game.deal(SEATS, "speed"), Rng("speed")
        times: list[float] = []
        while len(times) < POSITIONS and state.actors():
            seat = state.actors()[-1]
            # A seat decides now and then, and always plays the first legal move, so that all levels decide in
            # the same positions.
            if seat != CLOCK and state.plies % APART == 0:
                began = cpu_time()
                bots.choose(bot, state, seat, bots.Budget(60.0), rng)
                times.append(1_000 * (cpu_time() - began))
            state.play(seat, state.moves(seat)[0])
        found[level] = round(max(times), 1)
    return found


def result() -> str:
    """Return all measurements as JSON."""
    found = {
        game.key: {"decisions": decisions(game.key), "bots": bot_times(game.key)} for game in games.all()
    }
    return json.dumps(found)


result() if __name__ == "__main__" else None  # Pyodide returns the last expression
