"""Rules 14-26: the check, the scores, what happens between rounds, and the end."""

from __future__ import annotations

import pytest

from tablee.core.state import CLOCK
from tablee.games.mine import GAME
from tablee.games.mine.rules import MineState
from tablee.games.mine.tests.notation import (
    ELF_BOARD,
    FIND_BOARD,
    FULL_1A_1,
    FULL_3B_17,
    WRONG_1A_2,
    board_numbers,
    clock,
    lay,
    play,
    race_state,
    sheet,
)


def lines(state: MineState, seat: int) -> list[int]:
    """Return the lines ten, empty, elves, good, bad, floor and call of the last round."""
    return list(sheet(state, seat).values())[:7]


def wrong(state: MineState, seat: int) -> list[bool]:
    """Return, by slot, whether the tile was removed."""
    return [tile["wrong"] for tile in state.view(None)["past"][seat]["tiles"]]


def removed(state: MineState, seat: int) -> list[str]:
    return [tile["shape"] for tile in state.view(None)["past"][seat]["tiles"] if tile["wrong"]]


# The check and the score


def test_a_right_call_brings_twelve() -> None:
    """Rules 15, 16, A1, A29: 10 and nothing empty, and 2 for the call."""
    state = play(lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17), 0, "call")
    assert 12 == sheet(state, 0)["points"]
    assert [10, 0, 0, 0, 0, 0, 2] == lines(state, 0)
    assert [] == removed(state, 0)


def test_race_results_are_the_callers_of_each_round() -> None:
    """Rule 13: right or wrong; none where the lamp went out."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17)
    assert [] == state.race_results()
    assert [[0]] == play(state, 0, "call").race_results()
    assert [[1]] == play(lay(race_state("3B 17", "1A 2"), 1, WRONG_1A_2), 1, "call").race_results()
    assert [[]] == clock(race_state("3B 17", "1A 1"), "lamp").race_results()


def test_the_example_of_a_wrong_call() -> None:
    """Rules 14, 16, 18, A1, A4: a green too many, a blue sticking out: 10 - 4 - 2 = 4."""
    state = play(lay(race_state("1A 2", "3B 17"), 0, WRONG_1A_2), 0, "call")
    assert ["B2", "G3V"] == removed(state, 0)
    assert [10, -4, 0, 0, 0, 0, -2] == lines(state, 0)
    assert 4 == sheet(state, 0)["points"]


def test_of_too_many_tiles_the_last_laid_is_removed() -> None:
    """Rules 14, A4: first what sticks out (a), then colours not on the card (b), then the last laid (d)."""
    state = race_state("1A 1", "3B 17")
    drawing = """
        ###aa.e
        #bccdde
        ##....e
        ##.#.#.
        #..###.
    """
    clock(lay(state, 0, drawing), "lamp")
    assert [True, True, False, True, False] == wrong(state, 0)


def test_last_laid_is_the_order_of_leaving_the_hand() -> None:
    """Ruling A27: moving a tile on the board does not make it later, lifting and laying it again does."""
    state = race_state("1A 1", "3B 17")
    play(state, 0, "take B2 any", "lay r0 e1", "take B2 any", "lay r0 b2", "move 1 r0 b5")
    lifted = state.copy()
    clock(state, "lamp")
    assert [False, True] == wrong(state, 0)
    play(lifted, 0, "lift 1", "lay r0 b5")
    clock(lifted, "lamp")
    assert [True, False] == wrong(lifted, 0)


def test_too_few_tiles_are_no_mistake() -> None:
    """Rules 15, A3: they only leave cells empty."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17.replace("gg", ".."))
    clock(state, "lamp")
    assert [10, -2, 0, 0, 0, 0, 0] == lines(state, 0)
    assert [] == removed(state, 0)


