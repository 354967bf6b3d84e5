"""Portals and travellers: rules 29-36."""

from __future__ import annotations

from tablee.games.clouds.mechanics.placement import lay_card
from tablee.games.clouds.pieces import TRAVELLERS
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.tests.notation import (
    add_traveller,
    cells_for,
    drawing_of,
    legal_moves,
    play,
    solo,
    tidy,
    world_of,
)


def names(state: CloudsState) -> list[str]:
    """Return the names of the travellers of a World."""
    return [traveller["name"] for traveller in world_of(state)["travellers"]]


def test_two_half_portals_side_by_side_make_a_portal() -> None:
    """29, 30: any traveller left may be welcomed, or none."""
    state = play(solo("*M |S|", "|P|"), "take s1 f4")
    assert [["e4", "f4"]] == world_of(state)["portals"]
    assert [*(f"welcome {name}" for name in TRAVELLERS), "decline"] == legal_moves(state)


def test_one_above_the_other_makes_nothing() -> None:
    """2, 29: a portal is made in a row."""
    state = play(solo("*M |S|", "|P|"), "take s1 e5")
    assert [] == world_of(state)["portals"]
    assert "lay" == state.view(0)["phase"]


def test_a_flipped_or_covered_half_makes_nothing() -> None:
    """A28, 5, 39: beside it a portal card stays as it is."""
    state = play(solo("*M ~~", "|P|"), "take s1 f4")
    assert ("lay", tidy("*M ~~ |P|")) == (state.view(0)["phase"], drawing_of(state))


def test_a_traveller_may_be_declined_for_good() -> None:
    """30, A4, A25: the portal stays, the traveller does not come later, the side stays open."""
    state = play(solo("*M |S|", "|P|"), "take s1 f4", "decline")
    assert ([["e4", "f4"]], [], None) == tuple(
        world_of(state)[key] for key in ("portals", "travellers", "side")
    )
    assert ("lay", set(TRAVELLERS)) == (state.view(0)["phase"], set(state.view(0)["travellers"]))
    assert "c4" in cells_for(state, "lay mountain-plant")
    assert "g4" in cells_for(state, "lay mountain-plant")


def test_a_declined_portal_is_a_portal() -> None:
    """30, 20: beside it a portal card is flipped."""
    state = play(solo("*M |S|", "|P|"), "take s1 f4", "decline")
    lay_card(state, 0, 4, 36 + 3)
    assert tidy("*M |S| |P| xx") == drawing_of(state)


def test_without_a_traveller_left_nothing_is_asked() -> None:
    """30, A34: the portal still exists."""
    state = play(solo("*M |S|", "|P|", boxed=TRAVELLERS), "take s1 f4")
    assert ("lay", [["e4", "f4"]]) == (state.view(0)["phase"], world_of(state)["portals"])


def test_a_first_traveller_stands_on_either_side_beside_two_rows() -> None:
    """31, 32, A7: left or right, up or down; the second row may still be empty, as on page 7."""
    state = play(solo("*M |S|", "|P|"), "take s1 f4", "welcome kark")
    assert ["stand left-34", "stand left-45", "stand right-34", "stand right-45"] == legal_moves(state)


def test_a_traveller_stands_beyond_the_whole_world() -> None:
    """31, 34: not at the end of its own row, as in the lower row of page 7; nothing is laid in its column."""
    state = solo("""
        MM  MM   MM
        ..  *M   ..
        ..  |S|  ..
    """, "|P|")  # fmt: skip
    play(state, "take s1 e5", "welcome kark", "stand right-45")
    assert ("right", "ce") == (world_of(state)["side"], world_of(state)["columns"])
    assert {"b3", "c2", "d2", "e2", "c4", "e4", "c5", "d6", "e6"} == cells_for(state, "lay mountain-plant")


def test_all_travellers_stand_on_the_same_side() -> None:
    """33: the side of the first one."""
    state = solo("""
        |S|  ..
        *M   MM
    """, "|P|")  # fmt: skip
    add_traveller(state, "splash", "left-45")
    play(state, "take s1 e3", "welcome kark")
    assert ["stand left-23", "stand left-34"] == legal_moves(state)


def test_a_traveller_bounds_its_side_and_no_other() -> None:
    """34: not above, not below, not across."""
    state = solo("*M MM")
    add_traveller(state, "splash", "left-45")
    assert {"f4", "d3", "e3", "d5", "e5"} == cells_for(state, "take s1")


def test_a_traveller_is_not_beside_anything() -> None:
    """34, 46: water next to it gains nothing from it."""
    state = solo("*W MM")
    before = world_of(state)["items"]["water"]
    add_traveller(state, "splash", "left-45")
    assert before == world_of(state)["items"]["water"]


