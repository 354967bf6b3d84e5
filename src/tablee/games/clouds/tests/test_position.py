"""Drawn positions: whole matches from Worlds, hands, deck and travellers."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.rng import Rng
from tablee.games.clouds import GAME
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.tests.notation import drawing_of, hands, play_random

STARTS = ("*M", "*W", "*P", "*S")
# Three cards were laid.
SECOND_ROUND = "*M MM\nWP SP", "*W xx\nMP ~~", "*P MW\nMS o", "*S PPs\nMP MW"


def position(seats: int, **drawing: Any) -> CloudsState:
    return GAME.position(seats, drawing, GAME.resolve_options({}))


@pytest.mark.parametrize("sun", "ABC")
def test_hands_are_those_drawn_and_all_other_cards_remain(sun: str) -> None:
    drawn = ["MS VP VMM", "MM o o", "|P| WS o"]
    state = position(3, worlds=SECOND_ROUND[:3], hands=drawn, sun=sun, deck="|M| |W|")
    assert hands(state) == [
        ["mountain-swamp", "volcano-plant", "volcano-mountains"],
        ["mountains", "moon", "moon"],
        ["plant-portal", "water-swamp", "moon"],
    ]
    view = state.view(None)
    assert (view["phase"], view["actors"], view["round"]) == ("lay", ["ABC".index(sun)], 2)
    assert (view["deck"], view["fumaroles"]) == (45 - 18, 10)
    assert [drawing_of(state, seat) for seat in range(3)] == list(SECOND_ROUND[:3])


def test_the_cards_of_the_deck_are_dealt_in_order_from_the_holder_of_the_sun() -> None:
    state = position(2, worlds=STARTS[:2], sun="B", deck="MM WS o SP WP |S|")
    assert hands(state) == [
        ["swamp-plant", "water-plant", "swamp-portal"],
        ["mountains", "water-swamp", "moon"],
    ]


@pytest.mark.parametrize("seats", range(1, 5))
def test_a_drawn_match_can_be_played_to_its_end(seats: int) -> None:
    state = position(seats, worlds=STARTS[:1] if seats == 1 else SECOND_ROUND[:seats])
    rng = Rng("position")
    while play_random(state, rng):
        state = state.resample(0, rng)
    assert all(len(world["cells"]) == 16 for world in state.view(None)["worlds"])


def test_only_named_travellers_come() -> None:
    assert position(1, worlds=["*M"], travellers=["roro", "kark"]).view(0)["travellers"] == ["kark", "roro"]


@pytest.mark.parametrize(
    "seats, drawing",
    [
        (2, {"worlds": ["*M", "*W MM"]}),
        (2, {"worlds": ["*M"]}),
        (1, {"worlds": ["*M MM MP SP"]}),
        (2, {"worlds": ["*M", "*W"], "deck": "MM MM MM"}),
    ],
    ids=["no whole round", "too few Worlds", "solo after the start", "three of two cards"],
)
def test_wrong_drawings_are_refused(seats: int, drawing: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"draw a World|the deck has fewer"):
        position(seats, **drawing)
