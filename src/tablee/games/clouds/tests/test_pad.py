"""The score pad: the same stars as in a match, and refusals of impossible layouts."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.games.clouds import GAME
from tablee.games.clouds.pieces import TRAVELLERS
from tablee.games.clouds.position import KIND_OF_CODE
from tablee.games.clouds.tests.worlds import BONUS, FULFILLED, MISSED, PAGE_4


def layout(drawing: str, **more: Any) -> dict[str, Any]:
    """Return a layout of a drawing whose first card lies on a1."""
    rows = [line.split() for line in drawing.strip().split("\n")]
    cells = {
        f"{'abcd'[right]}{down + 1}": KIND_OF_CODE[code]
        for down, row in enumerate(rows)
        for right, code in enumerate(row)
        if code != ".."
    }
    return {"cells": cells, **more}


def test_page_4_is_counted_by_the_pad() -> None:
    """45, 46, 47, 48, 49, 50, 51: 46 stars, Splash without its bonus."""
    city = {"stars": 9, "cells": ["b4", "c4"]}
    sheet = GAME.pad(layout(PAGE_4, cities=[city], travellers=[{"name": "splash", "row": 2}]))
    expected = {
        "mountain": 2, "water": 8, "swamp": 6, "animals": 10, "moon": 6, "cities": 9, "travellers": 5,
    }  # fmt: skip
    assert (expected, 46) == (sheet["items"], sheet["total"])
    assert {"travellers": {"splash": 5}, "clashes": {}} == sheet["notes"]


@pytest.mark.parametrize("name", TRAVELLERS)
def test_wishes_are_judged_by_the_pad(name: str) -> None:
    """51: just fulfilled and just missed."""
    for drawing, bonus in ((FULFILLED[name], BONUS[name]), (MISSED[name], 0)):
        # The box has only three cards with two mountains; for Splash, Tzimimes do as well.
        lying = drawing.replace("MM", "xx") if name == "splash" else drawing
        sheet = GAME.pad(layout(lying, travellers=[{"name": name, "row": 1}]))
        assert 5 + bonus == sheet["items"]["travellers"]


def test_a_traveller_may_stand_beside_an_empty_row() -> None:
    """A6, 32: a row that was never built is empty."""
    burk = [{"name": "burk", "row": row} for row in (0, 1)]
    assert [5, 9] == [GAME.pad(layout("*S\nSP", travellers=[each]))["items"]["travellers"] for each in burk]


def test_a_city_counts_what_is_printed_on_it() -> None:
    """50, 42: also a smaller one on its own."""
    city = {"stars": 4, "cells": ["a1", "a2"]}
    assert 4 == GAME.pad(layout("~~ *M\n~~ ..", cities=[city]))["items"]["cities"]


def test_an_unfinished_world_is_counted() -> None:
    """1: nothing yet, or a few cards anywhere."""
    assert 0 == GAME.pad({})["total"]
    assert 3 == GAME.pad({"cells": {"d4": "start-swamp"}})["total"]


@pytest.mark.parametrize(
    "drawing, found",
    [
        ("|S| |P| |M|", {"b1": "20"}), ("*W MW", {"a1": "21", "b1": "21"}),
        ("*S MM SP", {"a1": "22", "c1": "22"}),
        ("MM ..\n*M o", {"b2": "23"}), ("*W xx MW", {}),
    ],
)  # fmt: skip
def test_cards_that_should_have_been_flipped_are_noted(drawing: str, found: dict[str, str]) -> None:
    """20, 21, 22, 23: they are noted, and count nevertheless."""
    assert found.items() <= GAME.pad(layout(drawing))["notes"]["clashes"].items()
    assert bool(found) == bool(GAME.pad(layout(drawing))["notes"]["clashes"])


SMOKE = {"cells": {"a1": "fumarole", "b1": "fumarole", "c1": "fumarole", "d1": "fumarole", "a2": "moon"}}


def city(stars: int, *cells: str) -> dict[str, Any]:
    """Return a dark city of a layout."""
    return {"stars": stars, "cells": list(cells)}


@pytest.mark.parametrize(
    "bad, code",
    [
        ({"worlds": {}}, "pad-unknown-part"), ({"cells": []}, "pad-bad-part"),
        ({"cells": {"e5": "moon"}}, "pad-no-such-cell"), ({"cells": {"a1": "sea"}}, "pad-no-such-card"),
        ({"cells": {"a1": ["moon"]}}, "pad-no-such-card"), ({"cells": {"a1": None}}, "pad-no-such-card"),
        ({"cities": {}}, "pad-bad-part"), ({"cities": [9]}, "pad-bad-part"),
        ({"cities": [city(9, "a1")]}, "pad-bad-part"), ({"cities": [city(9, "a1", "z9")]}, "pad-bad-part"),
        ({"travellers": "splash"}, "pad-bad-part"),
        ({"travellers": [{"name": "bob", "row": 1}]}, "pad-bad-part"),
        ({"travellers": [{"name": "kark", "row": 5}]}, "pad-bad-part"),
    ],
)  # fmt: skip
def test_a_layout_of_another_shape_is_refused(bad: dict[str, Any], code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.pad(bad)
    check_refusal(refused.value, code)


@pytest.mark.parametrize(
    "bad, code",
    [
        ({"cells": dict.fromkeys(("a1", "a2", "a3", "a4"), "mountains")}, "pad-too-many"),
        ({"cells": {"a1": "start-water", "a2": "start-plant"}}, "pad-two-starts"),
        ({**SMOKE, "cities": [city(8, "a1", "b1")]}, "pad-no-such-city"),
        ({**SMOKE, "cities": [city(9, "a1", "b1"), city(9, "c1", "d1")]}, "pad-no-such-city"),
        ({**SMOKE, "cities": [city(9, "a1", "a2")]}, "pad-no-fumarole"),
        ({**SMOKE, "cities": [city(9, "a1", "c1")]}, "pad-not-beside"),
        ({**SMOKE, "cities": [city(9, "a1", "b1"), city(7, "b1", "c1")]}, "pad-two-cities"),
        ({"travellers": [{"name": "kark", "row": 1}] * 2}, "pad-traveller-twice"),
    ],
)  # fmt: skip
def test_an_impossible_layout_is_refused(bad: dict[str, Any], code: str) -> None:
    """8, 9, 41: with the number of the rule."""
    with pytest.raises(Illegal) as refused:
        GAME.pad(bad)
    check_refusal(refused.value, code)
    assert refused.value.rule


def check_refusal(refused: Refusal, code: str) -> None:
    """Check the reason, and that its text in both languages uses all its values."""
    assert code == refused.code
    for language in ("fr", "en"):
        entry = str(GAME.translations(language).entries[f"refusal.{code}"])
        assert all(f"{{{name}}}" in entry for name in refused.values)
