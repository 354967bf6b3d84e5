"""Numbers of hints: no finer than their error, and the list is in their order."""

from __future__ import annotations

from math import inf

import pytest

from tablee.bots.differences import MIN_PAIRS, STEPS, Difference, difference
from tablee.bots.explain import Samples, in_order, points_behind, totals
from tablee.core.rng import Rng


def noisy(rng: Rng, mean: float, noise: float, count: int) -> list[float]:
    """Return numbers around a mean, uniformly distributed."""
    return [mean + noise * (2 * rng.real() - 1) for _ in range(count)]


@pytest.mark.parametrize(
    "mean, error, shown",
    [
        (3.4, 0.0, 3),
        (3.4, 0.9, 3),
        (3.4, 1.2, 4),
        (-3.4, 1.2, -4),
        (12.4, 2.5, 10),
        (3.4, 3.5, 0),
        (0.3, 0.1, 0),
        (400.0, 60.0, 0),
        (9.0, inf, 0),
    ],
)
def test_a_difference_is_rounded_to_its_error(mean: float, error: float, shown: int) -> None:
    assert shown == Difference(mean, error).rounded()


def test_no_shown_number_is_finer_than_its_error() -> None:
    rng = Rng("finer")
    for _ in range(2_000):
        found = Difference(40 * rng.real() - 20, 12 * rng.real())
        shown = found.rounded()
        if shown:
            step = next(step for step in STEPS if step >= found.error)
            assert abs(found.mean) >= found.error
            assert shown % step == 0
            assert abs(shown - found.mean) <= step / 2
            assert shown * found.mean > 0


def test_common_noise_does_not_count() -> None:
    """The error is that of the differences: what both moves meet in the same state cancels out."""
    rng = Rng("paired")
    states = noisy(rng, 50, 40, 50)
    found = difference([points + 3 for points in states], states)
    assert found.mean == pytest.approx(3)
    assert found.error == pytest.approx(0, abs=1e-6)


def test_the_error_contains_the_true_difference_in_95_of_100_cases() -> None:
    rng = Rng("interval")
    trials = 1_000
    hits = 0
    for _ in range(trials):
        found = difference(noisy(rng, 2, 10, 60), noisy(rng, 0, 10, 60))
        hits += abs(found.mean - 2) <= found.error
    assert 0.93 <= hits / trials <= 0.97


def test_too_few_pairs_show_nothing() -> None:
    few = MIN_PAIRS - 1
    assert 0 == difference([9.0] * few, [0.0] * few).rounded()
    assert 9 == difference([9.0] * MIN_PAIRS, [0.0] * MIN_PAIRS).rounded()
    assert 0 == difference([], []).rounded()


def random_samples(rng: Rng) -> Samples:
    """Return the sheets of up to five moves: close together or far apart, with little noise or much."""
    count = 12 + rng.below(60)
    spread, noise = 1 + rng.below(12), 20 * rng.real()
    return {
        move: [{"palms": points} for points in noisy(rng, spread * rng.real(), noise, count)]
        for move in range(2 + rng.below(4))
    }


def test_the_list_is_in_the_order_of_its_numbers() -> None:
    rng = Rng("order")
    for _ in range(300):
        samples = random_samples(rng)
        first, *others = in_order(samples)
        assert {first, *others} == set(samples)
        leads = {move: totals(sheets) for move, sheets in samples.items()}
        behind = [points_behind(leads[first], leads[move]) for move in others]
        assert behind == sorted(behind)
        # Nothing in the list surpasses the first by more than the error.
        assert all(difference(leads[move], leads[first]).rounded() <= 0 for move in others)


def test_moves_that_are_equal_within_the_error_keep_the_order_of_the_search() -> None:
    rng = Rng("equal")
    samples: Samples = {move: [{"palms": points} for points in noisy(rng, 30, 10, 40)] for move in (7, 3, 5)}
    assert [7, 3, 5] == in_order(samples)
