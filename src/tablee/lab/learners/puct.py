"""Tree search with a policy and a value (PUCT, as in AlphaZero) for games with hidden information.

A node is an information set: a seat that has to move, its observation and its legal moves. Every simulation
draws a determinization (a state that the searching seat cannot tell from the real one) and descends from node
to node until it meets a new one, which an evaluator then judges. What a seat does not know is not part of its
nodes: seats that act at the same time choose without knowing the choices of the others, and nobody plays by
cards that it cannot see. The statistics of the searching seat are at the root, even when others act too.

Leaves are collected over several simulations, and over the trees of several matches, and evaluated by one
call. Unlike `bots.search`, which is compiled together with its small network, this module is Python: it is
meant for evaluators that need more time than the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from tablee.bots import Budget
from tablee.core.batch import final_rewards, leads, settle
from tablee.core.errors import Illegal, Unreadable
from tablee.core.rng import Rng
from tablee.core.state import NOBODY, State
from tablee.core.vectors import Observer, describe
from tablee.lab.batch import REWARDS, RewardKind

Bytes: TypeAlias = NDArray[numpy.int8]
Floats: TypeAlias = NDArray[numpy.float32]
# Takes observations and masks, one row for each position; returns policies (a number for each move, at least
# 0; only the proportions of legal moves count) and values, one for each position: the expected reward of the
# seat that observes. Anything that numpy can convert will do. A row without legal moves is that of a seat
# that does not move: its policy is ignored. With `SearchSettings.look_ahead` it takes features instead of
# observations: for each position a row of its own and, in the order of the mask, one for each legal move.
Evaluator = Callable[[Any, Bytes], tuple[Any, Any]]

MAX_DEPTH = 500
# The share of a uniform policy in the priors, so that no legal move is excluded forever.
UNIFORM_SHARE = 0.01
# Root noise of self-play (Dirichlet): its parameter is this number divided by the number of legal moves.
NOISE_SCALE = 10.0


@dataclass(frozen=True)
class SearchSettings:
    """How to search one decision.

    `batch` is the number of leaves of one tree that are evaluated together: the simulations of a batch do not
    know each other's values. `exploration` is the constant of PUCT, for values scaled to the range met in the
    tree. `rewards` is the reward that the evaluator predicts, as in the environments; ends of matches
    are scored by it. With `points_to_come` the values predict only by how much the points or the lead of a
    seat will still grow, which is easier to learn; the present ones are added. `noise` is the share of random
    numbers in the priors of the root, for self-play. With `look_ahead` the evaluator gets the features of the
    game (`State.fill_features`) for a position and for those after each legal move, instead of observations.
    """

    simulations: int = 100
    batch: int = 8
    exploration: float = 1.25
    rewards: RewardKind = "win"
    points_to_come: bool = False
    noise: float = 0.0
    look_ahead: bool = False


class Encoder:
    """Writes what an evaluator gets, for states of one game and one number of seats."""

    def __init__(self, state: State, look_ahead: bool = False) -> None:
        """Measure the sizes; raises Illegal if the game has no observations, or no features to look ahead."""
        fields = describe(state)
        self.observer = Observer()
        self.features = self.observer.count_features(state) if look_ahead else 0
        if not fields or (look_ahead and not self.features):
            raise Illegal("no-observation", game=type(state).__name__)
        self.width = fields[-1].start + fields[-1].size
        self.moves = state.vocabulary().size
        self._row = numpy.zeros(self.width + self.moves, numpy.int8)
        self.observer.out = self._row.data

    def row(self, state: State, seat: int) -> Bytes:
        """Return the observation of a seat and, after it, its mask, as one new array."""
        self.observer.observe_and_mask(state, seat)
        return self._row.copy()

    def inputs(self, state: State, seat: int, row: Bytes) -> NDArray[Any]:
        """Return the rows that the evaluator gets for a position, whose observation and mask are `row`.

        The observation alone; to look ahead, the features now and after each legal move. `state` is resampled
        for the seat.
        """
        if not self.features:
            return row[None, : self.width]
        rows = 1 + int(numpy.count_nonzero(row[self.width :]))
        out = numpy.empty((rows, self.features), numpy.float32)
        self.observer.look_ahead(state, seat, out.reshape(-1).data)  # type: ignore[arg-type]  # of floats
        return out


@dataclass
class Node:
    """The moves of an information set, and for each: prior, visits, visits under way, sum of values."""

    moves: list[int]
    priors: list[float]
    value: float
    visits: list[int] = field(init=False)
    pending: list[int] = field(init=False)
    sums: list[float] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.moves)
        self.visits, self.pending, self.sums = [0] * count, [0] * count, [0.0] * count

    def mean(self) -> float:
        """Return the mean value of the node for its seat; the evaluator's own value counts once."""
        return (self.value + sum(self.sums)) / (1 + sum(self.visits))


