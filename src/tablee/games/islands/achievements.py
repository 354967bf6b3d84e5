"""What a person may achieve in a match of 1001 Islands; texts `achievement.*` in the words files."""

from __future__ import annotations

from tablee.core.match import Match
from tablee.games.islands.rules import IslandsState
from tablee.games.islands.scoring import count_genies, pair_points, score, slot_points
from tablee.games.islands.state import BRIGAND, COLUMNS

MANY_POINTS = 70
THREE_PAIRS = 21
RICH_DREAM = 16


def final_state(match: Match) -> IslandsState:
    """Return the state of the match, which is one of this game."""
    assert isinstance(match.state, IslandsState)
    return match.state


def has_many_points(match: Match, seat: int) -> bool:
    """(30) Return whether the island is worth 70 points."""
    return score(final_state(match), seat) >= MANY_POINTS


def has_no_genie(match: Match, seat: int) -> bool:
    """(22) Return whether no tile of the island was turned over."""
    return count_genies(final_state(match), seat) == 0


def has_no_brigand(match: Match, seat: int) -> bool:
    """(32) Return whether no brigand is visible on the island."""
    return final_state(match).count_visible(seat, BRIGAND) == 0


def has_three_pairs(match: Match, seat: int) -> bool:
    """(31) Return whether the island has three pairs of a roc and an egg."""
    return pair_points(final_state(match), seat) >= THREE_PAIRS


def has_rich_dream(match: Match, seat: int) -> bool:
    """(34) Return whether one dream brings 16 points."""
    state = final_state(match)
    return any(slot_points(state, seat, slot) >= RICH_DREAM for slot in range(COLUMNS))


ACHIEVEMENTS = {
    "points": has_many_points,
    "no-genie": has_no_genie,
    "no-brigand": has_no_brigand,
    "pairs": has_three_pairs,
    "dream": has_rich_dream,
}
