"""Tests that `resample` is uniform: what a viewer cannot know does not depend on what it really is."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tests.games import laws
from tests.games.laws import Table
from tests.games.samples import LIMIT, distance, slots

SAMPLES = 320
DEALS = 200
DECISIONS = 4

every_table = pytest.mark.parametrize("table", laws.tables(), ids=str)


def farthest(ones: list[list[Any]], others: list[list[Any]]) -> float:
    """Return the largest distance of any slot between two samples of states, each a list of its slots."""
    columns = zip(zip(*ones, strict=True), zip(*others, strict=True), strict=True)
    return max((distance(one, other) for one, other in columns if len({*one, *other}) > 1), default=0.0)


def decisions(table: Table, seed: str) -> list[State]:
    """Return states of a random match, one for each kind of decision, so that every phase is met."""
    found: dict[str, State] = {}
    for state, seat, move in laws.walk(table, seed):
        if move >= 0 and len(found) < DECISIONS:
            verbs = {table.game.format(each).split()[0] for each in state.moves(seat)}
            found.setdefault(" ".join(sorted(verbs)), state.copy())
    return list(found.values())


@every_table
def test_equally_possible_states_are_resampled_alike(table: Table) -> None:
    """A viewer cannot tell a state from a resampled one, so that both give the same distribution."""
    rng = Rng(f"uniform {table}")
    for number, state in enumerate(decisions(table, "uniform")):
        for viewer in (None, number % table.seats):
            other = state.resample(viewer, rng)
            ones = [slots(state.resample(viewer, rng)) for _ in range(SAMPLES)]
            others = [slots(other.resample(viewer, rng)) for _ in range(SAMPLES)]
            assert farthest(ones, others) < LIMIT, f"{table}, viewer {viewer}, ply {state.plies}"


@every_table
def test_resampled_deals_are_distributed_as_deals_are(table: Table) -> None:
    """Over many deals, a slot that is redrawn has the same distribution before and after."""
    rng = Rng(f"deals {table}")
    viewer = table.seats - 1
    dealt, drawn, again = [], [], []
    for number in range(DEALS):
        state = table.deal(f"deal {number}")
        for _ in range(2):
            acting = [seat for seat in state.actors() if seat != CLOCK]
            moves = state.moves(acting[0])
            state.play(acting[0], moves[rng.below(len(moves))])
        dealt.append(slots(state))
        drawn.append(slots(state.resample(viewer, rng)))
        again.append(slots(state.resample(viewer, rng)))
    columns = [tuple(zip(*rows, strict=True)) for rows in (dealt, drawn, again)]
    redrawn = [at for at in range(len(columns[0])) if columns[1][at] != columns[2][at]]
    assert all(distance(columns[0][at], columns[1][at]) < LIMIT for at in redrawn)


def test_a_distribution_that_lacks_a_value_is_found() -> None:
    rng = Rng("biased")
    fair = [rng.below(18) for _ in range(SAMPLES)]
    biased = [4 + rng.below(14) for _ in range(SAMPLES)]
    assert distance(fair, [rng.below(18) for _ in range(SAMPLES)]) < LIMIT < distance(fair, biased)
