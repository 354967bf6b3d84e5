"""Coins and the empty wrapper: rules 9 and 10, and the rulings around them."""

from __future__ import annotations

from tablee.games.bonbons.pieces import ROUNDS, SQUARES
from tablee.games.bonbons.position import set_up
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.tests.notation import (
    ROUNDS_A,
    ROUNDS_B,
    moves,
    play,
    refused,
    rounds,
    shown,
    turns,
    two_seats,
)

THREE_COINS = ("A turn 31", "A turn 32", "A turn 33")


def one_tile_left() -> BonbonsState:
    """Return a state in which A has found three of four tiles and begins a further go."""
    return play(two_seats(), *turns("A", "11 A1 12 A2 13 A3"))


# Coins


def test_three_coins_cover_a_tile() -> None:
    """9: a go that turns the three coins covers a tile, which counts as found and cannot be stolen."""
    state = play(two_seats(), *THREE_COINS)
    assert ("cover", ["cover A1", "cover A2", "cover A3", "cover A4"]) == (
        state.view(0)["phase"],
        moves(state, "A"),
    )
    assert ("cover-first", "9") == refused(state, "A stop")
    assert ("cover-first", "9") == refused(state, "A turn 11")
    assert ("not-your-tile", "9") == refused(state, "A cover B1")
    assert ("no-tile-there", "B23") == refused(state, "A cover A5")
    play(state, "A cover A2")
    assert ("? ?$ ? ?", [1, 0]) == (rounds(state, "A"), state.view(None)["found"])
    assert ("under-coins", "9") == refused(state, "B turn A2")
    assert ("no-three-coins", "9") == refused(state, "B cover B1")


def test_more_than_two_tiles_are_turned_only_for_coins() -> None:
    """9: a face-up tile cannot be covered either."""
    state = play(two_seats(), "A turn 11", "A turn A1", *THREE_COINS)
    assert ("face-up", "B17") == refused(state, "A cover A1")
    assert ["cover A2", "cover A3", "cover A4"] == moves(state, "A")


def test_after_a_first_coin_any_tile_may_be_turned() -> None:
    """B4: another square, a round tile that cannot make a pair, or stop."""
    state = play(two_seats(), "A turn 31")
    squares = [f"turn {place}" for place in SQUARES if place != "31"]
    assert [*squares, *(f"turn {place}" for place in (*ROUNDS[:4], *ROUNDS[5:9])), "stop"] == moves(
        state, "A"
    )
    play(state, "A turn A1")
    assert (1, {"31": "coin~"}, "jelly-blue~ ? ? ?") == (state.turn, shown(state), rounds(state, "A"))


def test_a_coin_and_another_square_end_the_turn() -> None:
    """B5: also after two coins, and also if the twin of the sweet is known."""
    one = play(two_seats(), "A turn 31", "A turn 11")
    assert (1, {"11": "jelly-blue~", "31": "coin~"}) == (one.turn, shown(one))
    both = play(two_seats(), "A turn 31", "A turn 32", "A turn 11")
    assert (1, {"11": "jelly-blue~", "31": "coin~", "32": "coin~"}) == (both.turn, shown(both))
    assert {} == shown(play(both, "clock close"))


def test_a_coin_as_second_tile_starts_no_run() -> None:
    """B6: after a round tile there is no pair and no run."""
    state = play(two_seats(), "A turn A1", "A turn 31")
    assert (1, "first") == (state.turn, state.view(1)["phase"])


def test_a_further_go_may_begin_with_a_coin() -> None:
    """B7: a run of coins may start in any go."""
    state = play(two_seats(), "A turn 11", "A turn A1", *THREE_COINS, "A cover A2")
    assert ("jelly-blue! ?$ ? ?", [2, 0]) == (rounds(state, "A"), state.view(None)["found"])


def test_three_coins_give_no_further_go() -> None:
    """B8: the turn ends; if the covered tile was the last one, the match."""
    assert 1 == play(two_seats(), *THREE_COINS, "A cover A1").turn
    over = play(one_tile_left(), *THREE_COINS)
    assert ([], "jelly-blue! jelly-green! jelly-red! jelly-yellow$") == (over.actors(), rounds(over, "A"))


