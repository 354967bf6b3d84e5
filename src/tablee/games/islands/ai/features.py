"""What a bot is told of a position: counts a person would make before choosing."""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int
from tablee.games.islands.scoring import (
    GEM_COLUMN,
    GEM_ROW,
    GENIE_DREAM,
    LAMP_DREAM,
    ROWS,
    SNAKE_DREAM,
    gems,
    pairs,
)
from tablee.games.islands.state import (
    BRIGAND,
    COLUMNS,
    DREAM,
    EGG,
    ELEMENT_COUNT,
    LAMP,
    NAMING,
    NONE,
    ROC,
    SNAKE,
    VISIBLE_LAMPS,
    Archipelago,
)
from tablee.games.islands.ai.features_island import DREAM_COUNT, STACK_COUNT, Rivals, Supply, Survey

LOUD: Int = 4  # a yes is as loud as a handful
MOST_RIVALS: Int = 4
GEM_KINDS: Int = 3


def describe(table: Archipelago, seat: Int, features: FeatureBuffer) -> None:
    """The own island, what may come of it, the offer, and how the others stand."""
    supply = Supply()
    supply.count(table, seat)
    own = Survey()
    own.look_at(table, seat, seat, supply)
    describe_island(table, seat, own, features)
    describe_lamps(own, features)
    describe_gems(table, seat, own, features)
    for kind in range(DREAM_COUNT):
        describe_dream(own, kind, supply, features)
    describe_rivals(table, seat, own, supply, features)
    describe_round(table, seat, own, features)


def describe_island(table: Archipelago, seat: Int, own: Survey, features: FeatureBuffer) -> None:
    """Elements in sight and to be expected, and room for more."""
    for element in range(ELEMENT_COUNT):
        features.add(own.seen[element])
    for element in range(BRIGAND, SNAKE + 1):
        features.add(own.more[element])
    features.add(pairs(table, seat))
    features.add(max(own.seen[ROC] - own.seen[EGG], 0))
    features.add(max(own.seen[EGG] - own.seen[ROC], 0))
    for row in range(STACK_COUNT):
        features.add(own.free[row])
    features.add(own.room)
    features.add(own.points)
    lead = own.seen[BRIGAND] - own.rivals
    features.add_one_hot(max(min(lead, 2), -2) + 2, 5)
    features.add(own.rivals)


def describe_lamps(own: Survey, features: FeatureBuffer) -> None:
    """How near the lamps are to turning, and what would go with them."""
    lamps = own.seen[LAMP]
    for place in range(VISIBLE_LAMPS + 1):
        features.add(LOUD if place == lamps else 0)
        features.add(LOUD * own.dreams[LAMP_DREAM] if place == lamps else 0)
        features.add(LOUD * own.dreams[GENIE_DREAM] if place == lamps else 0)
        features.add(own.stake if place == lamps else 0)
    snakes = min(own.seen[SNAKE], 3)
    for place in range(4):
        features.add(LOUD * own.dreams[SNAKE_DREAM] if place == snakes else 0)


def describe_gems(table: Archipelago, seat: Int, own: Survey, features: FeatureBuffer) -> None:
    """Columns and rows that may still grow, by the different gems they have."""
    for kinds in range(GEM_KINDS):
        columns = 0
        for column in range(COLUMNS):
            if has_room(table, seat, column) and gems(table, seat, column, COLUMNS, ROWS) == kinds:
                columns += 1
        rows = 0
        for row in range(ROWS):
            if gems(table, seat, COLUMNS * row, 1, COLUMNS) == kinds and own.free[row] > 0:
                rows += 1
        features.add(columns)
        features.add(columns * own.dreams[GEM_COLUMN])
        features.add(rows)
        features.add(rows * own.dreams[GEM_ROW])


def has_room(table: Archipelago, seat: Int, column: Int) -> bool:
    """Whether a cell of this column is free."""
    for row in range(ROWS):
        if table.tile_at(seat, column + COLUMNS * row) == NONE:
            return True
    return False


def describe_dream(own: Survey, kind: Int, supply: Supply, features: FeatureBuffer) -> None:
    """A kind of dream: copies owned, what they bring and may bring, and the chance of another."""
    copies = own.dreams[kind]
    features.add(LOUD * copies)
    features.add(own.bring[kind])
    features.add(copies * own.bring[kind])
    features.add(own.coming(kind) if kind < GEM_COLUMN else copies * own.room)
    features.add(supply.dreams[kind])
    features.add(supply.dreams[kind] * own.free[DREAM] * own.bring[kind] // 4)


def describe_rivals(
    table: Archipelago, seat: Int, own: Survey, supply: Supply, features: FeatureBuffer
) -> None:
    """The others, whoever has the best outlook first: how far behind, what they may pick, who is next."""
    rivals = Rivals()
    rivals.look_at(table, seat, supply)
    for place in range(MOST_RIVALS):
        there = place < rivals.count
        features.add(own.outlook - rivals.outlook[place] if there else 0)
        features.add(own.points - rivals.points[place] if there else 0)
        features.add(rivals.best[place] if there else 0)
        features.add(LOUD if there and table.turn == rivals.seat[place] else 0)
        features.add(LOUD if there and table.picked[rivals.seat[place]] else 0)


def describe_round(table: Archipelago, seat: Int, own: Survey, features: FeatureBuffer) -> None:
    """What is left of the stacks and of the offer, and who has picked."""
    for stack in range(STACK_COUNT):
        features.add(table.used - table.drawn[stack])
    waiting = 0
    for other in range(table.seats):
        waiting += 1 - table.picked[other]
    features.add(waiting)
    features.add(LOUD if table.turn == seat else 0)
    features.add(LOUD if table.lookout == seat else 0)
    features.add(LOUD * table.picked[seat])
    features.add(LOUD if table.phase == NAMING else 0)
    features.add(own.best)
    features.add(own.second)
    features.add(own.worst)
