"""A match between one of our bots and OpenSpiel's IS-MCTS at equal time. `make peers` runs it.

Time is processor time, so that a busy machine is fair to both. Our bot uses as much time as it wants, up to
its budget; OpenSpiel gets for each move the time that ours took for its last one.

usage: python -m bench.openspiel [--key KEY] [--bot BOT] [--seconds S] [--matches N]
"""

from __future__ import annotations

import argparse
from time import process_time

from rich.progress import track

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.lab.arena import estimate_mean
from tests.peers.openspiel import SpielBot

# The most time that OpenSpiel gets back at one move, as a multiple of its time for the move.
MAX_REFUND = 3


class Duel:
    """Matches of two seats between our bot and OpenSpiel's, and the processor seconds spent by both."""

    def __init__(self, key: str, name: str, seconds: float) -> None:
        self.game = games.load(key)
        self.bot = bots.load(name, self.game)
        self.budget = Budget(seconds, clock=process_time)
        self.our_seconds = self.their_seconds = 0.0
        self.last_seconds = seconds

    def play(self, number: int) -> float:
        """Play one match and return our share of the win; matches 2n and 2n + 1 have the same deal."""
        state = self.game.deal(2, f"outsider {number // 2}")
        opponent, rng = SpielBot(self.game, 2, number), Rng(f"outsider {number}")
        while acting := state.actors():
            seat = acting[-1]
            moves = state.moves(seat)
            if len(moves) == 1:
                move = moves[0]
            elif seat == number % 2:
                move = self.our_move(state, seat, rng)
            else:
                move = self.their_move(opponent, state)
            state.play(seat, move)
        outcome = state.outcome()
        assert outcome is not None
        return (number % 2 in outcome.winners) / len(outcome.winners)

    def our_move(self, state: State, seat: int, rng: Rng) -> int:
        """Return the move of our bot and record its time."""
        start = process_time()
        move = bots.choose(self.bot, state, seat, self.budget, rng)
        self.last_seconds = process_time() - start
        self.our_seconds += self.last_seconds
        return move

    def their_move(self, opponent: SpielBot, state: State) -> int:
        """Return the move of OpenSpiel's bot, in the time of our last move.

        Its search takes a number of simulations, not a time; time it did not use is given back later.
        """
        refund = min(max(self.our_seconds - self.their_seconds, 0.0), MAX_REFUND * self.last_seconds)
        start = process_time()
        move = opponent.move(state, self.last_seconds + refund)
        self.their_seconds += process_time() - start
        return move


def main() -> None:
    """Play paired matches and print our share of the wins."""
    parser = argparse.ArgumentParser(prog="python -m bench.openspiel")
    parser.add_argument("--key", default="islands")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--matches", type=int, default=200)
    args = parser.parse_args()
    duel = Duel(args.key, args.bot, args.seconds)
    shares = [duel.play(number) for number in track(range(args.matches))]
    pairs = [(one + other) / 2 for one, other in zip(shares[::2], shares[1::2], strict=True)]
    mean = estimate_mean(pairs)
    print(f"{args.key}, 2 seats, {args.matches} paired matches, at most {args.seconds} s a move")
    print(f"our {args.bot} won {100 * mean.value:.1f} ± {100 * mean.margin:.1f} %")
    print(f"time spent: ours {duel.our_seconds:.0f} s, theirs {duel.their_seconds:.0f} s")


if __name__ == "__main__":
    main()
