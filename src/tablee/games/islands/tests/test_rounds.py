"""Tests of set-up, rounds and hidden information: rules 1-12 and 39-50."""

from __future__ import annotations

import pytest

from tablee.core.buffers import MoveBuffer
from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.core.walk import random_match
from tablee.games.islands import GAME
from tablee.games.islands.pieces import CELLS, CHARACTERS, DREAMS, STACKS, TILES
from tablee.games.islands.position import new_state
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.tests.notation import moves, play, refusal


def finished(seats: int, seed: str = "end") -> IslandsState:
    """Return the end of a random match."""
    state = GAME.deal(seats, seed)
    assert isinstance(state, IslandsState)
    random_match(state, Rng(seed), MoveBuffer())
    return state


def test_the_box_has_80_tiles_and_5_characters() -> None:
    """1: 80 tiles in 4 stacks of 20, 5 characters."""
    assert (80, 80) == (len(TILES), len(set(TILES)))
    assert ("Elias", "Lilia", "Noura", "Qasim", "Shirin") == CHARACTERS


def test_the_kind_of_a_hidden_tile_is_public() -> None:
    """2: the back shows the stack, never the face."""
    state = play(new_state(2), "A draw middle")
    offer = state.view(1)["offer"]
    assert "middle" == state.view(1)["stack"]
    assert [(True, None)] * 3 == [(tile["down"], tile["tile"]) for tile in offer]


@pytest.mark.parametrize("seats, used, per_round", [(2, 12, 3), (3, 12, 3), (4, 16, 4), (5, 20, 5)])
def test_a_stack_lasts_four_rounds(seats: int, used: int, per_round: int) -> None:
    """3: 12, 12, 16 or 20 tiles of each stack, four rounds each, four tiles of each kind for each seat."""
    state = GAME.deal(seats, "seed")
    assert {"left": used, "rounds": 4} == state.view(None)["stacks"]["dream"]
    seen = set()
    rng = Rng("x")
    while state.actors():
        stacks = state.view(None)["stacks"]
        seen |= {stack["left"] % per_round for stack in stacks.values()}
        move = state.moves(state.actors()[0])
        state.play(state.actors()[0], move[rng.below(len(move))])
    assert {0} == seen
    for island in state.view(None)["islands"]:
        assert set(CELLS) == set(island["cells"])


def test_what_is_set_aside_and_the_first_lookout_are_random() -> None:
    """4: all twenty are shuffled before the surplus is set aside; the first Lookout is random."""
    asides = {tuple(finished(3, f"seed {number}").view(None)["aside"]) for number in range(6)}
    lookouts = {GAME.deal(3, f"seed {number}").view(None)["lookout"] for number in range(30)}
    assert 6 == len(asides)
    assert {0, 1, 2} == lookouts


def test_dreams_set_aside_are_secret_and_only_counts_are_public() -> None:
    """5: the tiles set aside stay secret; sizes of stacks are public."""
    state = GAME.deal(2, "seed")
    view = state.view(None)
    assert dict.fromkeys(DREAMS, 2) == view["unseen"]
    assert view["aside"] is None
    opened = play(new_state(3, dream="lamp"), "A draw dream").view(None)
    assert 1 == opened["unseen"]["lamp"]


def test_the_lookout_draws_as_many_tiles_as_there_are_seats() -> None:
    """6: from a stack that is not empty."""
    for seats in (3, 4, 5):
        state = play(new_state(seats), "A draw top")
        assert TILES[:seats] == [tile["tile"] for tile in state.view(None)["offer"]]


def test_an_empty_stack_cannot_be_drawn() -> None:
    """6: after four rounds a stack is empty."""
    state = new_state(3)
    while state.view(None)["stacks"]["top"]["left"]:
        seat = "ABC"[state.actors()[0]]
        play(state, f"{seat} {moves(state, seat)[0]}")
    while state.view(None)["phase"] != "draw":
        seat = "ABC"[state.actors()[0]]
        play(state, f"{seat} {moves(state, seat)[0]}")
    seat = "ABC"[state.actors()[0]]
    assert [f"draw {stack}" for stack in STACKS[1:]] == moves(state, seat)
    assert ("stack-empty", "6") == refusal(state, f"{seat} draw top")


def test_the_lookout_takes_first_and_names_anyone_else() -> None:
    """7: any other seat."""
    state = play(new_state(4, lookout=2), "C draw top", "C take 4 t1")
    assert ["name A", "name B", "name D"] == moves(state, "C")
    assert ("not-yourself", "7") == refusal(state, "C name C")
    assert ("no-such-seat", "7") == refusal(state, "C name E")


