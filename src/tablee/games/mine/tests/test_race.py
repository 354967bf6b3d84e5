"""Rules 2-13: the deal, the choice of a side, and the moves of the race."""

from __future__ import annotations

import pytest

from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.games.mine import GAME
from tablee.games.mine.pieces import CARD_TILES
from tablee.games.mine.rules import MineState
from tablee.games.mine.tests.notation import (
    FULL_3B_17,
    clock,
    dedent_drawing,
    draw_board,
    lay,
    play,
    race_state,
)


def left_in_pool(state: MineState, shape: str) -> int:
    left: int = state.view(None)["pool"][shape]["left"]
    return left


def test_the_pool_has_the_tiles_of_the_box() -> None:
    """Rules 1, 2: 69 tiles in one common pool, by colour and shape."""
    shown = race_state("3B 17", "1A 1").view(None)["pool"]
    counts = dict.fromkeys(("yellow", "blue", "green", "red", "white"), 0)
    for entry in shown.values():
        counts[entry["colour"]] += entry["left"]
    assert {"yellow": 12, "blue": 16, "green": 16, "red": 15, "white": 10} == counts
    assert 19 == len(shown)
    assert ["XX", "X."] == shown["G3V"]["rows"]


@pytest.mark.parametrize("seats, in_box", [(2, 2), (3, 1), (4, 0)])
def test_boards_and_cards_are_dealt_from_shuffled_piles(seats: int, in_box: int) -> None:
    """Rules 3, 4, 5: a board each, six in the pile, the rest in the box; never more than 28 of 40 cards."""
    state = GAME.deal(seats, "piles")
    seen = state.view(None)
    assert seats == len({board["board"] for board in seen["boards"]})
    assert {"boards": 6, "cards": 40} == seen["piles"]
    while state.actors():
        state.play(CLOCK, state.moves(CLOCK)[0])
    assert in_box == len(state.view(None)["box"]["boards"])
    assert 40 - 7 * seats == len(state.view(None)["box"]["cards"]) >= 12


def test_the_side_is_chosen_before_the_card_is_known() -> None:
    """Rules 3, 7, A23: both faces are shown, no card, not even to its owner; the choice is public."""
    state = GAME.deal(2, "sides")
    for viewer in (0, 1, None):
        boards = state.view(viewer)["boards"]
        assert [None, None] == [board["card"] for board in boards]
        assert [["A", "B"]] * 2 == [list(board["choice"]) for board in boards]
    play(state, 1, "side B")
    boards = state.view(None)["boards"]
    assert boards[1]["side"].endswith("B")
    assert [None, None] == [board["card"] for board in boards]
    assert [CLOCK, 0] == state.actors()


def test_the_signal_comes_when_all_have_a_side() -> None:
    """Rules 6, 7, 8, A23: the table gives the signal; all cards are turned at the same moment."""
    state = race_state("3B 17", "1A 1")
    boards = state.view(None)["boards"]
    assert [17, 1] == [board["card"]["card"] for board in boards]
    assert {"yellow": 1, "blue": 3, "green": 0, "red": 2, "white": 1} == boards[0]["card"]["tiles"]
    assert [CLOCK, 0, 1] == state.actors()


def test_a_seat_that_is_late_to_choose_gets_the_first_side() -> None:
    """Ruling A23: the clock chooses the first side; a choice already made is kept."""
    state = GAME.deal(3, "late")
    play(state, 1, "side B")
    clock(state, "lamp")
    assert ["A", "B", "A"] == [board["side"][-1] for board in state.view(None)["boards"]]
    assert "race" == state.view(None)["phase"]


def test_all_seats_act_at_once_and_the_order_of_arrival_decides() -> None:
    """Rules 8, A13, A34: two ask for the only tile of a shape; the second is refused."""
    state = race_state("3B 17", "1A 1")
    play(state, 1, "take W5F any")
    assert not state.allows(0, GAME.parse("take W5F any"))
    play(state, 1, "return hand")
    play(state, 0, "take W5F any")
    assert "W5F-1" == state.view(None)["boards"][0]["hand"]["tile"]


def test_one_tile_in_hand() -> None:
    """Rules 9, 10: one at a time; with a tile in hand no other can be taken or lifted."""
    state = play(race_state("3B 17", "1A 1"), 0, "take Y1 any", "lay r0 a1", "take B2 any")
    moves = [GAME.format(move) for move in state.moves(0)]
    assert not [words for words in moves if words.startswith(("take", "lift"))]
    assert "return hand" in moves


def test_tiles_on_the_board_move_with_a_tile_in_hand() -> None:
    """Rules 10, A25: moving is free, turned and flipped at will; the hand keeps its tile."""
    state = play(race_state("3B 17", "1A 1"), 0, "take G3V any", "lay r0 a1", "take B2 any", "move 1 r180 c1")
    board = state.view(None)["boards"][0]
    assert ["d1", "c2", "d2"] == board["tiles"]["1"]["cells"]
    assert "B2" == board["hand"]["shape"]


