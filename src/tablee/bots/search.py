"""Information-set Monte Carlo tree search (ISMCTS), and sequential halving over the moves of the root.

Every simulation draws a determinization: a state that the searching seat cannot tell from the real one. It
descends one common tree by the moves that are legal in that state, with a branch for each chance key that a
move reveals, expands the first node without children, and backs up the value of its best child: the utility
if the match is over, otherwise the value network's estimate. Each seat maximizes its own utility.

A new node backs up its best child instead of visiting the children in turn: with the usual order, the mean
value of a node would contain bad moves until each of them had been visited many times.

Compiled; used by `search_bot`.
"""

from __future__ import annotations

from math import log, sqrt
from typing import final

from tablee.bots.rollout import RolloutPolicy, find_candidates, next_actor
from tablee.bots.utility import utility
from tablee.core.buffers import MAX_MOVES, MoveBuffer
from tablee.core.compiled import Int, Real
from tablee.core.rng import Rng
from tablee.core.state import NOBODY, State

MAX_NODES: Int = 262144
MAX_DEPTH: Int = 512
MAX_SEATS: Int = 6
ROOT: Int = 0
NO_NODE: Int = -1
# The estimate of the value network counts as the first visit of a node.
ESTIMATE_VISITS: Int = 1


@final
class Search:
    """The search tree of one decision. Memory is allocated once; `reset` empties the tree."""

    def __init__(self) -> None:
        self.policy: RolloutPolicy = RolloutPolicy()
        self.rng: Rng = Rng("")
        self.moves: MoveBuffer = MoveBuffer()
        # The exploration constant of UCB. Network estimates of sibling moves differ by little: a larger
        # default would visit all of them equally. Games in which luck decides more set their own value.
        self.exploration: float = 0.05
        self.solo_baseline: float = 0.0
        self.margin_scale: float = 10.0
        # A node is a move of a seat, or (seat NOBODY) a chance key in place of a move. Children are a linked
        # list. `available` counts how often the move was legal when a move of its parent was selected.
        self.node_count: Int = 0
        self.move: list[Int] = [0] * MAX_NODES
        self.seat: list[Int] = [0] * MAX_NODES
        self.first_child: list[Int] = [0] * MAX_NODES
        self.next_sibling: list[Int] = [0] * MAX_NODES
        self.visits: list[Int] = [0] * MAX_NODES
        self.available: list[Int] = [0] * MAX_NODES
        self.value_sum: list[Real] = [0.0] * MAX_NODES
        self.path: list[Int] = [0] * MAX_DEPTH
        self.leaf_value: list[Real] = [0.0] * MAX_SEATS
        # Sequential halving: the children of the root still compared, best first, and the one that the next
        # simulation must start with (NO_NODE: free choice).
        self.arms: list[Int] = [0] * MAX_MOVES
        self.arm_count: Int = 0
        self.forced_child: Int = NO_NODE
        # One round tries every arm under equal conditions: the same determinization and, in rollouts, the
        # same greedy seats (a bit set) and the same RNG seed. `arm_index` is the arm to try next.
        self.arm_index: Int = 0
        self.shared_sample: State = State()
        self.greedy_seats: Int = 0
        self.rollout_seed: str = ""
        # Without a root, a walk over the children of node 0 would never end.
        self.reset()

    def reset(self) -> None:
        """Empty the tree."""
        self.node_count = 0
        self.arm_count = 0
        self.forced_child = NO_NODE
        self.add_node(NO_NODE, 0, NOBODY)

    def add_node(self, parent: Int, move: Int, seat: Int) -> Int:
        """Add a node as the first child of its parent; return NO_NODE when the tree is full."""
        node = self.node_count
        if node == MAX_NODES:
            return NO_NODE
        self.node_count += 1
        self.move[node] = move
        self.seat[node] = seat
        self.first_child[node] = NO_NODE
        self.visits[node] = 0
        self.available[node] = 0
        self.value_sum[node] = 0.0
        self.next_sibling[node] = NO_NODE
        if parent != NO_NODE:
            self.next_sibling[node] = self.first_child[parent]
            self.first_child[parent] = node
        return node

    def simulate(self, state: State, seat: Int) -> None:
        """Run one simulation in a determinization, which is played on in place; `seat` moves first.

        Where several seats act at once, the others follow in the order of `next_actor`.
        """
        node = ROOT
        length = 0
        while seat != NOBODY and length < MAX_DEPTH:
            find_candidates(state, seat, self.moves)
            if node == ROOT and self.forced_child != NO_NODE:
                child = self.forced_child
            else:
                self.expand(node, state, seat)
                child = self.select(node, seat)
            if child == NO_NODE:
                break
            state.advance(seat, self.move[child])
            self.path[length] = child
            length += 1
            seat = next_actor(state)
            if self.visits[child] == ESTIMATE_VISITS:
                break
            node = self.follow_chance(child, state.chance_key())
        self.evaluate_leaf(state, seat == NOBODY)
        self.visits[ROOT] += 1
        for step in range(length):
            child = self.path[step]
            self.visits[child] += 1
            self.value_sum[child] += self.leaf_value[max(self.seat[child], 0)]

    def expand(self, node: Int, state: State, seat: Int) -> None:
        """Add a child for every move in `moves` that has none, with its estimated value as first visit."""
        for index in range(self.moves.count):
            move = self.moves.at(index)
            if self.find_child(node, seat, move) == NO_NODE:
                child = self.add_node(node, move, seat)
                if child == NO_NODE:
                    return
                self.visits[child] = ESTIMATE_VISITS
                self.value_sum[child] = self.estimate_move(state, seat, move)

    def estimate_move(self, state: State, seat: Int, move: Int) -> float:
        """Return the value of a move for the seat that makes it, without a search; 0.5 for CLOCK."""
        if seat < 0:
            return 0.5
        after = state.copy()
        after.advance(seat, move)
        if next_actor(after) == NOBODY:
            return utility(after, seat, self.solo_baseline, self.margin_scale)
        return self.policy.network.evaluate(after, seat)

    def follow_chance(self, node: Int, key: Int) -> Int:
        """Return the child of a move's node for a chance key, adding it if new; the node itself for key 0.

        Separate nodes let the following moves depend on what the move revealed. When the tree is full,
        returns the node itself.
        """
        if key == 0:
            return node
        child = self.find_child(node, NOBODY, key)
        if child == NO_NODE:
            child = self.add_node(node, key, NOBODY)
        return node if child == NO_NODE else child

    def select(self, node: Int, seat: Int) -> Int:
        """Return the child of a legal move with the highest UCB; NO_NODE if there is none (tree full)."""
        best = NO_NODE
        best_bound = -1.0
        child = self.first_child[node]
        while child != NO_NODE:
            if self.seat[child] == seat and self.moves.contains(self.move[child]):
                self.available[child] += 1
                bound = self.upper_confidence_bound(child)
                if bound > best_bound:
                    best_bound = bound
                    best = child
            child = self.next_sibling[child]
        return best

    def upper_confidence_bound(self, child: Int) -> float:
        """Return UCB1 with the availability of the move in place of the visits of its parent."""
        visits = self.visits[child]
        return self.value_sum[child] / visits + self.exploration * sqrt(log(self.available[child]) / visits)

    def find_child(self, node: Int, seat: Int, move: Int) -> Int:
        """Return the child of this seat and move (or NOBODY and chance key), or NO_NODE."""
        child = self.first_child[node]
        while child != NO_NODE:
            if self.move[child] == move and self.seat[child] == seat:
                return child
            child = self.next_sibling[child]
        return NO_NODE

    def evaluate_leaf(self, state: State, is_over: bool) -> None:
        """Fill `leaf_value` with the value of the position for every seat."""
        for seat in range(state.seats):
            if is_over:
                self.leaf_value[seat] = utility(state, seat, self.solo_baseline, self.margin_scale)
            else:
                self.leaf_value[seat] = self.policy.network.evaluate(state, seat)

    def run_tree(self, state: State, seat: Int, count: Int) -> None:
        """Run `count` simulations, each in its own determinization of `state`, which is not changed."""
        for _ in range(count):
            sample = state.copy()
            sample.reshuffle(seat, self.rng)
            self.simulate(sample, seat)

    def start_halving(self, state: State, seat: Int, prior_visits: Int) -> None:
        """Make every candidate of the seat an arm; its estimate counts as `prior_visits` visits."""
        find_candidates(state, seat, self.moves)
        self.expand(ROOT, state, seat)
        self.arm_count = 0
        child = self.first_child[ROOT]
        while child != NO_NODE:
            self.visits[child] *= prior_visits
            self.value_sum[child] *= prior_visits
            self.arms[self.arm_count] = child
            self.arm_count += 1
            child = self.next_sibling[child]
        self.sort_arms()

    def sort_arms(self) -> None:
        """Sort the arms by mean value, best first; a stable insertion sort."""
        for index in range(1, self.arm_count):
            arm = self.arms[index]
            mean = self.value_sum[arm] / self.visits[arm]
            before = index - 1
            while before >= 0 and self.value_sum[self.arms[before]] / self.visits[self.arms[before]] < mean:
                self.arms[before + 1] = self.arms[before]
                before -= 1
            self.arms[before + 1] = arm

    def keep_best(self, count: Int) -> None:
        """Keep the `count` arms with the best means, and start a new round."""
        self.sort_arms()
        self.arm_count = min(self.arm_count, count)
        self.arm_index = self.arm_count

    def run_paired_tree(self, state: State, seat: Int, count: Int) -> None:
        """Run `count` simulations that start with the arms in turn, each round in one determinization.

        Pairing removes the luck that all arms share from their comparison.
        """
        for _ in range(count):
            self.forced_child = self.next_arm(state, seat)
            self.simulate(self.shared_sample.copy(), seat)
        self.forced_child = NO_NODE

    def run_paired_rollouts(self, state: State, seat: Int, count: Int) -> None:
        """Run `count` rollouts to the end of the match, of the arms in turn, each round in equal conditions.

        The policy of the opponents is unknown: in each round every opponent plays greedily with probability
        1/2, otherwise by the value network, so that the chosen move is good against both.
        """
        for _ in range(count):
            arm = self.next_arm(state, seat)
            if self.arm_index == 1:
                self.greedy_seats = self.rng.below(1 << state.seats) & ~(1 << seat)
                self.rollout_seed = str(self.rng.word())
            after = self.shared_sample.copy()
            after.advance(seat, self.move[arm])
            self.policy.rng = Rng(self.rollout_seed)
            self.policy.play_out(after, self.greedy_seats)
            self.visits[arm] += 1
            self.value_sum[arm] += utility(after, seat, self.solo_baseline, self.margin_scale)

    def next_arm(self, state: State, seat: Int) -> Int:
        """Return the next arm of the round; after the last one, begin a round with a new determinization."""
        if self.arm_index == self.arm_count:
            self.arm_index = 0
            self.shared_sample = state.copy()
            self.shared_sample.reshuffle(seat, self.rng)
        arm = self.arms[self.arm_index]
        self.arm_index += 1
        return arm

    def best_arm(self) -> Int:
        """Return the move of the arm with the best mean.

        The most visited arm would be wrong if the time ran out in the middle of a round.
        """
        self.sort_arms()
        return self.move[self.arms[0]]

    def visits_of(self, seat: Int, move: Int) -> Int:
        """Return the visits of a move at the root, its estimate included; 0 if it has no node."""
        child = self.find_child(ROOT, seat, move)
        return self.visits[child] if child != NO_NODE else 0

    def value_of(self, seat: Int, move: Int) -> float:
        """Return the mean value (0 to 1) of a move at the root; 0 if it was never visited."""
        child = self.find_child(ROOT, seat, move)
        if child == NO_NODE or self.visits[child] == 0:
            return 0.0
        return self.value_sum[child] / self.visits[child]
