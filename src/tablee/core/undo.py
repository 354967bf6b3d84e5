"""Whether a move may be taken back without harm: it may if nobody learnt anything from it."""

from __future__ import annotations

from typing import Any

from tablee.core.errors import Refusal
from tablee.core.match import Match, Played
from tablee.core.rng import Rng
from tablee.core.state import State

# In how many imagined truths a move is tried before it counts as having shown nothing.
TRUTHS = 12


def reveals(match: Match, ply: int) -> bool:
    """Whether this move showed anybody something: they see a change, and in other truths another one."""
    played = match.played[ply]
    before, after = match.at(ply).state, match.at(ply + 1).state
    rng = Rng(match.seed)
    for viewer in range(match.seats):
        if seen(before, viewer) == seen(after, viewer):
            continue
        for _ in range(TRUTHS):
            truth = before.resample(viewer, rng)
            if _after(truth, played, viewer) != seen(after, viewer):
                return True
    return False


def seen(state: State, seat: int) -> dict[str, Any]:
    """What lies on the table for a seat, whoever it is."""
    own = {"seat", "moves", "foreseen", "ply"}
    return {key: value for key, value in state.view(seat).items() if key not in own}


def _after(truth: State, played: Played, viewer: int) -> dict[str, Any] | None:
    """What a viewer would see after this move; None where it would not have been possible."""
    try:
        truth.play(played.seat, played.move, played.elapsed)
    except Refusal:
        return None
    return seen(truth, viewer)
