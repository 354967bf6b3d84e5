"""The deal: shuffles written down, and the promise that fixes them."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.deal import Shuffler, commitment, commitment_holds
from tablee.core.errors import Unreadable
from tablee.core.rng import Rng


def by_hand(seed: str, label: str, count: int) -> list[int]:
    """The algorithm of docs/explanation/deal.md once more, in other words."""
    stream = b"".join(
        hashlib.sha256(f"tablee deal 1\0{seed}\0{label}\0".encode() + block.to_bytes(8, "big")).digest()
        for block in range(count)
    )
    numbers = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    order = list(range(count))
    for size in range(count, 1, -1):
        while numbers[0] >= 2**32 // size * size:
            numbers.pop(0)
        chosen = numbers.pop(0) % size
        order[size - 1], order[chosen] = order[chosen], order[size - 1]
    return order


@given(st.text("abcé 1", min_size=1).map(lambda text: f"<{text}>"), st.integers(1, 100))
def test_a_shuffle_is_what_the_document_says(seed: str, count: int) -> None:
    assert by_hand(seed, "stack", count) == Shuffler(seed).shuffle("stack", count)


def test_labels_are_independent() -> None:
    rng = Shuffler("seed")
    assert rng.shuffle("one", 50) != rng.shuffle("two", 50)
    assert rng.shuffle("one", 50) == rng.shuffle("one", 50)


def test_every_order_is_equally_likely() -> None:
    """6 orders of 3 things in 12,000 deals: 2,000 each; six sigma is 250."""
    seen = Counter(tuple(Shuffler(f"seed {number}").shuffle("x", 3)) for number in range(12_000))
    assert 6 == len(seen)
    assert all(abs(count - 2000) < 250 for count in seen.values())


def test_a_pick_is_below_its_limit() -> None:
    assert {0, 1, 2, 3, 4} == {Shuffler(f"seed {number}").pick("x", 5) for number in range(200)}


@pytest.mark.parametrize("seed", ["", " ", "two\nlines", "nul\0", " left", "tab\t"])
def test_a_seed_is_one_line(seed: str) -> None:
    with pytest.raises(Unreadable, match="not-one-line"):
        Shuffler(seed)


def test_the_commitment_fixes_seed_and_salt() -> None:
    promise = commitment("midnight", "salt")
    assert commitment_holds(promise, "midnight", "salt")
    assert not commitment_holds(promise, "midnight", "pepper")
    assert not commitment_holds(promise, "noon", "salt")
    assert not commitment_holds("é", "midnight", "salt")


def test_seed_and_salt_cannot_be_slid_into_each_other() -> None:
    assert commitment("ab", "c") != commitment("a", "bc")


def test_the_generator_gives_known_numbers() -> None:
    """The same in every Python and compiled: recorded once."""
    rng = Rng("seed")
    assert [3902379813, 2446402409, 421472330] == [rng.word() for _ in range(3)]
    assert [1, 5, 3, 3] == [rng.below(6) for _ in range(4)]


def test_the_generator_is_even_enough() -> None:
    rng = Rng("dice")
    seen = Counter(rng.below(6) for _ in range(60_000))
    assert all(abs(seen[face] - 10_000) < 600 for face in range(6))
    assert all(0 <= rng.real() < 1 for _ in range(1000))
