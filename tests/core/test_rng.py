"""Tests of the random number generator that bots and tests use."""

from __future__ import annotations

from collections import Counter

from tablee.core.rng import Rng


def test_the_generator_gives_known_numbers() -> None:
    # Recorded once; the same in every Python version, plain and compiled.
    rng = Rng("seed")
    assert [3902379813, 2446402409, 421472330] == [rng.word() for _ in range(3)]
    assert [1, 5, 3, 3] == [rng.below(6) for _ in range(4)]


def test_the_generator_is_even_enough() -> None:
    rng = Rng("dice")
    seen = Counter(rng.below(6) for _ in range(60_000))
    assert all(abs(seen[face] - 10_000) < 600 for face in range(6))
    assert all(0 <= rng.real() < 1 for _ in range(1000))
