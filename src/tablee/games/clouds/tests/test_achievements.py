"""Achievements that no golden match has, with states that have them."""

from __future__ import annotations

import pytest

from tablee.core.match import Match
from tablee.games.clouds import GAME
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.tests.notation import add_traveller, solo


def golden_match(name: str) -> Match:
    """Replay a recorded match."""
    return Match.from_record((GAME.folder / f"tests/golden/{name}.txt").read_text("utf-8"), lambda _: GAME)


MASTERLY = """
    o   o  o  WS
    WP  *M WS MW
    WS  MS WS WP
    PPg MW WP SP
"""
SIX_ANIMALS = """
    MP  VMM MS  PPs
    VP  *M  WS  VMM
    SP  |V| WS  PPg
    |P| |S| PPg |W|
"""
EMPTY = "*M"


def match_with(state: CloudsState) -> Match:
    """Return a match that stands at a drawn World."""
    match = golden_match("solo-annotated")
    match.state = state
    return match


@pytest.mark.parametrize("name, drawing", [("master", MASTERLY), ("animals", SIX_ANIMALS)])
def test_a_world_has_the_stars_or_animals(name: str, drawing: str) -> None:
    is_achieved = GAME.achievements[name]
    assert is_achieved(match_with(solo(drawing)), 0)
    assert not is_achieved(match_with(solo(EMPTY)), 0)


def test_three_travellers_must_all_be_happy() -> None:
    state, is_achieved = solo(MASTERLY), GAME.achievements["happy-travellers"]
    for name, place, enough in (("splash", "left-45", False), ("burk", "left-56", False)):
        add_traveller(state, name, place)
        assert enough == is_achieved(match_with(state), 0)
    add_traveller(state, "floulou", "right-45")
    assert is_achieved(match_with(state), 0)
    # No fumarole is there for this one.
    add_traveller(state, "pshit", "right-56")
    assert not is_achieved(match_with(state), 0)