def test_a_tile_goes_back_to_its_pile() -> None:
    """Rules 11, A25: from the hand or straight from the board; another may be taken then."""
    state = play(race_state("3B 17", "1A 1"), 0, "take R4L any", "lay r0 a1", "take R4L any")
    assert 1 == left_in_pool(state, "R4L")
    play(state, 0, "return 1", "return hand")
    assert 3 == left_in_pool(state, "R4L")
    play(state, 0, "take R4I any")
    assert 2 == left_in_pool(state, "R4I")


def test_a_laid_tile_can_be_lifted_into_the_empty_hand() -> None:
    """Ruling A25: two tiles change places by way of the hand, since no step may overlap."""
    state = play(race_state("3B 17", "1A 1"), 0, "take Y1 any", "lay r0 a1", "take B2 any", "lay r0 b1")
    assert not state.allows(0, GAME.parse("move 2 r0 a1"))
    play(state, 0, "lift 1", "move 2 r0 a1", "lay r0 c1")
    expected = dedent_drawing("""
        aab....
        ##...#.
        ###...#
        ###....
        ###..##
    """)
    assert expected == draw_board(state, 0)


def test_tiles_never_overlap() -> None:
    """Rule 12: a covered cell has one tile, on rock too."""
    state = play(race_state("3B 17", "1A 1"), 0, "take B2 any", "lay r90 a1", "take B2 any")
    assert not state.allows(0, GAME.parse("lay r0 a1"))
    assert not state.allows(0, GAME.parse("lay r90 a2"))
    assert state.allows(0, GAME.parse("lay r0 b1"))


def test_every_turn_and_flip() -> None:
    """Ruling A2: eight ways for an L, four for an S, one for a square; equal ways are one move."""
    ways = {"R4L": 8, "R4S": 4, "G3V": 4, "R4I": 2, "R4O": 1, "Y1": 1, "W5F": 8, "W5Z": 4}
    for shape, expected in ways.items():
        state = play(race_state("3B 17", "1A 1"), 0, f"take {shape} any")
        turns = {
            GAME.format(move).split()[1] for move in state.moves(0) if GAME.format(move).startswith("lay")
        }
        assert (shape, expected) == (shape, len(turns))


def test_an_s_is_turned_over() -> None:
    """Ruling A2: f90 is turned over left to right, then turned clockwise."""
    state = play(race_state("3B 17", "1A 1"), 0, "take R4S any", "lay f90 c1")
    expected = dedent_drawing("""
        ...a...
        ##aa.#.
        ##a...#
        ###....
        ###..##
    """)
    assert expected == draw_board(state, 0)


def test_in_table_mode_a_tile_may_stick_out() -> None:
    """Rulings A14, A26: over rock, but on at least one gallery cell and within the frame."""
    state = play(race_state("3B 17", "1A 1"), 0, "take B2 any")
    assert state.allows(0, GAME.parse("lay r90 a1"))
    assert not state.allows(0, GAME.parse("lay r90 a2"))
    assert not state.allows(0, GAME.parse("lay r0 g1"))


def test_in_table_mode_any_colour_may_be_taken() -> None:
    """Rulings A13, A14: a wrong colour, but never more tiles than the card shows, the hand included."""
    state = race_state("3B 17", "1A 1")
    for cell in ("a1", "b1", "c1", "d1", "e1", "f1"):
        play(state, 0, "take Y1 any", f"lay r0 {cell}")
    play(state, 0, "take G3I any")
    assert 7 == state.tile_count(0) == sum(CARD_TILES[5 * 16 : 5 * 17])
    play(state, 0, "lay r0 c2")
    assert not [move for move in state.moves(0) if GAME.format(move).startswith("take")]
    play(state, 0, "return 1")
    assert state.allows(0, GAME.parse("take Y1 any"))


def test_the_helping_elf_refuses_what_would_be_wrong() -> None:
    """Rulings A14, A26: with the elf only colours and numbers of the card, and only gallery cells."""
    state = race_state("3B 17", "1A 1", helper=True)
    assert not state.allows(0, GAME.parse("take G3I any"))
    play(state, 0, "take Y1 any")
    assert not state.allows(0, GAME.parse("take Y1 any"))
    play(state, 0, "lay r0 c2")
    assert not state.allows(0, GAME.parse("take Y1 any"))
    play(state, 0, "take B2 any")
    assert not state.allows(0, GAME.parse("lay r90 a1"))
    assert state.allows(0, GAME.parse("lay r0 a1"))


def test_a_shape_can_run_out() -> None:
    """Rulings A13, A36: three squares for all; then another shape, or wait until one comes back."""
    state = race_state("3B 17", "1A 1", "2A 5")
    for seat in range(3):
        play(state, seat, "take R4O any")
    play(state, 0, "return hand")
    play(state, 0, "take R4O any", "lay r0 c1")
    assert 0 == left_in_pool(state, "R4O")
    assert not state.allows(0, GAME.parse("take R4O any"))
    play(state, 2, "return hand")
    assert state.allows(0, GAME.parse("take R4O any"))


