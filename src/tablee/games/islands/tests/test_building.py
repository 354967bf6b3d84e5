"""Building and lamps: rules 13-29."""

from __future__ import annotations

import pytest

from tablee.games.islands import GAME
from tablee.games.islands.tests.notation import (
    draw_island,
    island_table,
    island_text,
    moves,
    play,
    table,
    tile_number,
)
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.scoring import dream, genies
from tablee.games.islands.state import LAMP
from tablee.games.islands.pieces import CELLS, PIECES
from tablee.games.islands.tests.test_rounds import refused

ROWS = {"t": "top", "m": "middle", "b": "bottom", "d": "dream"}
LAMP_TILES = ["T01", "T02", "T03", "T04", "M01", "M02", "M03", "M04", "B01", "B02", "B03", "B04"]


def cells(state: IslandsState, row: str) -> list[str]:
    """Where seat A, the Lookout, may lay the next tile of a row."""
    drawn = state.copy()
    play(drawn, f"A draw {ROWS[row]}")
    return [move.split()[2] for move in moves(drawn, "A") if move.startswith("take 1 ")]


def with_island(picture: str) -> IslandsState:
    """A table of three at which A has this island."""
    state = table(3)
    draw_island(state, 0, picture)
    return state


EMPTY = """
    . . . .
    . . . .
    . . . .
"""


def test_island_tiles_and_dreams_have_their_own_lines() -> None:
    """13, 14: top, middle and bottom row to the right, dreams to the left."""
    state = with_island(EMPTY)
    assert [["t1"], ["m1"], ["b1"], ["d1", "d2", "d3", "d4"]] == [cells(state, row) for row in "tmbd"]
    play(state, "A draw middle")
    assert ("wrong-row", "14") == refused(state, "A take 1 t1")


def test_the_first_tile_touches_the_board() -> None:
    """15, 18: column 1, also when dreams were laid before."""
    state = with_island(EMPTY + "roc . . .")
    assert ["t1"] == cells(state, "t")
    play(state, "A draw top")
    assert ("cell-not-adjacent", "17") == refused(state, "A take 1 t2")


def test_a_laid_tile_never_moves() -> None:
    """15: a taken cell is taken."""
    state = with_island("""
        T01 . . .
        . . . .
        . . . .
    """)
    play(state, "A draw top")
    assert ("cell-taken", "15") == refused(state, "A take 1 t1")


def test_the_island_is_three_rows_of_four() -> None:
    """16: no fifth column; the sixteen tiles and the board make a rectangle."""
    assert [f"{row}{column}" for row in "tmbd" for column in "1234"] == list(CELLS)


def test_the_caption_of_the_booklet() -> None:
    """17: after tiles in top 1 and 2 only: top {3}, middle {1, 2}, bottom {1}."""
    state = with_island("""
        T01 T02 . .
        .   .   . .
        .   .   . .
    """)
    assert [["t3"], ["m1", "m2"], ["b1"]] == [cells(state, row) for row in "tmb"]


def test_rows_may_have_gaps() -> None:
    """17: left, right, upper and lower neighbours all count."""
    state = with_island("""
        T01 T02 T03 T04
        .   .   .   M01
        .   .   .   .
    """)
    assert ["m1", "m2", "m3"] == cells(state, "m")
    assert ["b1", "b4"] == cells(state, "b")


def test_diagonal_contact_does_not_count() -> None:
    """18: nor does a dream touch an island cell."""
    state = with_island("""
        T01 T02 .   .
        M01 .   .   .
        .   .   .   .
    """)
    assert ["b1"] == cells(state, "b")


def test_the_end_of_a_row_is_no_neighbour_of_the_next() -> None:
    """16, 17: top 4 and middle 1 are far apart, as numbers 3 and 4 are not."""
    state = with_island("""
        .   .   .   .
        M01 .   .   .
        .   .   .   .
    """)
    assert ["t1"] == cells(state, "t")


@pytest.mark.parametrize("seed", range(20))
def test_a_legal_cell_always_exists(seed: int) -> None:
    """19: whatever was laid before."""
    state = GAME.deal(2 + seed % 4, f"seed {seed}")
    while state.actors():
        found = state.moves(state.actors()[0])
        assert found
        state.play(state.actors()[0], found[seed % len(found)])


def test_two_identical_dreams_are_allowed_in_any_free_slot() -> None:
    """20: each copy scores in full."""
    state = with_island("""
        T13 .   .   .
        M16 .   .   .
        .   .   .   .
        gem-column-1 . gem-column-2 .
    """)
    assert ["d2", "d4"] == cells(state, "d")
    assert [2, 0, 2, 0] == [dream(state, 0, slot) for slot in range(4)]


