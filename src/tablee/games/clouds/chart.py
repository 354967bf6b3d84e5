"""A World cell by cell and column by column, and the cards to come: what a table of one is told besides."""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int
from tablee.games.clouds.draft import DraftTable
from tablee.games.clouds.promise import may_fill
from tablee.games.clouds.scoring import moon
from tablee.games.clouds.state import (
    EMPTY,
    FUMAROLE,
    HAS_PORTAL,
    ICON,
    ICON_KINDS,
    IS_MOON,
    LAND_KINDS,
    LINE,
    RIGHT,
    SIDE_LENGTH,
    STACK_COUNT,
    TZIMIME,
)
from tablee.games.clouds.survey import Survey

LOUD: Int = 4
ROUNDS: Int = 5
CELL_NUMBERS: Int = 12
HIDDEN: Int = 19
NOWHERE: Int = 0  # a square of the margin: nothing ever lies there


def describe_chart(table: DraftTable, survey: Survey, features: FeatureBuffer) -> None:
    """The cells from the top row, the columns, and what the piles hold."""
    for down in range(SIDE_LENGTH):
        for along in range(SIDE_LENGTH):
            column = column_of(table, along)
            inside = table.top[0] + down <= table.bottom[0] and table.left[0] <= column <= table.right[0]
            describe_cell(table, LINE * (table.top[0] + down) + column if inside else NOWHERE, features)
    first = features.count
    describe_piles(table, survey, features)
    for along in range(SIDE_LENGTH):
        describe_column(table, column_of(table, along), first, features)


def column_of(table: DraftTable, along: Int) -> Int:
    """The columns from the side that cannot grow: both sides are alike, and travellers stand on one."""
    return table.right[0] - along if table.side[0] == RIGHT else table.left[0] + along


def describe_cell(table: DraftTable, square: Int, features: FeatureBuffer) -> None:
    """Icons, half a portal free or bound, a moon, the back of a card, a fumarole with or without its city."""
    first = features.count
    for place in range(first, first + CELL_NUMBERS):
        features.values[place] = 0
    features.count = first + CELL_NUMBERS
    shows = table.shows[square]
    for icon in range(ICON_KINDS):
        features.values[first + icon] = LOUD * ICON[ICON_KINDS * shows + icon]
    mark = first + ICON_KINDS
    if HAS_PORTAL[shows]:
        features.values[mark + table.bound[square]] = LOUD
    elif IS_MOON[shows]:
        features.values[mark + 2] = LOUD
    elif shows == TZIMIME:
        features.values[mark + 3] = LOUD
    elif shows == FUMAROLE:
        features.values[mark + (5 if table.in_city(square) else 4)] = LOUD
    elif shows == EMPTY:
        features.values[mark + 6] = LOUD


def describe_piles(table: DraftTable, survey: Survey, features: FeatureBuffer) -> None:
    """What will come on average of each icon, of half-portals and of moons, in quarters, as only some stacks
    will be used: first what is hidden, then what is on top."""
    for pile in range(1, -1, -1):
        first = features.count
        for _ in range(ICON_KINDS + 2):
            features.add(0)
        for kind in range(LAND_KINDS):
            count = survey.coming[HIDDEN * pile + kind]
            if count:
                for icon in range(ICON_KINDS):
                    features.values[first + icon] += count * ICON[ICON_KINDS * kind + icon]
                features.values[first + ICON_KINDS] += count * HAS_PORTAL[kind]
                features.values[first + ICON_KINDS + 1] += count * IS_MOON[kind]
        for place in range(first, features.count):
            share = LOUD * (ROUNDS - table.round)
            features.values[place] = features.values[place] * share // (STACK_COUNT - table.round)


def describe_column(table: DraftTable, column: Int, piles: Int, features: FeatureBuffer) -> None:
    """What a moon on top of a column brings, or would bring, and how much its free cells may add."""
    top = LINE * table.top[0] + column
    stars = moon(table, 0, top)
    below = ICON_KINDS * table.shows[top + LINE]
    rooms = 0
    for down in range(1, SIDE_LENGTH):
        rooms += 1 if may_fill(table, 0, top + LINE * down) else 0
    chance = 0
    for icon in range(ICON_KINDS):
        if ICON[below + icon]:
            chance += features.at(piles + icon)
    chance = rooms * chance // max(ROUNDS - table.round, 1)
    here = IS_MOON[table.shows[top]] == 1
    site = not here and may_fill(table, 0, top)
    features.add(stars if here else 0)
    features.add(chance if here else 0)
    features.add(stars if site else 0)
    features.add(chance if site else 0)