def test_the_lowest_numbered_copy_is_taken() -> None:
    """Ruling A28: there is no choice among equal tiles."""
    state = play(race_state("3B 17", "1A 1"), 1, "take Y1 any")
    play(state, 0, "take Y1 any")
    assert ["Y1-2", "Y1-1"] == [board["hand"]["tile"] for board in state.view(None)["boards"]]
    play(state, 1, "return hand")
    play(state, 0, "return hand", "take Y1 any")
    assert "Y1-1" == state.view(None)["boards"][0]["hand"]["tile"]


def test_with_finds_shape_and_element_are_chosen() -> None:
    """Ruling A28: among equals the lowest-numbered; all seats see the element."""
    state = race_state("3B 17", "1A 1", finds=True)
    assert not state.allows(0, GAME.parse("take B2 any"))
    play(state, 0, "take B2 worm", "lay r0 a1", "take B2 worm")
    board = state.view(1)["boards"][0]
    assert ("B2-3", "worm") == (board["tiles"]["1"]["tile"], board["tiles"]["1"]["element"])
    assert "B2-7" == board["hand"]["tile"]
    assert not state.allows(1, GAME.parse("take B2 worm"))
    assert 2 == state.view(1)["pool"]["B2"]["elements"]["rat"]


def test_a_call_is_illegal_until_all_cells_are_covered() -> None:
    """Rules 13, A7, A9, A29: covered by anything is enough; there is no duty to call."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17.replace("gg", ".."))
    assert not state.allows(0, GAME.parse("call"))
    play(state, 0, "take B2 any")
    assert not state.allows(0, GAME.parse("call"))
    play(state, 0, "lay r0 d5")
    assert state.allows(0, GAME.parse("call"))
    assert "race" == state.view(None)["phase"]
    assert state.allows(0, GAME.parse("lift 7"))


def test_after_the_call_no_tile_is_laid() -> None:
    """Rules 13, A8, A10: the round is over at once, right or wrong; a tile in hand goes back unlaid."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17)
    play(state, 1, "take B2 any", "lay r0 e1", "take W5F any")
    play(state, 0, "call")
    seen = state.view(None)
    assert ("side", 2) == (seen["phase"], seen["round"])
    assert ["B2"] == [tile["shape"] for tile in seen["past"][1]["tiles"]]
    assert all(entry["left"] == entry["of"] for entry in seen["pool"].values())


def test_giving_up_is_final_and_freezes_the_board() -> None:
    """Ruling A31: the tile in hand goes back, tiles on the board stay, the others play on."""
    state = play(race_state("3B 17", "1A 1"), 1, "take B2 any", "lay r0 e1", "take W5F any", "quit")
    assert [CLOCK, 0] == state.actors()
    board = state.view(None)["boards"][1]
    assert (True, None, ["1"]) == (board["quit"], board["hand"], list(board["tiles"]))
    assert 1 == left_in_pool(state, "W5F")


def test_the_lamp_and_the_clock() -> None:
    """Rulings A12, A38: 240 seconds, or 120, or 180, or no lamp at all; a minute to choose a side."""
    assert (0, 60_000) == GAME.deal(2, "timer").timer()
    assert (2, 240_000) == race_state("3B 17", "1A 1").timer()
    assert (2, 120_000) == race_state("3B 17", "1A 1", lamp="120").timer()
    without = race_state("3B 17", "1A 1", lamp="none")
    assert None is without.timer()
    assert [0, 1] == without.actors()


def test_an_absent_seat_gives_up() -> None:
    """Ruling A21: the late move is giving up, and the board is scored as it lies."""
    state = GAME.deal(2, "gone")
    assert "side A" == GAME.format(state.late_move(0))
    clock(state, "lamp")
    assert "quit" == GAME.format(state.late_move(0))


def test_same_moves_give_the_same_state() -> None:
    """Ruling A34: without times, two matches that get the same moves in the same order are equal."""
    one, two = (lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17) for _ in range(2))
    assert one == two
    assert play(one, 0, "call") == play(two, 0, "call")


def test_everything_on_the_table_is_public() -> None:
    """Ruling A24: from the signal on every seat and a spectator see the same, but for their own moves."""
    state = lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17)
    own = {"seat", "moves", "foreseen"}
    views = [
        {key: value for key, value in state.view(viewer).items() if key not in own} for viewer in (0, 1, None)
    ]
    assert views[0] == views[1] == views[2]


def test_resampling_changes_hidden_information_only() -> None:
    """Rulings A24, A32: cards before the signal, the piles, how boards get mixed; nothing visible."""
    rng = Rng("imagined")
    hidden = GAME.deal(3, "hidden")
    cards, boards = set(), set()
    for _ in range(30):
        sample = hidden.resample(0, rng)
        assert hidden.view(0) == sample.view(0)
        clock(sample, "lamp")
        cards.add(tuple(board["card"]["card"] for board in sample.view(0)["boards"]))
        clock(sample, "lamp")
        boards.add(tuple(board["board"] for board in sample.view(0)["boards"]))
    assert len(cards) > 25
    assert len(boards) > 10
    open_table = clock(hidden, "lamp")
    shown = [board["card"] for board in open_table.view(0)["boards"]]
    assert shown == [board["card"] for board in open_table.resample(1, rng).view(0)["boards"]]
