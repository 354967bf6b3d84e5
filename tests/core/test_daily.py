"""Tests of the chain of secrets behind the deals of the day, and of its days."""

from __future__ import annotations

import datetime
import hashlib

import pytest

from tablee.core import daily
from tablee.core.daily import Chain
from tablee.core.errors import Unreadable

# Secret of the first of three days, anchor, commitment, seed and salt of islands; the root is all zeros.
VECTORS = (
    "4d7c119ad5c3303323ea85eb01fdcdb5db86acbd1a6fb63695fa3e08c5916ddd",
    "7a1ebea59ff2b54163b295474b0a25d03fa635c7c4538d9fc581908055a96bc8",
    "70da4ae7842f505e72fdda28b9d912152968aede7be7bfb9f44bccff16a04b8a",
    "3c55b07bc2e2e4d00ee104983e879e8e",
    "0f1614d41d3dafd7fa35ca9c4fd49d1e",
)
CHAIN = Chain(0, "2026-11-17", 400, "ab" * 32)


def test_each_secret_is_the_hash_of_the_next_one() -> None:
    day = CHAIN.first_day
    for _ in range(30):
        tomorrow = daily.day_after(day)
        plain = hashlib.sha256(b"tablee daily chain 1\0" + bytes.fromhex(CHAIN.secret(tomorrow))).hexdigest()
        assert plain == CHAIN.secret(day)
        day = tomorrow


def test_the_anchor_is_the_secret_before_the_first_day_and_the_root_that_of_the_last() -> None:
    assert CHAIN.anchor == daily.previous_secret(CHAIN.secret(CHAIN.first_day))
    assert CHAIN.root == CHAIN.secret(CHAIN.last_day)
    assert 399 == daily.days_between(CHAIN.first_day, CHAIN.last_day)


@pytest.mark.parametrize("day", ["2026-11-15", "2027-12-22"])
def test_a_day_outside_the_chain_has_no_secret(day: str) -> None:
    with pytest.raises(Unreadable):
        CHAIN.secret(day)


def test_the_vectors_of_the_documentation() -> None:
    chain = Chain(0, "2026-01-01", 3, "00" * 32)
    assert "864635de7b8c1a86da545947e5f7c1a3385edbda2d97dd2faeff4e1843fc7d44" == chain.secret("2026-01-02")
    secret = chain.secret("2026-01-01")
    assert VECTORS == (
        secret,
        chain.anchor,
        daily.day_commitment(secret),
        daily.deal_seed(secret, "2026-01-01", "islands"),
        daily.deal_salt(secret, "2026-01-01", "islands"),
    )


def test_a_published_secret_must_lead_back_to_the_anchor() -> None:
    day = "2027-02-01"
    secret = CHAIN.secret(day)
    assert [] == daily.chain_faults(CHAIN.first_day, CHAIN.anchor, day, secret)
    other = CHAIN.secret("2027-02-02")
    assert ["daily-broken-chain"] == daily.chain_faults(CHAIN.first_day, CHAIN.anchor, day, other)
    assert ["daily-before-chain"] == daily.chain_faults(CHAIN.first_day, CHAIN.anchor, "2026-11-16", secret)


def test_seeds_of_games_and_days_differ() -> None:
    days = [daily.day_after(CHAIN.first_day, at) for at in range(50)]
    seeds = {daily.deal_seed(CHAIN.secret(day), day, game) for day in days for game in ("islands", "clouds")}
    assert 100 == len(seeds)


def test_days_are_those_of_the_calendar() -> None:
    epoch = datetime.date(1970, 1, 1)
    for number in range(0, 80_000, 7):
        day = (epoch + datetime.timedelta(days=number)).isoformat()
        assert day == daily.day_text(number)
        assert number == daily.day_number(day)
        assert day == daily.parse_day(day)


@pytest.mark.parametrize(
    "text", ["", "today", "2026-02-29", "2026-1-01", "20260101", "２０２６-01-01", "1969-12-31"]
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        daily.parse_day(text)
    assert "no-such-day" == refused.value.code


def test_a_day_begins_and_ends_at_midnight_utc() -> None:
    end = daily.end_of("2026-11-17")
    assert ("2026-11-17", "2026-11-18") == (daily.day_of(end - 1), daily.day_of(end))
    assert 2 * 3_600_000 == daily.closing_of("2026-11-17") - end
