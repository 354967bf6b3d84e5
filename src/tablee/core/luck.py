"""All luck is in the deal: named shuffles from a seed, by SHA-256 and nothing else.

docs/explanation/deal.md writes the algorithm down, with test vectors, so that anybody can check a deal with
other tools.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from tablee.core.refusal import Unreadable

WORD = 1 << 32
BLOCK = 32


class Luck:
    """The luck of one deal. Equal seeds give equal shuffles, for ever and everywhere."""

    def __init__(self, seed: str) -> None:
        self._seed = _one_line("seed", seed)

    def shuffle(self, label: str, count: int) -> list[int]:
        """The numbers 0 to count - 1 in the order this seed gives them under this label."""
        order = list(range(count))
        words = self._words(label)
        for last in range(count - 1, 0, -1):
            other = _below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def pick(self, label: str, count: int) -> int:
        """One number of 0 to count - 1."""
        return _below(self._words(label), count)

    def _words(self, label: str) -> Iterator[int]:
        """The endless stream of 32-bit numbers of a label, eight from each block."""
        start = b"tablee deal 1\0" + self._seed + b"\0" + _one_line("label", label) + b"\0"
        counter = 0
        while True:
            block = hashlib.sha256(start + counter.to_bytes(8, "big")).digest()
            for at in range(0, BLOCK, 4):
                yield int.from_bytes(block[at : at + 4], "big")
            counter += 1


def commitment(seed: str, salt: str) -> str:
    """What is published before the first move: it fixes the seed without telling it."""
    text = b"tablee commitment 1\0" + _one_line("seed", seed) + b"\0" + _one_line("salt", salt)
    return hashlib.sha256(text).hexdigest()


def keeps(promise: str, seed: str, salt: str) -> bool:
    """Whether this seed and salt are the ones that were promised."""
    return hmac.compare_digest(promise.encode(), commitment(seed, salt).encode())


def _below(words: Iterator[int], limit: int) -> int:
    """A number below the limit, each equally likely: words of the incomplete last stretch are passed over."""
    fair = WORD - WORD % limit
    while True:
        word = next(words)
        if word < fair:
            return word % limit


def _one_line(name: str, text: str) -> bytes:
    """The bytes of a text that must fit in one line of a record."""
    if not text or text != text.strip() or not text.isprintable():
        raise Unreadable("not-one-line", name=name, found=ascii(text[:40]))
    return text.encode()
