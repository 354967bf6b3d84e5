"""Laying a card, and the desolation of the Tzimimes: rules 1-7 and 17-28."""

from __future__ import annotations

import pytest

from tablee.games.clouds.tests.notation import cells_for, drawing_of, play, solo, tidy


def after(drawing: str, card: str, cell: str) -> str:
    """Return the World after a card is laid."""
    return drawing_of(play(solo(drawing, card), f"take s1 {cell}"))


def test_cards_touch_at_a_side_never_at_a_corner() -> None:
    """3, 17: the first card goes to one of the four sides of the starting land."""
    assert {"d3", "c4", "e4", "d5"} == cells_for(solo("*M"), "take s1")


def test_the_world_fits_in_four_by_four() -> None:
    """1, 17: a row of four does not become five, but may still grow up and down."""
    assert {"a3", "b3", "c3", "d3", "a5", "b5", "c5", "d5"} == cells_for(solo("MM MM MM *M"), "take s1")


def test_the_world_grows_in_all_directions_until_the_square_is_fixed() -> None:
    """17: three wide and two high, every side is open."""
    state = solo("""
        ..  ..  MM
        MM  MM  *M
    """)
    assert {"b3", "c3", "d2", "e3", "a4", "e4", "b5", "c5", "d5"} == cells_for(state, "take s1")


def test_cards_may_be_laid_beside_tzimimes_and_fumaroles() -> None:
    """17, 39: they are cards of the World."""
    state = solo("xx *M ~~")
    assert {"b4", "f4", "c3", "e3", "c5", "e5", "d3", "d5"} == cells_for(state, "take s1")


def test_a_cell_that_desolates_is_legal() -> None:
    """18, A13: the card is laid there and flipped; there is always a legal cell."""
    state = solo("|S| |P| *M", "|M|")
    assert "a4" in cells_for(state, "take s1")
    assert tidy("xx |S| |P| *M") == drawing_of(play(state, "take s1 a4"))


def test_a_world_of_fifteen_cards_has_one_cell_left() -> None:
    """18: the last card has one cell left, and may go there."""
    state = solo("""
        MM MM MM MM
        MM MM MM MM
        MM MM MM MM
        MM MM *M ..
    """)
    assert {"e4"} == cells_for(state, "take s1")


# Desolation


def test_the_view_names_the_rule_that_flipped_the_last_card() -> None:
    """21, 25: two waters side by side; a card that stays is laid for no reason at all."""
    assert ("21", None) == (
        play(solo("*W", "MW"), "take s1 e4").view(0)["cause"],
        play(solo("*M", "MW"), "take s1 e4").view(0)["cause"],
    )


def test_d1_beside_a_finished_portal_the_laid_card_flips() -> None:
    """20: the picture of page 10, swamp and plant make a portal, the mountain to the right is flipped."""
    assert tidy("|S| |P| xx") == after("|S| |P|", "|M|", "f4")


def test_d1_applies_to_left_and_right_only() -> None:
    """20, 29: a portal card below a card of a finished portal stays, as on page 7."""
    expected = """
        |S|  |P|  *M
        ..   |M|  ..
    """
    assert tidy(expected) == after("|S| |P| *M", "|M|", "c5")


def test_d1_between_two_free_portal_cards() -> None:
    """A1, 20: it would be part of two portals, so it is flipped, and no portal is made."""
    state = play(solo("""
        *M   MM  MM
        |S|  ..  |P|
    """, "|M|"), "take s1 e5")  # fmt: skip
    assert tidy("""
        *M   MM  MM
        |S|  xx  |P|
    """) == drawing_of(state)  # fmt: skip
    assert "lay" == state.view(0)["phase"]


def test_d1_between_a_free_and_a_used_portal_card() -> None:
    """A27, 20: flipped, and no portal with the free one."""
    state = play(solo("""
        *M   MM   MM  MM
        |S|  |P|  ..  |W|
    """, "|M|"), "take s1 f5")  # fmt: skip
    assert tidy("""
        *M   MM   MM  MM
        |S|  |P|  xx  |W|
    """) == drawing_of(state)  # fmt: skip


def test_d1_holds_when_no_traveller_is_left() -> None:
    """A9, 20: the rule is about portals, not about travellers."""
    everyone = ("splash", "burk", "kark", "floulou", "pshit", "boung", "roro", "rumph")
    state = play(solo("|S| |P| *M", "|M|", boxed=everyone), "take s1 a4")
    assert tidy("xx |S| |P| *M") == drawing_of(state)


