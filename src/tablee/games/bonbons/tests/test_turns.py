"""Set-up, goes, pairs and thefts: rules 1-8 and 11, and the rulings around them."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import FACES, KIND_PAIRS, KINDS, ROUNDS, SQUARES
from tablee.games.bonbons.position import set_up
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.tests.notation import (
    ROUNDS_A,
    ROUNDS_B,
    SQUARES_DRAWN,
    moves,
    play,
    play_to_end,
    refused,
    rounds,
    shown,
    turns,
    two_seats,
)

SWEETS = FACES[:32]


# Set-up


def test_the_tiles() -> None:
    """1: 8 kinds in 4 colours, each once round and once square; 3 coins and a wrapper are squares too."""
    view = play_to_end(6).view(None)
    faces = [tile["face"] for row in view["rounds"] for tile in row] + view["aside"]
    assert (8, 32) == (len(KINDS), len(set(SWEETS)))
    assert sorted(SWEETS) == sorted(faces)
    squares = Counter(tile["face"] for seed in range(9) for tile in squares_at_end(f"deal {seed}"))
    assert dict.fromkeys(SWEETS, 9) | {"coin": 27, "wrapper": 9} == squares


def squares_at_end(seed: str) -> list[dict[str, str]]:
    """Return the squares of a finished match in which the coins were not taken."""
    number = 0
    while True:
        squares: list[dict[str, str]] = play_to_end(2, f"{seed} {number}").view(None)["squares"]
        if all(tile["face"] for tile in squares):
            return squares
        number += 1


def test_thirty_six_squares_and_four_rounds_each() -> None:
    """2: all tiles face down, the remaining round tiles aside."""
    view = GAME.deal(3, "seed").view(0)
    assert list(SQUARES) == [tile["place"] for tile in view["squares"]]
    assert ["A1", "A2", "A3", "A4"] == [tile["place"] for tile in view["rounds"][0]]
    assert [4, 4, 4] == [len(row) for row in view["rounds"]]
    assert 32 - 3 * 4 == view["rest"]
    tiles = [*view["squares"], *(tile for row in view["rounds"] for tile in row)]
    assert {("down", None)} == {(tile["side"], tile["face"]) for tile in tiles}


def test_the_first_seat_is_random_and_turns_go_clockwise() -> None:
    """3: random instead of by age, then clockwise."""
    assert {0, 1, 2} == {GAME.deal(3, f"seed {number}").turn for number in range(30)}  # type: ignore[attr-defined]
    state = set_up(SQUARES_DRAWN, ROUNDS_A, ROUNDS_B, "roll-b", aside="wheel-b")
    order = []
    for seat in "ABCA":
        order.append(state.turn)
        play(state, f"{seat} turn 15", f"{seat} stop")
    assert [0, 1, 2, 0] == order


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_seats(seats: int) -> None:
    """B1: two to six seats with four round tiles each; one or seven are refused."""
    assert 32 - 4 * seats == GAME.deal(seats, "seed").view(None)["rest"]
    for wrong in (1, 7):
        with pytest.raises(Illegal, match="wrong-number-of-seats"):
            GAME.deal(wrong, "seed")


def test_all_randomness_is_in_the_deal() -> None:
    """B28: squares, rounds and first seat come from the seed; the fifth tile is the first one aside."""
    assert GAME.deal(4, "one") == GAME.deal(4, "one")
    assert GAME.deal(4, "one") != GAME.deal(4, "two")
    state = play(two_seats(), "A turn 34")
    tiles = play(state, *winning_moves_of_a(state)).view(None)["rounds"][0]
    assert ("A5", "wheel-blue") == (tiles[4]["place"], tiles[4]["face"])
    assert ("11", "66", "A1", "F5") == (SQUARES[0], SQUARES[-1], ROUNDS[0], ROUNDS[-1])


def winning_moves_of_a(state: BonbonsState) -> list[str]:
    """Return moves with which A finds all its tiles and B makes no pair."""
    pairs = turns("A", "11 A1 12 A2 13 A3 14 A4 15 A5")
    return ["B turn 61", "B stop", *pairs] if state.turn == 1 else pairs[:8]


# A go


def test_a_square_and_a_round_in_any_order() -> None:
    """4: all viewers see the turned tile."""
    state = two_seats()
    assert [f"turn {place}" for place in (*SQUARES, *ROUNDS[:4], *ROUNDS[5:9])] == moves(state, "A")
    play(state, "A turn 22")
    assert {"22": "twist-green~"} == shown(state)
    assert all(state.view(seat)["squares"] == state.view(None)["squares"] for seat in (0, 1))
    assert [f"turn {place}" for place in (*ROUNDS[:4], *ROUNDS[5:9])] + ["stop"] == moves(state, "A")
    other = play(two_seats(), "A turn A2")
    assert ("? jelly-green~ ? ?", {}) == (rounds(other, "A"), shown(other))
    assert [f"turn {place}" for place in SQUARES] == moves(other, "A")


@pytest.mark.parametrize("order", [("11", "A1"), ("A1", "11")])
def test_a_pair_stays_face_up_and_gives_a_further_go(order: tuple[str, str]) -> None:
    """5: the same sweet in the same colour; then another square and another round."""
    state = play(two_seats(), *(f"A turn {place}" for place in order))
    assert ({"11": "jelly-blue!"}, "jelly-blue! ? ? ?") == (shown(state), rounds(state, "A"))
    assert (0, "again") == (state.turn, state.view(0)["phase"])
    play(state, "A turn 12", "A turn A2")
    assert "jelly-blue! jelly-green! ? ?" == rounds(state, "A")


@pytest.mark.parametrize("square", ["12", "21", "31"])
def test_two_different_tiles_are_closed_again(square: str) -> None:
    """6: another colour, another kind or a coin ends the turn."""
    state = play(two_seats(), "A turn A1", f"A turn {square}")
    assert (1, "jelly-blue~ ? ? ?") == (state.turn, rounds(state, "A"))
    play(state, "clock close")
    assert ({}, "? ? ? ?") == (shown(state), rounds(state, "A"))


def test_stopping_is_allowed_after_a_square() -> None:
    """7: without turning a round tile."""
    state = play(two_seats(), "A turn 21", "A stop")
    assert (1, "? ? ? ?") == (state.turn, rounds(state, "A"))


def test_two_tiles_of_one_shape_are_refused() -> None:
    """B2: one square and one round; the exceptions are those listed."""
    assert ("one-square-only", "B2") == refused(play(two_seats(), "A turn 11"), "A turn 12")
    assert ("one-round-only", "B2") == refused(play(two_seats(), "A turn A1"), "A turn A2")


def test_no_stop_before_the_first_tile_nor_after_a_round() -> None:
    """B3: at least one tile must be turned, and stopping is allowed after a square only."""
    assert ("no-passing", "B3") == refused(two_seats(), "A stop")
    assert ("no-stop-after-round", "B3") == refused(play(two_seats(), "A turn A1"), "A stop")


def test_after_a_pair_stopping_is_allowed() -> None:
    """B21: only the first go of a turn is compulsory; each further go has the same rules."""
    state = play(two_seats(), "A turn 11", "A turn A1")
    assert "stop" in moves(state, "A")
    assert "stop" not in moves(play(state.copy(), "A turn A2"), "A")
    play(state, "A stop")
    assert (1, [1], None) == (state.turn, state.actors(), state.timer())
    assert ("no-passing", "B3") == refused(state, "B stop")


def test_face_up_tiles_can_be_neither_turned_nor_stolen() -> None:
    """B17: found tiles and the wrapper stay as they are."""
    state = play(two_seats(), "A turn 11", "A turn A1", "A stop")
    assert ("face-up", "B17") == refused(state, "B turn A1")
    assert ("face-up", "B17") == refused(state, "B turn 11")
    assert ("already-open", "4") == refused(play(state, "B turn 15"), "B turn 15")


def test_round_tiles_of_all_seats_may_be_turned() -> None:
    """B23: own or an opponent's, but no empty place and no place of a seat that does not exist."""
    state = two_seats()
    assert {"A", "B"} == {move.split()[1][0] for move in moves(state, "A")} - set("123456")
    assert ("no-tile-there", "B23") == refused(state, "A turn A5")
    assert ("nobody-there", "B23") == refused(state, "A turn C1")


