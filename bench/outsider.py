"""Our expert against OpenSpiel's own search, the same time for both. `make peers` runs it.

Time is what the processor spent, so that a busy machine is fair to both. Our bot thinks as long as it likes,
at most so many seconds; theirs has as long for a move as ours took for its last one.

usage: python -m bench.outsider [--key KEY] [--bot BOT] [--seconds S] [--matches N]
"""

from __future__ import annotations

import argparse
from time import process_time

from rich.progress import track

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.lab.arena import mean
from tests.peers.spiel import SpielBot

# At one move they get back this many times its usual time.
MOST_BACK = 3


class Duel:
    """Matches of two between one of our bots and theirs, and how long both thought."""

    def __init__(self, key: str, name: str, seconds: float) -> None:
        self.game = games.load(key)
        self.bot = bots.load(name, self.game)
        self.budget = Budget(seconds, clock=process_time)
        self.ours = self.theirs = 0.0
        self.last = seconds

    def play(self, number: int) -> float:
        """One match; the same deal is played from both seats. Says what share of the victory was ours."""
        state = self.game.deal(2, f"outsider {number // 2}")
        outsider, rng = SpielBot(self.game, 2, number), Rng(f"outsider {number}")
        while acting := state.actors():
            seat = acting[-1]
            moves = state.moves(seat)
            if len(moves) == 1:
                move = moves[0]
            elif seat == number % 2:
                move = self.our_move(state, seat, rng)
            else:
                move = self.their_move(outsider, state)
            state.play(seat, move)
        outcome = state.outcome()
        assert outcome is not None
        return (number % 2 in outcome.winners) / len(outcome.winners)

    def our_move(self, state: State, seat: int, rng: Rng) -> int:
        """A move of ours, and how long it took."""
        start = process_time()
        move = bots.choose(self.bot, state, seat, self.budget, rng)
        self.last = process_time() - start
        self.ours += self.last
        return move

    def their_move(self, outsider: SpielBot, state: State) -> int:
        """A move of theirs, in the time that ours took.

        They are told a number of simulations, not a time; where that came out short, they get it back.
        """
        back = min(max(self.ours - self.theirs, 0.0), MOST_BACK * self.last)
        start = process_time()
        move = outsider.move(state, self.last + back)
        self.theirs += process_time() - start
        return move


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(prog="python -m bench.outsider")
    parser.add_argument("--key", default="islands")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    duel = Duel(asked.key, asked.bot, asked.seconds)
    won = [duel.play(number) for number in track(range(asked.matches))]
    pairs = [(one + other) / 2 for one, other in zip(won[::2], won[1::2], strict=True)]
    share = mean(pairs)
    print(f"{asked.key}, 2 seats, {asked.matches} paired matches, at most {asked.seconds} s a move")
    print(f"our {asked.bot} won {100 * share.value:.1f} ± {100 * share.margin:.1f} %")
    print(f"time spent: ours {duel.ours:.0f} s, theirs {duel.theirs:.0f} s")


if __name__ == "__main__":
    main()
