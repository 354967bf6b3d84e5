"""Tests of scoring: rules 30-38, 51 and 52."""

from __future__ import annotations

import pytest

from tablee.games.islands import GAME
from tablee.games.islands.scoring import (
    brigand_loss,
    final_outcome,
    gem_column_points,
    gem_row_points,
    pair_points,
    palm_points,
    score,
    score_items,
    slot_points,
)
from tablee.games.islands.state import BRIGAND
from tablee.games.islands.tests.notation import EIGHT_BRIGANDS, NINE_PALMS, WORKED, state_with_islands


def padded(rows: str) -> str:
    """Return an island with these rows, padded with empty ones to three."""
    lines = rows.strip().split("\n")
    return "\n".join([*lines, *["  ".join("....")] * (3 - len(lines))])


def test_the_worked_example_is_35() -> None:
    """38, 30: 8 + 4 + 5 + 10 + 8 + 7 - 7."""
    state = state_with_islands(WORKED, NINE_PALMS)
    expected = {
        "dream-1": 8,
        "dream-2": 4,
        "dream-3": 5,
        "dream-4": 10,
        "palms": 8,
        "pairs": 7,
        "brigands": -7,
    }
    assert expected == score_items(state, 0)
    assert 35 == score(state, 0)


def test_the_worked_example_is_42_beside_eight_brigands() -> None:
    """38, 32: only the island with the most brigands loses points."""
    state = state_with_islands(WORKED, EIGHT_BRIGANDS)
    assert (7, 8) == (state.count_visible(0, BRIGAND), state.count_visible(1, BRIGAND))
    assert 42 == score(state, 0)


def test_each_palm_is_worth_one_point() -> None:
    """30: only visible palms count."""
    assert 9 == palm_points(state_with_islands(NINE_PALMS), 0)
    assert 6 == palm_points(state_with_islands(NINE_PALMS.replace("T11", "*T11")), 0)


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
def test_pairs_of_roc_and_egg(rows: str, expected: int) -> None:
    """31: each roc and each egg in one pair only; they need not touch."""
    assert expected == pair_points(state_with_islands(padded(rows)), 0)


def test_three_rocs_one_egg_and_the_roc_dream() -> None:
    """31, 34: 7 for the pair and 2 for every roc, paired or not: 13."""
    state = state_with_islands("T16 . . .\nM14 M15 . .\nB13 . . .\nroc . . .")
    assert (7, 6) == (pair_points(state, 0), slot_points(state, 0, 0))


def test_all_seats_tied_for_the_most_brigands_lose_points() -> None:
    """32: the others lose nothing."""
    one, two = padded("T06 . . ."), padded("T12 . . .")
    assert [0, 2, 2] == [brigand_loss(state_with_islands(one, two, two), seat) for seat in range(3)]
    assert [1, 1] == [brigand_loss(state_with_islands(one, one), seat) for seat in range(2)]


def test_a_view_marks_the_most_brigands_and_the_last_lamp_before_turning() -> None:
    """32, 22: clients warn of both."""
    one, two = padded("T06 . . ."), padded("T12 T01 T02 .")
    shown = state_with_islands(one, two, two).view(None)["islands"]
    assert [False, True, True] == [each["leads"] for each in shown]
    assert [False, True, True] == [each["brink"] for each in shown]


def test_turned_brigands_count_neither_for_most_nor_for_loss() -> None:
    """32, 23: turned tiles show nothing."""
    one, two = padded("T06 . . ."), padded("*T12 . . .")
    assert [1, 0] == [brigand_loss(state_with_islands(one, two), seat) for seat in range(2)]


def test_islands_without_brigands_lose_nothing() -> None:
    """32: also when no island has any."""
    assert [0, 0] == [brigand_loss(state_with_islands(), seat) for seat in range(2)]


def test_a_total_may_be_negative() -> None:
    """33: there is no floor."""
    assert -1 == score(state_with_islands(padded("T06 . . .")), 0)


def test_the_highest_total_wins() -> None:
    """33, 51: ranks below the first by the same comparison."""
    state = state_with_islands(padded("T15 . . ."), padded("T17 . . ."), padded("T13 . . ."))
    assert (2, 1, 3) == final_outcome(state).ranks
    assert (1,) == final_outcome(state).winners


def test_a_tie_goes_to_fewer_visible_brigands() -> None:
    """33, 51: 2 palms and a brigand that costs nothing against 2 palms without."""
    many = padded("T12 . . .")
    state = state_with_islands(padded("T08 . . ."), padded("T17 . . ."), many)
    assert (2, 2, -2) == final_outcome(state).scores
    assert (2, 1, 3) == final_outcome(state).ranks


def test_seats_still_tied_share_their_rank() -> None:
    """33: equal on both, same rank."""
    outcome = final_outcome(state_with_islands(padded("T17 . . ."), padded("T18 . . .")))
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
def test_dreams_that_count_one_thing(kind: str, rows: str, expected: int) -> None:
    """34: the table of dreams; a snake dream without a snake is worth nothing."""
    assert expected == slot_points(state_with_islands(padded(rows) + f"\n{kind} . . ."), 0, 0)


def test_turned_tiles_do_not_count_for_a_dream() -> None:
    """34, 23: only visible elements count."""
    assert 2 == slot_points(state_with_islands(padded("*T16 T20 . .") + "\nroc . . ."), 0, 0)


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
def test_dreams_of_gems(picture: str, columns: int, rows: int) -> None:
    """34, 35, 36: 2 / 6 / 12 a column and 2 / 5 / 10 a row for 1 / 2 / 3 gems, equal ones once."""
    state = state_with_islands(picture)
    assert (columns, rows) == (gem_column_points(state, 0), gem_row_points(state, 0))


def test_the_picture_on_a_dream_is_no_element() -> None:
    """37: a snake dream adds no snake, a roc dream no roc."""
    state = state_with_islands("T19 . . .\n. . . .\n. . . .\nsnake roc . .")
    assert [10, 0] == [slot_points(state, 0, slot) for slot in range(2)]


def test_all_seats_are_compared() -> None:
    """52: the rules know seats, not people."""
    state = state_with_islands(WORKED, NINE_PALMS, EIGHT_BRIGANDS)
    assert [0, 0, -8] == [score_items(state, seat)["brigands"] for seat in range(3)]


def test_an_item_of_a_dream_is_named_by_its_dream() -> None:
    """Rule 20: a hint names the dream in a slot; an empty slot and other items have no name."""
    state = GAME.deal(3, "subject")
    seat = state.actors()[0]
    state.play(seat, GAME.parse("draw dream"))
    offered = state.view(seat)["offer"][0]["tile"]
    state.play(seat, GAME.parse("take 1 d2"))
    assert f"dream.{offered.rpartition('-')[0]}" == state.item_subject(seat, "dream-2")
    assert ["", "", ""] == [state.item_subject(seat, item) for item in ("dream-1", "dream-4", "palms")]
