"""Previews: the effect of a move that a view foresees."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.clouds.tests.notation import draft, play, solo


def foreseen(drawing: str, card: str, words: str, *before: str) -> dict[str, Any]:
    """Return the foreseen effect of a move after `before`."""
    found: dict[str, Any] = play(solo(drawing, card), *before).view(0)["foreseen"][words]
    return found


@pytest.mark.parametrize(
    "drawing, card, cell, cause",
    [
        ("|S| |P| *M", "|M|", "a4", "20"), ("*W", "MW", "e4", "21"), ("*S MM", "SP", "f4", "22"),
        ("MM\n*M", "o", "e4", "23"), ("*M MM ~~", "VP", "g4", "24"),
    ],
)  # fmt: skip
def test_a_flip_is_foreseen_with_its_reason(drawing: str, card: str, cell: str, cause: str) -> None:
    """18, 20, 21, 22, 23, 24: which card, and by which rule."""
    seen = foreseen(drawing, card, f"take s1 {cell}")
    assert ([cell], cause) == (seen["flips"], seen["cause"])


def test_moons_no_longer_in_the_top_row_are_foreseen() -> None:
    """23: without a reason against the card itself."""
    seen = foreseen("*M o", "MM", "take s1 d3")
    assert (["e4"], False) == (seen["flips"], "cause" in seen)


def test_a_portal_is_foreseen() -> None:
    """29: its two halves."""
    assert ["e4", "f4"] == foreseen("*M |S|", "|P|", "take s1 f4")["portal"]


def test_an_eruption_and_its_city_are_foreseen() -> None:
    """37, 41: what could be covered, and the city that would be built; then the city."""
    assert {"d4": 9} == foreseen("~~ *M", "VP", "take s1 d5")["erupts"]
    seen = foreseen("~~ *M", "VP", "cover d4", "take s1 d5")
    assert (9, 8) == (seen["city"], seen["points"])


def test_stars_are_foreseen() -> None:
    """51: five for a traveller, and its bonus."""
    assert 5 + 4 == foreseen("*S MM\n|S| ..", "|P|", "stand left-45", "take s1 e5", "welcome burk")["points"]


def test_the_receiver_of_cards_is_foreseen() -> None:
    """12, 14, A21: by turning the Sun, and then by each choice of the draft."""
    state = draft(3, "")
    assert {"face left": {"to": 1}, "face right": {"to": 2}} == state.view(0)["foreseen"]
    play(state, "face right")
    assert {"keep mountains": {"to": 1}} == state.view(2)["foreseen"]
