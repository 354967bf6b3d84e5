"""The score pad: it counts as the match does, and refuses bad layouts."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.errors import Illegal, Unreadable
from tablee.games.mine import GAME
from tablee.games.mine.mechanics.geometry import CELLS
from tablee.games.mine.pieces import CARD_TILES, CARD_WORTHS, COLOURS, ELEMENTS, ELVES, GALLERY_ROWS, SIDES
from tablee.games.mine.position import parse_drawing, place_words
from tablee.games.mine.tests.notation import (
    ELF_BOARD,
    FIND_BOARD,
    FULL_3B_17,
    WRONG_1A_2,
)
from tablee.games.mine.view import LINES


def layout_of(side: str, card: int, drawing: str, elements: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the layout of a drawn gallery, as the page of the pad sends it."""
    tiles = []
    for letter, mask in parse_drawing(drawing).items():
        shape, place = place_words(mask)
        turn, cell_name = place.split()
        element = (elements or {}).get(letter, "plain")
        tiles.append({"shape": shape, "turn": turn, "cell": cell_name, "element": element})
    first = len(COLOURS) * (card - 1)
    counts = {colour: CARD_TILES[first + at] for at, colour in enumerate(COLOURS)}
    return {"gallery": GALLERY_ROWS[SIDES.index(side)], "card": counts, "tiles": tiles}


def lines(layout: dict[str, Any]) -> list[int]:
    sheet = GAME.pad(layout)
    assert list(LINES) == list(sheet["items"])
    assert sheet["total"] == sum(sheet["items"].values())
    return list(sheet["items"].values())


def test_a_right_call_brings_twelve_on_the_pad() -> None:
    """Rules 15, 16: 10, nothing empty, and 2 for the call."""
    layout = layout_of("3B", 17, FULL_3B_17)
    assert [10, 0, 0, 0, 0, 0, 0] == lines(layout)
    assert [10, 0, 0, 0, 0, 0, 2] == lines({**layout, "called": True})


def test_the_example_of_a_wrong_call_on_the_pad() -> None:
    """Rule 18: a green too many, a blue sticking out: 10 - 4 - 2 = 4."""
    layout = {**layout_of("1A", 2, WRONG_1A_2), "called": True}
    assert [10, -4, 0, 0, 0, 0, -2] == lines(layout)
    sheet = GAME.pad(layout)
    assert 4 == sheet["total"]
    assert ["B2", "G3V"] == [layout["tiles"][slot]["shape"] for slot in sheet["notes"]["removed"]]
    assert 4 == sheet["notes"]["open"]


def test_the_example_with_elves_on_the_pad() -> None:
    """Rule 23: 10 - 4 + 1 + 1 = 8."""
    elves = [{"cell": elf["cell"], "colour": elf["colour"]} for elf in ELVES[SIDES.index("4B")]]
    layout = layout_of("4B", 1, ELF_BOARD)
    assert [10, -4, 0, 0, 0, 0, 0] == lines(layout)
    assert [10, -4, 2, 0, 0, 0, 0] == lines({**layout, "elves": elves})


def test_the_example_with_finds_on_the_pad() -> None:
    """Rule 24: 10 - 4 - 1 + 2 + 2 = 9."""
    shown = {"c": "gold", "e": "worm", "f": "silver", "d": "gold", "g": "rat"}
    layout = layout_of("3B", 20, FIND_BOARD, shown)
    worth = {kind: CARD_WORTHS[len(ELEMENTS) * 19 + at] for at, kind in enumerate(ELEMENTS)}
    assert [10, -4, 0, 0, 0, 0, 0] == lines(layout)
    assert [10, -4, 0, 4, -1, 0, 0] == lines({**layout, "worth": worth})


