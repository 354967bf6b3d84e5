"""Counting the stars of a World: rules 45-53, and the solo ranks of rule 56."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.outcome import Outcome, ranked
from tablee.games.clouds.pieces import BONUSES, STARS, TRAVELLERS
from tablee.games.clouds.state import (
    ANIMAL_KINDS,
    CITY_STARS,
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
    SWAMP,
    TRAVELLER_COUNT,
    TZIMIME,
    VOLCANO,
    WATER,
    WORLD,
    CloudsFields,
)

# (45) The bit of each square in a set of squares; a World has at most seven rows.
SQUARE_BIT: list[Int] = [1 << square for square in range(56)]
STARS_PER_SWAMP: Int = 3
STARS_PER_ANIMAL: Int = 2
STARS_PER_MOON_ICON: Int = 2

TRAVELLER_STARS: list[Int] = STARS
BONUS: list[Int] = BONUSES
SPLASH: Int = 0
BURK: Int = 1
KARK: Int = 2
FLOULOU: Int = 3
PSHIT: Int = 4
BOUNG: Int = 5
RORO: Int = 6
# (51) By traveller, the count that fulfils its wish: see wish_count.
WISHED: list[Int] = [3, 2, 5, 8, 3, 2, 4, 3]

# (56) Solo ranks from the highest: the minimum of stars of each.
RANKS = ((80, "masters"), (75, "at-home"), (70, "tolerated"), (60, "chased"), (0, "devoured"))


def score(state: CloudsFields, seat: Int) -> Int:
    """(45-51) Return the stars of a World as it stands."""
    total = mountain_stars(state, seat) + water_stars(state, seat) + swamp_stars(state, seat)
    total += animal_stars(state, seat) + moon_stars(state, seat) + city_stars(state, seat)
    for traveller in range(TRAVELLER_COUNT):
        if state.host[traveller] == seat:
            total += traveller_stars(state, seat, traveller)
    return total


# Mountain (45)


def mountain_stars(state: CloudsFields, seat: Int) -> Int:
    """(45) Return one star for each icon of the biggest range.

    A set of squares is a number: bit LINE * (row - top) + column. Column 0 is empty, so that neighbours in a
    row are one bit apart.
    """
    mountains = 0
    for row in range(state.top[seat], state.bottom[seat] + 1):
        line = WORLD * seat + LINE * row
        for column in range(state.left[seat], state.right[seat] + 1):
            if state.icons_on(line + column, MOUNTAIN):
                mountains |= SQUARE_BIT[LINE * (row - state.top[seat]) + column]
    biggest = 0
    while mountains:
        joined = connected_with(mountains & -mountains, mountains)
        icons = icons_of_range(state, seat, joined)
        biggest = icons if icons > biggest else biggest
        mountains &= ~joined
    return biggest


def connected_with(first: Int, mountains: Int) -> Int:
    """(45) Return the squares of `mountains` connected with those of `first`, itself included."""
    joined = first
    before = 0
    while joined != before:
        before = joined
        beside = joined << 1 | joined >> 1 | joined << LINE | joined >> LINE
        joined |= beside & mountains
    return joined


def icons_of_range(state: CloudsFields, seat: Int, joined: Int) -> Int:
    """(45) Count the mountain icons on a set of squares."""
    icons = 0
    square = WORLD * seat + LINE * state.top[seat]
    while joined:
        if joined & 1:
            icons += state.icons_on(square, MOUNTAIN)
        joined >>= 1
        square += 1
    return icons


# Water, swamp, animals (46-48)


def water_stars(state: CloudsFields, seat: Int) -> Int:
    """(46) Return one star for each card beside each water, Tzimimes excepted."""
    total = 0
    for row in range(state.top[seat], state.bottom[seat] + 1):
        line = WORLD * seat + LINE * row
        for column in range(state.left[seat], state.right[seat] + 1):
            if state.icons_on(line + column, WATER):
                total += cards_beside(state, line + column)
    return total


def cards_beside(state: CloudsFields, square: Int) -> Int:
    """(46) Count the lands and fumaroles beside a square."""
    count = 0
    for direction in range(DIRECTIONS):
        shows = state.shows[square + NEIGHBOUR[direction]]
        if shows not in (EMPTY, TZIMIME):
            count += 1
    return count


def swamp_stars(state: CloudsFields, seat: Int) -> Int:
    """(47) Return three stars for each swamp."""
    total = 0
    for row in range(state.top[seat], state.bottom[seat] + 1):
        total += icons_in_row(state, seat, row, SWAMP)
    return STARS_PER_SWAMP * total


def animal_stars(state: CloudsFields, seat: Int) -> Int:
    """(48) Return two stars for each different animal."""
    return STARS_PER_ANIMAL * animals_in_rows(state, seat, state.top[seat], state.bottom[seat])


# Moon, dark cities (49, 50)


def moon_stars(state: CloudsFields, seat: Int) -> Int:
    """(49) Return the stars of all moons; they are in the top row only."""
    total = 0
    line = WORLD * seat + LINE * state.top[seat]
    for column in range(state.left[seat], state.right[seat] + 1):
        if IS_MOON[state.shows[line + column]]:
            total += moon_stars_at(state, seat, line + column)
    return total


def moon_stars_at(state: CloudsFields, seat: Int, square: Int) -> Int:
    """(49) Return the stars of a moon: two for every icon below it of a kind on the card directly below."""
    below = ICON_KINDS * state.shows[square + LINE]
    total = 0
    for down in range(1, state.bottom[seat] - state.top[seat] + 1):
        shows = ICON_KINDS * state.shows[square + LINE * down]
        for icon in range(ICON_KINDS):
            if ICON_COUNT[below + icon]:
                total += ICON_COUNT[shows + icon]
    return STARS_PER_MOON_ICON * total


def city_stars(state: CloudsFields, seat: Int) -> Int:
    """(50) Return the stars printed on the dark cities of a World."""
    total = 0
    for city in range(state.built):
        if state.city_one[city] // WORLD == seat:
            total += CITY_STARS[city]
    return total


# Travellers (51)


def traveller_stars(state: CloudsFields, seat: Int, traveller: Int) -> Int:
    """(51) Return the stars of a traveller, its bonus included."""
    return TRAVELLER_STARS[traveller] + traveller_bonus(state, seat, traveller)


def traveller_bonus(state: CloudsFields, seat: Int, traveller: Int) -> Int:
    """(51) Return the bonus of a traveller, 0 unless its wish is fulfilled."""
    return BONUS[traveller] if wish_count(state, seat, traveller) >= WISHED[traveller] else 0


def wish_count(state: CloudsFields, seat: Int, traveller: Int) -> Int:
    """(51) Count what a traveller wishes in its two rows; (A6) a row that was never built is empty."""
    upper = state.upper[traveller]
    if traveller == SPLASH:
        return icons_in_rows(state, seat, upper, WATER)
    if traveller == BURK:
        above = 1 if icons_in_row(state, seat, upper, SWAMP) else 0
        return above + (1 if icons_in_row(state, seat, upper + 1, SWAMP) else 0)
    if traveller == KARK:
        return icons_in_rows(state, seat, upper, MOUNTAIN)
    if traveller == FLOULOU:
        return two_of_each(state, seat, upper)
    if traveller == PSHIT:
        return fumaroles_in_row(state, seat, upper) + fumaroles_in_row(state, seat, upper + 1)
    if traveller == BOUNG:
        return portals_in_row(state, seat, upper) + portals_in_row(state, seat, upper + 1)
    if traveller == RORO:
        return animals_in_rows(state, seat, upper, upper + 1)
    return icons_in_rows(state, seat, upper, VOLCANO)


def two_of_each(state: CloudsFields, seat: Int, upper: Int) -> Int:
    """(51) Count plants, waters, mountains and swamps for Floulou, at most two of each."""
    total = 0
    for icon in range(SWAMP + 1):
        total += min(2, icons_in_rows(state, seat, upper, icon))
    return total


def icons_in_row(state: CloudsFields, seat: Int, row: Int, icon: Int) -> Int:
    """Count the visible icons of a kind in a row."""
    total = 0
    line = WORLD * seat + LINE * row
    for column in range(state.left[seat], state.right[seat] + 1):
        total += state.icons_on(line + column, icon)
    return total


def icons_in_rows(state: CloudsFields, seat: Int, upper: Int, icon: Int) -> Int:
    """Count the visible icons of a kind in a row and the one below."""
    return icons_in_row(state, seat, upper, icon) + icons_in_row(state, seat, upper + 1, icon)


def fumaroles_in_row(state: CloudsFields, seat: Int, row: Int) -> Int:
    total = 0
    line = WORLD * seat + LINE * row
    for column in range(state.left[seat], state.right[seat] + 1):
        if state.shows[line + column] == FUMAROLE:
            total += 1
    return total


def portals_in_row(state: CloudsFields, seat: Int, row: Int) -> Int:
    """(29, A8) Count pairs of visible half-portals side by side; no half is part of two."""
    total = 0
    line = WORLD * seat + LINE * row
    for column in range(state.left[seat], state.right[seat]):
        if HAS_PORTAL[state.shows[line + column]] and HAS_PORTAL[state.shows[line + column + 1]]:
            total += 1
    return total


def animals_in_rows(state: CloudsFields, seat: Int, first: Int, last: Int) -> Int:
    """Count the different animals visible in rows `first` to `last`."""
    different = 0
    for animal in range(ANIMAL_KINDS):
        different += 1 if shows_animal(state, seat, first, last, animal) else 0
    return different


def shows_animal(state: CloudsFields, seat: Int, first: Int, last: Int, animal: Int) -> bool:
    """Return whether an animal is visible in rows `first` to `last`."""
    for row in range(first, last + 1):
        line = WORLD * seat + LINE * row
        for column in range(state.left[seat], state.right[seat] + 1):
            if HAS_ANIMAL[ANIMAL_KINDS * state.shows[line + column] + animal]:
                return True
    return False


# The sheet (52, 53) and the solo ranks (56)


def score_items(state: CloudsFields, seat: int) -> dict[str, int]:
    """Return the stars of a seat by item of the score sheet."""
    return {
        "mountain": mountain_stars(state, seat),
        "water": water_stars(state, seat),
        "swamp": swamp_stars(state, seat),
        "animals": animal_stars(state, seat),
        "moon": moon_stars(state, seat),
        "cities": city_stars(state, seat),
        "travellers": sum(stars_by_traveller(state, seat).values()),
    }


def stars_by_traveller(state: CloudsFields, seat: Int) -> dict[str, int]:
    """Return the stars of each traveller of a seat, by name."""
    found = {}
    for traveller in range(TRAVELLER_COUNT):
        if state.host[traveller] == seat:
            found[TRAVELLERS[traveller]] = traveller_stars(state, seat, traveller)
    return found


def score_sheet(state: CloudsFields) -> Outcome:
    """(53, A16, A35) Rank the seats by stars; equal stars share a rank."""
    return ranked([score_items(state, seat) for seat in range(state.seats)])


def solo_rank(stars: int) -> str:
    """(56) Return the name of the solo rank for these stars."""
    return next(name for least, name in RANKS if stars >= least)
