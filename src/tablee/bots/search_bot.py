"""The bot of all five levels: runs a search within its budget and turns the result into a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import log, sqrt
from typing import Any

from tablee.bots.bot import Budget, Resample, Steps, finish
from tablee.bots.levels import Level
from tablee.bots.rollout import find_candidates
from tablee.bots.search import ROOT, Search
from tablee.bots.weights import load_weights
from tablee.core.buffers import MoveBuffer
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State

# The longest time, in seconds, between two readings of the clock (unless one simulation takes longer).
BATCH_SECONDS = 0.002
# How many moves sequential halving starts with: at a table of one, and with full rollouts.
SOLO_ARMS = 16
ROLLOUT_ARMS = 8

# Takes a state, a seat and a number of simulations, and runs them.
Simulate = Callable[[State, int, int], None]
# Takes a function that runs a number of simulations, and how many to run, within the budget of the move.
RunWithin = Callable[[Callable[[int], None], int], Steps[None]]


class SearchBot:
    """A bot of one level at one game. It holds one search tree: one decision at a time, one thread."""

    def __init__(self, game: Game, level: Level, memory_seed: str = "") -> None:
        """Create the bot; its weights are loaded by the first search.

        `memory_seed` decides what the bot forgets; "" draws a seed when it first forgets something.
        """
        self.game = game
        self.level = level
        self.pace = level.pace
        self.search = Search()
        self.seats = 0
        self.memory_seed = Rng(memory_seed).word() if memory_seed else 0

    def __call__(self, view: dict[str, Any], resample: Resample, budget: Budget, rng: Rng) -> str:
        """Return the text of the chosen move; without a search if there is only one candidate."""
        return finish(self.steps(view, resample, budget, rng))

    def steps(self, view: dict[str, Any], resample: Resample, budget: Budget, rng: Rng) -> Steps[str]:
        """Choose a move like `__call__`, as a generator that yields during the search."""
        texts: list[str] = view["moves"]
        if len(texts) == 1:
            return texts[0]
        seat: int = view["seat"]
        state = resample()
        if rng.real() < self.level.blunder_rate:
            return self.game.format(state.blunder(seat, state.moves(seat), rng))
        if self.level.recall < 1:
            self.forget(state, seat, rng)
        candidates = candidate_moves(state, seat)
        if len(candidates) == 1:
            return self.game.format(candidates[0])
        yield from self.search_steps(state, seat, budget, rng)
        return self.game.format(self.select_move(candidates, seat, rng))

    def forget(self, state: State, seat: int, rng: Rng) -> None:
        """Replace in a resampled state what this level no longer knows, the same things at every call."""
        self.memory_seed = self.memory_seed or rng.word()
        state.forget(seat, self.level.recall, self.memory_seed)

    def run_search(self, state: State, seat: int, budget: Budget, rng: Rng) -> None:
        """Search until the simulations of the level are done, the time is up, or the budget is cancelled."""
        finish(self.search_steps(state, seat, budget, rng))

    def search_steps(self, state: State, seat: int, budget: Budget, rng: Rng) -> Steps[None]:
        """Search like `run_search`, as a generator that yields between batches of simulations."""
        run_within = partial(run_batches, end=budget.clock() + budget.seconds, budget=budget)
        self.reset(state.seats, rng)
        if state.seats == 1:
            self.search.start_halving(state, seat, 1)
            yield from self.halve(state, seat, self.search.run_paired_tree, SOLO_ARMS, run_within)
        elif self.level.full_rollouts:
            self.search.start_halving(state, seat, self.level.prior_visits)
            yield from self.halve(state, seat, self.search.run_paired_rollouts, ROLLOUT_ARMS, run_within)
        else:
            yield from run_within(partial(self.search.run_tree, state, seat), self.level.simulations)

    def halve(
        self, state: State, seat: int, simulate: Simulate, max_arms: int, run_within: RunWithin
    ) -> Steps[None]:
        """Run sequential halving: give every arm an equal share of simulations, keep the better half, repeat.

        Starts with the `max_arms` moves of the best estimates and divides the simulations of the level
        equally among the stages.
        """
        arms = min(max_arms, len(candidate_moves(state, seat)))
        per_stage = self.level.simulations // max((arms - 1).bit_length(), 1)
        while arms > 1:
            self.search.keep_best(arms)
            yield from run_within(partial(simulate, state, seat), max(per_stage // arms, 1) * arms)
            arms = (arms + 1) // 2

    def compare_moves(
        self, state: State, seat: int, moves: Sequence[int], simulations: int, rng: Rng
    ) -> list[float]:
        """Return the value of each move (0 to 1) by a tree search that gives each this many simulations.

        `state` is a resampled one. Every round tries all moves in the same determinization.
        """
        self.reset(state.seats, rng)
        search = self.search
        search.moves.count = 0
        for move in moves:
            search.moves.add(move)
        search.expand(ROOT, state, seat)
        children = [search.find_child(ROOT, seat, move) for move in moves]
        for _ in range(simulations):
            sample = state.copy()
            sample.reshuffle(seat, rng)
            for child in children:
                search.forced_child = child
                search.simulate(sample.copy(), seat)
        return [search.value_of(seat, move) for move in moves]

    def reset(self, seats: int, rng: Rng) -> None:
        """Empty the tree, and load the weights for this number of seats if they are not loaded."""
        weights = load_weights(self.game, seats == 1)
        if weights is not None and seats != self.seats:
            self.search.policy.network = weights.network(seats)
            self.search.solo_baseline = weights.solo_baseline
            self.search.margin_scale = weights.margin_scale
            if weights.exploration is not None:
                self.search.exploration = weights.exploration
            self.seats = seats
        self.search.rng = rng
        self.search.reset()

    def select_move(self, candidates: list[int], seat: int, rng: Rng) -> int:
        """Return the first of `rank`; for a level with noise, the move with the best value plus noise."""
        if self.level.noise == 0:
            return self.rank(candidates, seat)[0]
        return max(
            candidates,
            key=lambda move: self.search.value_of(seat, move) + self.level.noise * signed_rayleigh(rng),
        )

    def rank(self, candidates: list[int], seat: int) -> list[int]:
        """Return the candidates, most visited first; after sequential halving its winner comes first."""
        order = sorted(candidates, key=partial(self.statistics, seat), reverse=True)
        if self.search.arm_count:
            winner = self.search.best_arm()
            order.sort(key=lambda move: move != winner)
        return order

    def statistics(self, seat: int, move: int) -> tuple[int, float]:
        """Return the visits and the mean value (0 to 1) of a move at the root."""
        return self.search.visits_of(seat, move), self.search.value_of(seat, move)


def run_batches(simulate: Callable[[int], None], count: int, end: float, budget: Budget) -> Steps[None]:
    """Run `count` simulations, fewer if `end` on the budget's clock comes first or the budget is cancelled.

    They run in batches of adaptive size, because a simulation may be much shorter than a reading of the
    clock. Every batch is a step.
    """
    now, batch = budget.clock(), 1
    while count > 0 and now < end and not budget.cancelled():
        simulate(min(batch, count))
        count -= batch
        before, now = now, budget.clock()
        batch = 2 * batch if now - before < BATCH_SECONDS / 2 else max(batch // 2, 1)
        yield


def candidate_moves(state: State, seat: int) -> list[int]:
    """Return the moves worth searching: the game's candidates, else all legal moves."""
    buffer = MoveBuffer()
    find_candidates(state, seat, buffer)
    return buffer.to_list()


def signed_rayleigh(rng: Rng) -> float:
    """Return a random number with a Rayleigh-distributed magnitude (scale 1) and a random sign."""
    return sqrt(-2 * log(rng.real() + 1e-9)) * (1 if rng.below(2) else -1)
