"""Learns 1001 Islands for two seats by self-play, as AlphaZero does, with numpy only.

A search plays both seats with the network. The network learns to choose as the search did (its visits), and
to predict by how many points the lead still grew until the end of the match.

usage: python alphazero_islands.py [--matches 6000] [--out islands.npz]   trains, and writes the network
       python alphazero_islands.py --compare 200 [--out islands.npz]      compares it with greedy on 200 deals

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
from tablee.lab.learners.evaluator import EvaluatorBot, pick
from tablee.lab.learners.policy_net import PolicyNetwork
from tablee.lab.learners.puct import Encoder, SearchSettings, Tree, run
from tablee.lab.runner import Runner

MATCHES = 64  # played side by side: their leaves are evaluated together
SIMULATIONS = 32  # of a decision in self-play
TEMPERATURE = 0.5  # of the moves drawn by visits in self-play
BUFFER = 60_000  # decisions to learn from; the oldest are replaced
REUSE = 8  # how often a decision is learned from, on average
MINIBATCH = 256
LEARNING_RATE = 2e-3  # at the start; it falls to a tenth at the end
POINTS = 20.0  # of lead that count as a value of 1
EXPLORATION = 0.5  # little, because moves differ by few points
CHECKS = 20  # of the policy against greedy during the training,
CHECK_DEALS = 30  # each on so many deals

WEIGHTS = Path(os.environ.get("ISLANDS_NETWORK", Path(__file__).with_name("islands.npz")))


def in_points(net):
    """Return the evaluator of a network: policies, and by how many points the lead will still grow."""

    def evaluate(observations, masks):
        policies, values = net.evaluate(observations, masks)
        return policies, POINTS * values

    return evaluate


@cache
def network():
    return PolicyNetwork.load(WEIGHTS)


def evaluate(observations, masks):
    return in_points(network())(observations, masks)


def know_nothing(_, masks):
    """Find all legal moves equally good, and expect the lead to stay as it is."""
    return masks, numpy.zeros(len(masks))


def search_by(evaluate):
    return EvaluatorBot(evaluate, 100, exploration=EXPLORATION, rewards="lead", points_to_come=True)


# The bot plays the likeliest move of the network.
BOTS = {"bot": EvaluatorBot, "searcher": search_by}
bot, searcher = (make(evaluate) for make in BOTS.values())
untrained = search_by(know_nothing)  # shows what the search does without a network


class Buffer:
    """The last decisions of self-play: observation with mask, shares of visits, growth of the lead."""

    def __init__(self, encoder):
        self.width = encoder.width
        self.rows = numpy.zeros((BUFFER, encoder.width + encoder.moves), numpy.int8)
        self.policies = numpy.zeros((BUFFER, encoder.moves), numpy.float32)
        self.values = numpy.zeros(BUFFER, numpy.float32)
        self.added = 0

    def add(self, row, policy, value):
        at = self.added % BUFFER
        self.rows[at], self.policies[at], self.values[at] = row, policy, value
        self.added += 1

    def sample(self, rng):
        """Return observations, masks, policies and values of random decisions."""
        chosen = rng.integers(min(self.added, BUFFER), size=MINIBATCH)
        rows = self.rows[chosen]
        return rows[:, : self.width], rows[:, self.width :], self.policies[chosen], self.values[chosen]


class SelfPlay:
    """Matches played side by side by one network; `buffer` gets the decisions of those that are over."""

    def __init__(self, net, seed):
        self.game, self.evaluate, self.rng = games.load("islands"), in_points(net), Rng(f"self-play {seed}")
        self.settings = SearchSettings(SIMULATIONS, 4, EXPLORATION, "lead", points_to_come=True, noise=0.25)
        self.deals = iter(range(seed << 32, (seed + 1) << 32))
        self.matches = [(self.deal(), []) for _ in range(MATCHES)]
        self.encoder = Encoder(self.matches[0][0])
        self.buffer = Buffer(self.encoder)
        self.scores = []

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
            trees.append(Tree(state.resample(seat, self.rng), seat, self.settings, self.rng))
        run(trees, self.evaluate)
        for index, tree in enumerate(trees):
            (state, decisions), policy = self.matches[index], tree.visit_shares()
            row = self.encoder.row(state, tree.seat)
            decisions.append((tree.seat, row, policy, state.estimate(tree.seat)))
            state.play(tree.seat, pick(policy, TEMPERATURE, self.rng))
            if not self.play_forced(state).actors():
                self.finish(state, decisions)
                self.matches[index] = (self.deal(), [])

    def finish(self, state, decisions):
        """Store the decisions of a match with how much the lead of their seat grew after them."""
        for seat, row, policy, lead in decisions:
            self.buffer.add(row, policy, (state.estimate(seat) - lead) / POINTS)
        self.scores.append((state.points(0) + state.points(1)) / 2)


def learn(net, buffer, learning_rate, rng):
    """Move policy and value towards those of some decisions."""
    observations, masks, policies, values = buffer.sample(rng)
    logits, found = net.forward(observations, masks)
    errors = (found - values).astype(numpy.float32)
    net.update((numpy.exp(logits) - policies) / MINIBATCH, errors / MINIBATCH, learning_rate)


def train(matches, out, seed=0, hidden=128):
    """Train for so many matches; return the curve: matches, and the lead of the policy over greedy."""
    net = PolicyNetwork.create(games.load("islands"), 2, hidden, seed)
    play, rng, start = SelfPlay(net, seed), numpy.random.default_rng(seed), time.monotonic()
    learned, curve = 0, []
    while (played := len(play.scores)) < matches:
        play.step()
        while learned < play.buffer.added * REUSE:
            learn(net, play.buffer, LEARNING_RATE * (1 - 0.9 * played / matches), rng)
            learned += MINIBATCH
        if len(play.scores) > len(curve) * matches / CHECKS:
            lead, _ = against_greedy(EvaluatorBot(net.evaluate), CHECK_DEALS, f"check {seed}")
            curve.append((len(play.scores), lead))
            seconds, points = time.monotonic() - start, numpy.mean(play.scores[-500:])
            print(f"{seconds:6.0f} s ({time.process_time():.0f} s of a core)", end="")
            print(f" {len(play.scores):6} matches {points:6.1f} points", end="")
            print(f", policy ahead of greedy {lead.value:6.1f} ± {lead.margin:.1f}", flush=True)
            net.save(out)
    net.save(out)
    return curve


def against_greedy(own, deals, seed):
    """Return the lead of a bot over greedy, in points, and its share of victories, from both seats."""
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
    return estimate_mean(leads), estimate_mean(victories)


def compare(file, name, deals, seed):
    """Print how a bot does against greedy, with the network of a file or untrained."""
    own = untrained if name == "untrained" else BOTS[name](in_points(PolicyNetwork.load(file)))
    lead, victories = against_greedy(own, deals, seed)
    print(f"{name}: ahead of greedy {lead.value:.2f} ± {lead.margin:.2f} points", end="")
    print(f", {100 * victories.value:.1f} ± {100 * victories.margin:.1f} % of the victories")


def main():
    options = argparse.ArgumentParser(description="Learn 1001 Islands for two seats by self-play.")
    options.add_argument("--matches", type=int, default=6_000, help="to learn from")
    options.add_argument("--compare", type=int, metavar="DEALS", help="compare with greedy instead")
    options.add_argument("--seed", default="fresh", help="of the deals on which to compare")
    options.add_argument("--bot", default="searcher", choices=[*BOTS, "untrained"], help="what to compare")
    options.add_argument("--out", type=Path, default=WEIGHTS, help="the file of the network")
    chosen = options.parse_args()
    if chosen.compare:
        compare(chosen.out, chosen.bot, chosen.compare, chosen.seed)
    else:
        train(chosen.matches, chosen.out)


if __name__ == "__main__":
    main()
