"""What a bot is told of a World."""

from __future__ import annotations

import pytest

from tablee.core.generator import Generator
from tablee.core.state import Features, State
from tablee.games.clouds import GAME
from tablee.games.clouds.notation import sky
from tablee.games.clouds.survey import Survey


def told(state: State, seat: int = 0) -> list[int]:
    """What the state says to a seat, number by number."""
    features = Features()
    state.describe(seat, features)
    return [features.at(place) for place in range(features.count)]


def test_as_much_is_told_at_every_table() -> None:
    assert 1 == len({len(told(GAME.deal(seats, "x"))) for seats in GAME.seats})


@pytest.mark.parametrize("seats", GAME.seats)
def test_points_are_what_the_sheet_says(seats: int) -> None:
    """53: the stars are compared, and nothing else."""
    state = GAME.deal(seats, "points")
    luck = Generator("points")
    while acting := state.actors():
        moves = state.moves(acting[-1])
        state.play(acting[-1], moves[luck.below(len(moves))])
    outcome = state.outcome()
    assert outcome is not None
    assert list(outcome.scores) == [state.points(seat) for seat in range(seats)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_hidden_is_told(seats: int) -> None:
    """A22, A23: whatever a seat cannot know may change without a word to it."""
    state = GAME.deal(seats, "hidden")
    luck = Generator("hidden")
    while acting := state.actors():
        seat = acting[-1]
        assert told(state, seat) == told(state.imagine(seat, luck), seat)
        moves = state.moves(seat)
        state.play(seat, moves[luck.below(len(moves))])


def test_the_cells_where_something_may_still_come_are_counted() -> None:
    """17, 20-22: a swamp in one of seven rows, half a portal open on both sides."""
    survey = Survey()
    survey.look_at(sky("|S|"), 0)
    assert (1, 1, 1, 2, 6) == (
        survey.taken,
        survey.half_portals,
        survey.open_portals,
        survey.portal_cells,
        survey.swamp_rows,
    )
