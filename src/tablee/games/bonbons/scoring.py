"""The final ranking (11, B29)."""

from __future__ import annotations

from tablee.core.outcome import Outcome, ranked
from tablee.games.bonbons.state import BonbonsFields


def score_sheet(state: BonbonsFields) -> Outcome:
    """(11) Rank the seat that has found everything first; (B29) then fewer tiles left is better."""
    items = [{"found": state.count_found(seat)} for seat in range(state.seats)]
    return ranked(items, [(state.points(seat),) for seat in range(state.seats)])
