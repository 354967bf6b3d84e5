"""Random matches and counts of the move tree, for tests and benchmarks."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, NOBODY, State


def some_actor(state: State, rng: Rng) -> Int:
    """Return a random actor, uniformly; NOBODY when the match is over."""
    chosen = NOBODY
    acting = 0
    for seat in range(CLOCK, state.seats):
        if state.is_actor(seat):
            acting += 1
            if acting == 1 or rng.below(acting) == 0:
                chosen = seat
    return chosen


def random_step(state: State, rng: Rng, moves: MoveBuffer) -> bool:
    """Make a random move of a random actor; return False when the match is over. `moves` is scratch space."""
    seat = some_actor(state, rng)
    if seat == NOBODY:
        return False
    moves.count = 0
    state.find_moves(seat, moves)
    state.advance(seat, moves.at(rng.below(moves.count)))
    return True


def random_match(state: State, rng: Rng, moves: MoveBuffer) -> Int:
    """Play the state to its end at random; return the number of moves made."""
    start = state.plies
    while random_step(state, rng, moves):
        pass
    return state.plies - start


def tree_size(state: State, depth: Int) -> Int:
    """Return the number of move sequences of this length; shorter ones that end the match count too."""
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
