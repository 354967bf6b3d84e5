"""Features of the solo game only: the World cell by cell and column by column, and the cards to come."""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int
from tablee.games.clouds.ai.features_world import FLAG, HIDDEN, WorldCounts
from tablee.games.clouds.ai.heuristic import can_still_fill
from tablee.games.clouds.scoring import moon_stars_at
from tablee.games.clouds.state import (
    EMPTY,
    FUMAROLE,
    HAS_PORTAL,
    ICON_COUNT,
    ICON_KINDS,
    IS_MOON,
    LAND_KINDS,
    LINE,
    RIGHT,
    ROUNDS,
    SIDE_LENGTH,
    STACK_COUNT,
    TZIMIME,
    CloudsFields,
)

FEATURES_PER_CELL: Int = 12
MARGIN_SQUARE: Int = 0  # always empty: stands for a cell outside the World


def describe_solo(state: CloudsFields, counts: WorldCounts, features: FeatureBuffer) -> None:
    """Add the cells from the top row, the cards to come and the columns."""
    for down in range(SIDE_LENGTH):
        for along in range(SIDE_LENGTH):
            column = column_of(state, along)
            inside = state.top[0] + down <= state.bottom[0] and state.left[0] <= column <= state.right[0]
            describe_cell(state, LINE * (state.top[0] + down) + column if inside else MARGIN_SQUARE, features)
    first = features.count
    describe_piles(state, counts, features)
    for along in range(SIDE_LENGTH):
        describe_column(state, column_of(state, along), first, features)


def column_of(state: CloudsFields, along: Int) -> Int:
    """Return a column, counted from the side of the travellers: mirror images give equal features."""
    return state.right[0] - along if state.side[0] == RIGHT else state.left[0] + along


def describe_cell(state: CloudsFields, square: Int, features: FeatureBuffer) -> None:
    """Add icons, then flags: half-portal free or used, moon, Tzimime, fumarole free or in a city, empty."""
    first = features.count
    for index in range(first, first + FEATURES_PER_CELL):
        features.values[index] = 0
    features.count = first + FEATURES_PER_CELL
    shows = state.shows[square]
    for icon in range(ICON_KINDS):
        features.values[first + icon] = FLAG * ICON_COUNT[ICON_KINDS * shows + icon]
    mark = first + ICON_KINDS
    if HAS_PORTAL[shows]:
        features.values[mark + state.bound[square]] = FLAG
    elif IS_MOON[shows]:
        features.values[mark + 2] = FLAG
    elif shows == TZIMIME:
        features.values[mark + 3] = FLAG
    elif shows == FUMAROLE:
        features.values[mark + (5 if state.in_city(square) else 4)] = FLAG
    elif shows == EMPTY:
        features.values[mark + 6] = FLAG


def describe_piles(state: CloudsFields, counts: WorldCounts, features: FeatureBuffer) -> None:
    """Add the expected number of each icon, of half-portals and of moons to come, in quarters.

    Hidden cards first, then the visible tops. Only some of the stacks will be used, hence an expectation.
    """
    for pile in range(1, -1, -1):
        first = features.count
        for _ in range(ICON_KINDS + 2):
            features.add(0)
        for kind in range(LAND_KINDS):
            count = counts.coming[HIDDEN * pile + kind]
            if count:
                for icon in range(ICON_KINDS):
                    features.values[first + icon] += count * ICON_COUNT[ICON_KINDS * kind + icon]
                features.values[first + ICON_KINDS] += count * HAS_PORTAL[kind]
                features.values[first + ICON_KINDS + 1] += count * IS_MOON[kind]
        for index in range(first, features.count):
            share = FLAG * (ROUNDS - state.round)
            features.values[index] = features.values[index] * share // (STACK_COUNT - state.round)


def describe_column(state: CloudsFields, column: Int, piles: Int, features: FeatureBuffer) -> None:
    """Add the stars and chances of a moon on top of a column, then of a moon that could be laid there."""
    top = LINE * state.top[0] + column
    stars = moon_stars_at(state, 0, top)
    below = ICON_KINDS * state.shows[top + LINE]
    fillable = 0
    for down in range(1, SIDE_LENGTH):
        fillable += 1 if can_still_fill(state, 0, top + LINE * down) else 0
    chance = 0
    for icon in range(ICON_KINDS):
        if ICON_COUNT[below + icon]:
            chance += features.at(piles + icon)
    chance = fillable * chance // max(ROUNDS - state.round, 1)
    here = IS_MOON[state.shows[top]] == 1
    site = not here and can_still_fill(state, 0, top)
    features.add(stars if here else 0)
    features.add(chance if here else 0)
    features.add(stars if site else 0)
    features.add(chance if site else 0)
