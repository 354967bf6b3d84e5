"""Learns 1001 Islands for two seats by self-play, as AlphaZero does, with numpy only.

A search plays both seats with the network. The network learns to choose as the search did (its visits), and
to predict by how many points the lead still grew until the end of the match. It judges features of the
position and of the positions after each legal move.

usage: python alphazero_islands.py [--matches 1000] [--out islands.npz]  trains; writes network and curve
       python alphazero_islands.py --compare 200 [--out islands.npz]     compares it with greedy on 200 deals
       python alphazero_islands.py --compare 200 --bot searcher untrained   and two bots with each other

The network also plays where bots are named: `alphazero_islands.py:bot`, `alphazero_islands.py:searcher`.
"""

import argparse
import os
import time
from functools import cache
from pathlib import Path

import numpy

from tablee import bots, games
from tablee.core.rng import Rng
from tablee.lab.arena import estimate_mean
from tablee.lab.learners.afterstate_net import AfterstateNetwork
from tablee.lab.learners.evaluator import EvaluatorBot, pick
from tablee.lab.learners.puct import Encoder, SearchSettings, Tree, run
from tablee.lab.plot import Chart
from tablee.lab.runner import Runner

MATCHES = 64  # played side by side: their leaves are evaluated together
SIMULATIONS = 16  # of a decision in self-play
TEMPERATURE = 0.5  # of the moves drawn by visits in self-play
BUFFER = 60_000  # decisions to learn from; the oldest are replaced
REUSE = 8  # how often a decision is learned from, on average
MINIBATCH = 256
LEARNING_RATE = 2e-3  # at the start; it falls to a tenth at the end
POINTS = 20.0  # of lead that count as a value of 1
OUTCOME = 0.5  # its share in what the value learns; the rest is the value of the search
EXPLORATION = 0.5  # of self-play: little, so that the visits are better than the policy they start from
PLAY_EXPLORATION = 1.5  # of a match: a trained policy counts more beside the values
CHECKS = 5  # of the policy against greedy during the training,
CHECK_DEALS = 60  # each on so many deals

WEIGHTS = Path(os.environ.get("ISLANDS_NETWORK", Path(__file__).with_name("islands.npz")))


# What the values predict, and what the network gets.
PREDICTS = {"rewards": "lead", "points_to_come": True, "look_ahead": True}


def in_points(net):
    """Return the evaluator of a network: policies, and by how many points the lead will still grow."""

    def evaluate(features, masks):
        policies, values = net.evaluate(features, masks)
        return policies, POINTS * values

    return evaluate


@cache
def network():
    return AfterstateNetwork.load(WEIGHTS)


def evaluate(features, masks):
    return in_points(network())(features, masks)


def know_nothing(_, masks):
    """Find all legal moves equally good, and expect the lead to stay as it is."""
    return masks, numpy.zeros(len(masks))


def search_by(evaluate):
    return EvaluatorBot(evaluate, 100, exploration=PLAY_EXPLORATION, **PREDICTS)


def play_by(evaluate):
    return EvaluatorBot(evaluate, samples=8, **PREDICTS)


# The bot plays the likeliest move of the network.
BOTS = {"bot": play_by, "searcher": search_by}
bot, searcher = (make(evaluate) for make in BOTS.values())
untrained = search_by(know_nothing)  # shows what the search does without a network


class Buffer:
    """The last decisions: features now and after each move, shares of visits, growth of the lead."""

    def __init__(self):
        self.decisions = []
        self.added = 0

    def add(self, decision):
        if len(self.decisions) < BUFFER:
            self.decisions.append(decision)
        else:
            self.decisions[self.added % BUFFER] = decision
        self.added += 1

    def sample(self, rng):
        """Return features, numbers of legal moves, policies and values of random decisions."""
        chosen = [self.decisions[at] for at in rng.integers(len(self.decisions), size=MINIBATCH)]
        features, policies, values = zip(*chosen, strict=True)
        counts = numpy.array([len(policy) for policy in policies])
        return numpy.concatenate(features), counts, numpy.concatenate(policies), numpy.array(values)


class SelfPlay:
    """Matches played side by side by one network; `buffer` gets the decisions of those that are over."""

    def __init__(self, net, seed):
        self.game, self.evaluate, self.rng = games.load("islands"), in_points(net), Rng(f"self-play {seed}")
        self.settings = SearchSettings(SIMULATIONS, 4, EXPLORATION, noise=0.25, **PREDICTS)
        self.deals = iter(range(seed << 32, (seed + 1) << 32))
        self.matches = [(self.deal(), []) for _ in range(MATCHES)]
        self.encoder = Encoder(self.matches[0][0], look_ahead=True)
        self.buffer = Buffer()
        self.played = 0

    def deal(self):
        return self.play_forced(self.game.quick_deal(2, next(self.deals)))

    def play_forced(self, state):
        """Play moves that are no decisions, and return the state."""
        while (seats := state.actors()) and len(moves := state.moves(seats[0])) == 1:
            state.play(seats[0], moves[0])
        return state

    def step(self):
        """Search one decision of every match, all together, and play it."""
        trees = []
        for state, _ in self.matches:
            seat = state.actors()[0]
            trees.append(Tree(state.resample(seat, self.rng), seat, self.settings, self.rng, self.encoder))
        run(trees, self.evaluate)
        for index, tree in enumerate(trees):
            (state, decisions), seat, policy = self.matches[index], tree.seat, tree.visit_shares()
            row = self.encoder.row(state, seat)
            features = self.encoder.inputs(tree.state, seat, row).astype(numpy.int16)
            legal = row[self.encoder.width :] != 0
            decisions.append((seat, features, policy[legal], state.estimate(seat), tree.value()))
            state.play(seat, pick(policy, TEMPERATURE, self.rng))
            if not self.play_forced(state).actors():
                self.finish(state, decisions)
                self.matches[index] = (self.deal(), [])

    def finish(self, state, decisions):
        """Store the decisions of a match with how much the lead of their seat grew after them.

        The final lead is mixed with the one that the search expected, which depends less on luck.
        """
        for seat, features, policy, lead, expected in decisions:
            final = OUTCOME * state.estimate(seat) + (1 - OUTCOME) * expected
            self.buffer.add((features, policy, (final - lead) / POINTS))
        self.played += 1


