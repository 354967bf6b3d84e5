"""The inputs of the value network: what a seat knows of a position, as a list of small integers.

The order is fixed: weights.json was trained with it. Used by IslandsState.fill_features.
"""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int
from tablee.games.islands.ai.features_island import DREAM_COUNT, IslandSummary
from tablee.games.islands.ai.features_opponents import Opponents
from tablee.games.islands.ai.features_unseen import UnseenTiles
from tablee.games.islands.scoring import (
    GEM_COLUMN,
    GEM_ROW,
    GENIE_DREAM,
    LAMP_DREAM,
    SNAKE_DREAM,
    count_gem_kinds,
    pair_points,
)
from tablee.games.islands.state import (
    BRIGAND,
    COLUMNS,
    DREAM,
    EGG,
    ELEMENT_COUNT,
    LAMP,
    MAX_LAMPS,
    NAMING,
    NONE,
    ROC,
    ROWS,
    SNAKE,
    STACK_COUNT,
    IslandsFields,
)

FLAG: Int = 4  # the value of a true flag, of the size of the counts beside it
MAX_OPPONENTS: Int = 4
GEM_KINDS: Int = 3


def add_features(state: IslandsFields, seat: Int, features: FeatureBuffer) -> None:
    """Add all features of a position for a seat, always the same number."""
    unseen = UnseenTiles()
    unseen.count(state, seat)
    own = IslandSummary()
    own.compute(state, seat, seat, unseen)
    add_island(state, seat, own, features)
    add_lamps(own, features)
    add_gems(state, seat, own, features)
    for kind in range(DREAM_COUNT):
        add_dream(own, kind, unseen, features)
    add_opponents(state, seat, own, unseen, features)
    add_round(state, seat, own, features)


def add_island(state: IslandsFields, seat: Int, own: IslandSummary, features: FeatureBuffer) -> None:
    """Add visible and expected elements, pairs, free cells, points, and the lead in brigands."""
    for element in range(ELEMENT_COUNT):
        features.add(own.visible[element])
    for element in range(BRIGAND, SNAKE + 1):
        features.add(own.expected[element])
    features.add(pair_points(state, seat))
    features.add(max(own.visible[ROC] - own.visible[EGG], 0))
    features.add(max(own.visible[EGG] - own.visible[ROC], 0))
    for stack in range(STACK_COUNT):
        features.add(own.free[stack])
    features.add(own.room)
    features.add(own.points)
    lead = own.visible[BRIGAND] - own.other_brigands
    features.add_one_hot(max(min(lead, 2), -2) + 2, 5)
    features.add(own.other_brigands)


def add_lamps(own: IslandSummary, features: FeatureBuffer) -> None:
    """Add, by the number of visible lamps, the dreams that depend on it and the loss of turning them."""
    lamps = own.visible[LAMP]
    for count in range(MAX_LAMPS + 1):
        features.add(FLAG if count == lamps else 0)
        features.add(FLAG * own.dreams[LAMP_DREAM] if count == lamps else 0)
        features.add(FLAG * own.dreams[GENIE_DREAM] if count == lamps else 0)
        features.add(own.lamp_loss if count == lamps else 0)
    snakes = min(own.visible[SNAKE], 3)
    for count in range(4):
        features.add(FLAG * own.dreams[SNAKE_DREAM] if count == snakes else 0)


def add_gems(state: IslandsFields, seat: Int, own: IslandSummary, features: FeatureBuffer) -> None:
    """Add how many columns and rows with a free cell have 0, 1 or 2 different gems."""
    for kinds in range(GEM_KINDS):
        columns = 0
        for column in range(COLUMNS):
            if (
                has_free_cell(state, seat, column)
                and count_gem_kinds(state, seat, column, COLUMNS, ROWS) == kinds
            ):
                columns += 1
        rows = 0
        for row in range(ROWS):
            if count_gem_kinds(state, seat, COLUMNS * row, 1, COLUMNS) == kinds and own.free[row] > 0:
                rows += 1
        features.add(columns)
        features.add(columns * own.dreams[GEM_COLUMN])
        features.add(rows)
        features.add(rows * own.dreams[GEM_ROW])


def has_free_cell(state: IslandsFields, seat: Int, column: Int) -> bool:
    """Return whether a cell of the column is free."""
    for row in range(ROWS):
        if state.tile_at(seat, column + COLUMNS * row) == NONE:
            return True
    return False


def add_dream(own: IslandSummary, kind: Int, unseen: UnseenTiles, features: FeatureBuffer) -> None:
    """Add the copies owned of a dream, their current and expected points, and the unseen copies."""
    copies = own.dreams[kind]
    features.add(FLAG * copies)
    features.add(own.dream_points[kind])
    features.add(copies * own.dream_points[kind])
    features.add(own.expected_dream_points(kind) if kind < GEM_COLUMN else copies * own.room)
    features.add(unseen.dreams[kind])
    features.add(unseen.dreams[kind] * own.free[DREAM] * own.dream_points[kind] // 4)


def add_opponents(
    state: IslandsFields, seat: Int, own: IslandSummary, unseen: UnseenTiles, features: FeatureBuffer
) -> None:
    """Add for each opponent the lead over it, its best gain, and flags; zeros up to MAX_OPPONENTS."""
    opponents = Opponents()
    opponents.compute(state, seat, unseen)
    for index in range(MAX_OPPONENTS):
        exists = index < opponents.count
        features.add(own.expected_points - opponents.expected_points[index] if exists else 0)
        features.add(own.points - opponents.points[index] if exists else 0)
        features.add(opponents.best[index] if exists else 0)
        features.add(FLAG if exists and state.turn == opponents.seat[index] else 0)
        features.add(FLAG if exists and state.picked[opponents.seat[index]] else 0)


def add_round(state: IslandsFields, seat: Int, own: IslandSummary, features: FeatureBuffer) -> None:
    """Add the tiles left in each stack, the seats that have yet to pick, flags, and gains on offer."""
    for stack in range(STACK_COUNT):
        features.add(state.used - state.drawn[stack])
    waiting = 0
    for other in range(state.seats):
        waiting += 1 - state.picked[other]
    features.add(waiting)
    features.add(FLAG if state.turn == seat else 0)
    features.add(FLAG if state.lookout == seat else 0)
    features.add(FLAG * state.picked[seat])
    features.add(FLAG if state.phase == NAMING else 0)
    features.add(own.best)
    features.add(own.second)
    features.add(own.worst)
