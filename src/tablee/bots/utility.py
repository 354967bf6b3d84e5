"""The utility of a finished match for a seat: what the search maximizes and the value network predicts."""

from __future__ import annotations

from math import exp

from tablee.core.compiled import Int
from tablee.core.state import State


def utility(state: State, seat: Int, solo_baseline: float, margin_scale: float) -> float:
    """Return a utility from 0 to 1: half for winning (shared among winners), half for the margin in points.

    The margin counts so that a search still prefers a close defeat, and training has a signal in lost
    matches. `margin_scale` is the lead in points that the logistic function maps to 0.73. Alone, only the
    points count: `solo_baseline` points have the utility 0.5.
    """
    own = state.points(seat)
    if state.seats == 1:
        return 1.0 / (1.0 + exp(-(own - solo_baseline) / margin_scale))
    best = -1000000
    leaders = 1
    for other in range(state.seats):
        if other != seat:
            points = state.points(other)
            if points > best:
                best = points
                leaders = 1
            elif points == best:
                leaders += 1
    share = 1.0 if own > best else (1.0 / (leaders + 1) if own == best else 0.0)
    return 0.5 * share + 0.5 / (1.0 + exp(-(own - best) / margin_scale))