# Theft


def test_an_opponents_tile_that_makes_a_pair_is_stolen() -> None:
    """8: it goes face up to the thief, who gives an own tile face down and has a further go."""
    state = play(two_seats(), "A turn 22", "A turn B2")
    assert ("give", "B2", ["give A1", "give A2", "give A3", "give A4"]) == (
        state.view(0)["phase"],
        state.view(0)["stolen"],
        moves(state, "A"),
    )
    play(state, "A give A3")
    assert ("? ? twist-green! ?", "? ? ? ?") == (rounds(state, "A"), rounds(state, "B"))
    assert (0, "again") == (state.turn, state.view(0)["phase"])


def test_a_theft_swaps_two_tiles() -> None:
    """B11: the given tile takes the place of the stolen one, and keeps what was seen of it."""
    state = play(two_seats(training=True), "A turn A3", "A turn 66", "B turn 61", "B stop")
    play(state, "A turn 22", "A turn B2", "A give A3")
    assert "jelly-red" == state.view(None)["seen"]["B2"]
    play(state, "A turn 13", "A turn B2", "A give A1")
    assert "jelly-red! ? twist-green! ?" == rounds(state, "A")


def test_only_own_face_down_tiles_are_given() -> None:
    """B10: never a face-up one, never one under coins, never another seat's."""
    state = play(two_seats(), "A turn 31", "A turn 32", "A turn 33", "A cover A1", "B turn 61", "B stop")
    play(state, "A turn 12", "A turn A2", "A turn 21", "A turn B1")
    assert ["give A3", "give A4"] == moves(state, "A")
    assert ("under-coins", "9") == refused(state, "A give A1")
    assert ("face-up", "B17") == refused(state, "A give A2")
    assert ("no-tile-there", "B23") == refused(state, "A give A5")
    assert ("not-your-tile", "8") == refused(state, "A give B1")


