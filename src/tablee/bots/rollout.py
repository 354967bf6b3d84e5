"""Playing on in thought: how a match may end from here, by what is believed or what a move brings at once."""

from __future__ import annotations

from tablee.bots.value_net import Sense
from tablee.core.buffers import MAX_MOVES, MoveBuffer
from tablee.core.compiled import Int, Real
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, NOBODY, State


class Player:
    """Whoever plays without searching."""

    def __init__(self) -> None:
        self.sense: Sense = Sense()
        self.rng: Rng = Rng("")
        self.moves: MoveBuffer = MoveBuffer()
        self.explore: float = 0.0
        self.truths: Int = 1
        self.prospect: list[Real] = [0.0] * MAX_MOVES

    def play_on(self, state: State, hasty: Int = 0) -> None:
        """Play to the end; the seats whose bit is set in `hasty` take what brings most at once."""
        seat = actor(state)
        while seat != NOBODY:
            move = self.answer(state, seat, (hasty >> seat) & 1) if seat >= 0 else state.moves(seat)[0]
            state.advance(seat, move)
            seat = actor(state)

    def answer(self, state: State, seat: Int, hasty: Int) -> Int:
        """As the game proposes, where it does; else what brings most, or by what is believed.

        Of what is proposed always the first: hidden things were shuffled, so it is as good as any, and moves
        that are compared meet the same things in the same order.
        """
        sound = state.propose(seat)
        if sound:
            return sound[0]
        return self.grab(state, seat) if hasty else self.decide(state, seat)

    def decide(self, state: State, seat: Int) -> Int:
        """The move after which truths imagined anew look best on average; now and then any."""
        find_candidates(state, seat, self.moves)
        count = self.moves.count
        if count == 1 or self.rng.real() < self.explore:
            return self.moves.at(self.rng.below(count))
        for place in range(count):
            self.prospect[place] = 0.0
        for _ in range(self.truths):
            self.weigh(state, seat, count)
        best = 0
        for place in range(count):
            if self.prospect[place] > self.prospect[best]:
                best = place
        return self.moves.at(best)

    def weigh(self, state: State, seat: Int, count: Int) -> None:
        """Add to the prospect of each move how things look after it in one imagined truth."""
        truth = state.copy()
        truth.reshuffle(seat, self.rng)
        for place in range(count):
            after = truth.copy()
            after.advance(seat, self.moves.at(place))
            self.prospect[place] += self.sense.value(after, seat)

    def grab(self, state: State, seat: Int) -> Int:
        """The move after which the score as it stands is best; among equals any. What the bot `greedy` does,
        quicker: in thought one truth is enough."""
        find_candidates(state, seat, self.moves)
        chosen = self.moves.at(0)
        if self.moves.count == 1:
            return chosen
        best = 0.0
        equals = 0
        for place in range(self.moves.count):
            after = state.copy()
            after.advance(seat, self.moves.at(place))
            estimate = after.estimate(seat)
            if equals == 0 or estimate > best:
                best = estimate
                equals = 0
            if estimate == best:
                equals += 1
                if self.rng.below(equals) == 0:
                    chosen = self.moves.at(place)
        return chosen


def actor(state: State) -> Int:
    """Whose move is next in thought: the first seat that acts, the clock only if nobody else does."""
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
