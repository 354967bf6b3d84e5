"""Helpers of the tests of bots: positions of random matches, and what follows from them."""

from __future__ import annotations

from tablee import games
from tablee.core.state import State
from tests.games.laws import Table, random_match

GAME = games.load("islands")


def last_decision(seed: str) -> tuple[State, int]:
    """Return the last position of a random match in which a seat had a choice; all later moves are forced."""
    match = random_match(Table(GAME, 3), seed)
    for ply in reversed(range(match.ply)):
        state = match.at(ply).state
        seat = state.actors()[0]
        if len(state.moves(seat)) > 1:
            return state, seat
    raise AssertionError("a match without a choice")


def state_after(state: State, seat: int, move: int) -> State:
    """Return the position after a move."""
    after = state.copy()
    after.play(seat, move)
    return after


def final_state_after(state: State, seat: int, move: int) -> State:
    """Return the end of the match after a move, where all later moves are forced."""
    after = state_after(state, seat, move)
    while acting := after.actors():
        after.play(acting[0], after.moves(acting[0])[0])
    return after
