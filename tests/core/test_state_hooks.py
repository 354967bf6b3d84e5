"""Tests of the optional hooks of a State (`Timed`, `Race`, `Memory`, `Advice`): defaults and overrides."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.outcome import Outcome, ranked
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, UNTIMED, State
from tablee.core.vocabulary import Verb, Vocabulary

VOCABULARY = Vocabulary(Verb("take", ("1", "2", "3")), Verb("pass"))
VIEWERS = (CLOCK, 0, 1)
every_viewer = pytest.mark.parametrize("viewer", VIEWERS)


class Sticks(State):
    """Two seats take one to three sticks in turn until none is left. Overrides no optional hook."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 2
        self.left = 7

    def is_actor(self, seat: int) -> bool:
        return self.left > 0 and seat == self.plies % 2

    def find_moves(self, seat: int, moves: MoveBuffer) -> None:
        for move in range(min(3, self.left)):
            moves.add(move)

    def apply(self, seat: int, move: int) -> None:
        self.left -= move + 1

    def score_sheet(self) -> Outcome:
        return ranked([{"last": int(seat != self.plies % 2)} for seat in range(2)])

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def board_view(self, viewer: int) -> dict[str, Any]:
        return {"left": self.left}


@pytest.fixture
def plain() -> Sticks:
    """Return a state without any optional hook, after one move."""
    state = Sticks()
    state.play(0, 1)
    return state


# Timed


@every_viewer
def test_without_hooks_no_timer_runs(plain: Sticks, viewer: int) -> None:
    assert plain.timer() is None
    assert plain.visible_timer(viewer) is None
    assert plain.view(None if viewer == CLOCK else viewer)["timer"] is None


def test_without_hooks_no_seat_waits_for_the_clock(plain: Sticks) -> None:
    assert not plain.waits_for_clock()


def test_the_default_late_move_is_the_first_legal_move(plain: Sticks) -> None:
    assert [0, 1, 2] == plain.moves(1)
    assert 0 == plain.late_move(1)


class TimedSticks(Sticks):
    """Each decision has half a minute; a late seat takes as many sticks as it can."""

    def is_actor(self, seat: int) -> bool:
        return super().is_actor(seat) or (seat == CLOCK and self.left > 0)

    def timer(self) -> tuple[int, int] | None:
        return (self.plies, 30_000) if self.left else None

    def late_move(self, seat: int) -> int:
        return self.moves(seat)[-1]

    def waits_for_clock(self) -> bool:
        return self.plies == 0


@every_viewer
def test_a_visible_timer_follows_the_timer(viewer: int) -> None:
    state = TimedSticks()
    state.play(0, 0)
    assert (1, 30_000) == state.timer() == state.visible_timer(viewer)
    assert {"since": 1, "wait": 30_000} == state.view(None if viewer == CLOCK else viewer)["timer"]


def test_a_timer_ends_with_the_match() -> None:
    state = TimedSticks()
    for seat in (0, 1, 0):
        state.play(seat, state.late_move(seat))
    assert state.outcome() is not None
    assert state.view(0)["timer"] is None


def test_a_late_move_and_a_wait_can_be_chosen_by_the_game() -> None:
    state = TimedSticks()
    assert (2, True) == (state.late_move(0), state.waits_for_clock())
    state.play(0, state.late_move(0))
    assert (2, False) == (state.late_move(1), state.waits_for_clock())


class PrivateTimer(TimedSticks):
    """Spectators see no timer, and seat 1 sees another one than seat 0."""

    def visible_timer(self, viewer: int) -> tuple[int, int] | None:
        return {CLOCK: None, 0: self.timer()}.get(viewer, (0, 5_000))


def test_a_view_shows_the_visible_timer_of_its_viewer() -> None:
    state = PrivateTimer()
    timers = [state.view(viewer)["timer"] for viewer in (None, 0, 1)]
    assert [None, {"since": 0, "wait": 30_000}, {"since": 0, "wait": 5_000}] == timers


# Race


def test_without_hooks_there_is_no_race(plain: Sticks) -> None:
    assert [None, None, None] == [plain.race_start(seat) for seat in VIEWERS]
    assert {0} == {plain.min_interval(move) for move in range(VOCABULARY.size)}
    assert [] == plain.race_results()


class RacingSticks(Sticks):
    """After the first move both seats race: the one that passes first, by `elapsed`, wins the race."""

    def __init__(self) -> None:
        super().__init__()
        self.times = [UNTIMED, UNTIMED]

    def is_actor(self, seat: int) -> bool:
        return seat == 0 if self.plies == 0 else seat != CLOCK and self.times[seat] == UNTIMED

    def find_moves(self, seat: int, moves: MoveBuffer) -> None:
        moves.add(0 if self.plies == 0 else VOCABULARY.first("pass"))

    def apply(self, seat: int, move: int) -> None:
        if move == VOCABULARY.first("pass"):
            self.times[seat] = self.elapsed

    def race_start(self, seat: int) -> int | None:
        return 1 if self.actors() and self.plies else None

    def min_interval(self, move: int) -> int:
        return 250 if move == VOCABULARY.first("pass") else 0

    def race_results(self) -> list[list[int]]:
        if UNTIMED in self.times:
            return []
        return [[seat for seat, time in enumerate(self.times) if time == min(self.times)]]


