"""End of the match and count of points: rules 30-38 and 51."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.outcome import Outcome, ranked
from tablee.games.islands.state import (
    BRIGAND,
    COLUMNS,
    DREAM_KIND,
    DROMEDARY,
    EGG,
    ELEPHANT,
    EMERALD,
    FENNEC,
    FIRST_DREAM,
    LAMP,
    MONKEY,
    NONE,
    PALM,
    ROC,
    SNAKE,
    Archipelago,
)

ROWS: Int = 3
GEM_KINDS: Int = 3
PAIR_POINTS: Int = 7
GENIE_POINTS: Int = 4

# Rule 34, in the order of its table: what is counted, and the first five by how much each.
DREAM_ELEMENT: list[Int] = [ROC, MONKEY, FENNEC, DROMEDARY, ELEPHANT, NONE, NONE, LAMP, SNAKE]
DREAM_EACH: list[Int] = [2, 2, 3, 4, 5]
GEM_COLUMN: Int = 5
GEM_ROW: Int = 6
LAMP_DREAM: Int = 7
SNAKE_DREAM: Int = 8
GENIE_DREAM: Int = 9
COLUMN_POINTS: list[Int] = [0, 2, 6, 12]
ROW_POINTS: list[Int] = [0, 2, 5, 10]
LAMP_POINTS: list[Int] = [0, 4, 12]
SNAKE_POINTS: list[Int] = [0, 10, 5]


def score(table: Archipelago, seat: Int) -> Int:
    """Rule 30: dreams + palms + pairs - brigands."""
    total = palms(table, seat) + pairs(table, seat) - brigand_loss(table, seat)
    for slot in range(COLUMNS):
        total += dream(table, seat, slot)
    return total


def palms(table: Archipelago, seat: Int) -> Int:
    """Rule 30: 1 for every visible palm."""
    return table.seen(seat, PALM)


def pairs(table: Archipelago, seat: Int) -> Int:
    """Rule 31: 7 for every roc with an egg of its own."""
    rocs = table.seen(seat, ROC)
    eggs = table.seen(seat, EGG)
    return PAIR_POINTS * (rocs if rocs < eggs else eggs)


def brigand_loss(table: Archipelago, seat: Int) -> Int:
    """Rule 32: whoever has the most visible brigands, ties included, loses 1 for each."""
    own = table.seen(seat, BRIGAND)
    for other in range(table.seats):
        if table.seen(other, BRIGAND) > own:
            return 0
    return own


def dream(table: Archipelago, seat: Int, slot: Int) -> Int:
    """What the dream in this slot (0-3) brings; an empty slot brings nothing."""
    tile = table.tile_at(seat, FIRST_DREAM + slot)
    return 0 if tile == NONE else dreamt(table, seat, DREAM_KIND[tile])


def dreamt(table: Archipelago, seat: Int, kind: Int) -> Int:
    """What a dream of this kind brings to an island by rule 34."""
    if kind == GEM_COLUMN:
        return gem_columns(table, seat)
    if kind == GEM_ROW:
        return gem_rows(table, seat)
    if kind == GENIE_DREAM:
        return counted(kind, genies(table, seat))
    return counted(kind, table.seen(seat, DREAM_ELEMENT[kind]))


def counted(kind: Int, count: Int) -> Int:
    """Rule 34 for the dreams that count one thing: an element in sight, or genies."""
    if kind < GEM_COLUMN:
        return DREAM_EACH[kind] * count
    if kind == LAMP_DREAM:
        return LAMP_POINTS[count] if count <= 2 else 0
    if kind == SNAKE_DREAM:
        return SNAKE_POINTS[count] if count <= 2 else 0
    return GENIE_POINTS * count


def gem_columns(table: Archipelago, seat: Int) -> Int:
    """Rules 34-36: different gems in each column of three cells."""
    total = 0
    for column in range(COLUMNS):
        total += COLUMN_POINTS[gems(table, seat, column, COLUMNS, ROWS)]
    return total


def gem_rows(table: Archipelago, seat: Int) -> Int:
    """Rules 34-36: different gems in each row of four cells."""
    total = 0
    for row in range(ROWS):
        total += ROW_POINTS[gems(table, seat, COLUMNS * row, 1, COLUMNS)]
    return total


def gems(table: Archipelago, seat: Int, first: Int, step: Int, count: Int) -> Int:
    """Rule 35: how many different gems lie in these cells; equal ones count once."""
    different = 0
    for kind in range(GEM_KINDS):
        for place in range(count):
            if table.seen_on(seat, first + step * place, EMERALD + kind):
                different += 1
                break
    return different


def genies(table: Archipelago, seat: Int) -> Int:
    """How many island tiles show their genie."""
    total = 0
    for cell in range(FIRST_DREAM):
        if table.is_turned(seat, cell):
            total += 1
    return total


def items(table: Archipelago, seat: int) -> dict[str, int]:
    """The score sheet of a seat, line by line."""
    lines = {f"dream-{slot + 1}": dream(table, seat, slot) for slot in range(COLUMNS)}
    return {
        **lines,
        "palms": palms(table, seat),
        "pairs": pairs(table, seat),
        "brigands": -brigand_loss(table, seat),
    }


def final(table: Archipelago) -> Outcome:
    """Rules 33 and 51: highest total, then fewest visible brigands, then shared."""
    sheets = [items(table, seat) for seat in range(table.seats)]
    compared = [(score(table, seat), -table.seen(seat, BRIGAND)) for seat in range(table.seats)]
    return ranked(sheets, compared)
