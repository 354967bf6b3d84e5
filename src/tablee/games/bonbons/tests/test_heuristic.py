"""Proposals: the moves of a careful player with a perfect memory."""

from __future__ import annotations

from tablee.core.rng import Rng
from tablee.core.vocabulary import parse_seat
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import VOCABULARY
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.tests.notation import play, two_seats


def proposed(state: BonbonsState, seat: str) -> list[str]:
    """Return the proposals as text."""
    return [VOCABULARY.format(move) for move in state.propose(parse_seat(seat))]


def test_a_known_pair_is_taken_own_before_stolen() -> None:
    state = play(two_seats(), "A turn A1", "A turn 21", "B turn B1", "B turn 11")
    assert ["turn 11"] == proposed(state, "A")
    play(state, "A turn 11")
    assert ["turn A1"] == proposed(state, "A")
    play(state, "A turn A1")
    assert ["turn 21"] == proposed(state, "A")


def test_three_known_coins_are_taken() -> None:
    state = play(two_seats(), "A turn 31", "A stop", "B turn 32", "B stop", "A turn 33", "A stop")
    assert ["turn 31"] == proposed(state, "B")
    play(state, "B turn 31")
    assert ["turn 32"] == proposed(state, "B")


def test_two_known_coins_are_not_enough() -> None:
    state = play(two_seats(), "A turn 31", "A stop", "B turn 32")
    assert ["turn 31"] == proposed(state, "B")
    assert ["stop"] == proposed(play(state, "B turn 31"), "B")


def test_no_tile_is_shown_in_vain() -> None:
    assert ["stop"] == proposed(play(two_seats(), "A turn 61"), "A")


def test_the_twin_of_a_round_tile_is_turned_if_it_is_known() -> None:
    state = play(two_seats(), "A turn 11", "A stop", "B turn A1")
    assert ["turn 11"] == proposed(state, "B")
    unknown = play(two_seats(), "A turn 11", "A stop", "B turn B1")
    assert 35 == len(proposed(unknown, "B"))


def test_an_unseen_tile_is_given_and_a_seen_one_is_covered() -> None:
    known = play(two_seats(), "A turn A1", "A turn 61", "B turn 62", "B stop")
    theft = play(known.copy(), "A turn 21", "A turn B1")
    assert ["give A2", "give A3", "give A4"] == proposed(theft, "A")
    coins = play(known, "A turn 31", "A turn 32", "A turn 33")
    assert ["cover A1"] == proposed(coins, "A")


def test_proposals_depend_on_seen_tiles_only() -> None:
    """B18: a resampled state gets the same proposals."""
    rng = Rng("fair")
    state = GAME.deal(3, "fair")
    while state.actors():
        seat = state.actors()[-1]
        assert state.propose(seat) == state.resample(seat, rng).propose(seat)
        choice = state.propose(seat)
        state.play(seat, choice[rng.below(len(choice))])
