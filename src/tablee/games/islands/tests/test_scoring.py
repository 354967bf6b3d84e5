"""Scoring: rules 30-38, 51 and 52."""

from __future__ import annotations

import pytest

from tablee.games.islands.tests.notation import island_table
from tablee.games.islands.scoring import (
    brigand_loss,
    dream,
    final,
    gem_columns,
    gem_rows,
    items,
    pairs,
    palms,
    score,
)
from tablee.games.islands.state import BRIGAND

WORKED = """
    T07 T13 T06 T11
    M17 M04 M08 M19
    B06 B12 B16 B19
    gem-column lamp elephant snake
"""
EIGHT_BRIGANDS = """
    T08 T09 T10 T12
    M06 M09 .   .
    B07 .   .   .
"""
NINE_PALMS = """
    T11 .   .   .
    M18 .   .   .
    B11 .   .   .
"""


def island(rows: str) -> str:
    """Rows of an island, the missing ones empty."""
    lines = rows.strip().split("\n")
    return "\n".join([*lines, *["  ".join("....")] * (3 - len(lines))])


def test_the_worked_example_is_35() -> None:
    """38, 30: 8 + 4 + 5 + 10 + 8 + 7 - 7."""
    state = island_table(WORKED, NINE_PALMS)
    expected = {
        "dream-1": 8,
        "dream-2": 4,
        "dream-3": 5,
        "dream-4": 10,
        "palms": 8,
        "pairs": 7,
        "brigands": -7,
    }
    assert expected == items(state, 0)
    assert 35 == score(state, 0)


def test_the_worked_example_is_42_beside_eight_brigands() -> None:
    """38, 32: only the most brigands cost."""
    state = island_table(WORKED, EIGHT_BRIGANDS)
    assert (7, 8) == (state.seen(0, BRIGAND), state.seen(1, BRIGAND))
    assert 42 == score(state, 0)


def test_palms_are_one_each() -> None:
    """30: the visible ones."""
    assert 9 == palms(island_table(NINE_PALMS), 0)
    assert 6 == palms(island_table(NINE_PALMS.replace("T11", "*T11")), 0)


@pytest.mark.parametrize(
    "rows, expected",
    [
        ("B13 . . .", 0),
        ("M15 . . .", 0),
        ("T16 . . .\nM15 . . .", 7),
        ("T16 . . .\nM15 M14 M20 .", 7),
        ("T16 T20 . .\nM15 M07 . .", 14),
    ],
)
def test_pairs(rows: str, expected: int) -> None:
    """31: each roc and each egg in one pair only; they need not touch."""
    assert expected == pairs(island_table(island(rows)), 0)


def test_three_rocs_one_egg_and_the_roc_dream() -> None:
    """31, 34: 7 for the pair and 2 for every roc, paired or not: 13."""
    state = island_table("T16 . . .\nM14 M15 . .\nB13 . . .\nroc . . .")
    assert (7, 6) == (pairs(state, 0), dream(state, 0, 0))


def test_all_who_tie_for_the_most_brigands_lose() -> None:
    """32: and the others nothing."""
    one, two = island("T06 . . ."), island("T12 . . .")
    assert [0, 2, 2] == [brigand_loss(island_table(one, two, two), seat) for seat in range(3)]
    assert [1, 1] == [brigand_loss(island_table(one, one), seat) for seat in range(2)]


def test_a_view_marks_who_has_the_most_brigands_and_who_is_a_lamp_from_a_turn() -> None:
    """32, 22: a screen warns of both."""
    one, two = island("T06 . . ."), island("T12 T01 T02 .")
    shown = island_table(one, two, two).view(None)["islands"]
    assert [False, True, True] == [each["leads"] for each in shown]
    assert [False, True, True] == [each["brink"] for each in shown]


def test_turned_brigands_count_neither_for_most_nor_for_loss() -> None:
    """32, 23: what is turned has gone."""
    one, two = island("T06 . . ."), island("*T12 . . .")
    assert [1, 0] == [brigand_loss(island_table(one, two), seat) for seat in range(2)]