def test_the_covered_tile_is_not_shown() -> None:
    """B9: any own face-down tile, seen or not; the three places of the square stay empty."""
    state = play(two_seats(), *THREE_COINS, "A cover A2")
    assert "? ?$ ? ?" == rounds(state, "A")
    places = {tile["place"]: (tile["side"], tile["face"]) for tile in state.view(0)["squares"]}
    assert {("empty", None)} == {places[place] for place in ("31", "32", "33")}


def test_after_two_coins_only_squares_may_be_turned() -> None:
    """B22: another square or stop, no round tile any more; stopping turns all coins down."""
    state = play(two_seats(), "A turn 31", "A turn 33")
    assert [f"turn {place}" for place in SQUARES if place not in ("31", "33")] + ["stop"] == moves(state, "A")
    assert ("coins-need-squares", "B22") == refused(state, "A turn A1")
    play(state, "A stop", "clock close")
    assert ({}, 1) == (shown(state), state.turn)


def test_emptied_places_cannot_be_turned_and_closed_coins_stay() -> None:
    """B30: an emptied place cannot be chosen; coins that were closed again stay where they are."""
    emptied = play(two_seats(), "A turn 31", "A stop", "B turn 31", "B turn 32", "B turn 33", "B cover B1")
    assert ("coins-were-here", "B30") == refused(emptied, "A turn 31")
    assert "turn 31" not in moves(emptied, "A")
    found = play(two_seats(), "A turn 11", "A turn A1", "A stop", "B turn 61", "B stop")
    assert "jelly-blue!" == shown(found)["11"]


# The empty wrapper


def test_the_wrapper_brings_a_fifth_tile() -> None:
    """10: it stays face up, and the seat that turned it needs five tiles for the rest of the match."""
    state = play(two_seats(), "A turn 34")
    assert ({"34": "wrapper!"}, "? ? ? ? ?") == (shown(state), rounds(state, "A"))
    play(state, "B turn 61", "B stop", *turns("A", "11 A1 12 A2 13 A3 14 A4"))
    assert [0] == state.actors()
    assert "jelly-blue! jelly-green! jelly-red! jelly-yellow! ?" == rounds(state, "A")
    assert [] == play(state, "A turn 15", "A turn A5").actors()


def test_the_wrapper_ends_the_turn() -> None:
    """B13: alone, after a round tile or in a run of coins; those tiles are closed again."""
    alone = play(two_seats(), "A turn 34")
    assert (1, [1], None) == (alone.turn, alone.actors(), alone.timer())
    after_round = play(two_seats(), "A turn A1", "A turn 34")
    assert (1, "jelly-blue~ ? ? ? ?") == (after_round.turn, rounds(after_round, "A"))
    assert "? ? ? ? ?" == rounds(play(after_round, "clock close"), "A")
    run = play(two_seats(), "A turn 31", "A turn 32", "A turn 34", "clock close")
    assert (1, {"34": "wrapper!"}, "? ? ? ? ?") == (run.turn, shown(run), rounds(run, "A"))


def test_the_wrapper_has_no_effect_when_no_tile_is_left() -> None:
    """B14: the quick game of six deals all 24 rounds; the wrapper stays face up without effect."""
    state = set_up("wrapper", *[""] * 6, removed=(0, 1))
    assert 0 == state.view(None)["rest"]
    play(state, "A turn 11")
    assert ("? ? ? ?", 1, {"11": "wrapper!"}) == (rounds(state, "A"), state.turn, shown(state))


def test_the_fifth_tile_is_like_any_other() -> None:
    """B15: drawn unseen, at the end of the row, it may be stolen; the victim keeps five tiles."""
    state = play(
        set_up("wrapper wheel-b", ROUNDS_A, ROUNDS_B, aside="wheel-b"), "A turn 11", "B turn 12", "B turn A5"
    )
    play(state, "B give B4")
    assert ("? ? ? ? ?", "? ? ? wheel-blue!") == (rounds(state, "A"), rounds(state, "B"))
