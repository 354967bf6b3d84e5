"""Counts of the tiles that a seat has not seen. Part of the inputs of the value network."""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.games.islands.state import (
    BRIGAND,
    DREAM,
    DREAM_KIND,
    ELEMENT_COUNT,
    FACE,
    HIDING,
    MAX_OFFER,
    NONE,
    STACK_COUNT,
    STACK_SIZE,
    IslandsFields,
)


@final
class UnseenTiles:
    """Elements by row and copies of each dream that one viewer has not seen, and all seats' brigands.

    The elements of row r are elements[13 r] to elements[13 r + 12].
    """

    def __init__(self) -> None:
        self.tiles: list[Int] = [0] * 3
        self.elements: list[Int] = [0] * 39
        self.dreams: list[Int] = [0] * 10
        self.brigands: list[Int] = [0] * 5

    def count(self, state: IslandsFields, viewer: Int) -> None:
        """Count the tiles in the stacks, those set aside, and those face down for the viewer."""
        for stack in range(STACK_COUNT):
            for index in range(STACK_SIZE * stack + state.drawn[stack], STACK_SIZE * (stack + 1)):
                self.add(stack, state.order[index])
        for place in range(MAX_OFFER):
            if state.offer[place] != NONE and not knows_place(state, viewer, place):
                self.add(state.stack, state.offer[place])
        for seat in range(state.seats):
            self.brigands[seat] = state.count_visible(seat, BRIGAND)

    def add(self, stack: Int, tile: Int) -> None:
        """Count one tile of a stack."""
        if stack == DREAM:
            self.dreams[DREAM_KIND[tile]] += 1
            return
        self.tiles[stack] += 1
        for element in range(ELEMENT_COUNT):
            self.elements[ELEMENT_COUNT * stack + element] += FACE[ELEMENT_COUNT * tile + element]


def knows_place(state: IslandsFields, viewer: Int, place: Int) -> bool:
    """(40, 46) Return whether a seat knows the tile at a place of the offer."""
    return viewer == state.lookout or (state.phase != HIDING and place != state.hidden)
