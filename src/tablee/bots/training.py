"""Learning a sense by self-play: play by it, look back when the match is over, and move what was believed."""

from __future__ import annotations

from typing import final

from tablee.bots.rollout import Player, actor
from tablee.bots.utility import worth
from tablee.core.compiled import Int, Real
from tablee.core.state import NOBODY, State

MOST_MOMENTS: Int = 2048
MOST_NUMBERS: Int = 1048576


@final
class School(Player):
    """A match of self-play and what was seen in it, moment by moment."""

    def __init__(self) -> None:
        super().__init__()
        self.par: float = 0.0
        self.spread: float = 10.0
        self.trust: float = 0.7
        self.moments: Int = 0
        self.seen: list[Int] = [0] * MOST_NUMBERS
        self.whose: list[Int] = [0] * MOST_MOMENTS
        self.believed: list[Real] = [0.0] * MOST_MOMENTS

    def match(self, state: State, rate: float) -> float:
        """Play a match and learn from it; says how far off the beliefs were, squared and averaged."""
        self.moments = 0
        seat = actor(state)
        while seat != NOBODY:
            move = self.decide(state, seat) if seat >= 0 else state.moves(seat)[0]
            state.advance(seat, move)
            if seat >= 0:
                self.note(state)
            seat = actor(state)
        return self.look_back(state, rate)

    def note(self, state: State) -> None:
        """Remember what each seat sees now and what is believed of it."""
        for seat in range(state.seats):
            if self.moments == MOST_MOMENTS or (self.moments + 1) * self.sense.inputs > MOST_NUMBERS:
                return
            self.believed[self.moments] = self.sense.value(state, seat)
            self.whose[self.moments] = seat
            first = self.moments * self.sense.inputs
            for place in range(self.sense.inputs):
                self.seen[first + place] = self.sense.features.at(place)
            self.moments += 1

    def look_back(self, state: State, rate: float) -> float:
        """From the end to the start: what came of a moment is a mixture of the end and of later beliefs."""
        off = 0.0
        for seat in range(state.seats):
            target = worth(state, seat, self.par, self.spread)
            for back in range(self.moments):
                moment = self.moments - 1 - back
                if self.whose[moment] == seat:
                    error = target - self.believed[moment]
                    off += error * error
                    self.recall(moment, target, rate)
                    target = self.trust * target + (1.0 - self.trust) * self.believed[moment]
        return off / self.moments if self.moments else 0.0

    def recall(self, moment: Int, target: float, rate: float) -> None:
        """Look at a moment again and move the belief towards the target."""
        first = moment * self.sense.inputs
        self.sense.features.count = 0
        for place in range(self.sense.inputs):
            self.sense.features.add(self.seen[first + place])
        self.sense.learn(target - self.sense.answer(), rate)
