"""The seeds of the deals of the day: a hash chain, published backwards, one secret a day.

A server draws a root once. The secret of a day is the hash of the secret of the day after, so the last secret
that was published proves all days before it, and the anchor (the secret before the first day), published at
the beginning, fixes every day to come. docs/explanation/deal.md specifies the chain with test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.errors import Unreadable

DIGEST_BYTES = 32
MILLISECONDS = 86_400_000
# Milliseconds after the end of a day (UTC) in which a try that was begun may be finished. Then the secret is
# published.
GRACE = 2 * 3_600_000
# Days of a chain between two secrets that are kept, and how many are kept.
STRIDE = 64
MAX_STRIDES = 1_000


@dataclass(frozen=True)
class Chain:
    """A chain of `length` days from `first_day` (YYYY-MM-DD) on, in the order in which they are played.

    `number` counts the chains of a site from 0. `root` is the secret of the last day, in hexadecimal.
    """

    number: int
    first_day: str
    length: int
    root: str

    @property
    def last_day(self) -> str:
        return day_after(self.first_day, self.length - 1)

    def secret(self, day: str) -> str:
        """Return the secret of a day, or the anchor for the day before the first; raises Unreadable."""
        left = days_between(day, self.last_day)
        if not 0 <= left <= self.length:
            raise Unreadable("no-such-day", day=day)
        return previous_secret(self.root, left)

    @property
    def anchor(self) -> str:
        return previous_secret(self.root, self.length)


def previous_secret(secret: str, days: int = 1) -> str:
    """Return the secret of the day that is `days` days before the one of `secret`."""
    strides, rest = divmod(days, STRIDE)
    return _hash_chain(_after_strides(secret, strides), rest)


@lru_cache(MAX_STRIDES)
def _after_strides(secret: str, strides: int) -> str:
    """Return the secret of `strides` * STRIDE days before. Cached: a chain is thousands of hashes long."""
    return secret if strides == 0 else _hash_chain(_after_strides(secret, strides - 1), STRIDE)


def _hash_chain(secret: str, days: int) -> str:
    value = bytes.fromhex(secret)
    for _ in range(days):
        value = hashlib.sha256(b"tablee daily chain 1\0" + value).digest()
    return value.hex()


def day_commitment(secret: str) -> str:
    """Return the hash that is published the day before: it fixes the secret of a day without revealing it."""
    return hashlib.sha256(b"tablee daily commitment 1\0" + bytes.fromhex(secret)).hexdigest()


def deal_seed(secret: str, day: str, game: str) -> str:
    """Return the seed of the deal of a day and game."""
    return _derive(secret, "deal", day, game)[:DIGEST_BYTES]


def deal_salt(secret: str, day: str, game: str) -> str:
    """Return the salt of the commitments to the deal of a day and game."""
    return _derive(secret, "salt", day, game)[:DIGEST_BYTES]


def _derive(secret: str, *labels: str) -> str:
    text = "\0".join(("tablee daily 1", *labels))
    return hmac.new(bytes.fromhex(secret), text.encode(), hashlib.sha256).hexdigest()


@dataclass(frozen=True)
class Proof:
    """What a site publishes: the anchor before `first_day`, and the secret of the last day that is over."""

    first_day: str
    anchor: str
    day: str
    secret: str


def read_proof(text: str) -> Proof:
    """Return the proof of a site from its JSON text; raises Unreadable if it is malformed."""
    try:
        found = json.loads(text)
        proof = Proof(*(str(found[field]) for field in Proof.__dataclass_fields__))
    except (ValueError, KeyError, TypeError):
        raise Unreadable("not-a-proof") from None
    parse_day(proof.first_day)
    parse_day(proof.day)
    if not is_secret(proof.anchor) or not is_secret(proof.secret):
        raise Unreadable("not-a-proof")
    return proof


def deal_fault(proof: Proof, day: str, game: str, seed: str) -> str:
    """Return the code of the fault in the seed of a match at the deal of a day; "" if there is none."""
    if not proof.first_day <= day <= proof.day:
        return "daily-not-proved"
    secret = previous_secret(proof.secret, days_between(parse_day(day), proof.day))
    return "" if hmac.compare_digest(deal_seed(secret, day, game), seed) else "daily-other-seed"


def chain_faults(first_day: str, anchor: str, day: str, secret: str) -> list[str]:
    """Return the codes of the faults of a published secret, which must lead back to the anchor."""
    days = days_between(first_day, day) + 1
    if days < 1:
        return ["daily-before-chain"]
    return [] if hmac.compare_digest(previous_secret(secret, days), anchor) else ["daily-broken-chain"]


# Days, as the text YYYY-MM-DD; without the module datetime, because rules must not read a clock

# Days of 400 years, and from 0000-03-01 to 1970-01-01; a year that begins in March ends with the leap day.
ERA = 146_097
EPOCH = 719_468


def parse_day(text: str) -> str:
    """Return the text unchanged; raises Unreadable unless it is an existing day YYYY-MM-DD."""
    parts = text.split("-")
    if len(text) == len("YYYY-MM-DD") and [len(part) for part in parts] == [4, 2, 2]:
        digits = "".join(parts)
        if digits.isascii() and digits.isdecimal() and text >= "1970" and day_text(day_number(text)) == text:
            return text
    raise Unreadable("no-such-day", day=text[:40])


def day_number(day: str) -> int:
    """Return the number of days since 1970-01-01."""
    year, month, of_month = map(int, day.split("-"))
    year -= month <= 2
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + of_month - 1
    return year // 400 * ERA + year % 400 * 365 + year % 400 // 4 - year % 400 // 100 + of_year - EPOCH


def day_text(number: int) -> str:
    """Return the day with this number since 1970-01-01."""
    era, of_era = divmod(number + EPOCH, ERA)
    year = (of_era - of_era // 1_460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    shifted = (5 * of_year + 2) // 153
    month = (shifted + 2) % 12 + 1
    return f"{400 * era + year + (month <= 2):04}-{month:02}-{of_year - (153 * shifted + 2) // 5 + 1:02}"


def day_of(now: int) -> str:
    """Return the day, in UTC, of a time in milliseconds since 1970."""
    return day_text(now // MILLISECONDS)


def day_after(day: str, days: int = 1) -> str:
    """Return the day `days` days later; earlier if the number is negative."""
    return day_text(day_number(day) + days)


def days_between(first: str, last: str) -> int:
    """Return the number of days from one day to another."""
    return day_number(last) - day_number(first)


def end_of(day: str) -> int:
    """Return when a day ends, in milliseconds since 1970: no ranked try can be begun from then on."""
    return (day_number(day) + 1) * MILLISECONDS


def closing_of(day: str) -> int:
    """Return when the ranking of a day is final and its secret is published (ms since 1970)."""
    return end_of(day) + GRACE


def is_secret(text: str) -> bool:
    """Return whether a text is a secret of a chain: 64 hexadecimal digits."""
    return len(text) == 2 * DIGEST_BYTES and all(digit in "0123456789abcdef" for digit in text)
