"""Bots against bots."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.errors import Refusal, Unreadable
from tablee.core.game import Game, Option
from tablee.core.rng import Rng
from tablee.lab import commands
from tablee.lab.arena import Contest, Ledger, ladder, mean, play_deal, round_robin, run, standings
from tablee.lab.rating import ratings
from tablee.lab.runner import Runner


def contest(**changes: object) -> Contest:
    """A small contest."""
    usual = {"key": "islands", "seats": 3, "bots": ("greedy", "random"), "deals": 20}
    return Contest(**{**usual, **changes})  # type: ignore[arg-type]


def played(asked: Contest, processes: int = 1) -> Ledger:
    """Everything that a contest shows."""
    ledger = Ledger()
    for _ in run([asked], ledger, processes):
        pass
    return ledger


def test_a_line_up_plays_a_deal_from_every_seat() -> None:
    assert [
        ["greedy", "random", "greedy"],
        ["random", "greedy", "greedy"],
        ["greedy", "greedy", "random"],
    ] == [contest().line_up(rotation) for rotation in range(3)]


def test_the_same_contest_gives_the_same_results_on_any_number_of_cores() -> None:
    assert played(contest(), 1).results == played(contest(), 2).results


def test_each_match_has_one_victory() -> None:
    greedy, random = play_deal(contest(), 0)
    assert 1 == pytest.approx(2 * greedy.victory + random.victory)


def test_greedy_comes_first() -> None:
    table = standings(played(contest(deals=30)).of(contest(deals=30)))
    assert ["greedy", "random"] == [standing.bot for standing in table]
    assert table[0].victories.value - table[0].victories.margin > 1 / 3


def test_a_stopped_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "ledger.jsonl"
    steps = run([contest()], Ledger(file), 1)
    for _ in range(5):
        next(steps)
    del steps
    resumed = Ledger(file)
    assert 15 == len(resumed.missing(contest()))
    for _ in run([contest()], resumed, 1):
        pass
    assert played(contest()).results == Ledger(file).results


@pytest.mark.parametrize("line", ["", "{}", "nonsense", '{"contest": "x", "deal": 1, "results": [{}]}'])
def test_a_damaged_ledger_says_which_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "ledger.jsonl"
    for _ in run([contest(deals=1)], Ledger(file), 1):
        pass
    with file.open("a") as lines:
        lines.write(line + "\n")
    with pytest.raises(Unreadable, match="line 2"):
        Ledger(file)


def test_pairings() -> None:
    three = contest(bots=("random", "greedy", "beginner"))
    assert [("random", "greedy"), ("greedy", "beginner")] == [each.bots for each in ladder(three)]
    assert 3 == len(round_robin(three))
    assert {2} == {each.seats for each in round_robin(three)}


def test_ratings_follow_victories() -> None:
    """Ten to one are 400 points; what was never lost is high but finite."""
    pairs = {("a", "b"): [1.0] * 10 + [0.0] * 1, ("b", "c"): [1.0] * 11}
    rated = ratings({pair: won * 20 for pair, won in pairs.items()})
    assert ["a", "b", "c"] == [each.bot for each in rated]
    assert 400 == pytest.approx(rated[0].rating - rated[1].rating, abs=12)
    assert all(each.low <= each.rating <= each.high < inf for each in rated)


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
        {"deals": 0},
        {"bots": ("random",) * 4},
        {"options": {"no": "such"}},
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(changes: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        next(run([contest(**changes)], Ledger(), 1))


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
@pytest.mark.parametrize("name", bots.SIMPLE)
def test_every_game_can_be_run_to_its_end(game: Game, name: str) -> None:
    state = game.deal(game.seats[-1], "run")
    line_up = [bots.load(name, game)] * game.seats[-1]
    outcome = Runner(state, line_up, Budget(), Rng("run")).play_out()
    assert outcome == state.outcome()


OPTIONS = [(game, option) for game in games.all() for option in game.options]


@pytest.mark.parametrize("chosen", OPTIONS, ids=lambda chosen: f"{chosen[0].key}-{chosen[1].name}")
def test_every_option_can_be_run_to_its_end(chosen: tuple[Game, Option]) -> None:
    game, option = chosen
    state = game.deal(game.seats[0], "run", **{option.name: option.choices[1]})
    line_up = [bots.load("greedy", game)] * game.seats[0]
    assert Runner(state, line_up, Budget(), Rng("run")).play_out() == state.outcome()


class Hand:
    """A bot that does the first thing it may, and counts."""

    def __init__(self, pace: int) -> None:
        self.pace = pace
        self.acts = 0

    def __call__(self, view: dict[str, Any], *_: object) -> str:
        self.acts += 1
        return str(view["moves"][0])


def test_a_faster_hand_acts_more_often_where_all_act_at_once() -> None:
    slow, fast = Hand(2000), Hand(1000)
    runner = Runner(games.load("mine").deal(2, "hands"), [slow, fast], Budget(), Rng("hands"))
    while runner.now < 120_000:
        runner.step()
    assert 45 <= slow.acts <= 75
    assert 90 <= fast.acts <= 150


def test_races_are_counted_one_by_one_and_timed() -> None:
    """Two seats, one with a hand twice as fast: both go through the moves and the pool that people have."""
    asked = contest(key="mine", seats=2, bots=("expert", "beginner"), deals=1)
    fast, slow = play_deal(asked, 0)
    assert fast.first is not None
    assert slow.first is not None
    assert 1 == pytest.approx(fast.first + slow.first)
    assert fast.first == fast.measure > 0.5
    assert fast.seconds == slow.seconds
    assert fast.seconds is not None
    assert 10 < fast.seconds < 60


def test_without_races_matches_are_counted() -> None:
    greedy, _ = play_deal(contest(), 0)
    assert (None, None) == (greedy.first, greedy.seconds)
    assert greedy.victory == greedy.measure
    table = standings([[greedy]])
    assert table[0].first is None


def test_a_ledger_of_before_races_were_counted_is_read(tmp_path: Path) -> None:
    file = tmp_path / "ledger.jsonl"
    result = {"bot": "greedy", "victory": 1.0, "rank": 1.0, "points": 30.0}
    file.write_text(json.dumps({"contest": contest().name, "deal": 0, "results": [result]}) + "\n")
    assert 1.0 == Ledger(file).of(contest())[0][0].measure


def test_even_one_pair_is_drawn_if_a_drawing_was_asked_for(tmp_path: Path) -> None:
    drawing = tmp_path / "new" / "pair.svg"
    commands.arena("islands", bots="random,greedy", seats=2, matches=4, plot=drawing, processes=1)
    assert "random &lt; greedy" in drawing.read_text("utf-8")
