"""The search bot: its choices, its budget, its memory."""

from __future__ import annotations

import pytest

from tablee import bots, games
from tablee.bots import Budget
from tablee.bots.levels import Level
from tablee.bots.rollout import RolloutPolicy
from tablee.bots.search_bot import BATCH_SECONDS, SearchBot
from tablee.bots.utility import utility
from tablee.core.rng import Rng
from tablee.core.state import State
from tests.bots.positions import GAME, final_state_after, last_decision
from tests.forms import SLOW_IF_PLAIN
from tests.games.laws import Table, random_match

# One that searches a tree, and one that compares moves by full rollouts.
SEARCH_LEVELS = [Level("tree", 200), Level("rollouts", 12, full_rollouts=True)]


@pytest.mark.parametrize("level", SEARCH_LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_last_decision_is_the_best_one(seed: str, level: Level) -> None:
    state, seat = last_decision(seed)
    chosen = bots.choose(SearchBot(GAME, level), state, seat, Budget(), Rng("x"))
    utilities = {
        move: utility(final_state_after(state, seat, move), seat, 0, 12) for move in state.moves(seat)
    }
    assert max(utilities.values()) == pytest.approx(utilities[chosen])


def test_the_last_solo_decision_is_the_best_one() -> None:
    game = games.load("clouds")
    match = random_match(Table(game, 1), "alone")
    states = [match.at(ply).state for ply in range(match.ply)]
    state = [each for each in states if len(each.moves(0)) > 1][-1]
    chosen = bots.choose(bots.load("search:200", game), state, 0, Budget(), Rng("x"))
    points = {move: final_state_after(state, 0, move).points(0) for move in state.moves(0)}
    assert max(points.values()) == points[chosen]


@SLOW_IF_PLAIN
@pytest.mark.parametrize("level", SEARCH_LEVELS, ids=lambda level: level.name)
def test_equal_seeds_choose_equal_moves(level: Level) -> None:
    state = GAME.deal(4, "seed")
    seat = state.actors()[0]
    unlimited = Budget(seconds=600.0)
    chosen = {bots.choose(SearchBot(GAME, level), state, seat, unlimited, Rng("x")) for _ in range(3)}
    assert 1 == len(chosen)


class FakeSearch:
    """A search in simulated time: every simulation takes `cost` seconds. Records the longest batch."""

    def __init__(self, cost: float) -> None:
        self.cost = cost
        self.now = 0.0
        self.longest = 0.0
        self.policy, self.rng = RolloutPolicy(), Rng("")
        self.solo_baseline, self.margin_scale = 0.0, 1.0

    def clock(self) -> float:
        return self.now

    def reset(self) -> None:
        """Do nothing: there is no tree."""

    def run_tree(self, state: State, seat: int, count: int) -> None:
        self.now += count * self.cost
        self.longest = max(self.longest, count * self.cost)

    def start_halving(self, state: State, seat: int, prior_visits: int) -> None:
        """Do nothing: there are no arms."""

    def keep_best(self, count: int) -> None:
        """Do nothing: there are no arms."""

    run_paired_tree = run_paired_rollouts = run_tree


@pytest.mark.parametrize("seats, full_rollouts", [(1, False), (4, False), (4, True)])
@pytest.mark.parametrize("cost", [1e-6, 3e-5, 4e-4, 1.9e-3, 4.9e-3])
@pytest.mark.parametrize("seconds", [0.05, 0.2, 2.0])
def test_a_search_exceeds_its_budget_by_a_tenth_at_most(
    monkeypatch: pytest.MonkeyPatch, seconds: float, cost: float, seats: int, full_rollouts: bool
) -> None:
    """However long a simulation takes, if ten fit into the budget; in simulated time."""
    search = FakeSearch(cost)
    game = games.load("clouds")
    bot = SearchBot(game, Level("endless", 10**9, full_rollouts=full_rollouts))
    monkeypatch.setattr(bot, "search", search)
    bot.run_search(game.deal(seats, "seed"), 0, Budget(seconds, clock=search.clock), Rng("x"))
    assert seconds <= search.now <= 1.1 * seconds
    assert search.longest <= max(BATCH_SECONDS, cost)


def test_a_search_can_be_cancelled() -> None:
    calls = []

    def cancelled() -> bool:
        calls.append(True)
        return len(calls) > 3

    bot = SearchBot(GAME, Level("endless", 10**9))
    state = GAME.deal(4, "seed")
    bot.run_search(state, state.actors()[0], Budget(60.0, cancelled), Rng("x"))
    assert 4 == len(calls)


def test_a_level_that_forgets_keeps_one_memory_seed_and_the_expert_needs_none() -> None:
    game = games.load("bonbons")
    state = game.deal(2, "mind")
    seat = state.actors()[0]
    for name, forgets in [("beginner", True), ("expert", False)]:
        bot = bots.load(name, game)
        assert isinstance(bot, SearchBot)
        rng = Rng("mind")
        seeds = set()
        for _ in range(12):
            bots.choose(bot, state, seat, Budget(seconds=0.01), rng)
            seeds.add(bot.memory_seed)
        assert (len(seeds - {0}) == 1) == forgets


def test_equal_memory_seeds_forget_alike_in_every_process() -> None:
    """The server loads a bot anew for every move."""
    game = games.load("bonbons")
    loaded = [bots.load("beginner", game, seed) for seed in ("table 1", "table 1", "table 2")]
    assert all(isinstance(bot, SearchBot) for bot in loaded)
    one, same, other = (bot.memory_seed for bot in loaded if isinstance(bot, SearchBot))
    assert one == same != other