def test_a_traveller_does_not_stand_beside_an_impossible_row() -> None:
    """A5, 32: with the World four high, no row above the top one."""
    state = solo("""
        |S|  ..
        MM   ..
        MM   ..
        *M   MM
    """, "|P|")  # fmt: skip
    assert ["stand left-12", "stand right-12"] == legal_moves(play(state, "take s1 e1", "welcome kark"))


def test_a_row_of_a_traveller_need_not_be_built() -> None:
    """A6, 32: it then counts as empty."""
    state = solo("*S MM")
    add_traveller(state, "burk", "left-34")
    assert [("34", 5)] == [
        (traveller["rows"], traveller["stars"]) for traveller in world_of(state)["travellers"]
    ]


def test_the_view_tells_how_far_a_wish_is() -> None:
    """51: kark wishes five mountains in its two rows; burk a swamp in each of them."""
    state = solo("""
        MM   MS
        *M   ..
    """)  # fmt: skip
    add_traveller(state, "kark", "left-34")
    add_traveller(state, "burk", "left-34")
    assert {"kark": [4, 5], "burk": [1, 2]} == {
        traveller["name"]: traveller["wish"] for traveller in world_of(state)["travellers"]
    }


def test_a_taken_place_is_not_offered_while_another_is_free() -> None:
    """35, A26: only the other pair of rows."""
    state = solo("*M |S|", "|P|")
    add_traveller(state, "splash", "left-34")
    assert ["stand left-45"] == legal_moves(play(state, "take s1 f4", "welcome kark"))


def test_a_place_is_shared_when_it_is_the_only_one() -> None:
    """35: top row of a World four high, and the only pair of rows taken; both travellers count."""
    state = solo("""
        |S|  ..
        MM   ..
        MM   ..
        *M   MM
    """, "|P|")  # fmt: skip
    add_traveller(state, "splash", "right-12")
    play(state, "take s1 e1", "welcome kark", "stand right-12")
    assert [("splash", "12", 5), ("kark", "12", 5)] == [
        (traveller["name"], traveller["rows"], traveller["stars"])
        for traveller in world_of(state)["travellers"]
    ]


def test_when_both_places_are_taken_either_may_be_shared() -> None:
    """A26, 35: all valid places are taken, so any of them."""
    state = solo("*M |S|", "|P|")
    add_traveller(state, "splash", "left-34")
    add_traveller(state, "burk", "left-45")
    assert ["stand left-34", "stand left-45"] == legal_moves(play(state, "take s1 f4", "welcome kark"))


def test_a_traveller_stays_when_its_portal_is_covered() -> None:
    """36: it is never lost."""
    state = solo("*M |S|", "|P| VP")
    play(state, "take s1 f4", "welcome kark", "stand left-34")
    lay_card(state, 0, 9, 36 + 2 + 8)
    play(state, "cover f4")
    assert ([], ["kark"]) == (
        world_of(state)["portals"],
        names(state),
    )


def test_the_other_half_of_a_covered_portal_stays_used() -> None:
    """A2, 20: a half stays used, so a portal card laid beside it is flipped."""
    state = solo("|S| |P| *M")
    lay_card(state, 0, 9, 36 - 2 + 8)
    play(state, "cover b4")
    lay_card(state, 0, 4, 36 - 2 - 8)
    lay_card(state, 0, 4, 36 - 1 + 8)
    assert tidy("""
        |M|  ..   ..
        ~~   |P|  *M
        VP   |M|  ..
    """) == drawing_of(state)  # fmt: skip
    other = solo("|S| |P| ..\n*M .. ..")
    lay_card(other, 0, 9, 36 - 8 - 8)
    play(other, "cover d3")
    lay_card(other, 0, 4, 36 - 8 + 2)
    assert tidy("""
        VP  ..   ..
        ~~  |P|  xx
        *M  ..   ..
    """) == drawing_of(other)  # fmt: skip


def test_a_volcano_with_a_portal_first_welcomes_then_erupts() -> None:
    """A3, 19: both happen, as on page 7; the other half may be covered without loss (36, A29)."""
    state = play(solo("*M |S|", "|V|"), "take s1 f4")
    assert "welcome" == state.view(0)["phase"]
    play(state, "welcome boung", "stand left-34")
    assert ["cover e4"] == legal_moves(state)
    play(state, "cover e4")
    assert ([], ["boung"]) == (
        world_of(state)["portals"],
        names(state),
    )


def test_a_volcano_with_a_portal_erupts_also_when_the_traveller_is_declined() -> None:
    """A3, 37: mandatorily."""
    assert ["cover e4"] == legal_moves(play(solo("*M |S|", "|V|"), "take s1 f4", "decline"))


def test_a_flipped_card_makes_no_portal_and_does_not_erupt() -> None:
    """19, 20: desolation comes before everything else."""
    state = play(solo("*M |S| |P|", "|V|"), "take s1 g4")
    assert ("lay", tidy("*M |S| |P| xx")) == (state.view(0)["phase"], drawing_of(state))
