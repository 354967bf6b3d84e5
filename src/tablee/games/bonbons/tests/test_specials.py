"""Coins and the empty wrapper: rules 9 and 10, and the rulings around them."""

from __future__ import annotations

from tablee.games.bonbons.pieces import ROUNDS, SQUARES
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.tests.notation import hand, moves, play, shown, table, turns
from tablee.games.bonbons.tests.test_turns import A, B, refused, two

THREE = ("A turn 31", "A turn 32", "A turn 33")


def one_left() -> BonbonsState:
    """A has found three of four tiles and is in a further go."""
    return play(two(), *turns("A", "11 A1 12 A2 13 A3"))


# Coins


def test_three_coins_cover_a_tile() -> None:
    """9: begun with a coin and followed by the other two, they make a tile count as found for good."""
    state = play(two(), *THREE)
    assert ("cover", ["cover A1", "cover A2", "cover A3", "cover A4"]) == (
        state.view(0)["phase"],
        moves(state, "A"),
    )
    assert ("cover-first", "9") == refused(state, "A stop")
    assert ("cover-first", "9") == refused(state, "A turn 11")
    assert ("not-your-tile", "9") == refused(state, "A cover B1")
    assert ("no-tile-there", "B23") == refused(state, "A cover A5")
    play(state, "A cover A2")
    assert ("? ?$ ? ?", [1, 0]) == (hand(state, "A"), state.view(None)["found"])
    assert ("under-coins", "9") == refused(state, "B turn A2")
    assert ("no-three-coins", "9") == refused(state, "B cover B1")


def test_more_than_two_tiles_are_turned_only_for_coins() -> None:
    """9: a face-up tile cannot be covered either."""
    state = play(two(), "A turn 11", "A turn A1", *THREE)
    assert ("face-up", "B17") == refused(state, "A cover A1")
    assert ["cover A2", "cover A3", "cover A4"] == moves(state, "A")


def test_after_a_first_coin_everything_is_open() -> None:
    """B4: another square, a round tile for a mere look, or stop."""
    state = play(two(), "A turn 31")
    squares = [f"turn {place}" for place in SQUARES if place != "31"]
    assert [*squares, *(f"turn {place}" for place in (*ROUNDS[:4], *ROUNDS[5:9])), "stop"] == moves(
        state, "A"
    )
    play(state, "A turn A1")
    assert (1, {"31": "coin~"}, "jelly-blue~ ? ? ?") == (state.turn, shown(state), hand(state, "A"))


def test_a_coin_and_another_square_end_the_turn() -> None:
    """B5: also after two coins, and also if the sweet is known."""
    one = play(two(), "A turn 31", "A turn 11")
    assert (1, {"11": "jelly-blue~", "31": "coin~"}) == (one.turn, shown(one))
    both = play(two(), "A turn 31", "A turn 32", "A turn 11")
    assert (1, {"11": "jelly-blue~", "31": "coin~", "32": "coin~"}) == (both.turn, shown(both))
    assert {} == shown(play(both, "clock close"))


def test_a_coin_as_second_tile_starts_nothing() -> None:
    """B6: after a round there is no pair and no run."""
    state = play(two(), "A turn A1", "A turn 31")
    assert (1, "first") == (state.turn, state.view(1)["phase"])


def test_a_further_go_may_begin_with_a_coin() -> None:
    """B7: every go is a beginning."""
    state = play(two(), "A turn 11", "A turn A1", *THREE, "A cover A2")
    assert ("jelly-blue! ?$ ? ?", [2, 0]) == (hand(state, "A"), state.view(None)["found"])


def test_three_coins_give_no_further_go() -> None:
    """B8: the turn ends; if the covered tile was the last one, the match."""
    assert 1 == play(two(), *THREE, "A cover A1").turn
    over = play(one_left(), *THREE)
    assert ([], "jelly-blue! jelly-green! jelly-red! jelly-yellow$") == (over.actors(), hand(over, "A"))


def test_the_covered_tile_is_not_shown() -> None:
    """B9: any own face-down tile, seen or not; the three places of the square stay empty."""
    state = play(two(), *THREE, "A cover A2")
    assert "? ?$ ? ?" == hand(state, "A")
    places = {tile["place"]: (tile["side"], tile["face"]) for tile in state.view(0)["squares"]}
    assert {("empty", None)} == {places[place] for place in ("31", "32", "33")}


def test_two_coins_open() -> None:
    """B22: another square or stop, no round tile any more; whoever stops turns all of them down."""
    state = play(two(), "A turn 31", "A turn 33")
    assert [f"turn {place}" for place in SQUARES if place not in ("31", "33")] + ["stop"] == moves(state, "A")
    assert ("coins-need-squares", "B22") == refused(state, "A turn A1")
    play(state, "A stop", "clock close")
    assert ({}, 1) == (shown(state), state.turn)


def test_empty_places_and_coins_turned_in_vain() -> None:
    """B30: an emptied place cannot be chosen; coins that were closed again stay where they are."""
    vain = play(two(), "A turn 31", "A stop", "B turn 31", "B turn 32", "B turn 33", "B cover B1")
    assert ("coins-were-here", "B30") == refused(vain, "A turn 31")
    assert "turn 31" not in moves(vain, "A")
    found = play(two(), "A turn 11", "A turn A1", "A stop", "B turn 61", "B stop")
    assert "jelly-blue!" == shown(found)["11"]


# The empty wrapper


def test_the_wrapper_brings_a_fifth_tile() -> None:
    """10: it stays face up, and its finder needs five tiles for the rest of the match."""
    state = play(two(), "A turn 34")
    assert ({"34": "wrapper!"}, "? ? ? ? ?") == (shown(state), hand(state, "A"))
    play(state, "B turn 61", "B stop", *turns("A", "11 A1 12 A2 13 A3 14 A4"))
    assert [0] == state.actors()
    assert "jelly-blue! jelly-green! jelly-red! jelly-yellow! ?" == hand(state, "A")
    assert [] == play(state, "A turn 15", "A turn A5").actors()


def test_the_wrapper_ends_the_turn() -> None:
    """B13: alone, after a round, which goes down again, or in a run of coins, which go down too."""
    alone = play(two(), "A turn 34")
    assert (1, [1], None) == (alone.turn, alone.actors(), alone.timer())
    after_round = play(two(), "A turn A1", "A turn 34")
    assert (1, "jelly-blue~ ? ? ? ?") == (after_round.turn, hand(after_round, "A"))
    assert "? ? ? ? ?" == hand(play(after_round, "clock close"), "A")
    run = play(two(), "A turn 31", "A turn 32", "A turn 34", "clock close")
    assert (1, {"34": "wrapper!"}, "? ? ? ? ?") == (run.turn, shown(run), hand(run, "A"))


def test_no_tile_is_left_for_the_wrapper() -> None:
    """B14: the quick game of six deals all 24 rounds; the wrapper stays face up without effect."""
    state = table("wrapper", *[""] * 6, removed=(0, 1))
    assert 0 == state.view(None)["rest"]
    play(state, "A turn 11")
    assert ("? ? ? ?", 1, {"11": "wrapper!"}) == (hand(state, "A"), state.turn, shown(state))


def test_the_fifth_tile_is_like_any_other() -> None:
    """B15: drawn blind, at the end of the row, it may be stolen; the victim keeps the number of tiles."""
    state = play(table("wrapper wheel-b", A, B, rest="wheel-b"), "A turn 11", "B turn 12", "B turn A5")
    play(state, "B give B4")
    assert ("? ? ? ? ?", "? ? ? wheel-blue!") == (hand(state, "A"), hand(state, "B"))
