"""Decisions a second and the time of a bot's move, the same script in CPython and in Pyodide.

`bench/offline.py` runs it. The last expression is the result, as JSON.
"""

import json
import time

from tablee import bots, games
from tablee.core.buffers import MoveBuffer
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.walk import random_step

SEATS = 2
SECONDS = 1.0
# Positions of one random match in which each bot decides, and the moves between two of them.
POSITIONS, APART = 4, 5
LEVELS = ("beginner", "casual", "regular", "strong")


def decisions(key: str) -> int:
    """Return how many random decisions are made in a second, deals included."""
    game, rng, moves = games.load(key), Rng("speed"), MoveBuffer()
    count, matches, began = 0, 0, time.process_time()
    while time.process_time() < began + SECONDS:
        state = game.deal(SEATS, f"speed {matches}")
        matches += 1
        for _ in range(500):
            if not random_step(state, rng, moves):
                break
            count += 1
    return round(count / (time.process_time() - began))


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
                began = time.process_time()
                bots.choose(bot, state, seat, bots.Budget(60.0), rng)
                times.append(1_000 * (time.process_time() - began))
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
