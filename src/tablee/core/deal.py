"""Shuffles derived from a seed by SHA-256, and commitments to a seed. The only randomness of the rules.

docs/explanation/deal.md specifies the algorithm with test vectors, so that other tools can check a deal.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from tablee.core.errors import Unreadable
from tablee.core.rng import Rng

WORD = 1 << 32
BLOCK = 32


class Shuffler:
    """The shuffles of one deal. Equal seeds give equal results on every platform and version.

    Raises Unreadable for a seed or label that does not fit on one line.
    """

    def __init__(self, seed: str) -> None:
        self._seed = _one_line("seed", seed)

    def shuffle(self, label: str, count: int) -> list[int]:
        """Return the numbers 0 to count - 1 in the order given by the seed and this label."""
        order = list(range(count))
        words = self._words(label)
        for last in range(count - 1, 0, -1):
            other = _below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def pick(self, label: str, count: int) -> int:
        """Return one number from 0 to count - 1, given by the seed and this label."""
        return _below(self._words(label), count)

    def _words(self, label: str) -> Iterator[int]:
        """Yield the 32-bit numbers of a label without end, eight from each SHA-256 block."""
        start = b"tablee deal 1\0" + self._seed + b"\0" + _one_line("label", label) + b"\0"
        counter = 0
        while True:
            block = hashlib.sha256(start + counter.to_bytes(8, "big")).digest()
            for at in range(0, BLOCK, 4):
                yield int.from_bytes(block[at : at + 4], "big")
            counter += 1


class QuickShuffler(Shuffler):
    """Shuffles for simulations, from an Rng: the same distribution, many times faster, never verifiable.

    Labels are ignored: a result depends on the order of the calls.
    """

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def shuffle(self, label: str, count: int) -> list[int]:
        return self._rng.shuffled(count)

    def pick(self, label: str, count: int) -> int:
        return self._rng.below(count)


def commitment(seed: str, salt: str) -> str:
    """Return the hash that is published before the first move: it fixes the seed without revealing it."""
    text = b"tablee commitment 1\0" + _one_line("seed", seed) + b"\0" + _one_line("salt", salt)
    return hashlib.sha256(text).hexdigest()


def commitment_holds(committed: str, seed: str, salt: str) -> bool:
    """Return whether this seed and salt give the published commitment."""
    return hmac.compare_digest(committed.encode(), commitment(seed, salt).encode())


def _below(words: Iterator[int], limit: int) -> int:
    """Return a uniform number below the limit, by rejection of words in the incomplete last interval."""
    fair = WORD - WORD % limit
    while True:
        word = next(words)
        if word < fair:
            return word % limit


def _one_line(name: str, text: str) -> bytes:
    """Return a text as UTF-8; raises Unreadable if it does not fit on one line of a record."""
    if not isinstance(text, str):
        raise Unreadable("not-a-text", name=name, found=type(text).__name__)
    if not text or text != text.strip() or not text.isprintable():
        raise Unreadable("not-one-line", name=name, found=ascii(text[:40]))
    return text.encode()