def test_a_turned_tile_keeps_its_cell() -> None:
    """21: and is a neighbour like any other."""
    state = with_island("""
        *T01 . . .
        .    . . .
        .    . . .
    """)
    assert ["t2"] == cells(state, "t")


def lay_lamps(count: int) -> IslandsState:
    """An island on which so many lamp tiles were laid, one after the other."""
    state = table(2)
    columns = {"T": 0, "M": 4, "B": 8}
    for place, name in enumerate(LAMP_TILES[:count]):
        state.lay(0, tile_number(name), columns[name[0]] + place % 4)
    return state


def test_one_or_two_lamps_do_nothing_and_the_third_turns_both() -> None:
    """22, 24: at once; the newest stays, the only lamp in sight."""
    assert 0 == genies(lay_lamps(2), 0)
    assert "*T01 *T02 T03 ." == island_text(lay_lamps(3), 0).split("\n")[0]


def test_the_fifth_lamp_turns_the_third_and_the_fourth() -> None:
    """23, 25: a turned tile is no lamp any more, the count starts again at one."""
    assert ["*T01 *T02 *T03 *T04", "M01 . . ."] == island_text(lay_lamps(5), 0).split("\n")[:2]


def test_there_is_no_choice() -> None:
    """27: turning is compulsory, and no decision lies between laying and naming."""
    state = table(3, top="T03")
    draw_island(state, 0, "T01 T02 . .\n. . . .\n. . . .")
    play(state, "A draw top", "A take 1 t3")
    assert ["name B", "name C"] == moves(state, "A")
    assert "*T01 *T02 T03 ." == island_text(state, 0).split("\n")[0]


def test_what_a_lamp_would_turn_is_foreseen() -> None:
    """22: before the tile is laid."""
    state = table(3, top="T03 T13")
    draw_island(state, 0, "T01 T02 . .\n. . . .\n. . . .")
    play(state, "A draw top")
    foreseen = state.view(0)["foreseen"]
    assert ["t1", "t2"] == foreseen["take 1 t3"]["turned"]
    assert [] == foreseen["take 2 t3"]["turned"]


def test_the_lines_that_a_tile_would_change_are_foreseen() -> None:
    """30, 34: its points are their sum."""
    state = table(3, top="T17 T06 T13")
    draw_island(state, 0, ". . . .\n. . . .\n. . . .\nfennec . . .")
    play(state, "A draw top")
    foreseen = state.view(0)["foreseen"]
    assert {"turned": [], "points": 5, "items": {"dream-1": 3, "palms": 2}} == foreseen["take 1 t1"]
    assert {"dream-1": 3, "brigands": -1} == foreseen["take 2 t1"]["items"]
    assert {"turned": [], "points": 0, "items": {}} == foreseen["take 3 t1"]


@pytest.mark.parametrize(
    "taken, visible, turned, lamp_dream, genie_dream",
    [
        (0, 0, 0, 0, 0), (1, 1, 0, 4, 0), (2, 2, 0, 12, 0), (3, 1, 2, 4, 8), (4, 2, 2, 12, 8),
        (5, 1, 4, 4, 16), (6, 2, 4, 12, 16), (7, 1, 6, 4, 24), (8, 2, 6, 12, 24),
        (9, 1, 8, 4, 32), (10, 2, 8, 12, 32), (11, 1, 10, 4, 40), (12, 2, 10, 12, 40),
    ],
)  # fmt: skip
def test_the_lamp_table(taken: int, visible: int, turned: int, lamp_dream: int, genie_dream: int) -> None:
    """28: lamps in sight, tiles turned, and what the two dreams bring."""
    state = lay_lamps(taken)
    draw_dreams = "\n".join([island_text(state, 0).rsplit("\n", 1)[0], "lamp genie . ."])
    draw_island(state, 0, draw_dreams)
    assert (visible, turned) == (state.seen(0, LAMP), genies(state, 0))
    assert (lamp_dream, genie_dream) == (dream(state, 0, 0), dream(state, 0, 1))


def test_not_the_rule_of_the_older_game() -> None:
    """29: two are turned, not three."""
    assert 2 == genies(lay_lamps(3), 0)


def test_more_than_three_lamps_at_once() -> None:
    """26: no tile of ours has two lamps; if one had, every earlier lamp in sight would be turned."""
    assert all(face.get("lamp", 0) <= 1 for row in ("top", "middle", "bottom") for face in faces(row))
    state = island_table("T01 T02 T03 .\n. . . .\n. . . .")
    state.lay(0, tile_number("T04"), 3)
    assert "*T01 *T02 *T03 T04" == island_text(state, 0).split("\n")[0]


def faces(row: str) -> list[dict[str, int]]:
    """What is on the tiles of a row."""
    return list(PIECES.data[row].values())
