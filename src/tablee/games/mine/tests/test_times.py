"""Rulings A34 and A11: measured times of moves."""

from __future__ import annotations

import pytest

from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.games.mine import GAME
from tablee.games.mine.rules import MineState
from tablee.games.mine.tests.notation import (
    FULL_1A_1,
    FULL_3B_17,
    WRONG_1A_2,
    board_numbers,
    clock,
    lay,
    play,
    points,
    race_state,
    refusal,
)


def full_boards(tie: int = 0) -> MineState:
    """Return a race with two full boards, filled within a second."""
    state = race_state("3B 17", "1A 1", mix="0 1", tie=tie)
    lay(state, 0, FULL_3B_17, at=900)
    return lay(state, 1, FULL_1A_1, at=950)


def test_without_times_the_first_call_ends_the_round_at_once() -> None:
    """Ruling A34: the order of arrival decides."""
    state = lay(lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17), 1, FULL_1A_1)
    play(state, 1, "call")
    assert [10, 12] == points(state)


def test_with_times_the_round_waits_for_calls_on_their_way() -> None:
    """Rulings A34: the first call to arrive opens the wait; the clock ends it."""
    state = play(full_boards(), 1, "call", at=2000)
    assert ("settle", [CLOCK, 0]) == (state.view(None)["phase"], state.actors())
    assert (state.plies, 400) == state.timer()
    clock(state, "settle")
    assert [10, 12] == points(state)


def test_the_smallest_time_is_the_caller() -> None:
    """Ruling A34: though it arrived second."""
    state = play(full_boards(), 1, "call", at=2000)
    play(state, 0, "call", at=1999)
    assert [CLOCK] == state.actors()
    clock(state, "settle")
    assert [12, 10] == points(state)
    assert 3 not in board_numbers(state)


def test_moves_of_others_after_the_call_are_undone() -> None:
    """Rulings A34: placements count only up to the time of the call, whenever they arrived."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17, at=1000)
    lay(state, 1, FULL_1A_1.replace("f", ".").replace("e", "."), at=1500)
    play(state, 1, "take G3V any", at=1900)
    play(state, 1, "lay r270 b4", at=2001)
    play(state, 0, "call", at=2000)
    clock(state, "settle")
    assert [12, 5] == points(state)


def test_moves_made_before_the_call_count_if_they_arrive_after_it() -> None:
    """Ruling A34: laid before the call, arrived after it."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17, at=1000)
    lay(state, 1, FULL_1A_1.replace("f", "."), at=1000)
    play(state, 0, "call", at=2000)
    play(state, 1, "take B2 any", "lay r90 g4", at=1990)
    play(state, 1, "call", at=1995)
    clock(state, "settle")
    assert [10, 12] == points(state)


@pytest.mark.parametrize("late", [2001, -1])
def test_moves_made_after_the_call_do_not_count(late: int) -> None:
    """Rules 13, A34: a later time, or none at all; returned tiles come back too."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17, at=1000)
    lay(state, 1, FULL_1A_1.replace("f", "."), at=1000)
    play(state, 0, "call", at=2000)
    play(state, 1, "return 1", "take B2 any", "lay r90 g4", at=late)
    clock(state, "settle")
    assert [12, 8] == points(state)


@pytest.mark.parametrize("late", [-1, 2**40])
def test_a_later_call_without_a_time_is_no_call(late: int) -> None:
    """Ruling A34: an unmeasured call comes after all measured ones."""
    state = play(full_boards(), 1, "call", at=2000)
    play(state, 0, "call", at=late)
    clock(state, "settle")
    assert [10, 12] == points(state)


@pytest.mark.parametrize("tie", [0, 1])
def test_an_exact_tie(tie: int) -> None:
    """Rulings A11, A32, A33: both get their 2; one of their boards, by the deal, is exchanged."""
    state = play(full_boards(tie=tie), 1, "call", at=2000)
    play(state, 0, "call", at=2000)
    clock(state, "settle")
    assert [12, 12] == points(state)
    assert [3, 1][tie] not in board_numbers(state)
    assert [3, 1][1 - tie] in board_numbers(state)


def test_an_exact_tie_with_a_mistake() -> None:
    """Rulings A11, A33: each call is judged on its own."""
    state = lay(race_state("1A 2", "3B 17"), 0, WRONG_1A_2, at=900)
    lay(state, 1, FULL_3B_17, at=900)
    for seat in (0, 1):
        play(state, seat, "call", at=2000)
    clock(state, "settle")
    assert [4, 12] == points(state)


def test_giving_up_while_calls_are_on_their_way_ends_nothing() -> None:
    """Rulings A31, A34: the clock alone ends the wait."""
    state = play(full_boards(), 1, "call", at=2000)
    play(state, 0, "quit", at=2100)
    assert [CLOCK] == state.actors()
    assert ("calls-on-their-way", "A34") == refusal(state, CLOCK, "lamp")
    clock(state, "settle")
    assert [10, 12] == points(state)


def test_times_are_kept_in_a_record() -> None:
    """Ruling A34: they are data of the moves, so the match replays to an equal state."""
    match = Match(GAME, 2, "times")
    for seat in (0, 1):
        match.play(seat, "side A")
    match.play(0, "take B2 any", elapsed=700)
    match.play(1, "take Y1 any", elapsed=650)
    again = Match.from_record(match.record().text(), lambda _: GAME)
    assert match.state == again.state
    assert match.state == match.state.copy()


def test_without_times_nothing_is_logged() -> None:
    """Ruling A34: the log stays empty, and is emptied between rounds."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17)
    assert [] == state.board_log
    play(state, 0, "return 7", at=5)
    assert 1 == len(state.board_log)
    clock(state, "lamp")
    assert [] == state.board_log


@pytest.mark.parametrize("seed", range(12))
def test_random_matches_with_times(seed: int) -> None:
    """Ruling A34: whatever the times, the match goes on to its end, and replays to an equal state."""
    rng = Rng(f"times {seed}")
    match = Match(GAME, 2 + seed % 3, f"times {seed}", {"lamp": "none"})
    while acting := match.state.actors():
        seat = acting[rng.below(len(acting))]
        moves = match.state.propose(seat) if rng.below(8) else match.state.moves(seat)
        move = (moves or match.state.moves(seat))[0]
        match.play(seat, GAME.format(move), elapsed=rng.below(3 * match.ply + 5) - 1)
    assert "settle" in match.record().text()
    assert match.state == Match.from_record(match.record().text(), lambda _: GAME).state