def test_a_theft_cannot_be_refused() -> None:
    """B23: the tile to give is chosen before any other move."""
    state = play(two_seats(), "A turn 22", "A turn B2")
    assert ("give-first", "B23") == refused(state, "A stop")
    assert ("give-first", "B23") == refused(state, "A turn 11")
    assert ("nothing-stolen", "8") == refused(two_seats(), "A give A1")


def test_a_thief_always_has_something_to_give() -> None:
    """B12: with its last tile the match is over at once, even in the middle of a turn."""
    state = two_seats()
    for number in "123":
        play(state, f"A turn 1{number}", f"A turn A{number}")
    play(state, "A turn 21", "A turn B1")
    assert ([], [4, 0]) == (state.actors(), state.view(None)["found"])
    assert "jelly-blue! jelly-green! jelly-red! twist-blue!" == rounds(state, "A")


def test_the_view_tells_where_the_last_tile_was_stolen() -> None:
    """B11, B23: the theft that wins needs no further decision, so the final view shows it."""
    state = two_seats()
    for number in "123":
        play(state, f"A turn 1{number}", f"A turn A{number}")
    assert state.view(None)["stolen"] is None
    play(state, "A turn 21", "A turn B1")
    assert "B1" == state.view(None)["stolen"]


# The end


def test_the_seat_that_has_found_all_its_tiles_wins() -> None:
    """11: the match is over and there are no actors."""
    state = play(two_seats(), *winning_moves_of_a(two_seats()))
    outcome = state.outcome()
    assert outcome is not None
    assert ((0,), [], (4, 0)) == (outcome.winners, state.actors(), outcome.scores)
    assert "match-over" == refused(state, "B turn 21")[0]


