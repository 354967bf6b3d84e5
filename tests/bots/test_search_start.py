"""Tests of a search that has not begun."""

from __future__ import annotations

from tablee.bots.search import Search
from tests.bots.positions import GAME


def test_before_the_search_no_move_has_visits_or_a_value() -> None:
    search = Search()
    assert 0 == search.visits_of(0, 1)
    assert 0 == search.value_of(0, 1)


def test_a_new_search_can_run_at_once() -> None:
    search = Search()
    state = GAME.deal(2, "seed")
    seat = state.actors()[0]
    search.run_tree(state, seat, 10)
    assert sum(search.visits_of(seat, move) for move in state.moves(seat)) > 0
