"""What bots are told of a position agrees with the rules and with what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.rng import Rng
from tablee.games.islands import GAME
from tablee.games.islands.rules import IslandsState, cell_of
from tablee.games.islands.scoring import score
from tablee.games.islands.ai.features_island import Supply, Survey
from tablee.games.islands.pieces import FACES


def walk(seats: int) -> Iterator[IslandsState]:
    """Every position of a match of random moves."""
    state = GAME.deal(seats, "survey")
    assert isinstance(state, IslandsState)
    rng = Rng("survey")
    while acting := state.actors():
        yield state
        moves = state.moves(acting[0])
        state.play(acting[0], moves[rng.below(len(moves))])
    yield state


def surveyed(state: IslandsState, seat: int) -> Survey:
    """A seat's island as the seat itself sees it."""
    supply, survey = Supply(), Survey()
    supply.count(state, seat)
    survey.look_at(state, seat, seat, supply)
    return survey


@pytest.mark.parametrize("seats", GAME.seats)
def test_of_cells_that_come_to_the_same_the_first_is_considered(seats: int) -> None:
    """Whatever may be taken is considered, and whatever is left out is as good as something before it."""
    spared = 0
    for state in walk(seats):
        for seat in state.actors():
            room = MoveBuffer()
            state.find_candidates(seat, room)
            considered, legal = room.to_list(), state.moves(seat)
            assert considered == [move for move in legal if move in considered]
            for move in set(legal) - set(considered):
                spared += 1
                cell = cell_of(move)
                alike = [other for other in considered if move - other == cell - cell_of(other)]
                assert any(state.are_alike(seat, cell_of(other), cell) for other in alike)
    assert spared


def test_columns_with_other_gems_or_other_room_are_not_alike() -> None:
    state = GAME.deal(3, "columns")
    assert isinstance(state, IslandsState)
    assert state.are_alike(0, 0, 3)
    assert state.are_alike(0, 12, 15)
    plain = next(tile for tile in range(20) if not any(FACES[13 * tile + 10 : 13 * tile + 13]))
    gem = next(tile for tile in range(20) if any(FACES[13 * tile + 10 : 13 * tile + 13]))
    state.put(0, 0, plain, False)
    assert not state.are_alike(0, 4, 7)
    state.put(0, 3, plain, False)
    assert state.are_alike(0, 4, 7)
    state.put(0, 3, gem, False)
    assert not state.are_alike(0, 4, 7)
    state.put(0, 3, gem, True)
    assert state.are_alike(0, 4, 7)


def told(state: IslandsState, seat: int) -> list[int]:
    """What a bot is told."""
    features = FeatureBuffer()
    state.fill_features(seat, features)
    return [features.at(place) for place in range(features.count)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_survey_counts_what_the_score_counts(seats: int) -> None:
    """Rule 30, at every moment of a match."""
    for state in walk(seats):
        for seat in range(seats):
            assert score(state, seat) == surveyed(state, seat).points


@pytest.mark.parametrize("seats", GAME.seats)
def test_features_tell_nothing_that_a_seat_cannot_know(seats: int) -> None:
    """Rules 5, 43, 46: they are the same in every truth that the seat cannot tell from the real one."""
    rng = Rng("features")
    for state in walk(seats):
        for seat in range(seats):
            assert told(state, seat) == told(state.resample(seat, rng), seat)


@pytest.mark.parametrize("seats", GAME.seats)
def test_thought_goes_on_in_a_way_of_its_own_for_every_offer(seats: int) -> None:
    """Rules 6 and 40: what was drawn is seen before anybody picks, a tile left face down is not."""
    rng = Rng("sight")
    seen = set()
    for state in walk(seats):
        if state.hidden >= 0:
            assert state.chance_key() == state.resample(1 - state.lookout, rng).chance_key()
        seen.add(state.chance_key())
    assert len(seen) > 16