@pytest.mark.parametrize("cell", ["d3", "c4", "e4", "d5"])
def test_d2_water_beside_water_flips_the_laid_card(cell: str) -> None:
    """21, 26: in all four directions; the card that lay there stays."""
    state = play(solo("*W", "MW"), f"take s1 {cell}")
    assert ["tzimime"] == [
        c["shows"] for c in state.view(0)["worlds"][0]["cells"].values() if c["shows"][0] == "t"
    ]
    assert "start-water" == state.view(0)["worlds"][0]["cells"]["d4"]["shows"]


def test_d2_water_at_a_corner_is_fine() -> None:
    """3, 21: never diagonally."""
    expected = """
        *W  MM
        ..  MW
    """
    assert tidy(expected) == after("*W MM", "MW", "e5")


def test_d3_a_second_swamp_in_a_row_flips() -> None:
    """2, 22: anywhere in the row, beside it or not."""
    assert tidy("*S MM xx") == after("*S MM", "SP", "f4")


def test_d3_does_not_apply_to_columns() -> None:
    """2, 22: one swamp above another is fine."""
    assert tidy("*S\nSP") == after("*S", "SP", "d5")


def test_d4_a_moon_below_the_top_row_flips() -> None:
    """2, 23: moons stay in the top row only."""
    assert tidy("MM ..\n*M xx") == after("MM\n*M", "o", "e4")


def test_d4_a_moon_in_the_top_row_stays() -> None:
    """23: the only row of a World is its top row too."""
    assert tidy("*M o") == after("*M", "o", "e4")


def test_d4_a_card_above_flips_all_moons() -> None:
    """23, 26: all those of the row that is no longer the top one."""
    expected = """
        ..  MM  ..
        xx  *M  xx
    """
    assert tidy(expected) == after("o *M o", "MM", "d3")


def test_d4_a_new_moon_above_flips_the_old_ones_and_stays() -> None:
    """23: it opens a new top row."""
    expected = """
        o   ..
        *M  xx
    """
    assert tidy(expected) == after("*M o", "o", "d3")


def test_d4_the_top_row_may_be_tzimimes_and_fumaroles() -> None:
    """23: the highest row that holds any card; a row that was covered is still a row (40)."""
    assert tidy("~~ ..\n*M xx") == after("~~\n*M", "o", "e4")
    assert tidy("xx ..\n*M xx") == after("xx\n*M", "o", "e4")


def test_d4_moons_flip_even_when_the_card_above_does() -> None:
    """A18, 25: a flipped card is still a card in a higher row."""
    state = play(solo("*W o", "MW"), "take s1 d3")
    assert tidy("xx ..\n*W xx") == drawing_of(state)


def test_d5_a_volcano_among_fumaroles_only_flips() -> None:
    """24, 38, A12: the picture of page 8, laid between two fumaroles although other cells were free."""
    state = solo("""
        ~~  ..  ~~
        *M  ..  MM
        MM  MM  MM
    """, "VP")  # fmt: skip
    assert {"e3", "e4", "d2", "f2", "c3", "g3"} < cells_for(state, "take s1")
    assert tidy("""
        ~~  xx  ~~
        *M  ..  MM
        MM  MM  MM
    """) == drawing_of(play(state, "take s1 e3"))  # fmt: skip
    assert "lay" == state.view(0)["phase"]


def test_several_reasons_are_one_flip() -> None:
    """25: water beside water and a second swamp in the row."""
    assert tidy("*S MW xx") == after("*S MW", "WS", "f4")


def test_only_the_laid_card_flips() -> None:
    """26: what lies stays, and a starting land never flips."""
    assert tidy("*W xx") == after("*W", "MW", "e4")


def test_a_tzimime_never_turns_back() -> None:
    """27: not even when the card that flipped it is covered."""
    state = play(solo("*W xx", "VP"), "take s1 d5", "cover d4")
    assert tidy("~~ xx\nVP ..") == drawing_of(state)


def test_any_card_may_be_laid_beside_a_tzimime() -> None:
    """5, 28: a flipped water has no water, a flipped swamp no swamp."""
    state = play(solo("*M", "MW WS"), "take s1 e4")
    assert tidy("*M MW") == drawing_of(state)
    wet = play(solo("*W", "MW"), "take s1 e4", "lay water-swamp f4")
    assert tidy("*W xx WS") == drawing_of(wet)


def test_a_card_is_never_laid_face_down_on_purpose() -> None:
    """18: a card that nothing desolates lies face up."""
    assert tidy("*M MM") == after("*M", "MM", "e4")


def test_only_visible_things_count() -> None:
    """4, 6, 7: under a fumarole or as a Tzimime, water is no water and swamp no swamp."""
    assert tidy("xx ~~ *M WS") == after("xx ~~ *M", "WS", "e4")