@dataclass
class Leaf:
    """Where a simulation stopped: the edges that led there, and what to evaluate.

    `inputs` and `masks` are what the evaluator gets for each of `viewers`, the acting seat first, and
    `points` what is to be added to their values. All are empty at the end of a match, whose `values` are
    known.
    """

    path: list[tuple[Node, int, int]]
    key: tuple[int, bytes] | None = None
    viewers: list[int] = field(default_factory=list)
    inputs: list[NDArray[Any]] = field(default_factory=list)
    masks: list[Bytes] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)


class Tree:
    """The search tree of one decision of one seat."""

    def __init__(
        self, state: State, seat: int, settings: SearchSettings, rng: Rng, encoder: Encoder | None = None
    ) -> None:
        """Prepare the search; `state` is resampled for `seat`, never the real one, and is not changed.

        Trees of one game may share an encoder.
        """
        self.state = state
        self.seat = seat
        self.settings = settings
        self.rng = rng
        self.encoder = encoder or Encoder(state, settings.look_ahead)
        self.reward_by = REWARDS[settings.rewards]
        self.is_zero_sum = state.seats == 2 and settings.rewards != "points"
        self.nodes: dict[tuple[int, bytes], Node] = {}
        self.leaves: list[Leaf] = []
        self.done = 0
        self.low, self.high = float("inf"), float("-inf")
        row = self.encoder.row(state, seat)
        self.root = (seat, row.tobytes())

    @property
    def is_done(self) -> bool:
        """Whether all simulations were made."""
        return self.done >= self.settings.simulations

    def collect(self) -> list[Leaf]:
        """Start the simulations of a batch; return the leaves to evaluate for `apply`.

        The first batch is the root alone, which does not count as a simulation.
        """
        wanted = min(self.settings.batch, self.settings.simulations - self.done) if self.nodes else 1
        self.leaves = [self.descend(self.state.resample(self.seat, self.rng)) for _ in range(wanted)]
        self.done += wanted if self.nodes else 0
        return self.leaves

    def descend(self, state: State) -> Leaf:
        """Play a determinization down the tree, in place, to a new node or the end of the match."""
        path: list[tuple[Node, int, int]] = []
        seat = self.seat
        while seat != NOBODY:
            moves = state.moves(seat)
            if len(moves) == 1 and path:
                state.advance(seat, moves[0])
                seat = settle(state, seat)
                continue
            row = self.encoder.row(state, seat)
            key = (seat, row.tobytes())
            node = self.nodes.get(key)
            if node is None or len(path) == MAX_DEPTH:
                return self.leaf(path, key, row, state)
            index = self.select(node)
            node.pending[index] += 1
            path.append((node, index, seat))
            state.advance(seat, node.moves[index])
            seat = settle(state, seat)
        return Leaf(path, values=final_rewards(state, self.reward_by))

    def leaf(
        self, path: list[tuple[Node, int, int]], key: tuple[int, bytes], row: Bytes, state: State
    ) -> Leaf:
        """Return a leaf to evaluate for the acting seat and, unless the game is zero-sum, for all others."""
        seat = key[0]
        others = [] if self.is_zero_sum else [other for other in range(state.seats) if other != seat]
        points = present_rewards(state, self.settings)
        leaf = Leaf(path, key, [seat, *others], points=[points[viewer] for viewer in (seat, *others)])
        for viewer in leaf.viewers:
            seen = row if viewer == seat else self.encoder.row(state, viewer)
            known = state if viewer == self.seat else state.resample(viewer, self.rng)
            leaf.inputs.append(self.encoder.inputs(known, viewer, seen))
            leaf.masks.append(seen[self.encoder.width :])
        return leaf

    def select(self, node: Node) -> int:
        """Return the index of the move with the highest PUCT score.

        A visit under way counts as one of the lowest value, so that the simulations of a batch spread out. A
        move without visits has the mean value of the node.
        """
        total = 1 + sum(node.visits) + sum(node.pending)
        spread = self.settings.exploration * sqrt(total)
        low, scale, middle = self.scaling()
        unvisited = min(max(middle + (node.mean() - low) * scale, 0.0), 1.0)
        best, best_score = 0, -1.0
        columns = zip(node.priors, node.visits, node.pending, node.sums, strict=True)
        for index, (prior, visits, pending, total_value) in enumerate(columns):
            mean = middle + (total_value / visits - low) * scale if visits else unvisited
            tried = visits or 1
            score = mean * tried / (tried + pending) + spread * prior / (1 + visits + pending)
            if score > best_score:
                best, best_score = index, score
        return best

    def scaling(self) -> tuple[float, float, float]:
        """Return low, scale and middle: `middle + (value - low) * scale` is a value from 0 to 1.

        The range is that of the means met in the tree; while that is a point, every value becomes 0.5.
        """
        if self.high <= self.low:
            return 0.0, 0.0, 0.5
        return self.low, 1 / (self.high - self.low), 0.0

    def apply(self, policies: Floats, values: Floats) -> None:
        """Add the new nodes, and back up the values of the leaves that `collect` returned.

        `policies` and `values` have an entry for each viewer of each leaf, in the order of `collect`.
        """
        at = 0
        for leaf in self.leaves:
            if leaf.key is not None:
                count = len(leaf.viewers)
                self.expand(leaf, policies[at], values[at : at + count])
                at += count
            self.back_up(leaf)
        self.leaves = []

    def expand(self, leaf: Leaf, policy: Floats, values: Floats) -> None:
        """Set the values of a leaf, and add its node unless the same batch has added it."""
        assert leaf.key is not None
        leaf.values = [0.0] * self.state.seats
        for viewer, value, points in zip(leaf.viewers, values, leaf.points, strict=True):
            leaf.values[viewer] = float(value) + points
        if self.is_zero_sum:
            leaf.values[1 - leaf.viewers[0]] = -leaf.values[leaf.viewers[0]]
        if leaf.key not in self.nodes:
            moves = leaf.masks[0].nonzero()[0]
            priors = legal_priors(policy[moves].tolist())
            if leaf.key == self.root and self.settings.noise > 0:
                priors = self.with_noise(priors)
            self.nodes[leaf.key] = Node(moves.tolist(), priors, leaf.values[leaf.viewers[0]])

    def with_noise(self, priors: list[float]) -> list[float]:
        """Return priors mixed with a random policy, for self-play."""
        noise = numpy.random.default_rng(self.rng.word()).dirichlet([NOISE_SCALE / len(priors)] * len(priors))
        share = self.settings.noise
        return [(1 - share) * prior + share * float(each) for prior, each in zip(priors, noise, strict=True)]

    def back_up(self, leaf: Leaf) -> None:
        """Add the value of a leaf to every edge that led to it."""
        for node, index, seat in leaf.path:
            node.pending[index] -= 1
            node.visits[index] += 1
            node.sums[index] += leaf.values[seat]
            mean = node.sums[index] / node.visits[index]
            self.low, self.high = min(self.low, mean), max(self.high, mean)

    def visits(self) -> dict[int, int]:
        """Return how often each legal move of the root was tried."""
        node = self.nodes[self.root]
        return dict(zip(node.moves, node.visits, strict=True))

    def visit_shares(self) -> Floats:
        """Return the visits of the root as a policy, one number for each move of the game.

        Before the first simulation these are the priors.
        """
        node = self.nodes[self.root]
        shares = numpy.zeros(self.encoder.moves, numpy.float32)
        shares[node.moves] = node.visits if any(node.visits) else node.priors
        shares /= shares.sum()
        return shares

    def value(self) -> float:
        """Return the mean value of the root for its seat."""
        return self.nodes[self.root].mean()


