"""Volcanoes, fumaroles and dark cities: rules 37-44."""

from __future__ import annotations

from tablee.games.clouds.pieces import deck
from tablee.games.clouds.position import draw_world, kind
from tablee.games.clouds.tests.notation import (
    add_city,
    cells_for,
    draft,
    drawing_of,
    legal_moves,
    play,
    solo,
    tidy,
    world_of,
)


def test_a_volcano_must_cover_a_card_beside_it() -> None:
    """37, A24: mandatory, and the choice is its owner's."""
    state = solo("""
        MM  ..
        *M  MM
    """, "VP")  # fmt: skip
    assert ["cover d3", "cover e4"] == legal_moves(play(state, "take s1 e3"))


def test_anything_but_a_fumarole_may_be_covered() -> None:
    """37, 38, A29: lands, the starting land, moons, volcanoes, portals and Tzimimes."""
    state = solo("""
        ..  o   ..
        xx  ..  |P|
        ..  *M  ..
    """, "VP", start="d4")  # fmt: skip
    assert ["cover d2", "cover c3", "cover e3", "cover d4"] == legal_moves(play(state, "take s1 d3"))


def test_a_fumarole_is_never_covered() -> None:
    """38: only the other card is left."""
    assert ["cover d4"] == legal_moves(play(solo("~~ ..\n*M ~~", "VMM"), "take s1 c4"))
    assert ["cover d4"] == legal_moves(play(solo("~~\n*M", "VMM"), "take s1 d5"))


def test_a_volcano_never_covers_itself() -> None:
    """A29, 37: nor a card of another World."""
    assert ["cover d4"] == legal_moves(play(solo("*M", "VMM"), "take s1 e4"))


def test_a_covered_card_counts_for_nothing() -> None:
    """6, 39: neither its icons nor its animals, nor its water for later cards."""
    state = play(solo("WP *M", "VMM"), "take s1 c5", "cover c4", "lay water-swamp b4")
    assert tidy("WS ~~ *M\n.. VMM ..") == drawing_of(state)
    assert {"animals": 0, "water": 1, "mountain": 2} == {
        key: world_of(state)["items"][key] for key in ("animals", "water", "mountain")
    }


def test_a_fumarole_may_cover_a_tzimime() -> None:
    """A14, 27: the cell is a fumarole now."""
    assert tidy("VP\n~~") == drawing_of(play(solo("xx", "VP"), "take s1 d3", "cover d4"))


def test_covering_flips_nothing_and_opens_no_row() -> None:
    """40: a covered starting land, and the moon beside it stays."""
    state = play(solo("*M o", "VP"), "take s1 d5", "cover d4")
    assert tidy("~~ o\nVP ..") == drawing_of(state)


def test_what_is_covered_never_comes_back() -> None:
    """A30: a cell with a fumarole cannot be laid upon, nor covered again."""
    state = play(solo("*M", "VP"), "take s1 e4", "cover d4")
    assert "d4" not in cells_for(state, "lay")


def test_two_fumaroles_side_by_side_make_a_dark_city() -> None:
    """41, A24: without a decision, the most valuable one left, side by side or one above the other."""
    state = play(solo("~~ *M", "VP"), "take s1 d5", "cover d4")
    assert [{"stars": 9, "cells": ["c4", "d4"]}] == world_of(state)["cities"]
    assert [7, 5, 4, 4] == state.view(0)["cities"]
    upright = play(solo("~~\n*M", "VP"), "take s1 d5", "cover d4")
    assert [{"stars": 9, "cells": ["d3", "d4"]}] == world_of(upright)["cities"]


def test_fumaroles_at_a_corner_make_none() -> None:
    """3, 41: never diagonally."""
    assert [] == world_of(play(solo("~~ MM\n.. *M", "VP"), "take s1 d5", "cover d4"))["cities"]


def test_with_several_free_fumaroles_one_is_chosen() -> None:
    """41: one placement gives at most one city."""
    state = play(solo("~~ *M ~~", "VP"), "take s1 d5", "cover d4")
    assert ["join c4", "join e4"] == legal_moves(state)
    assert [{"stars": 9, "cells": ["d4", "e4"]}] == world_of(play(state, "join e4"))["cities"]


def test_a_fumarole_belongs_to_one_city() -> None:
    """41: beside a fumarole that is in a city, none is built."""
    state = solo("~~ ~~ *M", "VP")
    add_city(state, "b4", "c4")
    assert 1 == len(world_of(play(state, "take s1 d5", "cover d4"))["cities"])


def test_a_free_fumarole_is_found_beside_a_taken_one() -> None:
    """A19, 41: the city is built on the free one, without a decision."""
    state = solo("~~ ~~ *M ~~", "VP")
    add_city(state, "b4", "c4")
    play(state, "take s1 d5", "cover d4")
    assert [["b4", "c4"], ["d4", "e4"]] == [city["cells"] for city in world_of(state)["cities"]]
    assert [9, 7] == [city["stars"] for city in world_of(state)["cities"]]


def test_when_no_city_is_left_none_is_built() -> None:
    """42: and no decision is open."""
    state = solo("""
        ~~  ~~  ~~  ~~
        ~~  ~~  ~~  ~~
        ~~  ~~  ..  ~~
        ..  ..  *M  ..
    """, "VP")  # fmt: skip
    for one, other in (("b1", "c1"), ("d1", "e1"), ("b2", "c2"), ("d2", "e2"), ("b3", "c3")):
        add_city(state, one, other)
    assert [] == state.view(0)["cities"]
    play(state, "take s1 e4", "cover d4")
    assert ("lay", 5) == (state.view(0)["phase"], len(world_of(state)["cities"]))


def test_cities_are_first_come_first_served() -> None:
    """42, 50: a common supply for all Worlds."""
    state = draft(2, "VP VP VP VP VP VP")
    for seat in range(2):
        draw_world(state, "~~ *M", seat=seat)
    for verb in ("keep", "pass"):
        for seat in range(2):
            play(state, f"{verb} volcano-plant", seat=seat)
    for seat in range(2):
        play(state, "lay volcano-plant d5", "cover d4", seat=seat)
    assert [[9], [7]] == [[city["stars"] for city in world_of(state, seat)["cities"]] for seat in range(2)]
    assert [9, 7] == [world_of(state, seat)["items"]["cities"] for seat in range(2)]


def test_the_fumaroles_of_a_city_remain_fumaroles() -> None:
    """43, 46: they count for water."""
    state = play(solo("~~ *M WP", "VP"), "take s1 d5", "cover d4")
    assert 1 == world_of(state)["items"]["water"]


def test_there_are_as_many_fumaroles_as_volcanoes() -> None:
    """44, 8: eleven, each volcano makes at most one."""
    volcanoes = {kind(code) for code in ("|V|", "VS", "VW", "VMM", "VP")}
    assert 11 == len([card for card in deck(4) if card in volcanoes]) == solo().view(0)["fumaroles"]
    assert 10 == play(solo("*M", "VP"), "take s1 e4", "cover d4").view(0)["fumaroles"]
