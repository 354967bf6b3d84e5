"""What bots are told of a position agrees with the rules and with what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.core.generator import Generator
from tablee.core.state import Features
from tablee.games.islands import GAME
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.scoring import score
from tablee.games.islands.survey import Supply, Survey


def walk(seats: int) -> Iterator[IslandsState]:
    """Every position of a match of random moves."""
    state = GAME.deal(seats, "survey")
    assert isinstance(state, IslandsState)
    luck = Generator("survey")
    while acting := state.actors():
        yield state
        moves = state.moves(acting[0])
        state.play(acting[0], moves[luck.below(len(moves))])
    yield state


def surveyed(state: IslandsState, seat: int) -> Survey:
    """A seat's island as the seat itself sees it."""
    supply, survey = Supply(), Survey()
    supply.count(state, seat)
    survey.look_at(state, seat, seat, supply)
    return survey


def told(state: IslandsState, seat: int) -> list[int]:
    """What a bot is told."""
    features = Features()
    state.describe(seat, features)
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
    luck = Generator("features")
    for state in walk(seats):
        for seat in range(seats):
            assert told(state, seat) == told(state.imagine(seat, luck), seat)


@pytest.mark.parametrize("seats", GAME.seats)
def test_thought_goes_on_in_a_way_of_its_own_for_every_offer(seats: int) -> None:
    """Rules 6 and 40: what was drawn is seen before anybody picks, a tile left face down is not."""
    luck = Generator("sight")
    seen = set()
    for state in walk(seats):
        if state.hidden >= 0:
            assert state.sight() == state.imagine(1 - state.lookout, luck).sight()
        seen.add(state.sight())
    assert len(seen) > 16
