"""The folder as a whole: texts of refusals, and checks of the pieces file."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.core.pieces import BadPieces, Pieces
from tablee.games.clouds import GAME
from tablee.games.clouds.pieces import FOLDER, PIECES, check


def test_every_refusal_has_a_text_in_both_languages() -> None:
    text = "".join((FOLDER / name).read_text("utf-8") for name in ("refusals.py", "pad.py"))
    codes = set(re.findall(r'(?:Illegal|Unreadable)\(\s*"([a-z-]+)"', text))
    codes |= {"world-too-high", "world-too-wide"}
    for language in ("fr", "en"):
        known = {key for key in GAME.translations(language).entries if key.startswith("refusal.")}
        assert {f"refusal.{code}" for code in codes} == known


# Pieces


def broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return a changed copy of the pieces."""
    data = copy.deepcopy(PIECES.data)
    change(data)
    return data


@pytest.mark.parametrize(
    "change, complaint",
    [
        (lambda data: data["lands"].pop("moon"), r"\[lands\] must be exactly moon"),
        (lambda data: data["starts"].pop("start-water"), r"\[starts\] must be exactly"),
        (lambda data: data["travellers"].pop("roro"), r"\[travellers\] must be exactly"),
        (
            lambda data: data["lands"]["moon"].update(icons=["lake"]),
            "card moon, icons: 'lake' is not one of ",
        ),
        (
            lambda data: data["lands"]["mountains"].update(animals=["cat"]),
            "card mountains, animals: 'cat' is not one of ",
        ),
        (lambda data: data["lands"]["moon"].update(portal=1), "card moon: portal is either true or false"),
        (lambda data: data["lands"]["moon"].update(moon="yes"), "card moon: moon is either true or false"),
        (lambda data: data["starts"]["start-water"].update(portal=True), "a starting land has no portal"),
        (lambda data: data["lands"]["moon"].update(marks=[4, 2, 2]), "card moon: marks must be four numbers"),
        (lambda data: data["lands"]["moon"].update(marks=[4, 2, -2, 6]), "card moon: marks must be four"),
        (
            lambda data: data["lands"]["moon"].update(marks=[5, 1, 2, 2]),
            "22 cards are marked 1. instead of 21",
        ),
        (
            lambda data: data["lands"]["moon"].update(marks=[4, 2, 1, 3]),
            "3 seats need 45 cards, there are 44",
        ),
        (
            lambda data: data["lands"]["moon"].update(marks=[4, 2, 2, 3]),
            "there are 61 land cards instead of 60",
        ),
        (lambda data: data.update(fumaroles=10), "11 volcanoes need as many fumaroles, not 10"),
        (
            lambda data: data["travellers"]["roro"].update(bonus="4"),
            "traveller roro: bonus must be 0 or more, not '4'",
        ),
        (lambda data: data.update(cities=[9, 7, 5, 4]), "cities must be 5 numbers"),
        (lambda data: data.update(cities=[4, 4, 5, 7, 9]), "cities must be 5 numbers, the highest first"),
    ],
)
def test_bad_pieces_are_refused_with_a_reason(
    change: Callable[[dict[str, Any]], object], complaint: str
) -> None:
    with pytest.raises(BadPieces, match=complaint):
        check(broken(change))


def test_too_few_cards_for_two_are_refused() -> None:
    data = broken(lambda data: [land["marks"].__setitem__(1, 0) for land in data["lands"].values()])
    with pytest.raises(BadPieces, match="2 seats need 30 cards, there are 21"):
        check(data)


@pytest.mark.parametrize("text", ["", "lands = 3", "[lands]\nmoon = 5", "not toml at all ["])
def test_a_file_of_another_shape_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "clouds.toml"
    file.write_text(text)
    with pytest.raises(BadPieces, match=re.escape(str(file))):
        Pieces(file, check)