def learn(net, buffer, learning_rate, rng):
    """Move policy and value towards those of some decisions."""
    features, counts, policies, values = buffer.sample(rng)
    scores, found = net.forward(features, counts)
    errors = (found - values).astype(numpy.float32)
    net.update((numpy.exp(scores) - policies) / MINIBATCH, errors / MINIBATCH, learning_rate)


def train(matches, out, seed=0, hidden=64):
    """Train for this number of matches; return the curve: matches, and the lead of the policy over greedy."""
    net = AfterstateNetwork.create(games.load("islands"), 2, hidden, seed)
    play, rng, start = SelfPlay(net, seed), numpy.random.default_rng(seed), time.monotonic()
    learned, curve = 0, [(0, check(net, 0, start))]
    while play.played < matches:
        play.step()
        while learned < play.buffer.added * REUSE:
            learn(net, play.buffer, LEARNING_RATE * (1 - 0.9 * min(play.played / matches, 1)), rng)
            learned += MINIBATCH
        if play.played >= min(curve[-1][0] + matches / CHECKS, matches):
            curve.append((play.played, check(net, play.played, start)))
            net.save(out)
    return curve


def check(net, played, start):
    """Return the lead of the policy alone over greedy, and print it."""
    leads, _ = against_greedy(play_by(net.evaluate), CHECK_DEALS, "check")
    lead = estimate_mean(leads)
    seconds, cpu_seconds = time.monotonic() - start, time.process_time()
    print(f"{seconds:6.0f} s ({cpu_seconds:.0f} s of a core) {played:6} matches", end="")
    print(f", policy ahead of greedy {lead.value:6.1f} ± {lead.margin:.1f} points", flush=True)
    return lead


def against_greedy(own, deals, seed):
    """Return for each deal the lead of a bot over greedy and its share of victories, from both seats."""
    game, leads, victories = games.load("islands"), [], []
    greedy = bots.load("greedy", game)
    for number in range(deals):
        found = []
        for seat, line_up in enumerate(([own, greedy], [greedy, own])):
            state = game.deal(2, f"{seed} {number}")
            rng = Rng(f"{seed} {number} {seat}")
            outcome = Runner(state, line_up, bots.Budget(60), rng).play_out()
            found.append((state.estimate(seat), (seat in outcome.winners) / len(outcome.winners)))
        leads.append((found[0][0] + found[1][0]) / 2)
        victories.append((found[0][1] + found[1][1]) / 2)
    return leads, victories


def compare(file, names, deals, seed):
    """Print how bots do against greedy, with the network of a file or untrained.

    Then by how much the first is ahead of each other one. They play the same deals, so that the interval of
    their difference is that of its mean over the deals.
    """
    by_name = {}
    for name in names:
        own = untrained if name == "untrained" else BOTS[name](in_points(AfterstateNetwork.load(file)))
        by_name[name], victories = against_greedy(own, deals, seed)
        lead, share = estimate_mean(by_name[name]), estimate_mean(victories)
        print(f"{name}: ahead of greedy {lead.value:.2f} ± {lead.margin:.2f} points", end="")
        print(f", {100 * share.value:.1f} ± {100 * share.margin:.1f} % of the victories", flush=True)
    for name in names[1:]:
        pairs = zip(by_name[names[0]], by_name[name], strict=True)
        gain = estimate_mean([one - other for one, other in pairs])
        print(f"{names[0]} minus {name}: {gain.value:.2f} ± {gain.margin:.2f} points")


def main():
    options = argparse.ArgumentParser(description="Learn 1001 Islands for two seats by self-play.")
    options.add_argument("--matches", type=int, default=1_000, help="to learn from")
    options.add_argument("--compare", type=int, metavar="DEALS", help="compare with greedy instead")
    options.add_argument("--seed", default="fresh", help="of the deals on which to compare")
    options.add_argument(
        "--bot", nargs="+", default=["searcher"], choices=[*BOTS, "untrained"], help="what to compare"
    )
    options.add_argument("--out", type=Path, default=WEIGHTS, help="the file of the network")
    chosen = options.parse_args()
    if chosen.compare:
        compare(chosen.out, chosen.bot, chosen.compare, chosen.seed)
    else:
        curve = [(played, lead.value) for played, lead in train(chosen.matches, chosen.out)]
        chart = Chart(
            "1001 Islands, two seats", "matches of self-play", "points ahead of greedy", {"policy": curve}
        )
        chosen.out.with_suffix(".svg").write_text(chart.svg())


if __name__ == "__main__":
    main()
