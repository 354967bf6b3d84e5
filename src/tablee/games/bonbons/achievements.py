"""What a person may achieve in a match of Bonbons; texts `achievement.*` in the words files."""

from __future__ import annotations

from tablee.core.match import Match
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.state import COVER, GIVE, PLACES_PER_SEAT

IN_ONE_TURN = 3
FAR_BEHIND = 2
THEFTS = 2


def final_state(match: Match) -> BonbonsState:
    """Return the state of the match, which is one of this game."""
    assert isinstance(match.state, BonbonsState)
    return match.state


def has_won(match: Match, seat: int) -> bool:
    """(11) Return whether the seat found all its tiles."""
    return final_state(match).count_left(seat) == 0


def has_won_clearly(match: Match, seat: int) -> bool:
    """Return whether the seat won while everybody else had two tiles or more to find."""
    state = final_state(match)
    others = [other for other in range(state.seats) if other != seat]
    return has_won(match, seat) and all(state.count_left(other) >= FAR_BEHIND for other in others)


def has_won_with_five(match: Match, seat: int) -> bool:
    """(10) Return whether the seat won although an empty wrapper had brought it a fifth tile."""
    return has_won(match, seat) and final_state(match).count_rounds(seat) == PLACES_PER_SEAT


def has_won_with_coins(match: Match, seat: int) -> bool:
    """(9) Return whether the seat won with one of its tiles under the coins."""
    tiles = match.state.view(None)["rounds"][seat]
    return has_won(match, seat) and any(tile["side"] == "covered" for tile in tiles)


def has_stolen_twice(match: Match, seat: int) -> bool:
    """(8) Return whether the seat chose twice what to give for a stolen tile."""
    given = [each for each in match.played if each.seat == seat and GIVE <= each.move < COVER]
    return len(given) >= THEFTS


def has_found_three_in_one_turn(match: Match, seat: int) -> bool:
    """(5) Return whether the seat found three of its tiles in one turn."""
    found_before = 0
    was_turn = False
    for state in match.states():
        assert isinstance(state, BonbonsState)
        found, is_turn = state.count_found(seat), state.turn == seat
        if is_turn and not was_turn:
            found_before = found
        if is_turn and found - found_before >= IN_ONE_TURN:
            return True
        was_turn = is_turn
    return False


ACHIEVEMENTS = {
    "clear": has_won_clearly,
    "five": has_won_with_five,
    "coins": has_won_with_coins,
    "thief": has_stolen_twice,
    "three": has_found_three_in_one_turn,
}
