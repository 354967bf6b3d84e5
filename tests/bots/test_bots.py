"""Bots get what a person gets, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee import bots, games
from tablee.bots import Budget, Resample
from tablee.bots.search_bot import Thinker
from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.bonbons.ai.heuristic import count_known_coins, known_pair
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.state import COIN_COUNT, NONE, TURN
from tests.games.laws import Table, tables, walk

GAME = games.load("islands")
ROOT = Path(__file__).parents[2]


def play_out(game: Game, line_up: list[str], seed: str) -> State:
    """A whole match of these bots; the clock moves only when nobody else can."""
    state = game.deal(len(line_up), seed)
    rng = Rng(seed)
    while acting := state.actors():
        seat = acting[-1]
        if seat < 0:
            state.play(seat, state.moves(seat)[0])
        else:
            state.play(seat, bots.choose(bots.load(line_up[seat], game), state, seat, Budget(), rng))
    return state


@pytest.mark.parametrize("table", tables(), ids=str)
@pytest.mark.parametrize("name", bots.names())
def test_a_bot_always_answers_with_a_legal_move(table: Table, name: str) -> None:
    rng = Rng("asked")
    bot = bots.load(name, table.game)
    for ply, (state, seat, move) in enumerate(walk(table, f"bot {name}")):
        if seat >= 0 and move >= 0 and ply % 5 == 0:
            chosen = bots.choose(bot, state, seat, Budget(seconds=0.05), rng)
            assert chosen in state.moves(seat)


def test_greedy_beats_random_at_islands() -> None:
    """40 matches of three seats, one of them greedy: by luck alone a third would be won."""
    won = 0
    for number in range(40):
        seat = number % 3
        line_up = ["greedy" if other == seat else "random" for other in range(3)]
        outcome = play_out(GAME, line_up, f"match {number}").outcome()
        won += outcome is not None and seat in outcome.winners
    assert won >= 24


def test_a_bot_never_gets_the_truth() -> None:
    """What a bot imagines differs from the truth where the truth is hidden."""
    state = GAME.deal(3, "seed")
    seen: list[State] = []

    def curious(view: dict[str, Any], imagine: Resample, *_: object) -> str:
        seen.append(imagine())
        return str(view["moves"][0])

    bots.choose(curious, state, state.actors()[0], Budget(), Rng("x"))
    assert seen[0] != state


def test_a_bot_of_yours_is_a_function_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def first(view, imagine, budget, luck):\n    return view['moves'][0]\n")
    state = GAME.deal(3, "seed")
    seat = state.actors()[0]
    chosen = bots.choose(bots.load(f"{file}:first", GAME), state, seat, Budget(), Rng("x"))
    assert state.moves(seat)[0] == chosen


@pytest.mark.parametrize("name", ["", "nobody", "nowhere.py:bot", ":", "greedy:greedy"])
def test_an_unknown_bot_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(Unreadable, match="random greedy"):
        bots.load(name, GAME)


def test_a_file_without_that_function_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("")
    with pytest.raises(Unreadable, match="no-such-bot"):
        bots.load(f"{file}:first", GAME)


def test_a_level_that_forgets_keeps_one_mind_and_the_best_forgets_nothing() -> None:
    game = games.load("bonbons")
    state = game.deal(2, "mind")
    seat = state.actors()[0]
    for name, forgets in [("beginner", True), ("expert", False)]:
        bot = bots.load(name, game)
        assert isinstance(bot, Thinker)
        rng = Rng("mind")
        minds = set()
        for _ in range(12):
            bots.choose(bot, state, seat, Budget(seconds=0.01), rng)
            minds.add(bot.mind)
        assert (len(minds - {0}) == 1) == forgets


def test_a_mind_that_is_named_is_the_same_in_every_process() -> None:
    """A site loads a bot anew for every move."""
    game = games.load("bonbons")
    minds = [bots.load("beginner", game, mind) for mind in ("table 1", "table 1", "table 2")]
    assert all(isinstance(bot, Thinker) for bot in minds)
    one, same, other = (bot.mind for bot in minds if isinstance(bot, Thinker))
    assert one == same != other


def test_a_naive_memory_takes_the_pair_it_knows_and_else_turns_what_is_new() -> None:
    """So that the figure against it means something (docs/explanation/bots.md)."""
    game = games.load("bonbons")
    naive = bots.load(f"{ROOT / 'bench' / 'naive.py'}:naive", game)
    taken, new = 0, 0
    for state, seat, _ in walk(Table(game, 2), "naive"):
        if seat < 0 or state.view(seat)["phase"] != "first":
            continue
        assert isinstance(state, BonbonsState)
        place = bots.choose(naive, state, seat, Budget(), Rng("x")) - TURN
        pair = known_pair(state, seat)
        if pair != NONE:
            assert pair == place
            taken += 1
        elif count_known_coins(state) < COIN_COUNT:
            assert not state.snapshot()["seen"][place]
            new += 1
    assert taken
    assert new
