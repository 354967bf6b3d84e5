"""Counts over one World that the features of every number of seats use."""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.games.clouds.ai.heuristic import can_still_fill
from tablee.games.clouds.mechanics.volcanoes import may_cover
from tablee.games.clouds.scoring import icons_in_row, moon_stars_at, score
from tablee.games.clouds.state import (
    ANIMAL_KINDS,
    DIRECTIONS,
    EMPTY,
    FUMAROLE,
    HAS_ANIMAL,
    HAS_PORTAL,
    ICON_COUNT,
    ICON_KINDS,
    IS_MOON,
    LINE,
    MOUNTAIN,
    NEIGHBOUR,
    SIDE_LENGTH,
    SWAMP,
    TZIMIME,
    WATER,
    WORLD,
    CloudsFields,
)

FLAG: Int = 4  # value of a feature that is true, so that it weighs about as much as a count

# Offsets of the two piles in `WorldCounts.coming`.
PILES: Int = 2
VISIBLE: Int = 0
HIDDEN: Int = 19


@final
class WorldCounts:
    """Counts over the cells of one World, filled and free, and the cards still to come."""

    def __init__(self) -> None:
        self.stars: Int = 0
        self.icons: list[Int] = [0] * 5
        self.animals: list[Int] = [0] * 7
        self.taken: Int = 0
        self.flipped: Int = 0
        self.moons: Int = 0
        self.moon_stars: Int = 0
        self.moon_column_cells: Int = 0
        self.moon_chances: Int = 0
        self.worthless_moons: Int = 0
        self.half_portals: Int = 0
        self.open_portals: Int = 0
        self.fumaroles: Int = 0
        self.free_fumaroles: Int = 0
        self.city_sites: Int = 0
        self.cells_beside_water: Int = 0
        self.free: Int = 0
        self.cells_for_swamp: Int = 0
        self.cells_for_water: Int = 0
        self.cells_beside_two_waters: Int = 0
        self.cells_for_portal: Int = 0
        self.cells_beside_mountains: Int = 0
        self.rows_for_swamp: Int = 0
        # Stars of a moon laid on a free cell of the top row or of a new row above it: the most, and the sum.
        self.best_site: Int = 0
        self.moon_sites: Int = 0
        # Cards still to come, by kind: 19 visible (solo, the tops of stacks), then 19 hidden.
        self.coming: list[Int] = [0] * 38

    def count_world(self, state: CloudsFields, seat: Int) -> None:
        """Count every cell that is part of the World or can still become part of it."""
        self.stars = score(state, seat)
        for row in range(state.bottom[seat] - SIDE_LENGTH + 1, state.top[seat] + SIDE_LENGTH):
            swamp = icons_in_row(state, seat, row, SWAMP)
            free = self.free
            for column in range(state.right[seat] - SIDE_LENGTH + 1, state.left[seat] + SIDE_LENGTH):
                square = WORLD * seat + LINE * row + column
                if state.shows[square] != EMPTY:
                    self.count_card(state, seat, square)
                elif not state.is_beyond_traveller(seat, column):
                    self.count_free(state, square, swamp)
                    if state.top[seat] - 1 <= row <= state.top[seat]:
                        self.count_site(moon_stars_at(state, seat, square))
            if swamp == 0 and self.free > free:
                self.rows_for_swamp += 1

    def count_card(self, state: CloudsFields, seat: Int, square: Int) -> None:
        """Count a cell that holds a card."""
        shows = state.shows[square]
        self.taken += 1
        for icon in range(ICON_KINDS):
            self.icons[icon] += ICON_COUNT[ICON_KINDS * shows + icon]
        for animal in range(ANIMAL_KINDS):
            self.animals[animal] |= HAS_ANIMAL[ANIMAL_KINDS * shows + animal]
        if shows == TZIMIME:
            self.flipped += 1
        elif shows == FUMAROLE:
            self.count_fumarole(state, square)
        elif IS_MOON[shows]:
            self.count_moon(state, seat, square)
        elif HAS_PORTAL[shows]:
            self.count_portal(state, seat, square)
        if state.icons_on(square, WATER):
            for direction in range(DIRECTIONS):
                if can_still_fill(state, seat, square + NEIGHBOUR[direction]):
                    self.cells_beside_water += 1

    def count_fumarole(self, state: CloudsFields, square: Int) -> None:
        """Count a fumarole, and the cards beside it that could be covered to build a city."""
        self.fumaroles += 1
        if not state.in_city(square):
            self.free_fumaroles += 1
            for direction in range(DIRECTIONS):
                if may_cover(state, square + NEIGHBOUR[direction]):
                    self.city_sites += 1

    def count_moon(self, state: CloudsFields, seat: Int, square: Int) -> None:
        """Count a moon, its stars, and the cells of its column that can still be filled."""
        self.moons += 1
        self.moon_stars += moon_stars_at(state, seat, square)
        below = state.shows[square + LINE]
        if below in (TZIMIME, FUMAROLE):
            self.worthless_moons += 1
            return
        fillable = 0
        for down in range(1, SIDE_LENGTH):
            if can_still_fill(state, seat, square + LINE * down):
                fillable += 1
        self.moon_column_cells += fillable
        if below != EMPTY:
            self.moon_chances += fillable * icon_kinds_of(below)

    def count_portal(self, state: CloudsFields, seat: Int, square: Int) -> None:
        """Count a half-portal that is not part of a portal yet."""
        if not state.bound[square]:
            self.half_portals += 1
            if can_still_fill(state, seat, square - 1) or can_still_fill(state, seat, square + 1):
                self.open_portals += 1

    def count_free(self, state: CloudsFields, square: Int, swamp: Int) -> None:
        """Count a free cell: which cards would not be flipped there, and which it would be connected with."""
        self.free += 1
        if swamp == 0:
            self.cells_for_swamp += 1
        waters_beside = 0
        mountains_beside = 0
        for direction in range(DIRECTIONS):
            beside = square + NEIGHBOUR[direction]
            waters_beside += state.icons_on(beside, WATER)
            mountains_beside += 1 if state.icons_on(beside, MOUNTAIN) else 0
        self.cells_beside_two_waters += 1 if waters_beside > 1 else 0
        self.cells_for_water += 1 if waters_beside == 0 else 0
        self.cells_beside_mountains += 1 if mountains_beside else 0
        left = HAS_PORTAL[state.shows[square - 1]] == 1 and not state.bound[square - 1]
        right = HAS_PORTAL[state.shows[square + 1]] == 1 and not state.bound[square + 1]
        if left != right:
            self.cells_for_portal += 1

    def count_site(self, stars: Int) -> None:
        """Count a free cell on which a moon would not be flipped."""
        self.moon_sites += stars
        self.best_site = stars if stars > self.best_site else self.best_site


def icon_kinds_of(shows: Int) -> Int:
    """Return how many different icons a card shows."""
    count = 0
    for icon in range(ICON_KINDS):
        count += 1 if ICON_COUNT[ICON_KINDS * shows + icon] else 0
    return count
