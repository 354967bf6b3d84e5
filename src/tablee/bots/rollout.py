"""The rollout policy: how seats play without a search, by the value network or greedily. Compiled."""

from __future__ import annotations

from tablee.bots.value_net import ValueNetwork
from tablee.core.buffers import MAX_MOVES, MoveBuffer
from tablee.core.compiled import Int, Real
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, NOBODY, State


class RolloutPolicy:
    """A policy of one-move lookahead, with its network, RNG and buffers. Not thread-safe.

    `epsilon` is the probability of a random move in `choose_by_value`; `samples` is the number of resampled
    states over which it averages.
    """

    def __init__(self) -> None:
        self.network: ValueNetwork = ValueNetwork()
        self.rng: Rng = Rng("")
        self.moves: MoveBuffer = MoveBuffer()
        self.epsilon: float = 0.0
        self.samples: Int = 1
        self.value_sum: list[Real] = [0.0] * MAX_MOVES

    def play_out(self, state: State, greedy_seats: Int = 0) -> None:
        """Play the match to its end, in `state` itself; the seats of this bit set play greedily."""
        seat = next_actor(state)
        while seat != NOBODY:
            move = self.choose(state, seat, (greedy_seats >> seat) & 1) if seat >= 0 else state.moves(seat)[0]
            state.advance(seat, move)
            seat = next_actor(state)

    def choose(self, state: State, seat: Int, is_greedy: Int) -> Int:
        """Return the first move that `State.propose` gives; without any, choose greedily or by value.

        `is_greedy` (0 or 1) selects between the two. The first proposal is as good as any in a resampled
        state, and taking it lets compared moves meet the same events in the same order.
        """
        proposed = state.propose(seat)
        if proposed:
            return proposed[0]
        return self.choose_greedily(state, seat) if is_greedy else self.choose_by_value(state, seat)

    def choose_by_value(self, state: State, seat: Int) -> Int:
        """Return the candidate that the network values most, on average over a few resampled states.

        With probability `epsilon` a random one.
        """
        find_candidates(state, seat, self.moves)
        count = self.moves.count
        if count == 1 or self.rng.real() < self.epsilon:
            return self.moves.at(self.rng.below(count))
        for index in range(count):
            self.value_sum[index] = 0.0
        for _ in range(self.samples):
            self.add_sample_values(state, seat, count)
        best = 0
        for index in range(count):
            if self.value_sum[index] > self.value_sum[best]:
                best = index
        return self.moves.at(best)

    def add_sample_values(self, state: State, seat: Int, count: Int) -> None:
        """Add to `value_sum` the network's value after each move, in one resampled state."""
        sample = state.copy()
        sample.reshuffle(seat, self.rng)
        for index in range(count):
            after = sample.copy()
            after.advance(seat, self.moves.at(index))
            self.value_sum[index] += self.network.evaluate(after, seat)

    def choose_greedily(self, state: State, seat: Int) -> Int:
        """Return the candidate with the best `State.estimate` after it; ties are broken at random.

        Like the bot `greedy`, but on the given state only: it was resampled for this rollout already.
        """
        find_candidates(state, seat, self.moves)
        chosen = self.moves.at(0)
        if self.moves.count == 1:
            return chosen
        best = 0.0
        ties = 0
        for index in range(self.moves.count):
            after = state.copy()
            after.advance(seat, self.moves.at(index))
            estimate = after.estimate(seat)
            if ties == 0 or estimate > best:
                best = estimate
                ties = 0
            if estimate == best:
                ties += 1
                if self.rng.below(ties) == 0:
                    chosen = self.moves.at(index)
        return chosen


def next_actor(state: State) -> Int:
    """Return who moves next in a simulation, where seats that act at once move one after the other.

    The lowest acting seat; CLOCK only if no seat acts; NOBODY when the match is over.
    """
    for seat in range(state.seats):
        if state.is_actor(seat):
            return seat
    return CLOCK if state.is_actor(CLOCK) else NOBODY


def find_candidates(state: State, seat: Int, moves: MoveBuffer) -> None:
    """Replace the content of `moves` by the moves worth searching: the game's candidates, else all legal."""
    moves.count = 0
    state.find_candidates(seat, moves)
    if moves.count == 0:
        state.find_moves(seat, moves)
