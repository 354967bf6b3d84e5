"""Finds how a gallery can be filled: one fill, all of them, how many, and the best one for the expert score.

Depth first, always at the lowest open cell: whatever covers it has it as its own lowest cell, so that each
fill is met once. A fill is a list of places; a place is 280 x shape + 35 x turn + top left cell.
"""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.games.mine.tables import (
    CARD_TILES,
    CARD_WORTHS,
    ELF_COLOURS,
    FIRST_BY_CELL,
    GALLERIES,
    MASKS,
    PLACES_BY_CELL,
    SHAPE_COLOURS,
    TILE_ELEMENTS,
    TILE_SHAPES,
)

CELL_COUNT: Int = 35
PLACE_COUNT: Int = 280
SHAPE_COUNT: Int = 19
COLOUR_COUNT: Int = 5
ELEMENT_COUNT: Int = 5
TILE_COUNT: Int = 69
MOST_COPIES: Int = 16
MOST_ELVES: Int = 3
NONE: Int = -1
NO_LIMIT: Int = 1_000_000_000

GALLERY: list[Int] = GALLERIES
MASK: list[Int] = MASKS
COLOUR: list[Int] = SHAPE_COLOURS
TILE_SHAPE: list[Int] = TILE_SHAPES
TILE_ELEMENT: list[Int] = TILE_ELEMENTS
CARD: list[Int] = CARD_TILES
WORTH: list[Int] = CARD_WORTHS
ELF: list[Int] = ELF_COLOURS

