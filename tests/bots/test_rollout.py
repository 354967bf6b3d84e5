"""The rollout policy."""

from __future__ import annotations

from tablee import games
from tablee.bots.rollout import RolloutPolicy
from tests.bots.positions import GAME, state_after
from tests.games.laws import Table, random_match


def test_a_greedy_choice_has_the_best_estimate() -> None:
    """Like the bot `greedy`, where nothing is hidden."""
    match = random_match(Table(GAME, 4), "hasty")
    policy = RolloutPolicy()
    for ply in range(match.ply):
        state = match.at(ply).state
        seat = state.actors()[0]
        if state.view(seat)["phase"] != "take":
            continue
        estimates = {move: state_after(state, seat, move).estimate(seat) for move in state.moves(seat)}
        assert estimates[policy.choose_greedily(state, seat)] == max(estimates.values())


def test_the_first_proposal_of_the_game_is_played() -> None:
    """By greedy seats, too."""
    match = random_match(Table(games.load("bonbons"), 3), "sound")
    policy = RolloutPolicy()
    for ply in range(match.ply):
        state = match.at(ply).state
        seat = state.actors()[-1]
        if seat >= 0:
            assert state.propose(seat)[0] == policy.choose(state, seat, ply % 2)