def test_mistakes_of_other_seats_cost_only_the_tiles() -> None:
    """Ruling A30: the penalty of 2 is for the caller alone."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17)
    drawing = """
        ####a.g
        #ccaaa.
        ##cdda.
        ##.#d#.
        #..###.
    """
    lay(state, 1, drawing)
    play(state, 0, "call")
    assert ["Y1"] == removed(state, 1)
    assert [10, -9, 0, 0, 0, 0, 0] == lines(state, 1)


@pytest.mark.parametrize(
    "letters, empty, expected",
    [("abcdef", 2, 8), ("abcdf", 4, 6), ("abd", 7, 3), ("abe", 9, 1), ("aef", 11, 0), ("", 20, 0)],
)
def test_more_than_ten_empty_cells_give_no_points(letters: str, empty: int, expected: int) -> None:
    """Rules 15, 17, A37: a point less for each; with more than 10 empty, none, and the sheet shows 0."""
    state = race_state("3B 17", "1A 1")
    lay(state, 0, "".join(mark if mark in f"{letters}# \n" else "." for mark in FULL_3B_17))
    clock(state, "lamp")
    assert (expected, empty) == (sheet(state, 0)["points"], sheet(state, 0)["open"])
    assert (10 if empty <= 10 else 0) == sheet(state, 0)["ten"]


def test_ten_empty_cells_are_still_counted() -> None:
    """Rule 17: more than 10, not 10."""
    state = lay(
        race_state("1A 1", "3B 17"), 0, FULL_1A_1.replace("b", ".").replace("d", ".").replace("e", ".")
    )
    clock(state, "lamp")
    assert [10, -10, 0, 0, 0, 0, 0] == lines(state, 0)


def test_a_wrong_call_with_more_than_ten_empty_cells() -> None:
    """Rules 17, A5, A6: six greens and no green on the card: nothing for the board, and still 2 less."""
    drawing = """
        aaabbbc
        ##ddd#c
        ###eee#
        ###fggg
        ###ff##
    """
    state = play(lay(race_state("3B 17", "1A 1"), 0, drawing), 0, "call")
    assert 18 == sheet(state, 0)["open"]
    assert [0, 0, 0, 0, 0, 0, -2] == lines(state, 0)


def test_a_board_never_scores_below_zero_before_the_call() -> None:
    """Rulings A5, A37: 10 - 10 - 6 for three worms is 0; the sheet has a line for that."""
    drawing = """
        aaa..cc
        ##aa.#c
        ###d..#
        ###d...
        ###..##
    """
    state = race_state("3B 3", "1A 1", finds=True)
    clock(lay(state, 0, drawing, {"a": "worm", "c": "worm", "d": "worm"}), "lamp")
    assert [10, -10, 0, 0, -6, 6, 0] == lines(state, 0)


# Giving up, the lamp


def test_the_lamp_burns_down() -> None:
    """Rulings A12, A33: all score without a call; the board with fewest empty cells is exchanged."""
    state = lay(race_state("3B 17", "1A 1", mix="0 1"), 1, FULL_1A_1.replace("f", "."))
    clock(state, "lamp")
    assert [0, 8] == [sheet(state, seat)["points"] for seat in (0, 1)]
    assert 3 == board_numbers(state)[0]
    assert 1 not in board_numbers(state)


@pytest.mark.parametrize("tie", [0, 1])
def test_a_tie_for_the_fullest_board_is_drawn_in_the_deal(tie: int) -> None:
    """Rulings A12, A32: of equally full boards, the deal says which is exchanged."""
    state = clock(race_state("3B 17", "1A 1", tie=tie), "lamp")
    assert [3, 1][tie] not in board_numbers(state)
    assert [3, 1][1 - tie] in board_numbers(state)


def test_empty_cells_are_counted_after_the_check() -> None:
    """Ruling A33: a board full of mistakes is not the fullest."""
    state = race_state("3B 17", "1A 1", tie=0)
    play(state, 0, "take G3I any", "lay r0 a1")
    play(state, 1, "take B2 any", "lay r0 e1")
    clock(state, "lamp")
    assert 1 not in board_numbers(state)


def test_the_round_ends_when_all_have_given_up() -> None:
    """Rulings A12, A31: without a call, the boards are scored as they lie."""
    state = play(race_state("3B 17", "1A 1"), 0, "quit")
    assert "race" == state.view(None)["phase"]
    lay(state, 1, FULL_1A_1)
    play(state, 1, "quit")
    assert [0, 10] == [sheet(state, seat)["points"] for seat in (0, 1)]


def test_a_seat_that_gave_up_is_scored_when_another_calls() -> None:
    """Rulings A21, A31: by rules 14-17, without any call of the own."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17)
    play(lay(state, 1, FULL_1A_1.replace("f", ".")), 1, "quit")
    play(state, 0, "call")
    assert [12, 8] == [sheet(state, seat)["points"] for seat in (0, 1)]


# Between rounds and the end


@pytest.mark.parametrize(
    "pair, drawing", [("3B 17", FULL_3B_17), ("1A 2", WRONG_1A_2)], ids=["right", "wrong"]
)
def test_the_board_of_the_caller_is_exchanged(pair: str, drawing: str) -> None:
    """Rules 19, A8, A32: right or wrong; a new board in its place, all mixed and dealt."""
    state = race_state(pair, "2A 5", "4B 1", mix="2 0 1", tie=1)
    before = board_numbers(state)
    play(lay(state, 0, drawing), 0, "call")
    after = board_numbers(state)
    assert before[0] not in after
    assert [before[2], before[1]] == [after[0], after[2]]
    assert after[1] not in before


def test_a_seat_with_the_same_board_plays_its_other_side() -> None:
    """Rules 20, A15: no choice then; the others choose."""
    state = play(lay(race_state("3B 17", "1A 1", mix="0 1"), 0, FULL_3B_17), 0, "call")
    assert 1 == board_numbers(state)[1]
    assert [None, "1B"] == [board["side"] for board in state.view(None)["boards"]]
    assert [CLOCK, 0] == state.actors()


def test_only_the_round_before_counts_for_the_other_side() -> None:
    """Ruling A15: the side changes back in the round after that."""
    state = play(lay(race_state("3B 17", "1A 1", mix="0 1"), 0, FULL_3B_17), 0, "call")
    play(state, 0, "side A")
    clock(state, "lamp")
    assert "1A" == state.view(None)["boards"][1]["side"]


