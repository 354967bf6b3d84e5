"""What a person may achieve in a match of Out of Mine!; texts `achievement.*` in the words files."""

from __future__ import annotations

from tablee.core.match import Match
from tablee.games.mine.rules import MineState
from tablee.games.mine.state import LINE_CALL, LINE_OPEN, ROUNDS

# Without elves and finds, and with them.
MANY_POINTS, MANY_POINTS_OF_EXPERTS = 80, 100
MANY_CALLS, SOME_CALLS = 5, 3
# The round after which a winner was last.
HALF_TIME = 4


def final_state(match: Match) -> MineState:
    """Return the state of the match, which is one of this game."""
    assert isinstance(match.state, MineState)
    return match.state


def call_points(match: Match, seat: int) -> list[int]:
    """(16) Return the points for the call of each round; 0 without a call."""
    state = final_state(match)
    return [state.line(number, seat, LINE_CALL) for number in range(ROUNDS)]


def has_many_points(match: Match, seat: int) -> bool:
    """(22) Return whether the seat has 80 points; (23, 24) 100 where elves or finds bring some."""
    state = final_state(match)
    needed = MANY_POINTS_OF_EXPERTS if state.elves or state.finds else MANY_POINTS
    return state.total(seat) >= needed


def has_called_often(match: Match, seat: int) -> bool:
    """(16) Return whether the seat called rightly in five of the seven rounds."""
    return sum(points > 0 for points in call_points(match, seat)) >= MANY_CALLS


def has_called_rightly(match: Match, seat: int) -> bool:
    """(16) Return whether the seat called three times or more, and never wrongly."""
    calls = call_points(match, seat)
    return sum(points > 0 for points in calls) >= SOME_CALLS and min(calls) >= 0


def has_full_galleries(match: Match, seat: int) -> bool:
    """(15) Return whether no cell was empty in any round."""
    state = final_state(match)
    return all(state.line(number, seat, LINE_OPEN) == 0 for number in range(ROUNDS))


def has_come_back(match: Match, seat: int) -> bool:
    """Return whether the seat won, alone at the top, after it was last at half-time."""
    state = final_state(match)
    others = [other for other in range(state.seats) if other != seat]
    was_last = all(early_points(state, seat) < early_points(state, other) for other in others)
    return was_last and all(state.total(seat) > state.total(other) for other in others)


def early_points(state: MineState, seat: int) -> int:
    """Return the points of a seat at half-time."""
    return sum(state.round_score(number, seat) for number in range(HALF_TIME))


ACHIEVEMENTS = {
    "points": has_many_points,
    "calls": has_called_often,
    "right": has_called_rightly,
    "full": has_full_galleries,
    "comeback": has_come_back,
}
