"""The pieces file: its content, and the errors for a bad file."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tablee.core.pieces import BadPieces
from tablee.games.mine import GAME
from tablee.games.mine.pieces import (
    CARD_TILES,
    CARD_WORTHS,
    COLOURS,
    ELVES,
    FIRST_TILES,
    GALLERIES,
    MASKS,
    PLACES_BY_CELL,
    SHAPES,
    TILE_ELEMENTS,
    check,
)

Data = dict[str, Any]


def test_the_pages_name_the_reconstruction() -> None:
    assert "reconstitution" in GAME.rules("fr")
    assert "reconstruction" in GAME.rules("en")


def test_the_content_of_the_box() -> None:
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


def change_shape(**changes: Any) -> Callable[[Data], None]:
    return lambda data: data["shapes"]["B2"].update(changes)


def change_gallery(**changes: Any) -> Callable[[Data], None]:
    return lambda data: data["galleries"]["3B"].update(changes)


def change_elf(**changes: str) -> Callable[[Data], None]:
    return lambda data: data["galleries"]["3B"]["elves"][0].update(changes)


def change_card(**changes: Any) -> Callable[[Data], None]:
    return lambda data: data["cards"][4].update(changes)


ROWS = [".......", "##...#.", "###...#", "###....", "###..##"]


@pytest.mark.parametrize(
    "change, message",
    [
        (change_shape(colour="pink"), "shape B2: 'pink' is not one of yellow, blue, green, red, white"),
        (change_shape(rows=["XXX"]), "shape B2: blue has 2 cells, not 3"),
        (change_shape(rows=["X.X"]), "shape B2 is not in one piece"),
        (change_shape(tiles=["ruby"]), "shape B2: 'ruby' is not one of plain, gold, silver, worm, rat"),
        (change_shape(tiles=["gold"]), "blue has 1 tiles instead of 16"),
        (lambda data: data["shapes"].pop("W5Z"), "white has 9 shapes instead of 10"),
        (
            lambda data: data["shapes"]["R4S"].update(rows=["X..", "XXX"]),
            "two shapes are the same, turned or flipped",
        ),
        (lambda data: data["galleries"].pop("3B"), "the galleries must be 1A, 1B … 10B, in this order"),
        (change_gallery(rows=ROWS[:4]), "gallery 3B must be 5 rows of 7 cells, each . or #"),
        (change_gallery(rows=["......x", *ROWS[1:]]), "gallery 3B must be 5 rows of 7 cells, each . or #"),
        (change_gallery(rows=["######.", *ROWS[1:]]), "gallery 3B has 14 open cells instead of 20"),
        (change_elf(cell="h9"), "gallery 3B, elf before 'h9': no such cell"),
        (
            change_elf(colour="pink"),
            "gallery 3B, elf before 'b1': 'pink' is not one of yellow, blue, green, red, white",
        ),
        (change_elf(stands="up"), "gallery 3B, elf before 'b1': 'up' is not one of N, E, S, W"),
        (change_elf(cell="a2"), "gallery 3B, elf before 'a2': that cell is rock"),
        (change_elf(stands="E"), "gallery 3B, elf before 'b1': it would stand in the gallery"),
        (change_elf(cell="g4"), "gallery 3B: two elves stand before the same cell"),
        (change_gallery(elves=[{"cell": "a1"}] * 4), "gallery 3B has more than 3 elves"),
        (lambda data: data["cards"].pop(), "there are 39 cards instead of 40"),
        (change_card(yellow="two"), "card 5: 'two' yellow tiles, of 12 in the box"),
        (change_card(yellow=2), "card 5 is for 21 cells instead of 20"),
        (change_card(yellow=10, blue=5, green=0, white=0), "card 5 shows 15 tiles, more than 8"),
        (change_card(good={"worm": 1}), "card 5, good elements: 'worm' is not one of gold, silver"),
        (change_card(bad={"rat": 3}), "card 5, points for rat: 3 is not one of -1, -2"),
        (change_card(pack=5), "card 5, pack: 5 is not one of 1, 2, 3, 4"),
    ],
)
def test_a_bad_file_is_refused_with_a_precise_message(change: Callable[[Data], None], message: str) -> None:
    """Rule 1: the pieces are those of the box."""
    data = copy.deepcopy(GAME.pieces.data)
    change(data)
    with pytest.raises(BadPieces) as refused:
        check(data)
    assert message == str(refused.value)


def test_tables_have_the_same_length_for_all_shapes() -> None:
    """Rule 1: replaced shapes may fit in more or fewer places, but compiled arrays have one length."""
    assert 19 * 280 == len(PLACES_BY_CELL) == len(MASKS)


def test_our_file_is_valid() -> None:
    """Rule 1: and says that it is a reconstruction."""
    check(GAME.pieces.data)
    assert "reconstruction" == GAME.pieces.data["edition"]
