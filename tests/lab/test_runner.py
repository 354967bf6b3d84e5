"""Matches in simulated time."""

from __future__ import annotations

from typing import Any

import pytest

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.game import Game, Option
from tablee.core.rng import Rng
from tablee.lab.runner import Runner


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
@pytest.mark.parametrize("name", bots.BASELINES)
def test_every_game_is_played_to_its_end(game: Game, name: str) -> None:
    state = game.deal(game.seats[-1], "run")
    line_up = [bots.load(name, game)] * game.seats[-1]
    outcome = Runner(state, line_up, Budget(), Rng("run")).play_out()
    assert outcome == state.outcome()


OPTIONS = [(game, option) for game in games.all() for option in game.options]


@pytest.mark.parametrize("chosen", OPTIONS, ids=lambda chosen: f"{chosen[0].key}-{chosen[1].name}")
def test_every_option_is_played_to_its_end(chosen: tuple[Game, Option]) -> None:
    game, option = chosen
    state = game.deal(game.seats[0], "run", **{option.name: option.choices[1]})
    line_up = [bots.load("greedy", game)] * game.seats[0]
    assert Runner(state, line_up, Budget(), Rng("run")).play_out() == state.outcome()


class CountingBot:
    """A bot that plays its first legal move and counts its actions."""

    def __init__(self, pace: int) -> None:
        self.pace = pace
        self.actions = 0

    def __call__(self, view: dict[str, Any], *_: object) -> str:
        self.actions += 1
        return str(view["moves"][0])


def test_where_seats_act_at_once_each_acts_at_its_own_pace() -> None:
    slow, fast = CountingBot(2000), CountingBot(1000)
    runner = Runner(games.load("mine").deal(2, "hands"), [slow, fast], Budget(), Rng("hands"))
    while runner.now < 120_000:
        runner.step()
    assert 45 <= slow.actions <= 75
    assert 90 <= fast.actions <= 150