def test_the_named_seat_picks_and_names_a_seat_that_has_not_picked() -> None:
    """8: no seat picks twice in a round, a taken tile is gone."""
    state = play(new_state(4), "A draw top", "A take 1 t1", "A name C")
    assert [2] == state.actors()
    assert ("no-tile-there", "8") == refusal(state, "C take 1 t1")
    play(state, "C take 2 t1")
    assert ["name B", "name D"] == moves(state, "C")
    assert ("already-picked", "8") == refusal(state, "C name A")


def test_a_taken_place_shows_its_taker_until_the_round_ends() -> None:
    """11: who took which tile is public."""
    state = new_state(3)
    assert {} == state.view(None)["takers"]
    play(state, "A draw top", "A take 2 t1", "A name C", "C take 1 t1")
    assert {"1": 2, "2": 0} == state.view(1)["takers"]
    play(state, "B take 3 t1")
    assert {} == state.view(None)["takers"]


def test_the_last_seat_is_not_named_and_is_the_next_lookout() -> None:
    """8, 9: naming the only seat left is no decision."""
    state = play(new_state(3), "A draw top", "A take 1 t1", "A name C", "C take 3 t1")
    assert [1] == state.actors()
    play(state, "B take 2 t1")
    assert ("draw", 1) == (state.view(None)["phase"], state.view(None)["lookout"])


def test_no_seat_may_pass_and_lamps_come_before_naming() -> None:
    """10: take, lay, lamps, name; there is no move that does nothing."""
    state = play(new_state(3, top="T01 T02 T03"), "A draw top")
    assert {"take"} == {move.split()[0] for move in moves(state, "A")}
    verbs = {word.split()[0] for word in GAME.vocabulary}
    assert {"draw", "hide", "take", "turn", "lay", "name", "choose"} == verbs


def test_with_three_or_more_seats_all_viewers_see_the_same() -> None:
    """11: only the stacks and the tiles set aside are hidden."""
    state = play(new_state(4), "A draw dream", "A take 2 d1", "A name B")
    private = ("seat", "moves", "foreseen")
    seen = [
        {key: value for key, value in state.view(seat).items() if key not in private} for seat in range(4)
    ]
    assert seen == [seen[0]] * 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_match_has_sixteen_rounds(seats: int) -> None:
    """12: at the end every island has 12 tiles and 4 dreams."""
    view = finished(seats).view(None)
    assert (16, "over") == (view["round"], view["phase"])
    assert [16] * seats == [len(island["cells"]) for island in view["islands"]]


def test_two_seats_are_lookout_in_turn() -> None:
    """39: eight rounds each."""
    state = new_state(2, lookout=1)
    lookouts = []
    while state.actors():
        view = state.view(None)
        if view["phase"] == "draw":
            lookouts.append(view["lookout"])
        seat = "AB"[state.actors()[0]]
        play(state, f"{seat} {moves(state, seat)[0]}")
    assert [1, 0] * 8 == lookouts


def test_the_lookout_of_two_sees_three_and_hides_one() -> None:
    """40: only the Lookout sees them."""
    state = play(new_state(2, top="T05 T06 T07"), "A draw top")
    assert ["hide 1", "hide 2", "hide 3"] == moves(state, "A")
    assert ["T05", "T06", "T07"] == [tile["tile"] for tile in state.view(0)["offer"]]
    play(state, "A hide 2")
    assert ["T05", None, "T07"] == [tile["tile"] for tile in state.view(1)["offer"]]
    assert ("nothing-to-hide", "40") == refusal(play(new_state(3), "A draw top"), "A hide 1")


def test_the_opponent_picks_first_and_the_third_tile_is_discarded_face_up() -> None:
    """41: then the Lookout takes one of two."""
    state = play(new_state(2, top="T05 T06 T07"), "A draw top", "A hide 2")
    assert ["take 1 t1", "take 3 t1", "turn 2"] == moves(state, "B")
    play(state, "B take 1 t1")
    assert ["take 2 t1", "take 3 t1"] == moves(state, "A")
    play(state, "A take 3 t1")
    assert ["T06"] == state.view(1)["discards"] == state.view(None)["discards"]


