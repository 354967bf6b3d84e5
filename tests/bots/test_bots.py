"""Loading bots and asking them for moves; the baselines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee import bots, games
from tablee.bots import Budget, Resample
from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.bonbons.ai.heuristic import count_known_coins, known_pair
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.state import COIN_COUNT, NONE, TURN
from tests.bots.positions import GAME
from tests.forms import SLOW_IF_PLAIN
from tests.games.laws import Table, tables, walk

ROOT = Path(__file__).parents[2]


def play_out(game: Game, line_up: list[str], seed: str) -> State:
    """Play a match between bots and return its end; CLOCK moves only when no seat can."""
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
def test_a_bot_always_chooses_a_legal_move(table: Table, name: str) -> None:
    rng = Rng("asked")
    bot = bots.load(name, table.game)
    for ply, (state, seat, move) in enumerate(walk(table, f"bot {name}")):
        if seat >= 0 and move >= 0 and ply % 5 == 0:
            chosen = bots.choose(bot, state, seat, Budget(seconds=0.05), rng)
            assert chosen in state.moves(seat)


@SLOW_IF_PLAIN
def test_greedy_beats_random_at_islands() -> None:
    """40 matches of three seats, one of them greedy: by luck alone it would win a third."""
    won = 0
    for number in range(40):
        seat = number % 3
        line_up = ["greedy" if other == seat else "random" for other in range(3)]
        outcome = play_out(GAME, line_up, f"match {number}").outcome()
        won += outcome is not None and seat in outcome.winners
    assert won >= 24


def test_a_bot_receives_resampled_states_only() -> None:
    state = GAME.deal(3, "seed")
    received: list[State] = []

    def spy(view: dict[str, Any], resample: Resample, *_: object) -> str:
        received.append(resample())
        return str(view["moves"][0])

    bots.choose(spy, state, state.actors()[0], Budget(), Rng("x"))
    assert received[0] != state


def test_a_bot_can_be_a_function_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def first(view, resample, budget, rng):\n    return view['moves'][0]\n")
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


def test_the_naive_bot_takes_known_pairs_and_otherwise_turns_unseen_tiles() -> None:
    """The strength of the expert is measured against it (docs/explanation/bots.md)."""
    game = games.load("bonbons")
    naive = bots.load(f"{ROOT / 'bench' / 'naive.py'}:naive", game)
    pairs, unseen = 0, 0
    for state, seat, _ in walk(Table(game, 2), "naive"):
        if seat < 0 or state.view(seat)["phase"] != "first":
            continue
        assert isinstance(state, BonbonsState)
        tile = bots.choose(naive, state, seat, Budget(), Rng("x")) - TURN
        pair = known_pair(state, seat)
        if pair != NONE:
            assert pair == tile
            pairs += 1
        elif count_known_coins(state) < COIN_COUNT:
            assert not state.snapshot()["seen"][tile]
            unseen += 1
    assert pairs
    assert unseen
