"""A solver for galleries: one fill, the number of fills, or the best fill for the expert score.

The search is depth first and always covers the lowest open cell next. A tile that covers it has it as its own
lowest cell, so each fill is found once. A fill is a list of places; here a place is 280 x shape + 35 x turn +
top left cell. Used by the heuristic, the command `solve` and tests.
"""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.games.mine.pieces import FIRST_BY_CELL, MASKS, PLACES_BY_CELL, SHAPE_COLOURS
from tablee.games.mine.state import (
    CARD,
    CELL_COUNT,
    COLOUR,
    COLOUR_COUNT,
    ELEMENT_COUNT,
    ELF,
    GALLERY,
    NONE,
    PLACE_COUNT,
    SHAPE_COUNT,
    TILE_COUNT,
    TILE_ELEMENT,
    TILE_SHAPE,
    WORTH,
)

MAX_COPIES: Int = 16
MAX_ELVES: Int = 3
MAX_DEPTH: Int = 20
MIN_WORTH: Int = -2
NO_LIMIT: Int = 1_000_000_000

# All places sorted by their lowest cell: those of cell c are FIRST[c] up to, not including, FIRST[c + 1].
FIRST: list[Int] = FIRST_BY_CELL
PLACE: list[Int] = PLACES_BY_CELL
PLACE_SHAPE: list[Int] = [place // PLACE_COUNT for place in PLACES_BY_CELL]
PLACE_COLOUR: list[Int] = [SHAPE_COLOURS[place // PLACE_COUNT] for place in PLACES_BY_CELL]
PLACE_MASK: list[Int] = [MASKS[place] for place in PLACES_BY_CELL]


@final
class Solver:
    """A problem (tiles needed of each colour, tiles available) and the result of its last search."""

    def __init__(self) -> None:
        # Tiles needed by colour, and available by shape.
        self.need: list[Int] = [0] * COLOUR_COUNT
        self.stock: list[Int] = [0] * SHAPE_COUNT

        # The points of the copies of a shape, best first: copy n of shape s is gain[16 s + n].
        self.gain: list[Int] = [0] * (SHAPE_COUNT * MAX_COPIES)
        self.used: list[Int] = [0] * SHAPE_COUNT
        self.max_gain: list[Int] = [0] * COLOUR_COUNT
        self.elf_cell: list[Int] = [NONE] * MAX_ELVES
        self.elf_colour: list[Int] = [NONE] * MAX_ELVES
        self.elf_count: Int = 0

        # The places on the current branch, and the fill that is kept; `kept_count` is NONE without one.
        self.path: list[Int] = [0] * MAX_DEPTH
        self.kept: list[Int] = [0] * MAX_DEPTH
        self.kept_count: Int = NONE
        self.best: Int = 0
        self.found: Int = 0
        self.limit: Int = 1
        self.steps: Int = 0

    # The problem

    def clear(self) -> None:
        """Remove all needs, tiles and elves."""
        for colour in range(COLOUR_COUNT):
            self.need[colour] = 0
            self.max_gain[colour] = MIN_WORTH
        for shape in range(SHAPE_COUNT):
            self.stock[shape] = 0
            self.used[shape] = 0
        self.elf_count = 0

    def set_need(self, colour: Int, count: Int) -> None:
        """Set how many tiles of a colour a fill must use."""
        self.need[colour] = count

    def add_tile(self, tile: Int, worth: Int) -> None:
        """Make a tile available, with the points for its element."""
        shape = TILE_SHAPE[tile]
        at = MAX_COPIES * shape + self.stock[shape]
        while at > MAX_COPIES * shape and self.gain[at - 1] < worth:
            self.gain[at] = self.gain[at - 1]
            at -= 1
        self.gain[at] = worth
        self.stock[shape] += 1
        self.max_gain[COLOUR[shape]] = max(self.max_gain[COLOUR[shape]], worth)

    def add_elves(self, side: Int) -> None:
        """Count the elves of this side in the score."""
        for cell in range(CELL_COUNT):
            if ELF[CELL_COUNT * side + cell] != NONE:
                self.elf_cell[self.elf_count] = cell
                self.elf_colour[self.elf_count] = ELF[CELL_COUNT * side + cell]
                self.elf_count += 1

    def set_problem(self, side: Int, card: Int, elves: bool, finds: bool) -> None:
        """Set the needs of a card, with all tiles of the box; `elves` and `finds`: whether these score."""
        self.clear()
        for colour in range(COLOUR_COUNT):
            self.set_need(colour, CARD[COLOUR_COUNT * card + colour])
        for tile in range(TILE_COUNT):
            self.add_tile(tile, WORTH[ELEMENT_COUNT * card + TILE_ELEMENT[tile]] if finds else 0)
        if elves:
            self.add_elves(side)

    # One fill, or the number of all

    def find_one(self, left: Int) -> bool:
        """Return whether the cells `left` can be filled, and keep the first fill."""
        self.begin(1)
        return self.search(left, 0, 0)

    def count(self, left: Int) -> Int:
        """Return the number of fills; copies of a shape are not distinguished."""
        self.begin(NO_LIMIT)
        self.search(left, 0, 0)
        return self.found

    def begin(self, limit: Int) -> None:
        """Clear the result, and set after how many fills the search ends."""
        self.found = 0
        self.limit = limit
        self.kept_count = NONE

    def search(self, left: Int, cell: Int, depth: Int) -> bool:
        """Fill the cells `left`, none of them below `cell`; return True once `limit` fills were found."""
        if left == 0:
            return self.record_fill(depth)
        while not left >> cell & 1:
            cell += 1
        for at in range(FIRST[cell], FIRST[cell + 1]):
            if PLACE_MASK[at] & ~left:
                continue
            shape = PLACE_SHAPE[at]
            colour = PLACE_COLOUR[at]
            if not self.stock[shape] or not self.need[colour]:
                continue
            self.stock[shape] -= 1
            self.need[colour] -= 1
            self.path[depth] = PLACE[at]
            done = self.search(left ^ PLACE_MASK[at], cell + 1, depth + 1)
            self.stock[shape] += 1
            self.need[colour] += 1
            if done:
                return True
        return False

    def record_fill(self, depth: Int) -> bool:
        """Count a fill and keep the first; return whether `limit` is reached."""
        if self.found == 0:
            self.keep_path(depth)
        self.found += 1
        return self.found >= self.limit

    def keep_path(self, depth: Int) -> None:
        """Keep the current branch of the search, in place of the fill kept before."""
        self.kept_count = depth
        for step in range(depth):
            self.kept[step] = self.path[step]

    def kept_place(self, step: Int) -> Int:
        """Return one place of the fill that is kept; `step` is below `kept_count`."""
        return self.kept[step]

    def kept_fill(self) -> list[int] | None:
        """Return the fill that is kept, or None."""
        return None if self.kept_count == NONE else [self.kept[step] for step in range(self.kept_count)]

    # The best fill for the expert score (23, 24)

    def find_best(self, left: Int, steps: Int) -> bool:
        """Keep the fill with the most points for elves and finds, and return whether there is one.

        After the first fill, at most `steps` more positions are searched.
        """
        self.begin(NO_LIMIT)
        self.steps = steps
        self.improve(left, 0, 0, 0, self.upper_bound(left))
        return self.kept_count != NONE

    def improve(self, left: Int, cell: Int, depth: Int, value: Int, goal: Int) -> bool:
        """Search like `search`, by branch and bound; return True when the search is over.

        `value` is what the branch has scored so far, `goal` a score that no fill can exceed.
        """
        if left == 0:
            return self.compare_fill(depth, value, goal)
        if self.kept_count != NONE:
            self.steps -= 1
            if self.steps < 0 or value + self.upper_bound(left) <= self.best:
                return self.steps < 0
        while not left >> cell & 1:
            cell += 1
        for at in range(FIRST[cell], FIRST[cell + 1]):
            if PLACE_MASK[at] & ~left:
                continue
            shape = PLACE_SHAPE[at]
            colour = PLACE_COLOUR[at]
            if self.used[shape] == self.stock[shape] or not self.need[colour]:
                continue
            gain = self.gain[MAX_COPIES * shape + self.used[shape]] + self.elves_served(
                PLACE_MASK[at], colour
            )
            self.used[shape] += 1
            self.need[colour] -= 1
            self.path[depth] = PLACE[at]
            done = self.improve(left ^ PLACE_MASK[at], cell + 1, depth + 1, value + gain, goal)
            self.used[shape] -= 1
            self.need[colour] += 1
            if done:
                return True
        return False

    def compare_fill(self, depth: Int, value: Int, goal: Int) -> bool:
        """Keep the current branch if it is the best fill so far; return whether the goal is reached."""
        if self.kept_count == NONE or value > self.best:
            self.best = value
            self.keep_path(depth)
        return self.best >= goal

    def elves_served(self, mask: Int, colour: Int) -> Int:
        """Return how many of these cells have an elf before them that waits for this colour."""
        served = 0
        for elf in range(self.elf_count):
            if self.elf_colour[elf] == colour and mask >> self.elf_cell[elf] & 1:
                served += 1
        return served

    def upper_bound(self, left: Int) -> Int:
        """Return a number of points that no fill of these cells exceeds."""
        total = 0
        for colour in range(COLOUR_COUNT):
            total += self.need[colour] * self.max_gain[colour]
        for elf in range(self.elf_count):
            if self.need[self.elf_colour[elf]] and left >> self.elf_cell[elf] & 1:
                total += 1
        return total


def count_fitting_places(side: Int) -> Int:
    """Return in how many places tiles fit into an empty gallery: the more, the easier it is to fill."""
    fitting = 0
    for at in range(FIRST[CELL_COUNT]):
        if not PLACE_MASK[at] & ~GALLERY[side]:
            fitting += 1
    return fitting
