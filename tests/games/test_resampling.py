"""Tests that `resample` is uniform: what a viewer cannot know does not depend on what it really is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tests.games import laws
from tests.games.laws import Table

SAMPLES = 320
DEALS = 200
DECISIONS = 4
# In standard deviations: one of a million fair slots is farther. Seeds are fixed, so that a test that passes
# once passes always.
LIMIT = 4.75
RARE = 10

every_table = pytest.mark.parametrize("table", laws.tables(), ids=str)


def slots(state: State) -> list[Any]:
    """Return every number of a state, in a fixed order; lists of varying length count as one slot."""
    found: list[Any] = []
    for value in state.snapshot().values():
        if isinstance(value, list) and value and type(value[0]) is int:
            found += value
        else:
            found.append(repr(value))
    return found


def distance(one: Sequence[object], other: Sequence[object]) -> float:
    """Return how far two samples of one slot lie apart, in standard deviations of a normal distribution.

    The chi-square of the two samples is made normal by the cube root of Wilson and Hilferty. Values that are
    rare in both samples together are counted as one value.
    """
    first, second = Counter(one), Counter(other)
    total = first + second
    common = [value for value in total if total[value] >= RARE]
    pairs = [(first[value], second[value]) for value in common]
    pairs.append((len(one) - sum(a for a, _ in pairs), len(other) - sum(b for _, b in pairs)))
    pairs = [pair for pair in pairs if sum(pair)]
    freedom = len(pairs) - 1
    if freedom == 0:
        return 0.0
    share = len(one) / (len(one) + len(other))
    chi = 0.0
    for a, b in pairs:
        chi += (a - share * (a + b)) ** 2 / (share * (a + b))
        chi += (b - (1 - share) * (a + b)) ** 2 / ((1 - share) * (a + b))
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - 1 + spread) / spread**0.5)


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
