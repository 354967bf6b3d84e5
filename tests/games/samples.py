"""Compare two samples of states, number by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tablee.core.state import State

# In standard deviations: one of a million fair slots is farther. Seeds are fixed, so that a test that passes
# once passes always.
LIMIT = 4.75
RARE = 10


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


def slots(state: State) -> list[Any]:
    """Return every number of a state, in a fixed order; lists of varying length count as one slot."""
    found: list[Any] = []
    for value in state.snapshot().values():
        if isinstance(value, list) and value and type(value[0]) is int:
            found += value
        else:
            found.append(repr(value))
    return found
