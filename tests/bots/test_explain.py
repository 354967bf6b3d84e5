"""Hints with reasons."""

from __future__ import annotations

import pytest

from tablee.bots import Budget
from tablee.bots.explain import explain
from tablee.core.rng import Rng
from tests.bots.positions import GAME, final_state_after, last_decision


def test_candidates_of_the_last_decision_have_exact_score_sheets_and_reasons() -> None:
    state, seat = last_decision("why")
    rng = Rng("why")
    candidates = explain(GAME, seat, lambda: state.resample(seat, rng), Budget(0.3), rng)
    assert len(candidates) > 1
    for candidate in candidates:
        sheet = final_state_after(state, seat, GAME.parse(candidate.move)).score_sheet().items[seat]
        assert sheet == pytest.approx(candidate.items)
        assert sum(sheet.values()) == pytest.approx(candidate.points)
    first = candidates[0]
    others = [sum(other.items.values()) for other in candidates[1:]]
    gain = sum(first.items.values()) - sum(others) / len(others)
    assert gain == pytest.approx(sum(points for _, points in first.reasons), abs=1)


def test_equivalent_moves_are_one_candidate() -> None:
    """A dream may lie on any free place (rule 20): that is one candidate, not four."""
    rng = Rng("alike")
    state = GAME.deal(3, "alike")
    state.play(state.actors()[0], GAME.parse("draw dream"))
    seat = state.actors()[0]
    candidates = explain(GAME, seat, lambda: state.resample(seat, rng), Budget(0.3), rng)
    assert len(state.moves(seat)) == 12
    tiles = [candidate.move.split()[1] for candidate in candidates]
    assert len(tiles) == len(set(tiles)) > 1
