"""The pieces file: what is in the box, and a precise complaint for whatever a replaced file gets wrong."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tablee.core.pieces import BadPieces
from tablee.games.mine import GAME
from tablee.games.mine.checks import COLOURS, check
from tablee.games.mine.tables import (
    CARD_TILES,
    CARD_WORTHS,
    ELVES,
    FIRST_TILES,
    GALLERIES,
    MASKS,
    PLACES_BY_CELL,
    SHAPES,
    SPOTS,
    TILE_ELEMENTS,
)

Data = dict[str, Any]


def test_what_is_in_the_box() -> None:
    """Rule 1: ten boards of two sides with 20 cells each, 40 cards, 69 tiles of 19 shapes."""
    assert [20] * 20 == [gallery.bit_count() for gallery in GALLERIES]
    assert (69, 19) == (len(TILE_ELEMENTS), len(SHAPES))
    assert 40 * 5 == len(CARD_TILES)


def test_cards_are_for_twenty_cells() -> None:
    """Rules 7, A1: every card fills a gallery exactly; A13: none shows more than a quarter of the stock."""
    cards = [CARD_TILES[first : first + 5] for first in range(0, 200, 5)]
    assert {20} == {sum(size * count for size, count in enumerate(card, start=1)) for card in cards}
    assert [3, 4, 4, 3, 2] == [max(card[colour] for card in cards) for colour in range(5)]
    assert [12, 16, 16, 15, 10] == [
        sum(
            FIRST_TILES[at + 1] - FIRST_TILES[at]
            for at, name in enumerate(SHAPES)
            if name[0] == colour[0].upper()
        )
        for colour in COLOURS
    ]


def test_elves_and_elements_of_the_expert_game() -> None:
    """Rules 23, 24, A18: three elves a side, each before one cell; a good and a bad element on every card."""
    assert [3] * 20 == [len({elf["cell"] for elf in elves}) for elves in ELVES]
    for first in range(0, 200, 5):
        good, bad = CARD_WORTHS[first + 1 : first + 3], CARD_WORTHS[first + 3 : first + 5]
        assert sorted(good) in ([0, 1], [0, 2])
        assert sorted(bad) in ([-1, 0], [-2, 0])
    assert [33, 9, 9, 9, 9] == [TILE_ELEMENTS.count(element) for element in range(5)]


def test_a_tile_has_the_same_element_on_both_faces() -> None:
    """Ruling A19: the file gives one element to a tile, whichever way it is flipped."""
    assert all(
        isinstance(word, str) for entry in GAME.pieces.data["shapes"].values() for word in entry["tiles"]
    )


def shape(**changes: Any) -> Callable[[Data], None]:
    return lambda data: data["shapes"]["B2"].update(changes)


def gallery(**changes: Any) -> Callable[[Data], None]:
    return lambda data: data["galleries"]["3B"].update(changes)


def elf(**changes: str) -> Callable[[Data], None]:
    return lambda data: data["galleries"]["3B"]["elves"][0].update(changes)


def card(**changes: Any) -> Callable[[Data], None]:
    return lambda data: data["cards"][4].update(changes)


ROWS = [".......", "##...#.", "###...#", "###....", "###..##"]


@pytest.mark.parametrize(
    "spoil, complaint",
    [
        (shape(colour="pink"), "shape B2: 'pink' is no colour of the game"),
        (shape(rows=["XXX"]), "shape B2: blue has 2 cells, not 3"),
        (shape(rows=["X.X"]), "shape B2 is not in one piece"),
        (shape(tiles=["ruby"]), "shape B2: 'ruby' is no element of the game"),
        (shape(tiles=["gold"]), "blue has 1 tiles instead of 16"),
        (lambda data: data["shapes"].pop("W5Z"), "white has 9 shapes instead of 10"),
        (
            lambda data: data["shapes"]["R4S"].update(rows=["X..", "XXX"]),
            "two shapes are the same, turned or flipped",
        ),
        (lambda data: data["galleries"].pop("3B"), "the galleries must be 1A, 1B … 10B, in this order"),
        (gallery(rows=ROWS[:4]), "gallery 3B must be 5 rows of 7 cells, each . or #"),
        (gallery(rows=["......x", *ROWS[1:]]), "gallery 3B must be 5 rows of 7 cells, each . or #"),
        (gallery(rows=["######.", *ROWS[1:]]), "gallery 3B has 14 open cells instead of 20"),
        (elf(cell="h9"), "gallery 3B, elf before 'h9': no such cell"),
        (elf(colour="pink"), "gallery 3B, elf before 'b1': 'pink' is no colour of the game"),
        (elf(stands="up"), "gallery 3B, elf before 'b1': 'up' is not N, E, S or W"),
        (elf(cell="a2"), "gallery 3B, elf before 'a2': that cell is rock"),
        (elf(stands="E"), "gallery 3B, elf before 'b1': it would stand in the gallery"),
        (elf(cell="g4"), "gallery 3B: two elves stand before the same cell"),
        (gallery(elves=[{"cell": "a1"}] * 4), "gallery 3B has more than 3 elves"),
        (lambda data: data["cards"].pop(), "there are 39 cards instead of 40"),
        (card(yellow="two"), "card 5: 'two' yellow tiles, of 12 in the box"),
        (card(yellow=2), "card 5 is for 21 cells instead of 20"),
        (card(yellow=10, blue=5, green=0, white=0), "card 5 shows 15 tiles, more than 8"),
        (card(good={"worm": 1}), "card 5: 'worm' is no good element"),
        (card(bad={"rat": 3}), "card 5: 3 points for rat"),
        (card(pack=5), "card 5: 5 is no pack"),
    ],
)
def test_a_bad_file_is_refused_precisely(spoil: Callable[[Data], None], complaint: str) -> None:
    """Rule 1: the pieces are those of the box."""
    data = copy.deepcopy(GAME.pieces.data)
    spoil(data)
    with pytest.raises(BadPieces) as refused:
        check(data)
    assert complaint == str(refused.value)


def test_tables_are_as_long_whatever_the_shapes_are() -> None:
    """Rule 1: own shapes may fit in more or fewer places, and compiled tables have one length."""
    assert 19 * 280 == len(SPOTS) == len(PLACES_BY_CELL) == len(MASKS)


def test_our_own_file_is_right() -> None:
    """Rule 1: and says that it is a reconstruction."""
    check(GAME.pieces.data)
    assert "reconstruction" == GAME.pieces.data["edition"]