def test_a_race_starts_ends_and_is_decided_by_elapsed_times() -> None:
    state = RacingSticks()
    assert [None] * 3 == [state.race_start(seat) for seat in VIEWERS]
    state.play(0, 0)
    assert [1] * 3 == [state.race_start(seat) for seat in VIEWERS]
    state.play(0, VOCABULARY.first("pass"), elapsed=900)
    assert (1, []) == (state.race_start(1), state.race_results())
    state.play(1, VOCABULARY.first("pass"), elapsed=800)
    assert (None, [[1]]) == (state.race_start(1), state.race_results())


def test_an_interval_depends_on_the_move() -> None:
    assert [0, 0, 0, 250] == [RacingSticks().min_interval(move) for move in range(VOCABULARY.size)]


# Memory


@every_viewer
def test_by_default_a_log_keeps_what_was_announced(plain: Sticks, viewer: int) -> None:
    for move, text in enumerate(VOCABULARY):
        assert text == plain.announce(viewer, 1, move) == plain.log_text(viewer, 1, move)


def test_by_default_nothing_is_forgotten(plain: Sticks) -> None:
    before = plain.snapshot()
    plain.forget(0, recall=0.0, mind=1)
    assert before == plain.snapshot()


class SecretSticks(Sticks):
    """A move is announced in full only to the seat that makes it."""

    def announce(self, viewer: int, seat: int, move: int) -> str:
        return VOCABULARY.format(move) if viewer == seat else "take"


def test_a_log_text_follows_another_announcement() -> None:
    assert ["take", "take 2", "take"] == [SecretSticks().log_text(viewer, 0, 1) for viewer in VIEWERS]


class MemorySticks(Sticks):
    """Moves are announced in full and logged without the number: each seat must remember the pile."""

    def __init__(self) -> None:
        super().__init__()
        self.believed = [7, 7]

    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        self.believed = [self.left, self.left]

    def log_text(self, viewer: int, seat: int, move: int) -> str:
        return "take"

    def forget(self, seat: int, recall: float, mind: int) -> None:
        if recall < 1:
            self.believed[seat] = 1 + mind % 7


def test_a_log_may_keep_less_than_was_announced() -> None:
    state = MemorySticks()
    assert ("take 3", "take") == (state.announce(1, 0, 2), state.log_text(1, 0, 2))


def test_a_memory_is_replaced_in_a_resampled_state_alone() -> None:
    state = MemorySticks()
    state.play(0, 0)
    resampled = state.resample(1, Rng("memory"))
    resampled.forget(1, recall=0.5, mind=3)
    assert ([6, 6], [6, 4]) == (state.believed, resampled.believed)
    again = state.resample(1, Rng("another"))
    again.forget(1, recall=0.5, mind=3)
    assert resampled == again, "equal minds forget the same things"


# Advice


def test_without_hooks_every_legal_move_is_searched(plain: Sticks) -> None:
    moves = MoveBuffer()
    plain.find_candidates(1, moves)
    assert 0 == moves.count


def test_without_hooks_there_is_no_advice(plain: Sticks) -> None:
    features = FeatureBuffer()
    plain.fill_features(1, features)
    assert ([], 0, 0) == (plain.propose(1), features.count, plain.chance_key())


def test_the_default_blunder_is_any_legal_move(plain: Sticks) -> None:
    legal, rng = plain.moves(1), Rng("blunder")
    assert set(legal) == {plain.blunder(1, legal, rng) for _ in range(200)}
    assert 2 == plain.blunder(1, [2], rng)


class AdvisedSticks(Sticks):
    """Leave a multiple of four: the other seat then cannot take the last stick."""

    def find_candidates(self, seat: int, moves: MoveBuffer) -> None:
        for move in self.propose(seat):
            moves.add(move)

    def propose(self, seat: int) -> list[int]:
        return [move for move in self.moves(seat) if (self.left - move - 1) % 4 == 0]

    def fill_features(self, seat: int, features: FeatureBuffer) -> None:
        features.add_one_hot(self.left % 4, 4)

    def chance_key(self) -> int:
        return self.left

    def blunder(self, seat: int, legal: list[int], rng: Rng) -> int:
        return next(move for move in legal if move not in self.propose(seat))


def test_advice_of_a_game_replaces_the_defaults() -> None:
    state, moves, features = AdvisedSticks(), MoveBuffer(), FeatureBuffer()
    state.find_candidates(0, moves)
    state.fill_features(0, features)
    assert [2] == state.propose(0) == moves.to_list()
    assert [0, 0, 0, 1] == [features.at(index) for index in range(features.count)]
    assert 7 == state.chance_key()
    assert 0 == state.blunder(0, state.moves(0), Rng("blunder"))


def test_no_hook_changes_which_moves_are_legal() -> None:
    for kind in (TimedSticks, PrivateTimer, SecretSticks, MemorySticks, AdvisedSticks):
        assert Sticks().moves(0) == kind().moves(0)
        assert Sticks().view(0)["moves"] == kind().view(0)["moves"]