def present_rewards(state: State, settings: SearchSettings) -> list[float]:
    """Return what is to be added to the value of each seat: with `points_to_come` its points or lead now."""
    if not settings.points_to_come:
        return [0.0] * state.seats
    points = [state.points(seat) for seat in range(state.seats)]
    is_lead = settings.rewards == "lead" and state.seats > 1
    return leads(points) if is_lead else [float(each) for each in points]


def legal_priors(policy: list[float]) -> list[float]:
    """Return a policy of legal moves, scaled to add up to 1; a uniform one if it is 0 for all."""
    total, uniform = sum(policy), 1 / len(policy)
    if total <= 0:
        return [uniform] * len(policy)
    return [(1 - UNIFORM_SHARE) * each / total + UNIFORM_SHARE * uniform for each in policy]


def run(trees: Sequence[Tree], evaluate: Evaluator, budget: Budget | None = None) -> None:
    """Search all trees, with one call of the evaluator for each batch of all of them.

    They must be of one game and one number of seats. Stops early when the budget is used up; the roots have
    been evaluated then. Raises Unreadable if the evaluator returns something else than it should.
    """
    end = None if budget is None else budget.clock() + budget.seconds
    active = list(trees)
    while active:
        leaves = [leaf for tree in active for leaf in tree.collect()]
        masks = [mask for leaf in leaves for mask in leaf.masks]
        if masks:
            inputs = numpy.concatenate([rows for leaf in leaves for rows in leaf.inputs])
            policies, values = evaluate_rows(evaluate, inputs, numpy.stack(masks))
        else:
            policies, values = numpy.zeros((0, 0), numpy.float32), numpy.zeros(0, numpy.float32)
        at = 0
        for tree in active:
            count = sum(len(leaf.masks) for leaf in tree.leaves)
            tree.apply(policies[at : at + count], values[at : at + count])
            at += count
        if budget is not None and end is not None and (budget.cancelled() or budget.clock() >= end):
            return
        active = [tree for tree in active if not tree.is_done]


def evaluate_rows(evaluate: Evaluator, inputs: NDArray[Any], masks: Bytes) -> tuple[Floats, Floats]:
    """Call an evaluator and return its answer as arrays; raises Unreadable if their shapes are wrong.

    The policies of illegal moves are set to 0. Values and policies of legal moves must be finite, policies
    at least 0.
    """
    policies, values = (numpy.asarray(each, numpy.float32) for each in evaluate(inputs, masks))
    values = values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values
    if policies.shape != masks.shape or values.shape != masks.shape[:1]:
        shapes = f"{policies.shape}, {values.shape}"
        raise Unreadable("bad-evaluation", found=shapes, wanted=f"{masks.shape}, {masks.shape[:1]}")
    policies = numpy.where(masks != 0, policies, numpy.float32(0))
    if not (numpy.isfinite(policies).all() and numpy.isfinite(values).all() and (policies >= 0).all()):
        raise Unreadable("bad-evaluation", found="nan, inf, < 0", wanted=f"{masks.shape}, {masks.shape[:1]}")
    return policies, values
