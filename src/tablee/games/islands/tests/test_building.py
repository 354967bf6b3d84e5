"""Tests of building and lamps: rules 13-29."""

from __future__ import annotations

import pytest

from tablee.games.islands import GAME
from tablee.games.islands.mechanics.building import lay
from tablee.games.islands.pieces import CELLS, PIECES
from tablee.games.islands.position import new_state, set_island, tile_number
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.scoring import count_genies, slot_points
from tablee.games.islands.state import LAMP
from tablee.games.islands.tests.notation import EMPTY, island_text, moves, play, refusal, state_with_islands

ROWS = {"t": "top", "m": "middle", "b": "bottom", "d": "dream"}
LAMP_TILES = ["T01", "T02", "T03", "T04", "M01", "M02", "M03", "M04", "B01", "B02", "B03", "B04"]


def cells(state: IslandsState, row: str) -> list[str]:
    """Return the cells into which seat A, the Lookout, may lay the next tile of a row."""
    drawn = state.copy()
    play(drawn, f"A draw {ROWS[row]}")
    return [move.split()[2] for move in moves(drawn, "A") if move.startswith("take 1 ")]


def three_seats_with(picture: str) -> IslandsState:
    """Return a state of three seats in which A has this island."""
    state = new_state(3)
    set_island(state, 0, picture)
    return state


def test_island_tiles_and_dreams_have_their_own_lines() -> None:
    """13, 14: top, middle and bottom row to the right, dreams to the left."""
    state = three_seats_with(EMPTY)
    assert [["t1"], ["m1"], ["b1"], ["d1", "d2", "d3", "d4"]] == [cells(state, row) for row in "tmbd"]
    play(state, "A draw middle")
    assert ("wrong-row", "14") == refusal(state, "A take 1 t1")


def test_the_first_tile_touches_the_board() -> None:
    """15, 18: column 1, also when dreams were laid before."""
    state = three_seats_with(EMPTY + "roc . . .")
    assert ["t1"] == cells(state, "t")
    play(state, "A draw top")
    assert ("cell-not-adjacent", "17") == refusal(state, "A take 1 t2")


def test_a_laid_tile_never_moves() -> None:
    """15: no tile can be laid into its cell."""
    state = three_seats_with("""
        T01 . . .
        . . . .
        . . . .
    """)
    play(state, "A draw top")
    assert ("cell-taken", "15") == refusal(state, "A take 1 t1")


def test_the_island_is_three_rows_of_four() -> None:
    """16: no fifth column; the sixteen tiles and the board make a rectangle."""
    assert [f"{row}{column}" for row in "tmbd" for column in "1234"] == list(CELLS)


def test_the_example_in_the_caption_of_the_booklet() -> None:
    """17: after tiles in top 1 and 2 only: top {3}, middle {1, 2}, bottom {1}."""
    state = three_seats_with("""
        T01 T02 . .
        .   .   . .
        .   .   . .
    """)
    assert [["t3"], ["m1", "m2"], ["b1"]] == [cells(state, row) for row in "tmb"]


def test_rows_may_have_gaps() -> None:
    """17: left, right, upper and lower neighbours all count."""
    state = three_seats_with("""
        T01 T02 T03 T04
        .   .   .   M01
        .   .   .   .
    """)
    assert ["m1", "m2", "m3"] == cells(state, "m")
    assert ["b1", "b4"] == cells(state, "b")


def test_diagonal_contact_does_not_count() -> None:
    """18: nor does a dream touch an island cell."""
    state = three_seats_with("""
        T01 T02 .   .
        M01 .   .   .
        .   .   .   .
    """)
    assert ["b1"] == cells(state, "b")


def test_the_end_of_a_row_is_no_neighbour_of_the_next() -> None:
    """16, 17: top 4 and middle 1, cells 3 and 4, do not touch."""
    state = three_seats_with("""
        .   .   .   .
        M01 .   .   .
        .   .   .   .
    """)
    assert ["t1"] == cells(state, "t")


@pytest.mark.parametrize("seed", range(20))
def test_a_legal_cell_always_exists(seed: int) -> None:
    """19: in random matches, at every ply."""
    state = GAME.deal(2 + seed % 4, f"seed {seed}")
    while state.actors():
        found = state.moves(state.actors()[0])
        assert found
        state.play(state.actors()[0], found[seed % len(found)])


def test_two_identical_dreams_are_allowed_in_any_free_slot() -> None:
    """20: each copy scores in full."""
    state = three_seats_with("""
        T13 .   .   .
        M16 .   .   .
        .   .   .   .
        gem-column-1 . gem-column-2 .
    """)
    assert ["d2", "d4"] == cells(state, "d")
    assert [2, 0, 2, 0] == [slot_points(state, 0, slot) for slot in range(4)]


def test_a_turned_tile_keeps_its_cell() -> None:
    """21: a turned tile is a neighbour like any other."""
    state = three_seats_with("""
        *T01 . . .
        .    . . .
        .    . . .
    """)
    assert ["t2"] == cells(state, "t")


