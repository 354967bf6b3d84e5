"""A survey of one World: counts over its cells, taken and free."""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.games.clouds.draft import DraftTable
from tablee.games.clouds.promise import may_fill
from tablee.games.clouds.scoring import icons_in_row, moon, score
from tablee.games.clouds.state import (
    ANIMAL,
    ANIMAL_KINDS,
    BESIDE,
    EMPTY,
    FUMAROLE,
    HAS_PORTAL,
    ICON,
    ICON_KINDS,
    IS_MOON,
    LINE,
    MOUNTAIN,
    SIDE_LENGTH,
    SWAMP,
    TZIMIME,
    WATER,
    WORLD,
)


@final
class Survey:
    """Counts over the cells of one World, taken and free."""

    def __init__(self) -> None:
        self.stars: Int = 0
        self.icons: list[Int] = [0] * 5
        self.lives: list[Int] = [0] * 7
        self.taken: Int = 0
        self.lost: Int = 0
        self.moons: Int = 0
        self.moon_stars: Int = 0
        self.moon_rooms: Int = 0
        self.moon_chances: Int = 0
        self.dull_moons: Int = 0
        self.half_portals: Int = 0
        self.open_portals: Int = 0
        self.smokes: Int = 0
        self.lonely_smokes: Int = 0
        self.smoke_sites: Int = 0
        self.water_rooms: Int = 0
        self.free: Int = 0
        self.swamp_cells: Int = 0
        self.water_cells: Int = 0
        self.rich_cells: Int = 0
        self.portal_cells: Int = 0
        self.range_cells: Int = 0
        self.swamp_rows: Int = 0
        # What a moon would bring on the free cells of the top row, or of a new one above it.
        self.best_site: Int = 0
        self.moon_sites: Int = 0
        # Cards still to come, by kind: seen (solo, the tops of stacks) and hidden.
        self.coming: list[Int] = [0] * 38

    def look_at(self, table: DraftTable, seat: Int) -> None:
        """Every cell that is, or may still become, part of the World."""
        self.stars = score(table, seat)
        for row in range(table.bottom[seat] - SIDE_LENGTH + 1, table.top[seat] + SIDE_LENGTH):
            swamp = icons_in_row(table, seat, row, SWAMP)
            free = self.free
            for column in range(table.right[seat] - SIDE_LENGTH + 1, table.left[seat] + SIDE_LENGTH):
                square = WORLD * seat + LINE * row + column
                if table.shows[square] != EMPTY:
                    self.count_card(table, seat, square)
                elif not table.is_bounded(seat, column):
                    self.count_free(table, square, swamp)
                    if table.top[seat] - 1 <= row <= table.top[seat]:
                        self.count_site(moon(table, seat, square))
            if swamp == 0 and self.free > free:
                self.swamp_rows += 1

    def count_card(self, table: DraftTable, seat: Int, square: Int) -> None:
        """A cell that is taken."""
        shows = table.shows[square]
        self.taken += 1
        for icon in range(ICON_KINDS):
            self.icons[icon] += ICON[ICON_KINDS * shows + icon]
        for animal in range(ANIMAL_KINDS):
            self.lives[animal] |= ANIMAL[ANIMAL_KINDS * shows + animal]
        if shows == TZIMIME:
            self.lost += 1
        elif shows == FUMAROLE:
            self.count_smoke(table, square)
        elif IS_MOON[shows]:
            self.count_moon(table, seat, square)
        elif HAS_PORTAL[shows]:
            self.count_portal(table, seat, square)
        if table.shown(square, WATER):
            for way in range(4):
                if may_fill(table, seat, square + BESIDE[way]):
                    self.water_rooms += 1

    def count_smoke(self, table: DraftTable, square: Int) -> None:
        """A fumarole, and the cells beside it where another would make a city."""
        self.smokes += 1
        if not table.in_city(square):
            self.lonely_smokes += 1
            for way in range(4):
                if table.may_cover(square + BESIDE[way]):
                    self.smoke_sites += 1

    def count_moon(self, table: DraftTable, seat: Int, square: Int) -> None:
        """A moon: its stars, and how many cells of its column are still free, each worth what is below it."""
        self.moons += 1
        self.moon_stars += moon(table, seat, square)
        below = table.shows[square + LINE]
        if below in (TZIMIME, FUMAROLE):
            self.dull_moons += 1
            return
        rooms = 0
        for down in range(1, SIDE_LENGTH):
            if may_fill(table, seat, square + LINE * down):
                rooms += 1
        self.moon_rooms += rooms
        if below != EMPTY:
            self.moon_chances += rooms * kinds_on(below)

    def count_portal(self, table: DraftTable, seat: Int, square: Int) -> None:
        """Half a portal that may still find its other half."""
        if not table.bound[square]:
            self.half_portals += 1
            if may_fill(table, seat, square - 1) or may_fill(table, seat, square + 1):
                self.open_portals += 1

    def count_free(self, table: DraftTable, square: Int, swamp: Int) -> None:
        """A cell that is free: what could lie there without being turned over, and what it would join."""
        self.free += 1
        if swamp == 0:
            self.swamp_cells += 1
        waters_beside = 0
        ranges = 0
        for way in range(4):
            beside = square + BESIDE[way]
            waters_beside += table.shown(beside, WATER)
            ranges += 1 if table.shown(beside, MOUNTAIN) else 0
        self.rich_cells += 1 if waters_beside > 1 else 0
        self.water_cells += 1 if waters_beside == 0 else 0
        self.range_cells += 1 if ranges else 0
        left = HAS_PORTAL[table.shows[square - 1]] == 1 and not table.bound[square - 1]
        right = HAS_PORTAL[table.shows[square + 1]] == 1 and not table.bound[square + 1]
        if left != right:
            self.portal_cells += 1

    def count_site(self, stars: Int) -> None:
        """A free cell where a moon would stay."""
        self.moon_sites += stars
        self.best_site = stars if stars > self.best_site else self.best_site


def kinds_on(shows: Int) -> Int:
    """How many kinds of icons a card has."""
    count = 0
    for icon in range(ICON_KINDS):
        count += 1 if ICON[ICON_KINDS * shows + icon] else 0
    return count
