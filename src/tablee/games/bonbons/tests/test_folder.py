"""Refusals and translations, and the checks of the pieces file."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.core.i18n import LANGUAGES
from tablee.core.pieces import BadPieces, Pieces
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import FOLDER, PIECES, check


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_translated_and_no_other(language: str) -> None:
    source = (FOLDER / "refusals.py").read_text("utf-8")
    codes = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', source))
    translated = {
        key.removeprefix("refusal.")
        for key in GAME.translations(language).entries
        if key.startswith("refusal.")
    }
    assert codes == translated


def changed_pieces(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return a copy of the pieces with one change."""
    data = copy.deepcopy(PIECES.data)
    change(data)
    return data


@pytest.mark.parametrize(
    "change, complaint",
    [
        (lambda data: data["kinds"].pop(), "7 kinds instead of 8"),
        (lambda data: data["kinds"].append("fudge"), "9 kinds instead of 8"),
        (
            lambda data: data["kinds"].__setitem__(0, "jelly man"),
            "one word of small letters from a to z, not 'jelly man'",
        ),
        (lambda data: data["kinds"].__setitem__(0, 5), "from a to z, not 5"),
        (lambda data: data["kinds"].__setitem__(0, "twist"), "same name"),
        (lambda data: data["colours"].reverse(), "colours must be blue, green, red, yellow"),
        (lambda data: data.update(coins=4), "3 coins, not 4"),
        (lambda data: data.update(wrappers=0), "one wrapper, not 0"),
    ],
)
def test_bad_pieces_are_refused_with_a_reason(
    change: Callable[[dict[str, Any]], object], complaint: str
) -> None:
    with pytest.raises(BadPieces, match=complaint):
        check(changed_pieces(change))


@pytest.mark.parametrize("text", ["", "kinds = 3", "coins = 3", "not toml at all ["])
def test_a_file_of_another_shape_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bonbons.toml"
    file.write_text(text)
    with pytest.raises(BadPieces, match=re.escape(str(file))):
        Pieces(file, check)


def test_kinds_may_have_other_names(tmp_path: Path) -> None:
    """1: a replaced pieces file may rename the sweets but not change their number."""
    file = tmp_path / "bonbons.toml"
    file.write_text((FOLDER / "pieces.toml").read_text("utf-8").replace('"jelly"', '"bear"'))
    assert "bear" == Pieces(file, check).data["kinds"][0]
