"""OpenSpiel's own test of our games. Skipped where it is not installed; `make peers` runs it."""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest

from tablee import games
from tablee.lab import envs

pyspiel: Any = pytest.importorskip("pyspiel")

TABLES = [(game.key, seats) for game in games.all() for seats in game.seats]
every_table = pytest.mark.parametrize("key, seats", TABLES, ids=[f"{key}-{seats}" for key, seats in TABLES])


def play(state: Any, moves: int, seed: int) -> Any:
    """Play random actions, at most `moves` after the deal, and return the state."""
    rng = random.Random(seed)
    while not state.is_terminal() and moves > 0:
        if state.is_chance_node():
            state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves -= 1
    return state


@every_table
def test_openspiel_accepts_the_game(key: str, seats: int) -> None:
    """Serialising replays all actions, at every step: too slow for the longest game."""
    game = envs.openspiel_game(key, seats)
    long = game.new_initial_state().rules.passes_round is False
    pyspiel.random_sim_test(game, num_sims=1, serialize=not long, verbose=False)


@every_table
def test_a_state_is_serialised_and_loaded(key: str, seats: int) -> None:
    game = envs.openspiel_game(key, seats)
    state = play(game.new_initial_state(), 25, 3)
    again = game.deserialize_state(state.serialize())
    assert state.history() == again.history()
    assert state.position.state == again.position.state


@every_table
def test_a_resampled_state_gives_the_player_the_same_information(key: str, seats: int) -> None:
    game, rng = envs.openspiel_game(key, seats), random.Random(4)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for moves in (1, 6, 17):
        state = play(game.new_initial_state(), moves, moves)
        for player in range(seats):
            other = state.resample_from_infostate(player, rng.random)
            assert observer.string_from(state, player) == observer.string_from(other, player)
            observer.set_from(state, player)
            seen = observer.tensor.copy()
            observer.set_from(other, player)
            assert numpy.array_equal(seen, observer.tensor)


@every_table
def test_a_resampled_state_keeps_no_secret_of_the_others(key: str, seats: int) -> None:
    """Neither its history, nor its text, nor what OpenSpiel stores of it: these had the deal."""
    game, rng = envs.openspiel_game(key, seats), random.Random(5)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for moves in (4, 11):
        state = play(game.new_initial_state(), moves, moves)
        for player in range(seats):
            other = state.resample_from_infostate(player, rng.random)
            stored = game.deserialize_state(other.serialize())
            own = set(state.position.announced[player])
            private = {text for texts in state.position.announced for text in texts} - own
            for each in (other, stored):
                assert [] == each.history() == each.position.deal
                assert each.position.state == other.position.state
                assert each.current_player() == state.current_player()
                strings = [str(each), *(observer.string_from(each, viewer) for viewer in range(seats))]
                assert not any(text in string.split("; ") for text in private for string in strings)
            other.apply_action(other.legal_actions()[0])
            assert 1 == len(other.history())


def test_tensors_have_names_and_shapes() -> None:
    game = envs.openspiel_game("islands", 3)
    state = play(game.new_initial_state(), 5, 5)
    fields = games.load("islands").observation_fields(3)
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert [field.name for field in fields] == list(observer.dict)
    assert sum(part.size for part in observer.dict.values()) == observer.tensor.size
    assert observer.tensor.any()


def test_a_registered_game_is_found_by_name() -> None:
    envs.openspiel_game("islands", 2)
    assert 2 == pyspiel.load_game("tablee_islands_2").num_players()
