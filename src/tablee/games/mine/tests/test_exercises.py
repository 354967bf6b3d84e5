"""Tests of exercises: a gallery that is full, but not with the tiles of the card, is no solution."""

from __future__ import annotations

from itertools import combinations

from tablee.core.exercise import Exercise, read_exercises
from tablee.games.mine import GAME


def with_wrong_tile(exercise: Exercise) -> list[str] | None:
    """Return a solution with one tile of two cells for two of one cell; None if no two lie side by side."""
    *ways, call = exercise.solution
    laid = list(zip(ways[::2], ways[1::2], strict=True))
    single = [(take, lay) for take, lay in laid if take.startswith("take Y1")]
    for one, other in combinations(single, 2):
        first, second = sorted(way[1].split(" ")[2] for way in (one, other))
        across = first[1] == second[1] and ord(second[0]) - ord(first[0]) == 1
        if across:
            rest = [words for way in laid if way not in (one, other) for words in way]
            return [*rest, "take B2 any", f"lay r0 {first}", call]
    return None


def test_a_full_gallery_with_a_tile_that_is_not_on_the_card_is_no_solution() -> None:
    """(9, 13) The round ends with it, but the check takes the tile away and the call costs points."""
    for exercise in read_exercises(GAME):
        moves = with_wrong_tile(exercise)
        if moves is not None:
            assert exercise.follow(GAME, moves).state.race_results() == [[exercise.seat]]
            assert not exercise.is_solved(GAME, moves)
            return
    raise AssertionError("no exercise has two tiles of one cell side by side")
