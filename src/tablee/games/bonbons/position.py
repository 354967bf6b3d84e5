"""Set up positions that are drawn as text, for lessons and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.core.game import YES_NO
from tablee.core.vocabulary import parse_seat
from tablee.games.bonbons.pieces import FACES, special_squares, sweets_without
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.state import ROUNDS_DEALT

SHOW = 2000


def draw_position(seats: int, drawing: Mapping[str, Any], options: Mapping[str, str]) -> BonbonsState:
    """Return a state from `squares`, row by row; `rounds`, the tiles of each seat; `aside`, the tiles to be
    drawn next; and `first`, the seat that begins, such as "B". It is not a quick game.

    Raises ValueError if a tile is unknown or drawn twice, or the round tiles are not those of all seats.
    """
    if len(drawing["rounds"]) != seats:
        raise ValueError(f"round tiles are drawn for {len(drawing['rounds'])} seats instead of {seats}")
    first = parse_seat(drawing.get("first", "A"))
    state = set_up(drawing["squares"], *drawing["rounds"], aside=drawing.get("aside", ""), first=first)
    state.set_options([], options["training"] == YES_NO[1], int(options["show"]))
    return state


def set_up(
    squares: str = "",
    *rounds: str,
    aside: str = "",
    first: int = 0,
    removed: tuple[int, ...] = (),
    training: bool = False,
) -> BonbonsState:
    """Return a match with these squares, from the top left, and these round tiles of each seat.

    Tiles that are not given are filled with those left over; a dot stands for one of them among the squares.
    `first` is the seat that begins. With two kinds removed it is the quick game.
    """
    sweets = sweets_without(list(removed))
    tiles = _fill(squares.split(), sweets + special_squares(bool(removed)))
    if not 0 <= first < len(rounds):
        raise ValueError("the seat that begins does not exist")
    wanted = [face_number(word) for words in (*rounds, aside) for word in words.split()]
    if len(set(wanted)) != len(wanted) or not set(wanted) <= set(sweets):
        raise ValueError("a round tile is drawn twice, or is none")
    others = [sweet for sweet in sweets if sweet not in wanted]
    dealt: list[int] = []
    for words in rounds:
        own = [face_number(word) for word in words.split()]
        if len(own) > ROUNDS_DEALT:
            raise ValueError(f"a seat has {len(own)} round tiles")
        dealt += own + [others.pop() for _ in range(ROUNDS_DEALT - len(own))]
    drawn_next = [face_number(word) for word in aside.split()]
    state = BonbonsState()
    state.set_options(list(removed), training, SHOW)
    state.set_up(len(rounds), tiles, dealt + drawn_next + others, list(range(len(tiles))), first)
    return state


def face_number(word: str) -> int:
    """Return the tile of a name such as jelly-blue, which may be abbreviated: jel-b."""
    kind, dash, colour = word.partition("-")
    found = [
        number
        for number, face in enumerate(FACES)
        if face.startswith(kind) and ("-" in face) == bool(dash) and face.partition("-")[2].startswith(colour)
    ]
    if len(found) != 1:
        raise ValueError(f"{word!r} is the name of {len(found)} tiles")
    return found[0]


def _fill(words: list[str], tiles: list[int]) -> list[int]:
    """Return all tiles in the order of the words; a dot or a missing word takes any tile left over."""
    if len(words) > len(tiles):
        raise ValueError(f"{len(words)} squares are drawn instead of {len(tiles)}")
    drawn = [None if word == "." else face_number(word) for word in words]
    left = list(tiles)
    for tile in drawn:
        if tile is not None:
            left.remove(tile)
    return [left.pop() if tile is None else tile for tile in [*drawn, *[None] * (len(tiles) - len(drawn))]]