def test_ranks_depend_on_tiles_left_to_find() -> None:
    """B29: fewer tiles left is better, equal numbers share a rank; a fifth tile counts too."""
    state = set_up(SQUARES_DRAWN, ROUNDS_A, ROUNDS_B, "roll-b", "roll-g", aside="wheel-b")
    play(
        state,
        "A turn 61",
        "A stop",
        "B turn 21",
        "B turn B1",
        "B stop",
        "C turn 34",
        "D turn 35",
        "D turn C1",
    )
    play(state, "D give D2", "D stop", *winning_moves_of_a(two_seats()))
    outcome = state.outcome()
    assert outcome is not None
    assert ((1, 2, 4, 2), (4, 1, 0, 1)) == (outcome.ranks, outcome.scores)
    assert ({"found": 4}, {"found": 1}, {"found": 0}, {"found": 1}) == outcome.items


@pytest.mark.parametrize("options", [{}, {"quick": "yes"}], ids=["whole", "quick"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_there_is_always_a_move_and_one_winner(seats: int, options: dict[str, str]) -> None:
    """B16: no ties and no dead ends; every hidden round tile in play has its hidden square."""
    state = GAME.deal(seats, "seed", **options)
    rng = Rng("walk")
    while state.actors():
        seat = state.actors()[-1]
        proposed = state.moves(seat)
        assert proposed
        state.play(seat, proposed[rng.below(len(proposed))])
    outcome = state.outcome()
    assert outcome is not None
    assert 1 == len(outcome.winners)


# The quick game


def test_the_quick_game() -> None:
    """12: two kinds and the coins are removed, 25 squares remain, all else is the same."""
    state = GAME.deal(2, "seed", quick="yes", kinds="jelly+roll")
    view = state.view(None)
    assert (5, 25, 24 - 8) == (view["size"], len(view["squares"]), view["rest"])
    assert ["11", "15", "51", "55"] == [view["squares"][at]["place"] for at in (0, 4, 20, 24)]
    assert 25 + 8 == len(state.moves(state.actors()[0]))
    over = play_to_end(2, quick="yes", kinds="jelly+roll").view(None)
    faces = Counter(tile["face"] for tile in over["squares"])
    kinds = set(KINDS) - {"jelly", "roll"}
    assert {
        face: 1 for face in (*SWEETS, "wrapper") if face.partition("-")[0] in {*kinds, "wrapper"}
    } == faces
    quick = set_up("", "", "", removed=(0, 6))
    assert ("outside-the-square", "12") == refused(quick, "A turn 16")
    assert ("outside-the-square", "12") == refused(quick, "A turn 61")


def test_removed_kinds_are_chosen_or_drawn_by_the_deal() -> None:
    """B27: views name the two removed kinds; there are no coins, so rule 9 does not apply."""
    assert 28 == len(KIND_PAIRS)
    for pair in KIND_PAIRS:
        assert pair.split("+") == GAME.deal(2, "seed", quick="yes", kinds=pair).view(None)["removed"]
    drawn = {tuple(GAME.deal(2, f"seed {number}", quick="yes").view(1)["removed"]) for number in range(40)}
    assert len(drawn) > 10
    assert [] == GAME.deal(2, "seed", kinds="jelly+twist").view(0)["removed"]
    assert "coin" not in {tile["face"] for tile in play_to_end(3, quick="yes").view(None)["squares"]}


def test_the_options() -> None:
    """B31: quick game, training and show time; by default off, off and two seconds."""
    assert {"quick": "no", "kinds": "deal", "training": "no", "show": "2000"} == GAME.resolve_options({})
    assert {"1500", "2000", "3000", "4000"} == set(GAME.options[3].choices)
