"""A game that can be played here, and its matches after some moves."""

from __future__ import annotations

from tablee import games
from tablee.core.match import Match

GAME = games.load("islands")


def match_of(seats: int, plies: int) -> Match:
    """Return a match after `plies` moves, each the first legal one."""
    match = Match(GAME, seats, "seed")
    for _ in range(plies):
        seat = match.state.actors()[0]
        match.play(seat, GAME.format(match.state.moves(seat)[0]))
    return match
