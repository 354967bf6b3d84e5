"""What a bot is told of a position: counts a person would make before choosing."""

from __future__ import annotations

from tablee.core.numbers import Int
from tablee.core.state import Features
from tablee.games.islands.scoring import dream, gem_columns, gem_rows, genies, pairs, palms
from tablee.games.islands.state import (
    BRIGAND,
    CELL_COUNT,
    COLUMNS,
    DREAM_KIND,
    ELEMENT_COUNT,
    FIRST_DREAM,
    LAMP,
    NAMING,
    NONE,
    STACK_SIZE,
    Archipelago,
)

STACK_COUNT: Int = 4
DREAM_COUNT: Int = 10


def describe(table: Archipelago, seat: Int, features: Features) -> None:
    """The own island, the others' prospects, and how much is still to come."""
    describe_island(table, seat, features)
    describe_dreams(table, seat, features)
    describe_others(table, seat, features)
    for stack in range(STACK_COUNT):
        features.add(table.used - table.drawn[stack])
    features.add(1 if table.turn == seat else 0)
    features.add(1 if table.lookout == seat else 0)
    features.add(table.picked[seat])
    features.add(1 if table.phase == NAMING else 0)


def describe_island(table: Archipelago, seat: Int, features: Features) -> None:
    """Elements in sight, and what they are worth to somebody who had the dream."""
    for element in range(ELEMENT_COUNT):
        features.add(table.seen(seat, element))
    features.add(palms(table, seat))
    features.add(pairs(table, seat))
    features.add(gem_columns(table, seat))
    features.add(gem_rows(table, seat))
    features.add(genies(table, seat))
    features.one_of(table.seen(seat, LAMP), 3)
    for row in range(STACK_COUNT):
        features.add(filled(table, seat, row))


def filled(table: Archipelago, seat: Int, row: Int) -> Int:
    """How many cells of a row (3: of the dreams) are taken."""
    count = 0
    for cell in range(COLUMNS * row, COLUMNS * row + COLUMNS):
        if table.tile_at(seat, cell) != NONE:
            count += 1
    return count


def describe_dreams(table: Archipelago, seat: Int, features: Features) -> None:
    """For each kind of dream: copies owned, points they bring now, copies nobody has yet."""
    for kind in range(DREAM_COUNT):
        owned = 0
        bring = 0
        for slot in range(COLUMNS):
            tile = table.tile_at(seat, FIRST_DREAM + slot)
            if tile != NONE and DREAM_KIND[tile] == kind:
                owned += 1
                bring += dream(table, seat, slot)
        features.add(owned)
        features.add(bring)
        features.add(in_sight(table, kind))


def in_sight(table: Archipelago, kind: Int) -> Int:
    """How many copies of a dream lie on the islands or among the discards."""
    count = 0
    for seat in range(table.seats):
        for cell in range(FIRST_DREAM, CELL_COUNT):
            tile = table.tile_at(seat, cell)
            if tile != NONE and DREAM_KIND[tile] == kind:
                count += 1
    for at in range(table.round):
        tile = table.discards[at]
        if tile >= 3 * STACK_SIZE and DREAM_KIND[tile] == kind:
            count += 1
    return count


def describe_others(table: Archipelago, seat: Int, features: Features) -> None:
    """Own points, the best and the mean of the others; brigands against the most of the others."""
    own = table.points(seat)
    best = -1000
    total = 0
    most = 0
    for other in range(table.seats):
        if other != seat:
            points = table.points(other)
            total += points
            best = points if points > best else best
            brigands = table.seen(other, BRIGAND)
            most = brigands if brigands > most else most
    features.add(own)
    features.add(own - best)
    features.add(own - total // (table.seats - 1))
    features.add(table.seen(seat, BRIGAND) - most)
    features.add(1 if table.seen(seat, BRIGAND) >= most else 0)
