"""Set up positions that are drawn as text, for lessons and tests: a letter for each tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.core.state import UNTIMED
from tablee.games.mine.mechanics.geometry import CELLS, HEIGHT, TURNS, WIDTH
from tablee.games.mine.pieces import (
    BOARD_COUNT,
    CARD_COUNT,
    FACES,
    MASKS,
    PLACES_PER_SHAPE,
    SHAPES,
    SIDES,
    VOCABULARY,
)
from tablee.games.mine.rules import MineState
from tablee.games.mine.state import ROUNDS, SEATS


def draw_position(seats: int, drawing: Mapping[str, Any], options: Mapping[str, str]) -> MineState:
    """Return a race that begins at ply 0, from the sides and cards of the seats and what lies there.

    `seats` has a side and a card for each, such as "3B 17", `galleries` a drawing for each seat,
    `elements` the element by letter, and `hand` what the first seat holds, such as "G3I any". Raises
    ValueError if a drawing has the wrong shape, Illegal if a tile may not be taken or lie there.
    """
    pairs = drawing["seats"]
    if len(pairs) != seats:
        raise ValueError(f"{len(pairs)} sides and cards for {seats} seats")
    state = new_race(pairs, options)
    for seat, picture in enumerate(drawing.get("galleries", [])):
        lay_tiles(state, seat, picture, drawing.get("elements", {}))
    if "hand" in drawing:
        state.play(0, VOCABULARY.parse(f"take {drawing['hand']}"))
    state.plies = state.since = state.race_start_ply = 0
    return state


def new_race(pairs: Sequence[str], options: Mapping[str, str], *, tie: int = 0, mix: str = "") -> MineState:
    """Return a race about to begin, with a seat for each pair of a side and a card.

    `tie` is the seat that comes first in every tie; `mix` is how the boards are dealt again, such as "1 0".
    """
    seats = len(pairs)
    sides = [SIDES.index(pair.split()[0]) for pair in pairs]
    cards = [int(pair.split()[1]) - 1 for pair in pairs]
    boards = [side // len(FACES) for side in sides]
    if len(set(boards)) < seats or len(set(cards)) < seats or not set(cards) <= set(range(CARD_COUNT)):
        raise ValueError("a board or a card is drawn twice, or there is no such card")
    ties = [tie, *(seat for seat in range(SEATS) if seat != tie)]
    mixed = [int(seat) for seat in mix.split()] or list(range(seats))
    mixed += list(range(seats, SEATS))
    shuffled = cards + [card for card in range(CARD_COUNT) if card not in cards]
    shuffled += boards + [board for board in range(BOARD_COUNT) if board not in boards]
    state = MineState()
    state.set_up(seats, shuffled + ROUNDS * ties + ROUNDS * mixed, options)
    for seat, side in enumerate(sides):
        state.play(seat, VOCABULARY.parse(f"side {FACES[side % len(FACES)]}"))
    return state


def lay_tiles(
    state: MineState, seat: int, drawing: str, elements: Mapping[str, str], at: int = UNTIMED
) -> None:
    """Take and lay every tile of a drawing in alphabetical order; a tile without an element is plain."""
    for letter, mask in parse_drawing(drawing).items():
        shape, words = place_words(mask)
        element = elements.get(letter, "plain") if state.finds else "any"
        for move in (f"take {shape} {element}", f"lay {words}"):
            state.play(seat, VOCABULARY.parse(move), at)


def parse_drawing(drawing: str) -> dict[str, int]:
    """Return the mask of each letter of a drawing, in alphabetical order."""
    rows = drawing.split()
    if [len(row) for row in rows] != [WIDTH] * HEIGHT:
        raise ValueError(f"a gallery has {HEIGHT} rows of {WIDTH} cells:\n{drawing}")
    masks: dict[str, int] = {}
    for cell, mark in enumerate("".join(rows)):
        if mark.isalpha():
            masks[mark] = masks.get(mark, 0) | 1 << cell
    return dict(sorted(masks.items()))


def place_words(mask: int) -> tuple[str, str]:
    """Return the shape that covers these cells, and the words of its turn and top left cell."""
    shape, place = divmod(MASKS.index(mask), PLACES_PER_SHAPE)
    return SHAPES[shape], f"{TURNS[place // len(CELLS)]} {CELLS[place % len(CELLS)]}"