def state_with_lamps(count: int) -> IslandsState:
    """Return a state in which A has laid this many lamp tiles, one after the other."""
    state = new_state(2)
    columns = {"T": 0, "M": 4, "B": 8}
    for index, name in enumerate(LAMP_TILES[:count]):
        lay(state, 0, tile_number(name), columns[name[0]] + index % 4)
    return state


def test_one_or_two_lamps_do_nothing_and_the_third_turns_both() -> None:
    """22, 24: at once; only the newest lamp stays visible."""
    assert 0 == count_genies(state_with_lamps(2), 0)
    assert "*T01 *T02 T03 ." == island_text(state_with_lamps(3), 0).split("\n")[0]


def test_the_fifth_lamp_turns_the_third_and_the_fourth() -> None:
    """23, 25: a turned tile no longer counts as a lamp, the count starts again at one."""
    assert ["*T01 *T02 *T03 *T04", "M01 . . ."] == island_text(state_with_lamps(5), 0).split("\n")[:2]


def test_turning_lamps_is_no_choice() -> None:
    """27: turning is compulsory, with no decision between laying and naming."""
    state = new_state(3, top="T03")
    set_island(state, 0, "T01 T02 . .\n. . . .\n. . . .")
    play(state, "A draw top", "A take 1 t3")
    assert ["name B", "name C"] == moves(state, "A")
    assert "*T01 *T02 T03 ." == island_text(state, 0).split("\n")[0]


def test_the_preview_shows_which_tiles_a_lamp_turns() -> None:
    """22: the preview exists before the tile is laid."""
    state = new_state(3, top="T03 T13")
    set_island(state, 0, "T01 T02 . .\n. . . .\n. . . .")
    play(state, "A draw top")
    foreseen = state.view(0)["foreseen"]
    assert ["t1", "t2"] == foreseen["take 1 t3"]["turned"]
    assert [] == foreseen["take 2 t3"]["turned"]


def test_the_preview_shows_the_score_lines_that_change() -> None:
    """30, 34: the points of a preview are the sum of its lines."""
    state = new_state(3, top="T17 T06 T13")
    set_island(state, 0, ". . . .\n. . . .\n. . . .\nfennec . . .")
    play(state, "A draw top")
    foreseen = state.view(0)["foreseen"]
    changed = {"dream-1": 3, "palms": 2}
    assert {"turned": [], "points": 5, "items": changed, "counts": {}} == foreseen["take 1 t1"]
    assert {"dream-1": 3, "brigands": -1} == foreseen["take 2 t1"]["items"]
    assert {"turned": [], "points": 0, "items": {}, "counts": {}} == foreseen["take 3 t1"]


def test_the_preview_shows_lamps_and_brigands_after_the_move() -> None:
    """22, 32: also whether one more lamp would turn tiles, and whether the brigands cost points."""
    state = new_state(3, top="T03 T06 T13")
    set_island(state, 0, "T01 . . .\n. . . .\n. . . .")
    play(state, "A draw top")
    counts = {place: state.view(0)["foreseen"][f"take {place} t2"]["counts"] for place in "123"}
    assert {"1": {"lamps": 2, "brink": True}, "2": {"brigands": 1, "leads": True}, "3": {}} == counts


@pytest.mark.parametrize(
    "taken, visible, turned, lamp_dream, genie_dream",
    [
        (0, 0, 0, 0, 0), (1, 1, 0, 4, 0), (2, 2, 0, 12, 0), (3, 1, 2, 4, 8), (4, 2, 2, 12, 8),
        (5, 1, 4, 4, 16), (6, 2, 4, 12, 16), (7, 1, 6, 4, 24), (8, 2, 6, 12, 24),
        (9, 1, 8, 4, 32), (10, 2, 8, 12, 32), (11, 1, 10, 4, 40), (12, 2, 10, 12, 40),
    ],
)  # fmt: skip
def test_the_lamp_table(taken: int, visible: int, turned: int, lamp_dream: int, genie_dream: int) -> None:
    """28: visible lamps, turned tiles, and the points of the two dreams."""
    state = state_with_lamps(taken)
    picture = "\n".join([island_text(state, 0).rsplit("\n", 1)[0], "lamp genie . ."])
    set_island(state, 0, picture)
    assert (visible, turned) == (state.count_visible(0, LAMP), count_genies(state, 0))
    assert (lamp_dream, genie_dream) == (slot_points(state, 0, 0), slot_points(state, 0, 1))


def test_the_rule_of_the_older_game_does_not_apply() -> None:
    """29: two are turned, not three."""
    assert 2 == count_genies(state_with_lamps(3), 0)


def test_more_than_three_lamps_at_once() -> None:
    """26: no tile has two lamps; if one had, every earlier visible lamp would be turned."""
    assert all(face.get("lamp", 0) <= 1 for row in ("top", "middle", "bottom") for face in faces(row))
    state = state_with_islands("T01 T02 T03 .\n. . . .\n. . . .")
    lay(state, 0, tile_number("T04"), 3)
    assert "*T01 *T02 *T03 T04" == island_text(state, 0).split("\n")[0]


def faces(row: str) -> list[dict[str, int]]:
    """Return the elements of each tile of a row."""
    return list(PIECES.data[row].values())