def test_tiles_go_back_and_all_draw_a_new_card() -> None:
    """Rules 5, 21: all tiles in the pool, other cards, none twice."""
    state = play(lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17), 0, "call")
    clock(state, "lamp")
    seen = state.view(None)
    assert all(entry["left"] == entry["of"] for entry in seen["pool"].values())
    assert not {17, 1} & {board["card"]["card"] for board in seen["boards"]}
    assert {"boards": 5, "cards": 36} == seen["piles"]


def test_cards_are_never_used_twice() -> None:
    """Rules 5, A35: not in seven rounds of four seats."""
    state = GAME.deal(4, "cards")
    used = []
    while state.actors():
        if state.view(None)["phase"] == "race":
            used += [board["card"]["card"] for board in state.view(None)["boards"]]
        clock(state, "lamp")
    assert 28 == len(used) == len(set(used))


def test_seven_rounds_and_a_total() -> None:
    """Rules 22, A16, A37: totals and ranks; equal totals share the victory."""
    state = play(lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17), 0, "call")
    while state.actors():
        clock(state, "lamp")
    outcome = state.outcome()
    assert outcome is not None
    assert ((12, 0), (1, 2)) == (outcome.scores, outcome.ranks)
    assert {"round-1": 12, **{f"round-{number}": 0 for number in range(2, 8)}} == outcome.items[0]
    assert 7 == len(state.view(None)["sheets"])
    shared = GAME.deal(3, "nobody lays anything")
    while shared.actors():
        clock(shared, "lamp")
    assert (0, 1, 2) == getattr(shared.outcome(), "winners", None)


# The expert game


def test_the_example_with_elves() -> None:
    """Rules 23, 26, A18: 10 - 4 + 1 + 1 = 8; white before the green elf brings nothing."""
    state = race_state("4B 1", "3B 17", elves=True)
    assert {"blue", "green", "white"} == {
        elf["colour"] for elf in state.view(None)["boards"][0]["gallery"]["elves"]
    }
    assert 0 == state.view(None)["boards"][0]["card"]["tiles"]["yellow"]
    clock(lay(state, 0, ELF_BOARD), "lamp")
    assert [10, -4, 2, 0, 0, 0, 0] == lines(state, 0)
    assert 8 == sheet(state, 0)["points"]


def test_elves_do_not_count_in_the_base_game() -> None:
    """Rules 23, A38: each part of the expert game is an option of its own."""
    state = clock(lay(race_state("4B 1", "3B 17"), 0, ELF_BOARD), "lamp")
    assert 6 == sheet(state, 0)["points"]


def test_a_removed_tile_serves_no_elf() -> None:
    """Rulings A17, A4: the second blue is one too many, though it lies before the blue elf."""
    drawing = """
        ####bb#
        #####..
        a###ccc
        aa...#d
        #aa...d
    """
    state = clock(lay(race_state("4B 1", "3B 17", elves=True), 0, drawing), "lamp")
    assert [False, False, False, True] == wrong(state, 0)
    assert [10, -10, 1, 0, 0, 0, 0] == lines(state, 0)


def test_the_example_with_finds() -> None:
    """Rules 24, 26, A19, A20: 10 - 4 - 1 + 2 + 2 = 9; card 20 counts gold and worms, not silver or rats."""
    state = race_state("3B 20", "1A 1", finds=True)
    assert {"gold": 2, "worm": -1} == state.view(None)["boards"][0]["card"]["worth"]
    lay(state, 0, FIND_BOARD, {"c": "gold", "e": "worm", "f": "silver", "d": "gold", "g": "rat"})
    clock(state, "lamp")
    assert [10, -4, 0, 4, -1, 0, 0] == lines(state, 0)
    assert 9 == sheet(state, 0)["points"]


def test_a_removed_tile_shows_no_find() -> None:
    """Rulings A17, A4: gold on the yellow tile that is one too many is gone."""
    drawing = """
        aaaa.cc
        ##da.#c
        ###eh.#
        ###e...
        ###eg##
    """
    state = clock(lay(race_state("3B 20", "1A 1", finds=True), 0, drawing, {"h": "gold"}), "lamp")
    assert ["Y1"] == removed(state, 0)
    assert 0 == sheet(state, 0)["good"]


def test_more_than_ten_empty_cells_and_no_bonus_either() -> None:
    """Rule 25: not even for elves and gold."""
    state = race_state("4B 1", "3B 20", elves=True, finds=True)
    play(state, 0, "take B2 plain", "lay r90 g4")
    play(state, 1, "take Y1 gold", "lay r0 a1")
    clock(state, "lamp")
    assert [[0] * 7] * 2 == [lines(state, seat) for seat in (0, 1)]


def test_call_and_expert_points_add_up() -> None:
    """Rules 26, A9: a full board with gold and a right call."""
    state = race_state("3B 20", "1A 1", finds=True)
    full = """
        aaaabcc
        ##dab#c
        ###ebf#
        ###ebff
        ###eg##
    """
    play(lay(state, 0, full, {"d": "gold", "b": "worm"}), 0, "call")
    assert [10, 0, 0, 2, -1, 0, 2] == lines(state, 0)
    assert 13 == sheet(state, 0)["points"]
