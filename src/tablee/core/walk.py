"""Random matches and counts of the move tree: how rules are exercised and measured."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, NOBODY, State


def some_actor(state: State, rng: Rng) -> Int:
    """One of the actors, each equally likely; NOBODY when the match is over."""
    chosen = NOBODY
    acting = 0
    for seat in range(CLOCK, state.seats):
        if state.is_actor(seat):
            acting += 1
            if acting == 1 or rng.below(acting) == 0:
                chosen = seat
    return chosen


def random_step(state: State, rng: Rng, moves: MoveBuffer) -> bool:
    """One random move of a random actor; False when the match is over."""
    seat = some_actor(state, rng)
    if seat == NOBODY:
        return False
    moves.count = 0
    state.find_moves(seat, moves)
    state.advance(seat, moves.at(rng.below(moves.count)))
    return True


def random_match(state: State, rng: Rng, moves: MoveBuffer) -> Int:
    """Play at random to the end, in the state itself; says how many moves that took."""
    start = state.plies
    while random_step(state, rng, moves):
        pass
    return state.plies - start


def tree_size(state: State, depth: Int) -> Int:
    """How many sequences of moves of this length there are (shorter ones that end the match included)."""
    total = 0
    acting = state.actors()
    if depth == 0 or not acting:
        return 1
    for seat in acting:
        for move in state.moves(seat):
            child = state.copy()
            child.play(seat, move)
            total += tree_size(child, depth - 1)
    return total
