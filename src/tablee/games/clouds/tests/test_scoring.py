"""Counting the stars: rules 45-53."""

from __future__ import annotations

import pytest

from tablee.core.outcome import ranked
from tablee.games.clouds.pieces import LANDS, STARTS
from tablee.games.clouds.position import KIND_OF_CODE
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.scoring import score_items
from tablee.games.clouds.tests.notation import add_city, add_traveller, drawing_of, solo, tidy, world_of
from tablee.games.clouds.tests.worlds import BONUS, FULFILLED, MISSED, PAGE_4


def page_4() -> CloudsState:
    """Return a match with the World of page 4."""
    state = solo(PAGE_4)
    add_city(state, "b6", "c6")
    add_traveller(state, "splash", "left-45")
    return state


def test_page_4_is_counted_line_by_line() -> None:
    """45, 46, 47, 48, 49, 50, 51: the World of page 4 is worth 46 stars."""
    expected = {
        "mountain": 2, "water": 8, "swamp": 6, "animals": 10, "moon": 6, "cities": 9, "travellers": 5,
    }  # fmt: skip
    assert expected == score_items(page_4(), 0)
    assert 46 == world_of(page_4())["score"]


def test_a_drawing_is_read_as_it_is_written() -> None:
    """1: a World of four by four, drawn and read again."""
    assert tidy(PAGE_4) == drawing_of(page_4())


def test_every_kind_of_card_can_be_drawn() -> None:
    """8: nineteen lands and four starting lands."""
    assert {*LANDS, *STARTS} == set(KIND_OF_CODE.values()) - {"tzimime", "fumarole", "nothing"}


def line(drawing: str, item: str) -> int:
    """Return one item of the score sheet of a World."""
    return score_items(solo(drawing), 0)[item]


def test_the_biggest_range_scores_its_icons() -> None:
    """45: icons, not cards; only one range; connected around corners."""
    assert 6 == line("""
        MM  MM  ..  MM
        ..  MP  *P  MP
        ..  MW  ..  ..
    """, "mountain")  # fmt: skip


def test_a_branched_range_is_one_range() -> None:
    """45, 3: all connected mountains, never diagonally."""
    assert 8 == line("""
        MP  ..  MP  ..
        MP  MP  MP  MM
        PPg ..  MP  ..
        MP  *P  ..  MM
    """, "mountain")  # fmt: skip


def test_water_scores_each_card_beside_it() -> None:
    """46: fumaroles count, Tzimimes do not, outside cells do not."""
    assert 3 == line("""
        ~~  ..
        *W  MM
        MM  ..
    """, "water")  # fmt: skip
    assert 1 == line("xx *W MM", "water")
    assert 4 == line(".. MM ..\nMM *W MM\n.. MM ..", "water")
    assert 0 == line("*W", "water")


def test_a_swamp_scores_three() -> None:
    """47: each visible icon."""
    assert 9 == line("*S\nSP\nWS", "swamp")
    assert 3 == line("*S\nxx\n~~", "swamp")


def test_different_animals_score_two_each() -> None:
    """48, 4: deer, goat and bear once each; plants score nothing."""
    assert 6 == line("*P PPg PPg MP", "animals")
    assert 4 == line("VP |P| *M", "animals")


def test_a_moon_scores_the_icons_below_it_in_its_column() -> None:
    """49: mountain and water below, another mountain lower: 2 x 2 + 1 x 2."""
    assert 6 == line("o\nMW\n*M\n|P|", "moon")


def test_a_moon_over_icons_that_do_not_repeat_still_scores() -> None:
    """A11, 49: two per icon of the card below."""
    assert 4 == line("o\nMW\n*P", "moon")


def test_a_moon_counts_volcanoes_but_no_animals_and_no_portals() -> None:
    """A10, 4, 49: a volcano is an icon; a plant with a mouse and a portal is one icon."""
    assert 8 == line("o\nVMM\n*P\nVP", "moon")
    assert 2 == line("o\n|P|\n*M", "moon")


@pytest.mark.parametrize("below", ["xx", "~~"])
def test_a_moon_over_a_tzimime_or_a_fumarole_scores_nothing(below: str) -> None:
    """49: nor do the cards further down."""
    assert 0 == line(f"o\n{below}\n*M", "moon")


def test_a_moon_over_nothing_scores_nothing() -> None:
    """49: there is no card below."""
    assert 0 == line("o *M", "moon")


def test_each_moon_scores_its_own_column() -> None:
    """2, 49: the only rule about columns."""
    assert 6 + 4 == line("o o\n*M SP\nMM ..", "moon")


def stars_with(drawing: str, name: str) -> int:
    """Return the stars of a traveller beside rows 4 and 5."""
    state = solo(drawing, start="d4")
    add_traveller(state, name, "left-45")
    return score_items(state, 0)["travellers"]


@pytest.mark.parametrize("name", FULFILLED)
def test_a_traveller_brings_five_and_a_bonus_if_its_wish_is_fulfilled(name: str) -> None:
    """51: each wish, just fulfilled and just missed."""
    assert 5 + BONUS[name] == stars_with(FULFILLED[name], name)
    assert 5 == stars_with(MISSED[name], name)


def test_a_wish_counts_in_its_two_rows_only() -> None:
    """51, 32: a third row does not help."""
    assert 5 == stars_with("*W MM\nMM MW\nWS MM", "splash")
    assert 5 == stars_with("*M |S| |P|\nMM .. ..\nMM |M| |W|", "boung")


def test_burk_wishes_a_swamp_in_each_row() -> None:
    """A15, 51: which is the same as two in the two rows, since a row shows one at most."""
    assert 5 == stars_with("*S MM\nMM MP\nSP MM", "burk")


def test_boung_counts_visible_portals() -> None:
    """A8, 39, 51: a covered half is no portal any more."""
    assert 5 == stars_with("*M |S| |P|\n.. ~~ |W|", "boung")


def test_travellers_are_listed_one_by_one() -> None:
    """51: each with its stars and its bonus."""
    state = solo("*S MM\nMM SP")
    add_traveller(state, "burk", "left-45")
    add_traveller(state, "kark", "left-34")
    assert [("burk", 9, 4), ("kark", 5, 0)] == [
        (traveller["name"], traveller["stars"], traveller["bonus"])
        for traveller in world_of(state)["travellers"]
    ]


def test_nothing_else_scores_and_nothing_is_negative() -> None:
    """52: volcanoes, fumaroles, portals and Tzimimes are worth 0."""
    assert 0 == sum(score_items(solo("|V| ~~ xx ~~"), 0).values())


def test_equal_stars_share_the_victory() -> None:
    """53, A16, A35: there is no tie-breaker, and equal stars are the same rank."""
    sheets = [{"moon": 40}, {"water": 40}, {"swamp": 39}, {"swamp": 39}]
    assert ((1, 1, 3, 3), (0, 1)) == (ranked(sheets).ranks, ranked(sheets).winners)
