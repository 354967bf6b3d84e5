"""Features of a position: their number, symmetry and secrecy, and the points of a seat."""

from __future__ import annotations

import pytest

from tablee.core.buffers import FeatureBuffer
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.clouds import GAME
from tablee.games.clouds.ai.features_world import WorldCounts
from tablee.games.clouds.tests.notation import add_traveller, legal_moves, play, solo


def features_of(state: State, seat: int = 0) -> list[int]:
    """Return the features of a seat as a list."""
    features = FeatureBuffer()
    state.fill_features(seat, features)
    return [features.at(place) for place in range(features.count)]


def test_the_number_of_features_is_constant_and_higher_in_the_solo_game() -> None:
    alone, *others = [len(features_of(GAME.deal(seats, "x"))) for seats in GAME.seats]
    assert 1 == len(set(others))
    assert alone > others[0]


def test_solo_two_cards_just_revealed_are_no_features_before_one_is_laid() -> None:
    """55: the value of a card that reveals two others does not depend on which two they are."""
    rng = Rng("stack")
    afters = [play(solo("*M", "PPg").resample(0, rng), "take s1 d3") for _ in range(20)]
    assert len({tuple(legal_moves(after)) for after in afters}) > 1
    assert 1 == len({tuple(features_of(after)) for after in afters})
    laid = [play(after, legal_moves(after)[0]) for after in afters]
    assert len({tuple(features_of(after)) for after in laid}) > 1


def test_solo_a_world_and_its_mirror_image_have_the_same_features() -> None:
    """31, 32: travellers stand on one side or on the other, and both are equivalent."""
    left, right = solo("MM *M WP"), solo("WP *M MM")
    add_traveller(left, "kark", "left-45")
    add_traveller(right, "kark", "right-45")
    assert features_of(left) == features_of(right)


@pytest.mark.parametrize("seats", GAME.seats)
def test_points_are_the_scores_of_the_outcome(seats: int) -> None:
    """53: the stars are compared, and nothing else."""
    state = GAME.deal(seats, "points")
    rng = Rng("points")
    while acting := state.actors():
        moves = state.moves(acting[-1])
        state.play(acting[-1], moves[rng.below(len(moves))])
    outcome = state.outcome()
    assert outcome is not None
    assert list(outcome.scores) == [state.points(seat) for seat in range(seats)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_no_feature_depends_on_hidden_information(seats: int) -> None:
    """A22, A23: the features of a seat are the same after resampling."""
    state = GAME.deal(seats, "hidden")
    rng = Rng("hidden")
    while acting := state.actors():
        seat = acting[-1]
        assert features_of(state, seat) == features_of(state.resample(seat, rng), seat)
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])


def test_free_cells_and_open_portals_are_counted() -> None:
    """17, 20-22: a swamp in one of seven rows, a half-portal open on both sides."""
    counts = WorldCounts()
    counts.count_world(solo("|S|"), 0)
    assert (1, 1, 1, 2, 6) == (
        counts.taken,
        counts.half_portals,
        counts.open_portals,
        counts.cells_for_portal,
        counts.rows_for_swamp,
    )
