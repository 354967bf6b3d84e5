"""A summary of one island: counts, expected elements, and the gain of one more of each.

Part of the inputs of the value network. Everything here is computed from what the viewer knows.
"""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.games.islands.ai.features_unseen import UnseenTiles, knows_place
from tablee.games.islands.scoring import (
    DREAM_ELEMENT,
    GEM_COLUMN,
    GEM_ROW,
    GENIE_DREAM,
    LAMP_DREAM,
    LAMP_POINTS,
    POINTS_PER_ELEMENT,
    POINTS_PER_GENIE,
    POINTS_PER_PAIR,
    SNAKE_DREAM,
    SNAKE_POINTS,
    gem_column_points,
    gem_row_points,
    points_for_count,
)
from tablee.games.islands.state import (
    BRIGAND,
    CELL_COUNT,
    COLUMNS,
    DREAM,
    DREAM_KIND,
    EGG,
    ELEMENT_COUNT,
    EMERALD,
    FACE,
    FIRST_DREAM,
    LAMP,
    MAX_LAMPS,
    MAX_OFFER,
    NONE,
    PALM,
    ROC,
    ROWS,
    SNAKE,
    STACK_SIZE,
    IslandsFields,
)

DREAM_COUNT: Int = 10
GEM_GAIN: Int = 3  # estimated points of one more gem for each dream of gems
PARTS: Int = 4  # expected counts are in quarters, because features are integers


