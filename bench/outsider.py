"""Our tree search against OpenSpiel's own, the same time for every move. `make peers` runs it.

Time is what the processor spent, so that a busy machine is fair to both.

usage: python -m bench.outsider [--key KEY] [--seconds S] [--matches N]
"""

from __future__ import annotations

import argparse
from time import process_time

from rich.progress import track

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.generator import Generator
from tablee.core.state import State
from tablee.lab.arena import mean
from tests.peers.spiel import SpielBot, SpielState

# At one move they get back this many times its usual time.
MOST_BACK = 3


def their_move(bot: SpielBot, state: State, behind: float) -> int:
    """A move of theirs, and how fast they were: the next search is as long as their time allows.

    They are told a number of simulations, not a time; where that came out short, they get it back.
    """
    seconds = bot.seconds + min(max(behind, 0.0), MOST_BACK * bot.seconds)
    simulations = max(2, int(bot.speed * seconds))
    start = process_time()
    move = int(bot.search(simulations).step(SpielState(bot.game, state.copy())))
    bot.speed = 0.7 * bot.speed + 0.3 * simulations / (process_time() - start)
    return move


def play(key: str, number: int, seconds: float, spent: dict[str, float]) -> float:
    """One match of two; the same deal is played from both seats. Says what share of the victory was ours."""
    game = games.load(key)
    state = game.deal(2, f"outsider {number // 2}")
    ours = number % 2
    searcher, outsider = bots.load("search:1000000", game), SpielBot(game, 2, seconds, number)
    luck = Generator(f"outsider {number}")
    while acting := state.actors():
        seat = acting[-1]
        start = process_time()
        if len(state.moves(seat)) == 1:
            move = state.moves(seat)[0]
        elif seat == ours:
            move = bots.choose(searcher, state, seat, Budget(seconds, clock=process_time), luck)
            spent["ours"] += process_time() - start
        else:
            move = their_move(outsider, state, spent["ours"] - spent["theirs"])
            spent["theirs"] += process_time() - start
        state.play(seat, move)
    outcome = state.outcome()
    assert outcome is not None
    return (ours in outcome.winners) / len(outcome.winners)


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(prog="python -m bench.outsider")
    parser.add_argument("--key", default="islands")
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    spent = {"ours": 0.0, "theirs": 0.0}
    won = [play(asked.key, number, asked.seconds, spent) for number in track(range(asked.matches))]
    pairs = [(one + other) / 2 for one, other in zip(won[::2], won[1::2], strict=True)]
    share = mean(pairs)
    print(f"{asked.key}, 2 seats, {asked.matches} paired matches, {asked.seconds} s a move")
    print(f"our search won {100 * share.value:.1f} ± {100 * share.margin:.1f} %")
    print(f"time spent: ours {spent['ours']:.0f} s, theirs {spent['theirs']:.0f} s")


if __name__ == "__main__":
    main()
