"""Bots against bots."""

from __future__ import annotations

from math import inf

import pytest

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.game import Game
from tablee.core.generator import Generator
from tablee.core.refusal import Refusal
from tablee.lab.arena import Contest, mean, play_batch, run, standings
from tablee.lab.runner import Runner


def contest(**changes: object) -> Contest:
    """A small contest."""
    return Contest(**{"key": "islands", "seats": 3, "bots": ("greedy", "random"), "matches": 60, **changes})  # type: ignore[arg-type]


def test_bots_rotate_through_the_seats() -> None:
    assert ["greedy", "random", "greedy"] == contest().line_up(0)
    assert ["random", "greedy", "random"] == contest().line_up(1)


def test_the_same_contest_gives_the_same_results_on_any_number_of_cores() -> None:
    one = sorted(str(result) for batch in run(contest(), processes=1) for result in batch)
    two = sorted(str(result) for batch in run(contest(), processes=2) for result in batch)
    assert one == two
    assert 60 * 3 == len(one)


def test_each_match_has_one_victory() -> None:
    results = play_batch(contest(), 0, 10)
    assert 10 == pytest.approx(sum(result.victory for result in results))


def test_greedy_comes_first() -> None:
    table = standings([result for batch in run(contest(matches=100), processes=1) for result in batch])
    assert ["greedy", "random"] == [standing.bot for standing in table]
    assert table[0].victories.value - table[0].victories.margin > 1 / 3


def test_the_interval_of_a_mean() -> None:
    assert (2.0, 0.0) == (mean([2, 2, 2]).value, mean([2, 2, 2]).margin)
    assert 1.96 * (1 / 3) ** 0.5 / 2 == pytest.approx(mean([0, 1, 1, 0]).margin)
    assert inf == mean([5]).margin


@pytest.mark.parametrize(
    "changes",
    [
        {"key": "checkers"},
        {"seats": 9},
        {"bots": ("nobody",)},
        {"bots": ()},
        {"matches": 0},
        {"bots": ("random",) * 4},
        {"options": {"no": "such"}},
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(changes: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        next(run(contest(**changes)))


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
@pytest.mark.parametrize("name", bots.KNOWN)
def test_every_game_can_be_run_to_its_end(game: Game, name: str) -> None:
    state = game.deal(game.seats[-1], "run")
    line_up = [bots.load(name)] * game.seats[-1]
    outcome = Runner(state, line_up, Budget(truths=1), Generator("run")).play_out()
    assert outcome == state.outcome()