@final
class IslandSummary:
    """Counts and estimates for the island of one seat; points are those of the current score.

    Indexed by element: `visible`, `on_lamps` (visible on tiles with a lamp), `expected` (further ones if the
    free cells were filled at random, in quarters), `gain` (points of one more).
    Indexed by dream kind: `dreams` (copies owned), `dream_points` (points of one copy now).
    `free` has the free cells of each line, `room` those of the island. `lamp_loss` is what turning the
    visible lamps would cost. `other_brigands` is the largest number on another island.
    `best`, `second` and `worst` are the gains of tiles on offer, 0 once the seat has picked.
    """

    def __init__(self) -> None:
        self.visible: list[Int] = [0] * 13
        self.on_lamps: list[Int] = [0] * 13
        self.free: list[Int] = [0] * 4
        self.dreams: list[Int] = [0] * 10
        self.dream_points: list[Int] = [0] * 10
        self.expected: list[Int] = [0] * 13
        self.gain: list[Int] = [0] * 13
        self.genies: Int = 0
        self.room: Int = 0
        self.lamp_loss: Int = 0
        self.points: Int = 0
        self.expected_points: Int = 0
        self.other_brigands: Int = 0
        self.best: Int = 0
        self.second: Int = 0
        self.worst: Int = 0

    def compute(self, state: IslandsFields, seat: Int, viewer: Int, unseen: UnseenTiles) -> None:
        """Fill a new summary of a seat's island from what the viewer knows."""
        self.count_cells(state, seat)
        self.count_dreams(state, seat)
        self.count_other_brigands(state, seat, unseen)
        self.expect_elements(unseen)
        self.compute_gains()
        self.compute_points()
        if not state.picked[seat]:
            self.rate_offer(state, seat, viewer)

    def count_cells(self, state: IslandsFields, seat: Int) -> None:
        """Count elements, genies and free cells."""
        for cell in range(FIRST_DREAM):
            tile = state.tile_at(seat, cell)
            if tile == NONE:
                self.free[cell // COLUMNS] += 1
            elif state.is_turned(seat, cell):
                self.genies += 1
            else:
                face = ELEMENT_COUNT * tile
                lamp = FACE[face + LAMP]
                for element in range(ELEMENT_COUNT):
                    self.visible[element] += FACE[face + element]
                    self.on_lamps[element] += lamp * FACE[face + element]
        self.room = self.free[0] + self.free[1] + self.free[2]

    def count_dreams(self, state: IslandsFields, seat: Int) -> None:
        """Count dreams and free slots, and compute what a copy of each dream brings now.

        The points of gems are computed only where they can matter, because that is slow.
        """
        for cell in range(FIRST_DREAM, CELL_COUNT):
            tile = state.tile_at(seat, cell)
            if tile == NONE:
                self.free[DREAM] += 1
            else:
                self.dreams[DREAM_KIND[tile]] += 1
        for kind in range(GEM_COLUMN):
            self.dream_points[kind] = points_for_count(kind, self.visible[DREAM_ELEMENT[kind]])
        self.dream_points[LAMP_DREAM] = points_for_count(LAMP_DREAM, self.visible[LAMP])
        self.dream_points[SNAKE_DREAM] = points_for_count(SNAKE_DREAM, self.visible[SNAKE])
        self.dream_points[GENIE_DREAM] = points_for_count(GENIE_DREAM, self.genies)
        if self.free[DREAM] > 0 or self.dreams[GEM_COLUMN] + self.dreams[GEM_ROW] > 0:
            self.dream_points[GEM_COLUMN] = gem_column_points(state, seat)
            self.dream_points[GEM_ROW] = gem_row_points(state, seat)

    def count_other_brigands(self, state: IslandsFields, seat: Int, unseen: UnseenTiles) -> None:
        """Find the largest number of brigands on another island."""
        for other in range(state.seats):
            if other != seat and unseen.brigands[other] > self.other_brigands:
                self.other_brigands = unseen.brigands[other]

    def expect_elements(self, unseen: UnseenTiles) -> None:
        """Compute how many elements the free cells would show if filled at random from unseen tiles."""
        for row in range(ROWS):
            tiles = unseen.tiles[row]
            if tiles > 0 and self.free[row] > 0:
                for element in range(ELEMENT_COUNT):
                    count = unseen.elements[ELEMENT_COUNT * row + element]
                    self.expected[element] += PARTS * self.free[row] * count // tiles

    def expected_dream_points(self, kind: Int) -> Int:
        """Return the further points expected from the owned copies of a dream that counts one element."""
        return self.dreams[kind] * POINTS_PER_ELEMENT[kind] * self.expected[DREAM_ELEMENT[kind]] // PARTS

    def compute_points(self) -> None:
        """(30) Compute the score from the counts, and with the further points expected from dreams."""
        rocs, eggs, brigands = self.visible[ROC], self.visible[EGG], self.visible[BRIGAND]
        self.points = self.visible[PALM] + POINTS_PER_PAIR * (rocs if rocs < eggs else eggs)
        if brigands >= self.other_brigands:
            self.points -= brigands
        for kind in range(DREAM_COUNT):
            self.points += self.dreams[kind] * self.dream_points[kind]
        self.expected_points = self.points
        for kind in range(GEM_COLUMN):
            self.expected_points += self.expected_dream_points(kind)

    def compute_gains(self) -> None:
        """Compute what one more of each element would add to the current score."""
        self.gain[PALM] = 1
        brigands = self.visible[BRIGAND]
        if brigands >= self.other_brigands:
            self.gain[BRIGAND] = -1
        elif brigands + 1 == self.other_brigands:
            self.gain[BRIGAND] = -self.other_brigands
        for kind in range(GEM_COLUMN):
            self.gain[DREAM_ELEMENT[kind]] = POINTS_PER_ELEMENT[kind] * self.dreams[kind]
        if self.visible[EGG] > self.visible[ROC]:
            self.gain[ROC] += POINTS_PER_PAIR
        elif self.visible[ROC] > self.visible[EGG]:
            self.gain[EGG] = POINTS_PER_PAIR
        snakes = self.visible[SNAKE]
        if snakes < 2:
            self.gain[SNAKE] = self.dreams[SNAKE_DREAM] * (SNAKE_POINTS[snakes + 1] - SNAKE_POINTS[snakes])
        for gem in range(EMERALD, ELEMENT_COUNT):
            self.gain[gem] = GEM_GAIN * (self.dreams[GEM_COLUMN] + self.dreams[GEM_ROW])
        self.compute_lamp_gain()

    def compute_lamp_gain(self) -> None:
        """(22) Compute the gain of a lamp: a third one costs the elements on the tiles of the others."""
        lamps = self.visible[LAMP]
        for element in range(ELEMENT_COUNT):
            if element != LAMP:
                self.lamp_loss += self.gain[element] * self.on_lamps[element]
        self.lamp_loss -= POINTS_PER_GENIE * self.dreams[GENIE_DREAM] * lamps
        if lamps < MAX_LAMPS:
            self.gain[LAMP] = self.dreams[LAMP_DREAM] * (LAMP_POINTS[lamps + 1] - LAMP_POINTS[lamps])
        else:
            change = LAMP_POINTS[1] - LAMP_POINTS[lamps]
            self.gain[LAMP] = self.dreams[LAMP_DREAM] * change - self.lamp_loss

    def rate_offer(self, state: IslandsFields, seat: Int, viewer: Int) -> None:
        """Find the best, second best and worst gain among the tiles on offer that both seats know."""
        found = 0
        for place in range(MAX_OFFER):
            tile = state.offer[place]
            if tile != NONE and knows_place(state, seat, place) and knows_place(state, viewer, place):
                gain = self.tile_gain(tile)
                if found == 0 or gain < self.worst:
                    self.worst = gain
                if found == 0 or gain > self.best:
                    self.second = self.best if found > 0 else gain
                    self.best = gain
                elif found == 1 or gain > self.second:
                    self.second = gain
                found += 1

    def tile_gain(self, tile: Int) -> Int:
        """Estimate the points that a tile would add, for a dream with those of expected elements."""
        if tile >= DREAM * STACK_SIZE:
            kind = DREAM_KIND[tile]
            if kind >= GEM_COLUMN:
                return self.dream_points[kind]
            further = POINTS_PER_ELEMENT[kind] * self.expected[DREAM_ELEMENT[kind]] // PARTS
            return self.dream_points[kind] + further
        total = 0
        for element in range(ELEMENT_COUNT):
            total += self.gain[element] * FACE[ELEMENT_COUNT * tile + element]
        return total