def test_an_element_may_be_on_any_tile() -> None:
    """Rule 24: the elements on the real tiles are not known, so the layout gives them."""
    layout = layout_of("3B", 20, FIND_BOARD, {"a": "rat", "d": "rat"})
    assert [10, -4, 0, 0, -4, 0, 0] == lines({**layout, "worth": {"rat": -2}})


def test_an_empty_gallery_is_worth_nothing() -> None:
    """Rule 17: with more than 10 empty cells there are no points."""
    assert [0] * 7 == lines({"gallery": GALLERY_ROWS[0]})


GALLERY = GALLERY_ROWS[SIDES.index("3B")]
TILE = {"shape": "Y1", "turn": "r0", "cell": "a1"}


def test_two_turns_that_look_the_same_are_one() -> None:
    """Ruling A2: a page may name a turn by any of its names."""
    assert GAME.pad({"gallery": GALLERY, "tiles": [TILE]}) == GAME.pad(
        {"gallery": GALLERY, "tiles": [{**TILE, "turn": "f270"}]}
    )


@pytest.mark.parametrize(
    "part, value",
    [
        ("nonsense", 1),
        ("gallery", "....."),
        ("gallery", [1, 2, 3, 4, 5]),
        ("gallery", ["......."]),
        ("gallery", ["x......"] * 5),
        ("card", {"pink": 1}),
        ("card", {"blue": "two"}),
        ("card", {"blue": -1}),
        ("card", {"blue": True}),
        ("worth", {"gold": 3}),
        ("worth", {"gold": "1"}),
        ("worth", {"coal": 1}),
        ("elves", ["c1"]),
        ("elves", [{"cell": "h9", "colour": "blue"}]),
        ("elves", [{"cell": ["c1"], "colour": "blue"}]),
        ("tiles", ["Y1"]),
        ("tiles", [{**TILE, "shape": "X9"}]),
        ("tiles", [{**TILE, "shape": ["Y1"]}]),
        ("tiles", [{**TILE, "colour": "blue"}]),
        ("tiles", [{"shape": "Y1"}]),
        ("called", "yes"),
    ],
)
def test_a_malformed_layout_is_refused(part: str, value: object) -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.pad({"gallery": GALLERY, part: value})
    assert ("pad-unreadable", part) == (refused.value.code, refused.value.values["part"])


@pytest.mark.parametrize(
    "layout, code",
    [
        ({"gallery": ["......."] * 5}, "pad-not-twenty"),
        ({"gallery": GALLERY, "tiles": [TILE, TILE]}, "over-a-tile"),
        ({"gallery": GALLERY, "tiles": [{**TILE, "cell": "a5"}]}, "only-rock"),
        ({"gallery": GALLERY, "tiles": [{**TILE, "shape": "R4I", "cell": "g1"}]}, "out-of-frame"),
        (
            {
                "gallery": GALLERY,
                "tiles": [{**TILE, "cell": cell} for cell in (*CELLS[:7], "c2", "d2")],
            },
            "pad-too-many",
        ),
    ],
)
def test_an_impossible_layout_is_refused(layout: dict[str, Any], code: str) -> None:
    """Rules 1, 12, A14, A26."""
    with pytest.raises(Illegal) as refused:
        GAME.pad(layout)
    assert code == refused.value.code


def test_a_layout_has_no_more_tiles_than_the_box() -> None:
    """Rule 1: one white F."""
    tiles = [{"shape": "W5F", "turn": "r0", "cell": "a1"}, {"shape": "W5F", "turn": "r0", "cell": "e1"}]
    with pytest.raises(Illegal) as refused:
        GAME.pad({"gallery": ["......."] * 2 + ["......#", "#######", "#######"], "tiles": tiles})
    assert "pad-no-more" == refused.value.code


def test_every_refusal_of_the_pad_has_a_translation() -> None:
    for language in ("fr", "en"):
        words = GAME.translations(language)
        for code in ("pad-unreadable", "pad-not-twenty", "pad-too-many", "pad-no-more"):
            assert f"refusal.{code}" in words
