"""Learns Strange World Above the Clouds alone, by proximal policy optimization (PPO), with numpy only.

The network judges features of the position and of the positions after each legal move.

usage: python ppo_clouds.py [--matches 50000]  [--out clouds.npz]   trains; writes the network and its curve
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
from tablee.core.rng import Rng
from tablee.lab.arena import Contest, estimate_mean, play_deal
from tablee.lab.batch import make_batch
from tablee.lab.learners.afterstate_net import AfterstateNetwork
from tablee.lab.learners.evaluator import EvaluatorBot
from tablee.lab.learners.puct import Encoder
from tablee.lab.plot import Chart

MATCHES = 128  # played side by side
STEPS = 18  # of each match between two updates: about one match
EPOCHS = 3
MINIBATCH = 512
CLIP = 0.2
LAMBDA = 0.95  # of generalized advantage estimation; nothing is discounted
ENTROPY = 0.01
LEARNING_RATE = 3e-3  # at the start; it falls to a tenth at the end
POINTS = 10.0  # stars that count as a reward of 1

WEIGHTS = Path(os.environ.get("CLOUDS_NETWORK", Path(__file__).with_name("clouds.npz")))


@cache
def network():
    return AfterstateNetwork.load(WEIGHTS)


def evaluate(features, masks):
    """Return policies, and the stars still to come: all that a bot needs."""
    policies, values = network().evaluate(features, masks)
    return policies, POINTS * values


# What the values predict, and what the network gets.
PREDICTS = {"rewards": "points", "points_to_come": True, "look_ahead": True}
bot = EvaluatorBot(evaluate, samples=8, **PREDICTS)  # plays the likeliest move
# Looks ahead; explores little, because the stars of different moves differ by little.
searcher = EvaluatorBot(evaluate, simulations=200, exploration=0.5, **PREDICTS)


class Matches:
    """Matches played side by side. A reward is what a move brought: the change of the score.

    The batch itself pays the whole score at the end, from which it is much slower to learn.
    """

    def __init__(self, game, seed):
        self.batch = make_batch(game, seats=1, count=MATCHES, seed=seed, rewards="points")
        self.encoder = Encoder(self.batch.states[0], look_ahead=True)
        self.masks = numpy.asarray(self.batch.masks).reshape(MATCHES, -1)
        self.rng, self.resampling = numpy.random.default_rng(seed), Rng(f"resample {seed}")
        self.points = self.present_points()
        self.scores = []

    def present_points(self):
        return numpy.array([state.points(0) for state in self.batch.states], numpy.float32)

    def features(self):
        """Return for each match the features of the position and of those after each legal move.

        Cards that a move would reveal are drawn at random: the network must not see the real ones.
        """
        states = (state.resample(0, self.resampling) for state in self.batch.states)
        return [self.encoder.inputs(state, 0, self.encoder.row(state, 0)) for state in states]

    def collect(self, net):
        """Play STEPS moves in every match; return what was seen, done and gained, step by step."""
        self.scores, seen = [], []
        for _ in range(STEPS):
            features, counts = self.features(), self.masks.sum(axis=1)
            scores, values = net.forward(numpy.concatenate(features), counts)
            # The last move whose sum of probabilities before it is below a random number.
            ends, sums = counts.cumsum(), numpy.exp(scores).cumsum()
            chosen = numpy.searchsorted(sums, numpy.arange(MATCHES) + self.rng.random(MATCHES))
            chosen = numpy.clip(chosen, ends - counts, ends - 1)
            rewards, over = self.step(numpy.nonzero(self.masks)[1][chosen])
            seen.append((features, chosen - ends + counts, scores[chosen], values, rewards / POINTS, over))
        features = self.features()
        _, last = net.forward(numpy.concatenate(features), self.masks.sum(axis=1))
        return zip(*seen, strict=True), last

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


def learn(net, seen, last, learning_rate, rng):
    """Improve the network by the moves that were played."""
    features, *columns = seen
    moves, before, values, rewards, ends = (numpy.array(column) for column in columns)
    gains = advantages(values, rewards, ends, last)
    targets = gains + values
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    # One row for each decision.
    features = [each for step in features for each in step]
    rows = [column.reshape(-1) for column in (moves, before, gains, targets)]
    for _ in range(EPOCHS):
        for part in numpy.array_split(rng.permutation(len(features)), max(1, len(features) // MINIBATCH)):
            update(net, [features[at] for at in part], [column[part] for column in rows], learning_rate)


def update(net, features, rows, learning_rate):
    """Take one step down the gradient of PPO's loss: clipped policy, value and entropy."""
    moves, before, gains, targets = rows
    counts = numpy.array([len(each) - 1 for each in features])
    scores, values = net.forward(numpy.concatenate(features), counts)
    policies, chosen = numpy.exp(scores), counts.cumsum() - counts + moves
    ratio = numpy.exp(scores[chosen] - before)
    # Where the policy has moved too far already, the clipped loss is flat.
    flat = ((gains > 0) & (ratio > 1 + CLIP)) | ((gains < 0) & (ratio < 1 - CLIP))
    weight = numpy.where(flat, 0, -gains * ratio).astype(numpy.float32)
    gradients = -numpy.repeat(weight, counts) * policies
    gradients[chosen] += weight
    entropy = -numpy.add.reduceat(policies * scores, counts.cumsum() - counts)
    gradients += ENTROPY * policies * (scores + numpy.repeat(entropy, counts))
    net.update(gradients / len(moves), (values - targets).astype(numpy.float32) / len(moves), learning_rate)


def train(matches, out, seed=0, hidden=64):
    """Train for this number of matches; from time to time print the mean score and write the network.

    Return the curve: matches played and mean score, in stars.
    """
    game = games.load("clouds")
    net, play = AfterstateNetwork.create(game, 1, hidden, seed), Matches(game, seed)
    rng, start, played, curve = numpy.random.default_rng(seed), time.monotonic(), 0, []
    while played < matches:
        seen, last = play.collect(net)
        learn(net, seen, last, LEARNING_RATE * (1 - 0.9 * played / matches), rng)
        played += len(play.scores)
        if played >= len(curve) * matches / 20:
            seconds, stars = time.monotonic() - start, numpy.mean(play.scores)
            print(f"{seconds:6.0f} s ({time.process_time():.0f} s of a core)", end="")
            print(f" {played:8} matches {stars:6.1f} stars", flush=True)
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
        curve = train(chosen.matches, chosen.out)
        chart = Chart("Strange World Above the Clouds, alone", "matches", "stars", {"PPO": curve})
        chosen.out.with_suffix(".svg").write_text(chart.svg())


if __name__ == "__main__":
    main()
