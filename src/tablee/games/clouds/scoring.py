"""Counting the stars of a World: rules 45-53, and the solo ranks of rule 56."""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.core.outcome import Outcome, ranked
from tablee.games.clouds.state import (
    ANIMAL,
    ANIMAL_KINDS,
    BESIDE,
    CITY,
    EMPTY,
    FUMAROLE,
    HAS_PORTAL,
    ICON,
    ICON_KINDS,
    IS_MOON,
    LINE,
    MOUNTAIN,
    SWAMP,
    TRAVELLER_COUNT,
    TZIMIME,
    VOLCANO,
    WATER,
    WORLD,
    Table,
)
from tablee.games.clouds.tables import BONUSES, STARS, TRAVELLERS

SWAMP_STARS: Int = 3
ANIMAL_STARS: Int = 2
MOON_STARS: Int = 2

STAR: list[Int] = STARS
BONUS: list[Int] = BONUSES
SPLASH: Int = 0
BURK: Int = 1
KARK: Int = 2
FLOULOU: Int = 3
PSHIT: Int = 4
BOUNG: Int = 5
RORO: Int = 6

# Rule 56, from the highest: the least stars of each rank.
RANKS = ((80, "masters"), (75, "at-home"), (70, "tolerated"), (60, "chased"), (0, "devoured"))


@final
class Range:
    """Room to walk through a range of mountains: the squares seen, and those still to look at."""

    def __init__(self) -> None:
        self.seen: list[Int] = [0] * 72
        self.todo: list[Int] = [0] * 72
        self.count: Int = 0

    def min_interval(self, square: Int) -> None:
        """Come to a square, once."""
        if not self.seen[square]:
            self.seen[square] = 1
            self.todo[self.count] = square
            self.count += 1


RANGE: Range = Range()


def score(table: Table, seat: Int) -> Int:
    """Rules 45-51, added up."""
    total = mountains(table, seat) + waters(table, seat) + swamps(table, seat) + animals(table, seat)
    total += moons(table, seat) + cities(table, seat)
    for traveller in range(TRAVELLER_COUNT):
        if table.host[traveller] == seat:
            total += stars_of(table, seat, traveller)
    return total


# Mountain (45)


def mountains(table: Table, seat: Int) -> Int:
    """Rule 45: one for each icon of the biggest range."""
    biggest = 0
    for square in range(LINE * table.top[seat], LINE * table.bottom[seat] + LINE):
        RANGE.seen[square] = 0
    for row in range(table.top[seat], table.bottom[seat] + 1):
        for column in range(table.left[seat], table.right[seat] + 1):
            square = LINE * row + column
            if not RANGE.seen[square] and table.shown(WORLD * seat + square, MOUNTAIN):
                icons = range_from(table, seat, square)
                biggest = icons if icons > biggest else biggest
    return biggest


def range_from(table: Table, seat: Int, square: Int) -> Int:
    """Rule 45: the icons of all mountains connected with this one."""
    icons = 0
    RANGE.count = 0
    RANGE.min_interval(square)
    while RANGE.count > 0:
        RANGE.count -= 1
        here = RANGE.todo[RANGE.count]
        icons += table.shown(WORLD * seat + here, MOUNTAIN)
        for way in range(4):
            if table.shown(WORLD * seat + here + BESIDE[way], MOUNTAIN):
                RANGE.min_interval(here + BESIDE[way])
    return icons


# Water, swamp, animals (46-48)


def waters(table: Table, seat: Int) -> Int:
    """Rule 46: for each water one per card beside it, Tzimimes excepted."""
    total = 0
    for row in range(table.top[seat], table.bottom[seat] + 1):
        line = WORLD * seat + LINE * row
        for column in range(table.left[seat], table.right[seat] + 1):
            if table.shown(line + column, WATER):
                total += cards_beside(table, line + column)
    return total


def cards_beside(table: Table, square: Int) -> Int:
    """Rule 46: lands and fumaroles beside a square."""
    count = 0
    for way in range(4):
        shows = table.shows[square + BESIDE[way]]
        if shows not in (EMPTY, TZIMIME):
            count += 1
    return count


def swamps(table: Table, seat: Int) -> Int:
    """Rule 47: three each."""
    total = 0
    for row in range(table.top[seat], table.bottom[seat] + 1):
        total += icons_in_row(table, seat, row, SWAMP)
    return SWAMP_STARS * total


def animals(table: Table, seat: Int) -> Int:
    """Rule 48: two for each different animal."""
    return ANIMAL_STARS * animals_in_rows(table, seat, table.top[seat], table.bottom[seat])


# Moon, dark cities (49, 50)


def moons(table: Table, seat: Int) -> Int:
    """Rule 49: moons are in the top row only."""
    total = 0
    line = WORLD * seat + LINE * table.top[seat]
    for column in range(table.left[seat], table.right[seat] + 1):
        if IS_MOON[table.shows[line + column]]:
            total += moon(table, seat, line + column)
    return total


def moon(table: Table, seat: Int, square: Int) -> Int:
    """Rule 49: two for every icon in the column whose kind is on the card directly below."""
    below = ICON_KINDS * table.shows[square + LINE]
    total = 0
    for down in range(1, table.bottom[seat] - table.top[seat] + 1):
        shows = ICON_KINDS * table.shows[square + LINE * down]
        for icon in range(ICON_KINDS):
            if ICON[below + icon]:
                total += ICON[shows + icon]
    return MOON_STARS * total


