"""Differences between paired samples with their error, which limits the precision of numbers in hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

# With fewer pairs the error itself is not known.
MIN_PAIRS = 10
# Standard errors on each side of the mean: 95 % of all intervals contain the true difference.
ERROR_WIDTH = 2.0
# What a difference may be rounded to, in points.
STEPS = (1, 2, 5, 10, 20, 50)


@dataclass(frozen=True)
class Difference:
    """The mean of paired differences, and half of its 95 % confidence interval; inf if there are too few."""

    mean: float
    error: float

    def rounded(self) -> int:
        """Return the mean in whole points, no finer than its error: 0 if it is smaller than the error.

        Otherwise a multiple of the first of STEPS that is not smaller than the error.
        """
        step = next((step for step in STEPS if step >= self.error), 0)
        if step == 0 or abs(self.mean) < self.error:
            return 0
        return step * round(self.mean / step)


def difference(ones: Sequence[float], others: Sequence[float]) -> Difference:
    """Compare two samples of equal length, of which the numbers at the same index belong together."""
    pairs = [one - other for one, other in zip(ones, others, strict=True)]
    count = len(pairs)
    mean = sum(pairs) / count if count else 0.0
    if count < MIN_PAIRS:
        return Difference(mean, inf)
    variance = sum((pair - mean) ** 2 for pair in pairs) / (count - 1)
    return Difference(mean, ERROR_WIDTH * sqrt(variance / count))
