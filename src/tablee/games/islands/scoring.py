"""Scoring, during and at the end of a match: rules 30 to 38 and 51."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.outcome import Outcome, ranked
from tablee.games.islands.pieces import DREAMS
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
    ROWS,
    SNAKE,
    IslandsFields,
)

GEM_KINDS: Int = 3
POINTS_PER_PAIR: Int = 7
POINTS_PER_GENIE: Int = 4

# Rule 34, in the order of its table: the element that a dream counts, and for the first five the points of
# each.
DREAM_ELEMENT: list[Int] = [ROC, MONKEY, FENNEC, DROMEDARY, ELEPHANT, NONE, NONE, LAMP, SNAKE]
POINTS_PER_ELEMENT: list[Int] = [2, 2, 3, 4, 5]
GEM_COLUMN: Int = 5
GEM_ROW: Int = 6
LAMP_DREAM: Int = 7
SNAKE_DREAM: Int = 8
GENIE_DREAM: Int = 9
COLUMN_POINTS: list[Int] = [0, 2, 6, 12]
ROW_POINTS: list[Int] = [0, 2, 5, 10]
LAMP_POINTS: list[Int] = [0, 4, 12]
SNAKE_POINTS: list[Int] = [0, 10, 5]


def score(state: IslandsFields, seat: Int) -> Int:
    """(30) Return dreams + palms + pairs - brigands."""
    total = palm_points(state, seat) + pair_points(state, seat) - brigand_loss(state, seat)
    for slot in range(COLUMNS):
        total += slot_points(state, seat, slot)
    return total


def palm_points(state: IslandsFields, seat: Int) -> Int:
    """(30) Return 1 for each visible palm."""
    return state.count_visible(seat, PALM)


def pair_points(state: IslandsFields, seat: Int) -> Int:
    """(31) Return 7 for each pair of a roc and an egg."""
    rocs = state.count_visible(seat, ROC)
    eggs = state.count_visible(seat, EGG)
    return POINTS_PER_PAIR * (rocs if rocs < eggs else eggs)


def brigand_loss(state: IslandsFields, seat: Int) -> Int:
    """(32) Return 1 for each visible brigand if no other seat has more, otherwise 0."""
    own = state.count_visible(seat, BRIGAND)
    for other in range(state.seats):
        if state.count_visible(other, BRIGAND) > own:
            return 0
    return own


def slot_points(state: IslandsFields, seat: Int, slot: Int) -> Int:
    """Return the points of the dream in a slot (0-3), 0 if it is empty."""
    tile = state.tile_at(seat, FIRST_DREAM + slot)
    return 0 if tile == NONE else dream_points(state, seat, DREAM_KIND[tile])


def dream_points(state: IslandsFields, seat: Int, kind: Int) -> Int:
    """(34) Return the points that a dream of this kind brings to an island."""
    if kind == GEM_COLUMN:
        return gem_column_points(state, seat)
    if kind == GEM_ROW:
        return gem_row_points(state, seat)
    if kind == GENIE_DREAM:
        return points_for_count(kind, count_genies(state, seat))
    return points_for_count(kind, state.count_visible(seat, DREAM_ELEMENT[kind]))


def points_for_count(kind: Int, count: Int) -> Int:
    """(34) Return the points of a dream that counts one thing: a visible element, or genies."""
    if kind < GEM_COLUMN:
        return POINTS_PER_ELEMENT[kind] * count
    if kind == LAMP_DREAM:
        return LAMP_POINTS[count] if count <= 2 else 0
    if kind == SNAKE_DREAM:
        return SNAKE_POINTS[count] if count <= 2 else 0
    return POINTS_PER_GENIE * count


def gem_column_points(state: IslandsFields, seat: Int) -> Int:
    """(34-36) Return the points for different gems in each column of three cells."""
    total = 0
    for column in range(COLUMNS):
        total += COLUMN_POINTS[count_gem_kinds(state, seat, column, COLUMNS, ROWS)]
    return total


def gem_row_points(state: IslandsFields, seat: Int) -> Int:
    """(34-36) Return the points for different gems in each row of four cells."""
    total = 0
    for row in range(ROWS):
        total += ROW_POINTS[count_gem_kinds(state, seat, COLUMNS * row, 1, COLUMNS)]
    return total


def count_gem_kinds(state: IslandsFields, seat: Int, first: Int, step: Int, count: Int) -> Int:
    """(35) Count the different gems visible in `count` cells: first, first + step, and so on."""
    kinds = 0
    for kind in range(GEM_KINDS):
        for index in range(count):
            if state.count_in_cell(seat, first + step * index, EMERALD + kind):
                kinds += 1
                break
    return kinds


def count_genies(state: IslandsFields, seat: Int) -> Int:
    """Return how many island tiles are turned to their genie."""
    total = 0
    for cell in range(FIRST_DREAM):
        if state.is_turned(seat, cell):
            total += 1
    return total


def score_items(state: IslandsFields, seat: int) -> dict[str, int]:
    """Return the lines of the score sheet of a seat; their sum is `score`."""
    lines = {f"dream-{slot + 1}": slot_points(state, seat, slot) for slot in range(COLUMNS)}
    return {
        **lines,
        "palms": palm_points(state, seat),
        "pairs": pair_points(state, seat),
        "brigands": -brigand_loss(state, seat),
    }


def dream_key(state: IslandsFields, seat: int, item: str) -> str:
    """Return the key of the text that names the dream of an item such as `dream-2`, "" if there is none."""
    if not item.startswith("dream-"):
        return ""
    tile = state.tile_at(seat, FIRST_DREAM + int(item[len("dream-") :]) - 1)
    return "" if tile == NONE else f"dream.{DREAMS[DREAM_KIND[tile]]}"


def final_outcome(state: IslandsFields) -> Outcome:
    """(33, 51) Rank by total, then by fewest visible brigands; seats still tied share their rank."""
    sheets = [score_items(state, seat) for seat in range(state.seats)]
    compared = [(score(state, seat), -state.count_visible(seat, BRIGAND)) for seat in range(state.seats)]
    return ranked(sheets, compared)
