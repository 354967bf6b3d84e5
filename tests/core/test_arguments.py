"""Tests that wrong arguments are refused alike by both forms of the rules, and change nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee import games
from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.core.game import Game
from tablee.core.i18n import LANGUAGES
from tablee.core.match import Match
from tablee.core.rng import Rng

NOT_NUMBERS: list[Any] = [1.0, None, "0", True, [], b"0"]
LARGE = [2**63, -(2**63) - 1, 2**64, 10**30, 10**5000]
NOT_TEXTS: list[Any] = [None, 1, 1.5, True, b"seed", ["seed"], {}]
every_wrong_number = pytest.mark.parametrize(
    "value", [*NOT_NUMBERS, *LARGE], ids=[*map(repr, NOT_NUMBERS), *(f"large{n}" for n in range(len(LARGE)))]
)
every_game = pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)


def refused(work: Callable[[], object]) -> Refusal:
    """Return the refusal of a call, which can be shown as text."""
    with pytest.raises(Refusal) as caught:
        work()
    assert str(caught.value)
    for language in LANGUAGES:
        words = json.loads((Path(tablee.FOLDER) / "words" / f"words.{language}.json").read_text("utf-8"))
        assert f"refusal.{caught.value.code}" in words
    return caught.value


def deal(game: Game) -> Any:
    return game.deal(game.seats[0], "arguments")


@every_game
@every_wrong_number
def test_a_seat_or_move_or_time_that_is_no_number_is_unreadable(game: Game, value: Any) -> None:
    state = deal(game)
    before = state.snapshot()
    seat = state.actors()[0]
    move = state.moves(seat)[0]
    for work in (
        lambda: state.play(value, move),
        lambda: state.play(seat, value),
        lambda: state.play(seat, move, value),
        lambda: state.moves(value),
    ):
        assert isinstance(refused(work), Unreadable)
    if value is not None:
        for work in (lambda: state.view(value), lambda: state.resample(value, Rng("x"))):
            assert isinstance(refused(work), Unreadable)
    assert before == state.snapshot()


@every_game
@pytest.mark.parametrize("elapsed", [-2, -1000, -(2**40)])
def test_a_negative_time_is_refused(game: Game, elapsed: int) -> None:
    state = deal(game)
    before = state.snapshot()
    seat = state.actors()[0]
    move = state.moves(seat)[0]
    assert refused(lambda: state.play(seat, move, elapsed)).code == "negative-time"
    assert before == state.snapshot()


@every_game
def test_a_seat_that_does_not_exist_is_refused_or_has_no_moves(game: Game) -> None:
    state = deal(game)
    for seat in (-2, state.seats, 2**40):
        assert state.moves(seat) == []
        for work in (
            lambda seat=seat: state.play(seat, 0),
            lambda seat=seat: state.view(seat),
            lambda seat=seat: state.resample(seat, Rng("x")),
        ):
            refusal = refused(work)
            assert isinstance(refusal, Illegal)
            assert refusal.code == "no-such-seat"
    assert refused(lambda: state.play(0, 2**40)).code == "no-such-move"
    assert refused(lambda: state.play(0, 2**63 - 1)).code == "no-such-move"


@every_game
@pytest.mark.parametrize("rng", [None, 1, "rng"])
def test_resampling_needs_a_generator(game: Game, rng: Any) -> None:
    assert refused(lambda: deal(game).resample(None, rng)).code == "not-an-rng"


@every_game
@every_wrong_number
def test_a_deal_needs_a_number_of_seats(game: Game, value: Any) -> None:
    assert isinstance(refused(lambda: game.deal(value, "seed")), Unreadable)
    assert isinstance(refused(lambda: Match(game, value, "seed")), Unreadable)


@every_game
@pytest.mark.parametrize("value", NOT_TEXTS, ids=repr)
def test_seeds_and_moves_are_texts(game: Game, value: Any) -> None:
    seats = game.seats[0]
    match = Match(game, seats, "seed")
    for work in (
        lambda: game.deal(seats, value),
        lambda: Match(game, seats, value),
        lambda: game.parse(value),
        lambda: match.play(0, value),
        lambda: Rng(value),
    ):
        assert refused(work).code == "not-a-text"
    assert match.ply == 0


@every_game
@every_wrong_number
def test_only_numbers_have_a_text(game: Game, value: Any) -> None:
    assert isinstance(refused(lambda: game.format(value)), Unreadable)


@every_game
@every_wrong_number
def test_a_match_refuses_what_a_state_refuses(game: Game, value: Any) -> None:
    match = Match(game, game.seats[0], "seed")
    seat = match.state.actors()[0]
    words = game.format(match.state.moves(seat)[0])
    before = match.state.snapshot()
    assert isinstance(refused(lambda: match.play(value, words)), Unreadable)
    assert isinstance(refused(lambda: match.play(seat, words, elapsed=value)), Unreadable)
    if value is not None:
        assert isinstance(refused(lambda: match.play(seat, words, seen=value)), Unreadable)
    assert (match.ply, match.state.snapshot()) == (0, before)


@pytest.mark.parametrize("value", NOT_TEXTS, ids=repr)
def test_a_record_is_a_text(value: Any) -> None:
    assert isinstance(refused(lambda: Match.from_record(value, games.load)), Unreadable)


@every_game
@pytest.mark.parametrize("digits", ["9" * 19, "9" * 5000])
def test_a_record_with_huge_numbers_is_unreadable(game: Game, digits: str) -> None:
    match = Match(game, game.seats[0], "seed")
    seat = match.state.actors()[-1]
    match.play(seat, game.format(match.state.moves(seat)[0]), elapsed=7)
    text = match.record().text()
    for old, new in (
        (" @7", f" @{digits}"),
        (f"seats: {match.seats}", f"seats: {digits}"),
        ("\n1 ", f"\n{digits} "),
    ):
        assert old in text
        work = partial(Match.from_record, text.replace(old, new), games.load)
        assert isinstance(refused(work), Unreadable)


def test_numbers_of_other_libraries_are_accepted() -> None:
    class Number:
        """An integer that is no `int`, as in numpy."""

        def __init__(self, value: int) -> None:
            self.value = value

        def __index__(self) -> int:
            return self.value

    game = games.all()[0]
    state = deal(game)
    seat = state.actors()[0]
    state.play(Number(seat), Number(state.moves(seat)[0]))
    assert state.plies == 1
