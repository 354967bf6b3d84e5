"""Learns Strange World Above the Clouds alone, by proximal policy optimization (PPO), with numpy only.

usage: python ppo_clouds.py [--matches 50000]  [--out clouds.npz]   trains, and writes the network
       python ppo_clouds.py --compare 500 [--out clouds.npz]        compares it with greedy on 500 deals

The network also plays where bots are named: `tablee arena clouds --seats 1 --bots ppo_clouds.py:bot`.
"""

import argparse
import os
import time
from functools import cache
from pathlib import Path

import numpy

from tablee import games
from tablee.lab.arena import Contest, estimate_mean, play_deal
from tablee.lab.batch import make_batch
from tablee.lab.learners.evaluator import EvaluatorBot
from tablee.lab.learners.policy_net import PolicyNetwork

MATCHES = 128  # played side by side
STEPS = 36  # of each match between two updates: about two matches
EPOCHS = 3
MINIBATCH = 512
CLIP = 0.2
LAMBDA = 0.95  # of generalized advantage estimation; nothing is discounted
ENTROPY = 0.01
LEARNING_RATE = 1e-3  # at the start; it falls to a tenth over DECAY matches
DECAY = 100_000
POINTS = 10.0  # stars that count as a reward of 1

WEIGHTS = Path(os.environ.get("CLOUDS_NETWORK", Path(__file__).with_name("clouds.npz")))


@cache
def network():
    return PolicyNetwork.load(WEIGHTS)


def evaluate(observations, masks):
    """Return policies, and the stars still to come: all that a bot needs."""
    policies, values = network().evaluate(observations, masks)
    return policies, POINTS * values


bot = EvaluatorBot(evaluate)  # plays the likeliest move
# Looks ahead; explores little, because the stars of different moves differ by little.
searcher = EvaluatorBot(evaluate, simulations=200, exploration=0.5, rewards="points", points_to_come=True)


class Matches:
    """Matches played side by side. A reward is what a move brought: the change of the score.

    The batch itself pays the whole score at the end, from which it is much slower to learn.
    """

    def __init__(self, game, seed):
        self.batch = make_batch(game, seats=1, count=MATCHES, seed=seed, rewards="points")
        self.observations = numpy.asarray(self.batch.observations).reshape(MATCHES, -1)
        self.masks = numpy.asarray(self.batch.masks).reshape(MATCHES, -1)
        self.rng = numpy.random.default_rng(seed)
        self.points = self.present_points()
        self.scores = []

    def present_points(self):
        return numpy.array([state.points(0) for state in self.batch.states], numpy.float32)

    def collect(self, net):
        """Play STEPS moves in every match; return what was seen, done and gained, step by step."""
        self.scores, seen = [], []
        for _ in range(STEPS):
            observations, masks = self.observations.copy(), self.masks.copy()
            logits, values = net.forward(observations, masks)
            sums = numpy.exp(logits).cumsum(axis=1)
            moves = (sums > self.rng.random((MATCHES, 1)) * sums[:, -1:]).argmax(axis=1)
            chosen = logits[numpy.arange(MATCHES), moves]
            rewards, ends = self.step(moves)
            seen.append((observations, masks, moves, chosen, values, rewards / POINTS, ends))
        _, last = net.forward(self.observations, self.masks)
        return [numpy.array(column) for column in zip(*seen, strict=True)], last

    def step(self, moves):
        """Make the moves; return what each brought and which matches are over."""
        self.batch.step(moves)
        ends, finals = numpy.array(self.batch.ends) != 0, numpy.array(self.batch.rewards)
        before, self.points = self.points, self.present_points()
        self.scores += list(finals[ends])
        # Where a match is over, its successor has been dealt already.
        return numpy.where(ends, finals, self.points) - before, ends


def advantages(values, rewards, ends, last):
    """Return by how much each move was better than expected: generalized advantage estimation."""
    result, running, following = numpy.zeros_like(values), 0.0, last
    for step in reversed(range(STEPS)):
        goes_on = ~ends[step]
        error = rewards[step] + goes_on * following - values[step]
        running = error + LAMBDA * goes_on * running
        result[step], following = running, values[step]
    return result


