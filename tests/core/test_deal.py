"""Tests of the deal: documented shuffles, and the commitment to a seed."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.deal import Shuffler, commitment, commitment_holds
from tablee.core.errors import Unreadable


def documented_shuffle(seed: str, label: str, count: int) -> list[int]:
    """Shuffle by the documented algorithm, written a second time."""
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
    assert documented_shuffle(seed, "stack", count) == Shuffler(seed).shuffle("stack", count)


def test_labels_are_independent() -> None:
    shuffler = Shuffler("seed")
    assert shuffler.shuffle("one", 50) != shuffler.shuffle("two", 50)
    assert shuffler.shuffle("one", 50) == shuffler.shuffle("one", 50)


def test_every_order_is_equally_likely() -> None:
    # 6 orders of 3 things in 12,000 deals: 2,000 each; six sigma is 250.
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
    published = commitment("midnight", "salt")
    assert commitment_holds(published, "midnight", "salt")
    assert not commitment_holds(published, "midnight", "pepper")
    assert not commitment_holds(published, "noon", "salt")
    assert not commitment_holds("é", "midnight", "salt")


def test_seed_and_salt_cannot_be_slid_into_each_other() -> None:
    assert commitment("ab", "c") != commitment("a", "bc")