def cities(table: Table, seat: Int) -> Int:
    """Rule 50: what is printed on them."""
    total = 0
    for city in range(table.built):
        if table.city_one[city] // WORLD == seat:
            total += CITY[city]
    return total


# Travellers (51)


def stars_of(table: Table, seat: Int, traveller: Int) -> Int:
    """Rule 51: for coming, and for a wish that came true."""
    return STAR[traveller] + bonus_of(table, seat, traveller)


def bonus_of(table: Table, seat: Int, traveller: Int) -> Int:
    """Rule 51: nothing if the wish did not come true."""
    return BONUS[traveller] if is_happy(table, seat, traveller) else 0


def is_happy(table: Table, seat: Int, traveller: Int) -> bool:
    """The wishes, in the two rows pointed at; a row that was never built is empty (A6)."""
    upper = table.upper[traveller]
    if traveller == SPLASH:
        return icons_in_rows(table, seat, upper, WATER) >= 3
    if traveller == BURK:
        above = icons_in_row(table, seat, upper, SWAMP)
        return above >= 1 and icons_in_row(table, seat, upper + 1, SWAMP) >= 1
    if traveller == KARK:
        return icons_in_rows(table, seat, upper, MOUNTAIN) >= 5
    if traveller == FLOULOU:
        return is_varied(table, seat, upper)
    if traveller == PSHIT:
        return fumaroles_in_row(table, seat, upper) + fumaroles_in_row(table, seat, upper + 1) >= 3
    if traveller == BOUNG:
        return portals_in_row(table, seat, upper) + portals_in_row(table, seat, upper + 1) >= 2
    if traveller == RORO:
        return animals_in_rows(table, seat, upper, upper + 1) >= 4
    return icons_in_rows(table, seat, upper, VOLCANO) >= 3


def is_varied(table: Table, seat: Int, upper: Int) -> bool:
    """Floulou: two plants, two waters, two mountains and two swamps."""
    for icon in range(SWAMP + 1):
        if icons_in_rows(table, seat, upper, icon) < 2:
            return False
    return True


def icons_in_row(table: Table, seat: Int, row: Int, icon: Int) -> Int:
    """How often an icon is visible in a row."""
    total = 0
    line = WORLD * seat + LINE * row
    for column in range(table.left[seat], table.right[seat] + 1):
        total += table.shown(line + column, icon)
    return total


def icons_in_rows(table: Table, seat: Int, upper: Int, icon: Int) -> Int:
    """How often an icon is visible in a row and the one below."""
    return icons_in_row(table, seat, upper, icon) + icons_in_row(table, seat, upper + 1, icon)


def fumaroles_in_row(table: Table, seat: Int, row: Int) -> Int:
    """Pshit counts them."""
    total = 0
    line = WORLD * seat + LINE * row
    for column in range(table.left[seat], table.right[seat] + 1):
        if table.shows[line + column] == FUMAROLE:
            total += 1
    return total


def portals_in_row(table: Table, seat: Int, row: Int) -> Int:
    """Rule 29, A8: two visible half-portals side by side are a portal, and never part of two."""
    total = 0
    line = WORLD * seat + LINE * row
    for column in range(table.left[seat], table.right[seat]):
        if HAS_PORTAL[table.shows[line + column]] and HAS_PORTAL[table.shows[line + column + 1]]:
            total += 1
    return total


def animals_in_rows(table: Table, seat: Int, first: Int, last: Int) -> Int:
    """How many different animals are visible from one row to another."""
    different = 0
    for animal in range(ANIMAL_KINDS):
        different += 1 if lives_here(table, seat, first, last, animal) else 0
    return different


def lives_here(table: Table, seat: Int, first: Int, last: Int, animal: Int) -> bool:
    """Whether an animal is visible from one row to another."""
    for row in range(first, last + 1):
        line = WORLD * seat + LINE * row
        for column in range(table.left[seat], table.right[seat] + 1):
            if ANIMAL[ANIMAL_KINDS * table.shows[line + column] + animal]:
                return True
    return False


# The sheet (52, 53) and the solo ranks (56)


def items(table: Table, seat: int) -> dict[str, int]:
    """The score sheet of a seat, line by line."""
    return {
        "mountain": mountains(table, seat),
        "water": waters(table, seat),
        "swamp": swamps(table, seat),
        "animals": animals(table, seat),
        "moon": moons(table, seat),
        "cities": cities(table, seat),
        "travellers": sum(guests(table, seat).values()),
    }


def guests(table: Table, seat: Int) -> dict[str, int]:
    """The stars of each traveller of a seat."""
    found = {}
    for traveller in range(TRAVELLER_COUNT):
        if table.host[traveller] == seat:
            found[TRAVELLERS[traveller]] = stars_of(table, seat, traveller)
    return found


def final_sheet(table: Table) -> Outcome:
    """Rules 53, A16, A35: most stars, and equal stars share a rank."""
    return ranked([items(table, seat) for seat in range(table.seats)])


def solo_rank(stars: int) -> str:
    """Rule 56."""
    return next(name for least, name in RANKS if stars >= least)
