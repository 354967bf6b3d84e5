"""Candidate moves, features and the chance key."""

from __future__ import annotations

import pytest

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import VOCABULARY
from tablee.games.bonbons.tests.notation import play, two_seats


def candidates(state: State, seat: int) -> list[str]:
    """Return the candidate moves as text."""
    buffer = MoveBuffer()
    state.find_candidates(seat, buffer)
    return [VOCABULARY.format(move) for move in buffer.to_list()]


def candidate_groups(state: State, seat: int) -> list[str]:
    """Return the candidates as `square`, the owner of a round tile, or `stop`."""
    turned = [words.removeprefix("turn ") for words in candidates(state, seat)]
    return ["square" if words[0].isdigit() else words[0] if words[0].isupper() else words for words in turned]


def features(state: State, seat: int) -> list[int]:
    buffer = FeatureBuffer()
    state.fill_features(seat, buffer)
    return [buffer.at(index) for index in range(buffer.count)]


def test_one_unseen_tile_of_each_shape_is_a_candidate_an_own_one_first() -> None:
    state = play(two_seats(), "A turn 61", "A stop")
    assert ["square", "A"] == candidate_groups(two_seats(), 0)
    assert ["square", "B"] == candidate_groups(state, 1)


def test_when_all_own_tiles_were_seen_one_of_the_next_seat_is_a_candidate() -> None:
    state = play(two_seats(), "A turn 61", "A stop", "B turn 61", "B stop")
    for number in range(1, 5):
        state = play(state, f"A turn A{number}", "A turn 61", "B turn 61", "B stop")
    assert ["square", "B"] == candidate_groups(state, 0)


def test_a_known_pair_is_the_only_candidate() -> None:
    state = play(two_seats(), "A turn A1", "A turn 21", "B turn B1", "B turn 11")
    assert ["turn 11"] == candidates(state, 0)
    assert ["turn A1"] == candidates(play(state, "A turn 11"), 0)


def test_after_a_round_tile_without_a_known_twin_a_known_square_is_the_candidate() -> None:
    state = play(two_seats(), "A turn 61", "A stop", "B turn B1")
    assert ["turn 61"] == candidates(state, 1)
    state = play(two_seats(), "A turn A1")
    assert ["square"] == candidate_groups(state, 0)


def test_after_a_square_without_a_known_twin_stop_and_an_unseen_round_tile_are_candidates() -> None:
    found = candidate_groups(play(two_seats(), "A turn 61"), 0)
    assert ["stop", "A"] == sorted(found, key=len, reverse=True)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_candidates_and_features_are_equal_in_resampled_states(seats: int) -> None:
    """B24: candidates and features depend on seen tiles only."""
    rng = Rng("alike")
    state = GAME.deal(seats, "alike")
    while state.actors():
        seat = state.actors()[-1]
        if seat >= 0:
            other = state.resample(seat, rng)
            found = candidates(state, seat)
            assert found == candidates(other, seat)
            assert features(state, seat) == features(other, seat)
            assert {VOCABULARY.parse(words) for words in found} <= set(state.moves(seat))
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])


def test_the_chance_key_tells_tiles_shown_for_the_first_time_apart() -> None:
    state = play(two_seats(), "A turn 61")
    assert state.chance_key()
    assert not play(state, "A stop").chance_key()
    assert not play(state, "B turn 61").chance_key()
    assert play(two_seats(), "A turn 31").chance_key() != play(two_seats(), "A turn 61").chance_key()
