"""How much the end of a match is worth to a seat, the same for every game."""

from __future__ import annotations

from math import exp

from tablee.core.compiled import Int
from tablee.core.state import State


def worth(state: State, seat: Int, par: float, spread: float) -> float:
    """Between 0 and 1, half of it for winning and half for by how much.

    A search that only counted victories would not care how it loses, and learn nothing from a match lost long
    ago. `spread` is a clear lead in points; `par` is a fair result when one plays alone.
    """
    own = state.points(seat)
    if state.seats == 1:
        return 1.0 / (1.0 + exp(-(own - par) / spread))
    best = -1000000
    level = 1
    for other in range(state.seats):
        if other != seat:
            points = state.points(other)
            if points > best:
                best = points
                level = 1
            elif points == best:
                level += 1
    share = 1.0 if own > best else (1.0 / (level + 1) if own == best else 0.0)
    return 0.5 * share + 0.5 / (1.0 + exp(-(own - best) / spread))