def learn(net, data, last, learning_rate, rng):
    """Improve the network by the moves that were played."""
    values, rewards, ends = data[4:]
    gains = advantages(values, rewards, ends, last)
    targets = gains + values
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    # One row for each decision.
    rows = [column.reshape(STEPS * MATCHES, *column.shape[2:]) for column in (*data[:4], gains, targets)]
    for _ in range(EPOCHS):
        for part in numpy.array_split(rng.permutation(STEPS * MATCHES), STEPS * MATCHES // MINIBATCH):
            update(net, [column[part] for column in rows], learning_rate)


def update(net, rows, learning_rate):
    """Take one step down the gradient of PPO's loss: clipped policy, value and entropy."""
    observations, masks, moves, before, gains, targets = rows
    logits, values = net.forward(observations, masks)
    policies, every = numpy.exp(logits), numpy.arange(len(moves))
    ratio = numpy.exp(logits[every, moves] - before)
    # Where the policy has moved too far already, the clipped loss is flat.
    flat = ((gains > 0) & (ratio > 1 + CLIP)) | ((gains < 0) & (ratio < 1 - CLIP))
    weight = numpy.where(flat, 0, -gains * ratio).astype(numpy.float32)
    gradients = -weight[:, None] * policies
    gradients[every, moves] += weight
    surprise = numpy.where(masks != 0, logits, 0)
    entropy = -(policies * surprise).sum(axis=1, keepdims=True)
    gradients += ENTROPY * policies * (surprise + entropy)
    net.update(gradients / len(moves), (values - targets).astype(numpy.float32) / len(moves), learning_rate)


def train(matches, out, seed=0, hidden=128):
    """Train for so many matches; now and then print the mean score and write the network.

    Return the curve: matches played and mean score, in stars.
    """
    game = games.load("clouds")
    net, play = PolicyNetwork.create(game, 1, hidden, seed), Matches(game, seed)
    rng, start, played, curve = numpy.random.default_rng(seed), time.monotonic(), 0, []
    while played < matches:
        data, last = play.collect(net)
        learn(net, data, last, LEARNING_RATE * max(0.1, 1 - 0.9 * played / DECAY), rng)
        played += len(play.scores)
        if played >= len(curve) * matches / 20:
            seconds, stars = time.monotonic() - start, numpy.mean(play.scores)
            print(f"{seconds:6.0f} s {played:8} matches {stars:6.1f} stars", flush=True)
            curve.append((played, float(stars)))
            net.save(out)
    net.save(out)
    return curve


def compare(file, name, deals, seed):
    """Print by how many stars a bot with the network of a file is ahead of greedy on the same deals."""
    os.environ["CLOUDS_NETWORK"] = str(file)  # read when the arena loads the bot
    points = []
    for each in (f"{__file__}:{name}", "greedy"):
        contest = Contest("clouds", 1, (each,), deals, seed, seconds=60)
        points.append([play_deal(contest, deal)[0].points for deal in range(deals)])
    ahead = [own - other for own, other in zip(*points, strict=True)]
    for what, found in zip((name, "greedy", "ahead"), (*points, ahead), strict=True):
        mean = estimate_mean(found)
        print(f"{what:8} {mean.value:6.2f} ± {mean.margin:.2f} stars")


def main():
    options = argparse.ArgumentParser(description="Learn Strange World Above the Clouds alone, by PPO.")
    options.add_argument("--matches", type=int, default=50_000, help="to learn from")
    options.add_argument("--compare", type=int, metavar="DEALS", help="compare with greedy instead")
    options.add_argument("--seed", default="fresh", help="of the deals on which to compare")
    options.add_argument("--bot", default="bot", choices=["bot", "searcher"], help="what to compare")
    options.add_argument("--out", type=Path, default=WEIGHTS, help="the file of the network")
    chosen = options.parse_args()
    if chosen.compare:
        compare(chosen.out, chosen.bot, chosen.compare, chosen.seed)
    else:
        train(chosen.matches, chosen.out)


if __name__ == "__main__":
    main()
