"""Decide whether a move revealed information, in which case undo needs consent."""

from __future__ import annotations

from typing import Any

from tablee.core.errors import Refusal
from tablee.core.match import Match, Played
from tablee.core.rng import Rng
from tablee.core.state import State

# Resampled states in which a move is tried before it counts as having revealed nothing.
SAMPLES = 12


def reveals(match: Match, ply: int) -> bool:
    """Return whether some seat learned something from a move.

    It did if its view changed in a way that depends on something the seat did not know.
    """
    played = match.played[ply]
    before, after = match.at(ply).state, match.at(ply + 1).state
    rng = Rng(match.seed)
    for viewer in range(match.seats):
        if visible(before, viewer) == visible(after, viewer):
            continue
        for _ in range(SAMPLES):
            other = before.resample(viewer, rng)
            if _visible_after(other, played, viewer) != visible(after, viewer):
                return True
    return False


def visible(state: State, seat: int) -> dict[str, Any]:
    """Return the view of a seat without its own moves and the ply."""
    own = {"seat", "moves", "foreseen", "ply"}
    return {key: value for key, value in state.view(seat).items() if key not in own}


def _visible_after(state: State, played: Played, viewer: int) -> dict[str, Any] | None:
    """Make a move in place and return what a viewer sees then; None, and no change, if it is illegal."""
    try:
        state.play(played.seat, played.move, played.elapsed)
    except Refusal:
        return None
    return visible(state, viewer)
