"""Decisions and simulations a second and the time of a bot's move.

The same script runs in CPython, in Node and in a browser.
`bench/offline.py` runs it. The last expression is the result, as JSON.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

from tablee import PLAIN, bots, games
from tablee.bots import Steps, search_bot
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State

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


def positions(game: Game) -> Iterator[tuple[State, int]]:
    """Yield POSITIONS of one match with the seat that decides.

    Every seat plays its first legal move, so that all levels decide in the same positions.
    """
    state, found = game.deal(SEATS, "speed"), 0
    while found < POSITIONS and state.actors():
        seat = state.actors()[-1]
        if seat != CLOCK and state.plies % APART == 0:
            found += 1
            yield state, seat
        state.play(seat, state.moves(seat)[0])


def bot_times(key: str) -> dict[str, float]:
    """Return the milliseconds that each level needs for a decision, the slowest of POSITIONS."""
    game, rng, found = games.load(key), Rng("speed"), {}
    for level in LEVELS:
        bot, times = bots.load(level, game, "speed"), []
        for state, seat in positions(game):
            began = cpu_time()
            bots.choose(bot, state, seat, bots.Budget(60.0), rng)
            times.append(1_000 * (cpu_time() - began))
        found[level] = round(max(times), 1)
    return found


def simulations(key: str) -> int:
    """Return how many simulations a second the expert's search runs; 0 where it decides without a search."""
    game, rng, total = games.load(key), Rng("speed"), 0
    run_batches = search_bot.run_batches

    def run_counted(
        simulate: Callable[[int], None], count: int, end: float, budget: bots.Budget
    ) -> Steps[None]:
        def run(number: int) -> None:
            nonlocal total
            total += number
            simulate(number)

        return run_batches(run, count, end, budget)

    search_bot.run_batches = run_counted
    bot, began = bots.load("expert", game, "speed"), cpu_time()
    for state, seat in positions(game):
        bots.choose(bot, state, seat, bots.Budget(SECONDS), rng)
    search_bot.run_batches = run_batches
    return round(total / (cpu_time() - began))


def result() -> str:
    """Return all measurements as JSON."""
    measured = {"decisions": decisions, "bots": bot_times, "simulations": simulations}
    keys = [game.key for game in games.all()]
    return json.dumps({key: {name: measure(key) for name, measure in measured.items()} for key in keys})


result() if __name__ == "__main__" else None  # Pyodide returns the last expression
