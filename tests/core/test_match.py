"""Tests of a match: moves as text, undo, forks, stale views."""

from __future__ import annotations

import pickle

import pytest

from tablee.core.errors import Illegal, Refusal, Stale, Unreadable
from tablee.core.match import Match
from tablee.core.walk import tree_size
from tests.core.matches import GAME, match_of


def test_a_match_is_its_deal_and_its_moves() -> None:
    match = match_of(3, 20)
    assert match.state == Match.replay(GAME, 3, "seed", {}, match.played).state


def test_undo_goes_back_to_a_ply_and_play_goes_on() -> None:
    match, earlier = match_of(3, 20), match_of(3, 7)
    match.undo(7)
    assert (7, earlier.state) == (match.ply, match.state)
    match.play(match.state.actors()[0], GAME.format(match.state.moves(match.state.actors()[0])[0]))
    assert match_of(3, 8).state == match.state


def test_a_match_at_a_ply_is_independent() -> None:
    match = match_of(3, 5)
    other = match.at(5)
    other.play(other.state.actors()[0], GAME.format(other.state.moves(other.state.actors()[0])[0]))
    assert (5, 6) == (match.ply, other.ply)
    assert match_of(3, 5).state == match.state


@pytest.mark.parametrize("ply", [-1, 6, 10**9])
def test_a_ply_that_does_not_exist_is_refused(ply: int) -> None:
    with pytest.raises(Illegal, match="no-such-ply"):
        match_of(3, 5).undo(ply)


def test_refused_words_change_nothing() -> None:
    match = match_of(3, 5)
    before = match.state.snapshot()
    for words, refusal in [("fly", Unreadable), ("draw top", Illegal)]:
        with pytest.raises(refusal):
            match.play(0, words)
    assert (before, 5) == (match.state.snapshot(), match.ply)


def test_a_move_that_answers_an_old_view_is_stale() -> None:
    match = match_of(3, 1)
    seat = match.state.actors()[0]
    words = GAME.format(match.state.moves(seat)[0])
    match.play(seat, words, seen=1)
    with pytest.raises(Stale) as refused:
        match.play(seat, words, seen=1)
    assert {"seen": 1, "now": 2} == refused.value.values


def test_a_view_from_the_future_is_stale() -> None:
    match = match_of(3, 1)
    with pytest.raises(Stale):
        match.play(match.state.actors()[0], "draw top", seen=9)


def test_moves_of_others_do_not_make_a_choice_stale() -> None:
    # A seat that waits has no legal moves, and this does not change while others act.
    match = match_of(4, 1)
    waiting = next(seat for seat in range(4) if seat not in match.state.actors())
    assert not match.is_stale(waiting, 0)


def test_how_many_sequences_there_are() -> None:
    # Counted by hand. Three seats: 4 stacks; 3 tiles to 1 cell or 4 slots; 2 names; 2 tiles likewise.
    # Two seats: 4 stacks; 3 to hide; 2 tiles to 1 cell (dreams: 4 slots) or the hidden one turned.
    three, two = GAME.deal(3, "seed"), GAME.deal(2, "seed")
    assert [1, 4, 3 * 3 + 12, 2 * 21, 2 * (9 * 2 + 12 * 8)] == [tree_size(three, depth) for depth in range(5)]
    assert [1, 4, 12, 3 * (3 * 3) + 3 * 9] == [tree_size(two, depth) for depth in range(4)]


def test_a_refusal_is_data_and_survives_pickling() -> None:
    refusal = Illegal("cell-taken", "15", cell="m3")
    again = pickle.loads(pickle.dumps(refusal))
    assert isinstance(again, Refusal)
    assert ("cell-taken", "15", {"cell": "m3"}) == (again.code, again.rule, dict(again.values))
    assert "cell-taken (rule 15): cell m3" == str(again)
