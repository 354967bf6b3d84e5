"""What a bot is told of a World."""

from __future__ import annotations

import pytest

from tablee.core.buffers import FeatureBuffer
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.clouds import GAME
from tablee.games.clouds.notation import invite, play, says, sky
from tablee.games.clouds.survey import Survey


def told(state: State, seat: int = 0) -> list[int]:
    """What the state says to a seat, number by number."""
    features = FeatureBuffer()
    state.fill_features(seat, features)
    return [features.at(place) for place in range(features.count)]


def test_as_much_is_told_at_every_table_and_more_to_one_alone() -> None:
    alone, *others = [len(told(GAME.deal(seats, "x"))) for seats in GAME.seats]
    assert 1 == len(set(others))
    assert alone > others[0]


def test_alone_two_cards_just_seen_are_not_told_before_one_is_laid() -> None:
    """55: what a card is worth that brings two others to light does not depend on which these are."""
    rng = Rng("stack")
    afters = [play(sky("*M", "PPg").resample(0, rng), "take s1 d3") for _ in range(20)]
    assert len({tuple(says(after)) for after in afters}) > 1
    assert 1 == len({tuple(told(after)) for after in afters})
    laid = [play(after, says(after)[0]) for after in afters]
    assert len({tuple(told(after)) for after in laid}) > 1


def test_alone_a_world_and_its_mirror_image_are_the_same() -> None:
    """31, 32: travellers stand on one side or on the other, and both are alike."""
    left, right = sky("MM *M WP"), sky("WP *M MM")
    invite(left, "kark", "left-45")
    invite(right, "kark", "right-45")
    assert told(left) == told(right)


@pytest.mark.parametrize("seats", GAME.seats)
def test_points_are_what_the_sheet_says(seats: int) -> None:
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
def test_nothing_hidden_is_told(seats: int) -> None:
    """A22, A23: whatever a seat cannot know may change without a word to it."""
    state = GAME.deal(seats, "hidden")
    rng = Rng("hidden")
    while acting := state.actors():
        seat = acting[-1]
        assert told(state, seat) == told(state.resample(seat, rng), seat)
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])


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
