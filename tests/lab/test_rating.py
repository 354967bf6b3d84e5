"""Ratings from pairs."""

from __future__ import annotations

from math import inf

import pytest

from tablee.lab.rating import ratings


def test_ten_wins_to_one_are_400_points_and_no_defeat_is_finite() -> None:
    pairs = {("a", "b"): [1.0] * 10 + [0.0] * 1, ("b", "c"): [1.0] * 11}
    rated = ratings({pair: won * 20 for pair, won in pairs.items()})
    assert ["a", "b", "c"] == [each.bot for each in rated]
    assert 400 == pytest.approx(rated[0].rating - rated[1].rating, abs=12)
    assert all(each.low <= each.rating <= each.high < inf for each in rated)