# Every place of every shape, sorted by its lowest cell: those of cell c are FIRST[c] to FIRST[c + 1] - 1.
FIRST: list[Int] = FIRST_BY_CELL
PLACE: list[Int] = PLACES_BY_CELL
PLACE_SHAPE: list[Int] = [place // PLACE_COUNT for place in PLACES_BY_CELL]
PLACE_MASK: list[Int] = [MASKS[place] for place in PLACES_BY_CELL]


@final
class Solver:
    """One question: these cells, with so many tiles of each colour, from these tiles."""

    def __init__(self) -> None:
        self.need: list[Int] = [0] * COLOUR_COUNT
        self.stock: list[Int] = [0] * SHAPE_COUNT

        # What the copies of a shape bring, the best first: copy n of shape s is gain[16 s + n].
        self.gain: list[Int] = [0] * (SHAPE_COUNT * MOST_COPIES)
        self.used: list[Int] = [0] * SHAPE_COUNT
        self.top: list[Int] = [0] * COLOUR_COUNT
        self.elf_cell: list[Int] = [NONE] * MOST_ELVES
        self.elf_colour: list[Int] = [NONE] * MOST_ELVES
        self.elf_count: Int = 0

        # The tiles laid so far, and the fill that is kept.
        self.path: list[Int] = [0] * 20
        self.kept: list[Int] = [0] * 20
        self.kept_count: Int = NONE
        self.best: Int = 0
        self.found: Int = 0
        self.limit: Int = 1
        self.steps: Int = 0
        self.collecting: bool = False
        self.fills: list[tuple[int, ...]] = []

    # The question

    def clear(self) -> None:
        """Nothing is needed, nothing is in stock."""
        for colour in range(COLOUR_COUNT):
            self.need[colour] = 0
            self.top[colour] = -2
        for shape in range(SHAPE_COUNT):
            self.stock[shape] = 0
            self.used[shape] = 0
        self.elf_count = 0

    def want(self, colour: Int, count: Int) -> None:
        """So many tiles of a colour are to be used."""
        self.need[colour] = count

    def offer(self, tile: Int, worth: Int) -> None:
        """One more tile may be used, and brings so much."""
        shape = TILE_SHAPE[tile]
        at = MOST_COPIES * shape + self.stock[shape]
        while at > MOST_COPIES * shape and self.gain[at - 1] < worth:
            self.gain[at] = self.gain[at - 1]
            at -= 1
        self.gain[at] = worth
        self.stock[shape] += 1
        self.top[COLOUR[shape]] = max(self.top[COLOUR[shape]], worth)

    def stand_elves(self, side: Int) -> None:
        """The elves of this side pay."""
        for cell in range(CELL_COUNT):
            if ELF[CELL_COUNT * side + cell] != NONE:
                self.elf_cell[self.elf_count] = cell
                self.elf_colour[self.elf_count] = ELF[CELL_COUNT * side + cell]
                self.elf_count += 1

    def pose(self, side: Int, card: Int, elves: bool, finds: bool) -> None:
        """A side and a card, with all tiles of the box."""
        self.clear()
        for colour in range(COLOUR_COUNT):
            self.want(colour, CARD[COLOUR_COUNT * card + colour])
        for tile in range(TILE_COUNT):
            self.offer(tile, WORTH[ELEMENT_COUNT * card + TILE_ELEMENT[tile]] if finds else 0)
        if elves:
            self.stand_elves(side)

    # One fill, all fills, how many

    def find_one(self, left: Int) -> bool:
        """Whether these cells can be filled; the fill is kept."""
        self.begin(1)
        return self.search(left, 0, 0)

    def count(self, left: Int) -> Int:
        """How many fills there are; copies of a shape are all the same."""
        self.begin(NO_LIMIT)
        self.search(left, 0, 0)
        return self.found

    def find_all(self, left: Int, limit: Int) -> list[tuple[int, ...]]:
        """All fills, or so many of them."""
        self.begin(limit)
        self.collecting = True
        self.search(left, 0, 0)
        return self.fills

    def begin(self, limit: Int) -> None:
        """Nothing is found yet."""
        self.found = 0
        self.limit = limit
        self.kept_count = NONE
        self.collecting = False
        self.fills = []

    def search(self, left: Int, cell: Int, depth: Int) -> bool:
        """Fill the open cells that are left, none of them below `cell`; True once enough fills were met."""
        if left == 0:
            return self.note(depth)
        while not left >> cell & 1:
            cell += 1
        for at in range(FIRST[cell], FIRST[cell + 1]):
            shape = PLACE_SHAPE[at]
            if PLACE_MASK[at] & ~left or not self.stock[shape] or not self.need[COLOUR[shape]]:
                continue
            self.stock[shape] -= 1
            self.need[COLOUR[shape]] -= 1
            self.path[depth] = PLACE[at]
            enough = self.search(left ^ PLACE_MASK[at], cell + 1, depth + 1)
            self.stock[shape] += 1
            self.need[COLOUR[shape]] += 1
            if enough:
                return True
        return False

    def note(self, depth: Int) -> bool:
        """One more fill was met; the first one is kept."""
        if self.found == 0:
            self.keep(depth)
        if self.collecting:
            self.fills.append(tuple([self.path[step] for step in range(depth)]))
        self.found += 1
        return self.found >= self.limit

    def keep(self, depth: Int) -> None:
        """This is the fill that will be told."""
        self.kept_count = depth
        for step in range(depth):
            self.kept[step] = self.path[step]

    def kept_place(self, step: Int) -> Int:
        """A place of the fill that is kept."""
        return self.kept[step]

    def kept_fill(self) -> list[int] | None:
        """The fill that is kept."""
        return None if self.kept_count == NONE else [self.kept[step] for step in range(self.kept_count)]

    # The best fill for the expert score (23, 24)

    def find_best(self, left: Int, steps: Int) -> bool:
        """Keep the fill with the most points from elves and finds; look at so many positions at most."""
        self.begin(NO_LIMIT)
        self.steps = steps
        self.improve(left, 0, 0, 0, self.hope(left))
        return self.kept_count != NONE

    def improve(self, left: Int, cell: Int, depth: Int, value: Int, goal: Int) -> bool:
        """As `search`, but without branches that cannot beat the fill kept; True once none can be better."""
        if left == 0:
            if self.kept_count == NONE or value > self.best:
                self.best = value
                self.keep(depth)
            return self.best >= goal
        if self.kept_count != NONE:
            self.steps -= 1
            if self.steps < 0 or value + self.hope(left) <= self.best:
                return self.steps < 0
        while not left >> cell & 1:
            cell += 1
        for at in range(FIRST[cell], FIRST[cell + 1]):
            shape = PLACE_SHAPE[at]
            if (
                PLACE_MASK[at] & ~left
                or self.used[shape] == self.stock[shape]
                or not self.need[COLOUR[shape]]
            ):
                continue
            more = self.gain[MOST_COPIES * shape + self.used[shape]] + self.elves_served(
                PLACE_MASK[at], COLOUR[shape]
            )
            self.used[shape] += 1
            self.need[COLOUR[shape]] -= 1
            self.path[depth] = PLACE[at]
            enough = self.improve(left ^ PLACE_MASK[at], cell + 1, depth + 1, value + more, goal)
            self.used[shape] -= 1
            self.need[COLOUR[shape]] += 1
            if enough:
                return True
        return False

    def elves_served(self, mask: Int, colour: Int) -> Int:
        """How many elves of its colour a tile lies in front of."""
        served = 0
        for elf in range(self.elf_count):
            if self.elf_colour[elf] == colour and mask >> self.elf_cell[elf] & 1:
                served += 1
        return served

    def hope(self, left: Int) -> Int:
        """More than this the open cells cannot bring."""
        total = 0
        for colour in range(COLOUR_COUNT):
            total += self.need[colour] * self.top[colour]
        for elf in range(self.elf_count):
            if self.need[self.elf_colour[elf]] and left >> self.elf_cell[elf] & 1:
                total += 1
        return total


def roominess(side: Int) -> Int:
    """In how many places tiles fit into an empty gallery: the more, the easier it is to fill."""
    fitting = 0
    for at in range(FIRST[CELL_COUNT]):
        if not PLACE_MASK[at] & ~GALLERY[side]:
            fitting += 1
    return fitting