def test_no_brigands_no_loss() -> None:
    """32: nought is not the most of anything."""
    assert [0, 0] == [brigand_loss(island_table(), seat) for seat in range(2)]


def test_a_total_may_be_negative() -> None:
    """33: there is no floor."""
    assert -1 == score(island_table(island("T06 . . .")), 0)


def test_the_highest_total_wins() -> None:
    """33, 51: ranks below the first by the same comparison."""
    state = island_table(island("T15 . . ."), island("T17 . . ."), island("T13 . . ."))
    assert (2, 1, 3) == final(state).ranks
    assert (1,) == final(state).winners


def test_a_tie_goes_to_fewer_visible_brigands() -> None:
    """33, 51: 2 palms and a brigand that costs nothing against 2 palms without."""
    many = island("T12 . . .")
    state = island_table(island("T08 . . ."), island("T17 . . ."), many)
    assert (2, 2, -2) == final(state).scores
    assert (2, 1, 3) == final(state).ranks


def test_still_tied_is_shared() -> None:
    """33: equal on both, same rank."""
    outcome = final(island_table(island("T17 . . ."), island("T18 . . .")))
    assert ((1, 1), (0, 1)) == (outcome.ranks, outcome.winners)


@pytest.mark.parametrize(
    "kind, rows, expected",
    [
        ("roc", "T16 T20 . .", 4),
        ("monkey", "T14 T16 . .\nM17 . . .", 8),
        ("fennec", "T05 T17 . .", 6),
        ("dromedary", "T11 T15 . .", 8),
        ("elephant", "T06 T19 . .", 10),
        ("lamp", "T13 . . .", 0),
        ("lamp", "T01 . . .", 4),
        ("lamp", "T01 T02 . .", 12),
        ("snake", "T13 . . .", 0),
        ("snake", "T19 . . .", 10),
        ("snake", "T19 T20 . .", 5),
        ("snake", "T19 T20 . .\nM07 . . .", 0),
        ("genie", "*T01 *T02 T03 .", 8),
        ("genie", "T13 . . .", 0),
    ],
)
def test_dreams(kind: str, rows: str, expected: int) -> None:
    """34: the table of dreams; a snake dream without a snake brings nothing."""
    assert expected == dream(island_table(island(rows) + f"\n{kind} . . ."), 0, 0)


def test_turned_tiles_bring_nothing_to_a_dream() -> None:
    """34, 23: only what is visible."""
    assert 2 == dream(island_table(island("*T16 T20 . .") + "\nroc . . ."), 0, 0)


@pytest.mark.parametrize(
    "picture, columns, rows",
    [
        ("T13 . . .\n. . . .\n. . . .", 2, 2),
        ("T13 . . .\nM04 . . .\n. . . .", 2, 4),
        ("T13 . . .\nM10 . . .\n. . . .", 6, 4),
        ("T13 . . .\nM10 . . .\nB15 . . .", 12, 6),
        ("T13 T07 T05 .\n. . . .\n. . . .", 6, 10),
        ("T13 T14 T07 .\n. . . .\n. . . .", 6, 5),
    ],
)
def test_gems(picture: str, columns: int, rows: int) -> None:
    """34, 35, 36: 2 / 6 / 12 a column and 2 / 5 / 10 a row for 1 / 2 / 3 gems, equal ones once."""
    state = island_table(picture)
    assert (columns, rows) == (gem_columns(state, 0), gem_rows(state, 0))


def test_a_picture_on_a_dream_is_no_element() -> None:
    """37: a snake dream adds no snake, a roc dream no roc."""
    state = island_table("T19 . . .\n. . . .\n. . . .\nsnake roc . .")
    assert [10, 0] == [dream(state, 0, slot) for slot in range(2)]


def test_a_seat_counts_whoever_sits_there() -> None:
    """52: the rules know seats, not people; all of them are compared."""
    state = island_table(WORKED, NINE_PALMS, EIGHT_BRIGANDS)
    assert [0, 0, -8] == [items(state, seat)["brigands"] for seat in range(3)]
