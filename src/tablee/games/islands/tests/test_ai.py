"""Tests of the hooks for bots: candidates, features and the chance key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.rng import Rng
from tablee.games.islands import GAME
from tablee.games.islands.ai.candidates import are_equivalent
from tablee.games.islands.ai.features_island import IslandSummary
from tablee.games.islands.ai.features_unseen import UnseenTiles
from tablee.games.islands.mechanics.building import cell_of
from tablee.games.islands.pieces import FACES
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.scoring import score


def positions(seats: int) -> Iterator[IslandsState]:
    """Yield every position of a random match."""
    state = GAME.deal(seats, "positions")
    assert isinstance(state, IslandsState)
    rng = Rng("positions")
    while acting := state.actors():
        yield state
        moves = state.moves(acting[0])
        state.play(acting[0], moves[rng.below(len(moves))])
    yield state


def summary_of(state: IslandsState, seat: int) -> IslandSummary:
    """Return the summary of a seat's island from what the seat knows."""
    unseen, summary = UnseenTiles(), IslandSummary()
    unseen.count(state, seat)
    summary.compute(state, seat, seat, unseen)
    return summary


def features_of(state: IslandsState, seat: int) -> list[int]:
    """Return the inputs of the value network for a seat."""
    features = FeatureBuffer()
    state.fill_features(seat, features)
    return [features.at(index) for index in range(features.count)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_of_equivalent_cells_the_first_is_a_candidate(seats: int) -> None:
    """Each legal move that is no candidate is equivalent to a candidate; candidates keep their order."""
    dropped = 0
    for state in positions(seats):
        for seat in state.actors():
            buffer = MoveBuffer()
            state.find_candidates(seat, buffer)
            candidates, legal = buffer.to_list(), state.moves(seat)
            assert candidates == [move for move in legal if move in candidates]
            for move in set(legal) - set(candidates):
                dropped += 1
                cell = cell_of(move)
                same_tile = [other for other in candidates if move - other == cell - cell_of(other)]
                assert any(are_equivalent(state, seat, cell_of(other), cell) for other in same_tile)
    assert dropped


def test_columns_with_other_gems_or_other_free_cells_are_not_equivalent() -> None:
    state = GAME.deal(3, "columns")
    assert isinstance(state, IslandsState)
    assert are_equivalent(state, 0, 0, 3)
    assert are_equivalent(state, 0, 12, 15)
    plain = next(tile for tile in range(20) if not any(FACES[13 * tile + 10 : 13 * tile + 13]))
    gem = next(tile for tile in range(20) if any(FACES[13 * tile + 10 : 13 * tile + 13]))
    state.set_cell(0, 0, plain, False)
    assert not are_equivalent(state, 0, 4, 7)
    state.set_cell(0, 3, plain, False)
    assert are_equivalent(state, 0, 4, 7)
    state.set_cell(0, 3, gem, False)
    assert not are_equivalent(state, 0, 4, 7)
    state.set_cell(0, 3, gem, True)
    assert are_equivalent(state, 0, 4, 7)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_points_of_a_summary_are_the_score(seats: int) -> None:
    """Rule 30, at every ply of a match."""
    for state in positions(seats):
        for seat in range(seats):
            assert score(state, seat) == summary_of(state, seat).points


@pytest.mark.parametrize("seats", GAME.seats)
def test_features_contain_nothing_that_a_seat_cannot_know(seats: int) -> None:
    """Rules 5, 43, 46: they are the same in every state resampled for the seat."""
    rng = Rng("features")
    for state in positions(seats):
        for seat in range(seats):
            assert features_of(state, seat) == features_of(state.resample(seat, rng), seat)


@pytest.mark.parametrize("seats", GAME.seats)
def test_each_offer_has_its_own_chance_key(seats: int) -> None:
    """Rules 6 and 40: the key depends on the tiles drawn, but not on a face-down one."""
    rng = Rng("chance key")
    keys = set()
    for state in positions(seats):
        if state.hidden >= 0:
            assert state.chance_key() == state.resample(1 - state.lookout, rng).chance_key()
        keys.add(state.chance_key())
    assert len(keys) > 16
