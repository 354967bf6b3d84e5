"""The search tree and sequential halving."""

from __future__ import annotations

from tablee import games
from tablee.bots.search import MAX_NODES, Search
from tablee.core.state import State
from tests.bots.positions import GAME
from tests.forms import SLOW_IF_PLAIN


def test_a_search_does_not_change_the_state() -> None:
    state = GAME.deal(4, "seed")
    before = state.snapshot()
    search = Search()
    search.reset()
    search.run_tree(state, state.actors()[0], 50)
    search.start_halving(state, state.actors()[0], 1)
    search.keep_best(2)
    search.run_paired_rollouts(state, state.actors()[0], 4)
    assert before == state.snapshot()


def test_every_seat_gets_statistics_where_several_act_at_once() -> None:
    state = games.load("clouds").deal(4, "several")
    while len(actors := state.actors()) < 4 or any(len(state.moves(seat)) < 2 for seat in actors):
        state.play(actors[0], state.moves(actors[0])[0])
    for seat in actors:
        search = Search()
        search.run_tree(state, seat, 20)
        assert 20 == sum(search.visits_of(seat, move) - 1 for move in state.moves(seat))


def test_a_full_tree_is_searched_without_growing() -> None:
    search = Search()
    search.reset()
    state = GAME.deal(2, "seed")
    search.node_count = MAX_NODES - 6
    search.run_tree(state, state.actors()[0], 100)
    assert MAX_NODES == search.node_count


def test_solo_arms_are_visited_equally_and_the_better_half_is_kept() -> None:
    game = games.load("clouds")
    state = game.deal(1, "rivals")
    search = Search()
    search.reset()
    search.start_halving(state, 0, 1)
    search.keep_best(8)
    search.run_paired_tree(state, 0, 5 * 8)
    visited = [move for move in state.moves(0) if search.visits_of(0, move) > 1]
    assert 8 == len(visited)
    assert {6} == {search.visits_of(0, move) for move in visited}
    means = {move: search.value_of(0, move) for move in visited}
    search.keep_best(4)
    search.run_paired_tree(state, 0, 4)
    kept = [means[move] for move in visited if search.visits_of(0, move) == 7]
    dropped = [means[move] for move in visited if search.visits_of(0, move) == 6]
    assert 4 == len(kept)
    assert min(kept) >= max(dropped)


def halving(arms: int) -> tuple[State, int, Search]:
    """Return the first decision of a match, and a search that compares this many of its moves."""
    state = GAME.deal(4, "rivals")
    seat = state.actors()[0]
    search = Search()
    search.reset()
    search.start_halving(state, seat, 10)
    search.keep_best(arms)
    return state, seat, search


def test_rollouts_visit_arms_in_turn_also_in_parts_of_a_round() -> None:
    """A rollout may take long, so that the search can be stopped in the middle of a round."""
    state, seat, search = halving(3)
    for count in (1, 4, 2):
        search.run_paired_rollouts(state, seat, count)
    assert [10, 12, 12, 13] == sorted(search.visits_of(seat, move) for move in state.moves(seat))
    best = search.best_arm()
    means = {
        move: search.value_of(seat, move) for move in state.moves(seat) if search.visits_of(seat, move) > 10
    }
    assert means[best] == max(means.values())


@SLOW_IF_PLAIN
def test_any_set_of_opponents_plays_greedily_but_never_the_own_seat() -> None:
    state, seat, search = halving(1)
    seen = set()
    for _ in range(60):
        search.run_paired_rollouts(state, seat, 1)
        seen.add(search.greedy_seats)
    assert len(seen) == 8
    assert all(not greedy_seats >> seat & 1 for greedy_seats in seen)
