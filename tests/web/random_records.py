"""Digests of random matches, their views and the decisions of a bot: to compare two Pythons.

Imported by a test, and run as a script in Pyodide, where the last expression is the result.
"""

import hashlib
import json
from dataclasses import replace

from tablee import bots, games
from tablee.bots.levels import level
from tablee.bots.search_bot import SearchBot
from tablee.core.match import Match
from tablee.core.rng import Rng

SEED = "the same everywhere"
# Moves of one match; some games do not end under random moves.
MAX_PLIES = 150
# Decisions of a bot in each match: without a clock, so that both do the same number of simulations.
DECISIONS = 3
# Simulations of the expert, which would be slow with plain rules.
SIMULATIONS = 16


def digest(key: str, seats: int) -> str:
    """Return the SHA-256 over record, views and bot decisions of one match."""
    game, rng = games.load(key), Rng(f"{SEED} {key} {seats}")
    match = Match(game, seats, SEED)
    total = hashlib.sha256()
    expert = SearchBot(game, replace(level("expert", game), simulations=SIMULATIONS))
    minds: list[bots.Bot] = [bots.load("regular", game, SEED), expert]
    while match.state.actors() and match.ply < MAX_PLIES:
        actors = match.state.actors()
        seat = actors[rng.below(len(actors))]
        if match.ply < DECISIONS and seat >= 0:
            bot = minds[match.ply % len(minds)]
            move = bots.choose(bot, match.state, seat, bots.Budget(seconds=600.0), Rng(SEED))
        else:
            moves = match.state.moves(seat)
            move = moves[rng.below(len(moves))]
        match.play(seat, game.format(move))
        for viewer in (None, *range(seats)):
            total.update(json.dumps(match.state.view(viewer), sort_keys=True).encode())
    total.update(match.record("salt", {}).text().encode())
    return total.hexdigest()


def digests() -> dict[str, str]:
    """Return the digests of all games at every number of seats."""
    return {f"{game.key} {seats}": digest(game.key, seats) for game in games.all() for seats in game.seats}


json.dumps(digests() if __name__ == "__main__" else None)