def test_the_hidden_tile_is_public_once_taken_or_discarded() -> None:
    """42, 43: until then its face is only in the view of the Lookout."""
    state = play(new_state(2, top="T05 T06 T07"), "A draw top", "A hide 2")
    assert "T06" in str(state.view(0))
    assert "T06" not in str(state.view(1))
    assert "T06" not in str(state.view(None))
    play(state, "B take 1 t1", "A take 2 t1")
    assert {"tile": "T06", "turned": False} == state.view(1)["islands"][0]["cells"]["t1"]


def test_the_order_of_decisions() -> None:
    """44: a refusal names the decision that is due."""
    state = play(new_state(2), "A draw top")
    assert ("not-your-phase", "44") == refusal(state, "A draw top")
    with pytest.raises(Illegal, match="not-your-turn"):
        play(state, "B take 1 t1")
    one_choice = play(new_state(3), "A draw top", "A take 1 t1", "A name B", "B take 2 t1")
    assert ["take 3 t1"] == moves(one_choice, "C")


def test_taking_the_face_down_tile_is_a_move_of_its_own() -> None:
    """45: it is turned up for all, then the seat must choose its cell."""
    state = play(new_state(2, top="T05 T06 T07"), "A draw top", "A hide 2")
    assert ("face-down", "45") == refusal(state, "B take 2 t1")
    assert ("not-face-down", "45") == refusal(state, "B turn 1")
    play(state, "B turn 2")
    assert "T06" == state.view(None)["offer"][1]["tile"]
    assert ["lay t1"] == moves(state, "B")
    play(state, "B lay t1")
    assert [0] == state.actors()


def test_the_three_tiles_keep_their_places() -> None:
    """46: the opponent sees three backs while the Lookout decides, and learns nothing from their order."""
    state = play(new_state(2, top="T05 T06 T07"), "A draw top")
    assert ["1", "2", "3"] == [tile["place"] for tile in state.view(1)["offer"]]
    play(state, "A hide 1", "B take 2 t1")
    assert ["1", "3"] == [tile["place"] for tile in state.view(1)["offer"]]


def test_a_spectator_sees_what_is_public() -> None:
    """47: never the hidden tile; the tiles set aside only when the match is over."""
    state = finished(2)
    assert 4 * 8 == len(state.view(None)["aside"])
    assert 16 == len(state.view(None)["discards"])
    assert {"left": 0, "rounds": 0} == state.view(None)["stacks"]["top"]


def test_resampling_redraws_only_what_a_seat_cannot_know() -> None:
    """43, 46: the hidden tile varies for the opponent and never for the Lookout."""
    state = play(new_state(2, top="T05 T06 T07"), "A draw top", "A hide 2")
    rng = Rng("resample")
    hidden = {state.resample(1, rng).view(0)["offer"][1]["tile"] for _ in range(400)}
    known = {state.resample(0, rng).view(0)["offer"][1]["tile"] for _ in range(20)}
    assert set(TILES[:20]) - {"T05", "T07"} == hidden
    assert {"T06"} == known


def test_faces_under_a_genie_and_current_scores_are_public() -> None:
    """48: all saw the tile when it was laid."""
    state = play(new_state(3, top="T01 T02 T03"), "A draw top", "A take 1 t1")
    assert {"tile": "T01", "turned": False} == state.view(None)["islands"][0]["cells"]["t1"]
    assert "score" in state.view(None)["islands"][0]


def test_a_view_shows_the_faces_of_the_tiles_it_names() -> None:
    """48, 43: turned tiles included; a tile without a name in a view has no face in it."""
    state = play(new_state(2, top="T05 T06 T07"), "A draw top", "A hide 2")
    assert {"T05", "T06", "T07"} == set(state.view(0)["faces"]["top"])
    assert {"T05", "T07"} == set(state.view(1)["faces"]["top"]) == set(state.view(None)["faces"]["top"])
    assert {"lamp": 1, "fennec": 1, "emerald": 1, "palm": 1} == state.view(1)["faces"]["top"]["T05"]
    assert {} == state.view(0)["faces"]["middle"]


def test_tiles_are_drawn_from_the_top_in_order() -> None:
    """49: the order of drawing is the order of display."""
    state = play(new_state(5, bottom="B20 B11 B01 B02 B03"), "A draw bottom")
    assert ["B20", "B11", "B01", "B02", "B03"] == [tile["tile"] for tile in state.view(None)["offer"]]


def test_characters_are_given_in_seat_order() -> None:
    """50: each at most once, without effect."""
    assert list(CHARACTERS) == [island["character"] for island in new_state(5).view(None)["islands"]]
