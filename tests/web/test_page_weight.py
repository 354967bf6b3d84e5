"""Limits for the bytes that a first and a second visit load."""

import pytest
from playwright.sync_api import Browser

from bench.web import first_and_second, table_of
from tests.web.players import game_keys

MAX_FIRST_VISIT = 150_000
# The page itself, which is fetched on every visit, and API answers.
MAX_SECOND_VISIT = 30_000


@pytest.mark.parametrize("key", ["home", *game_keys()])
def test_visits_stay_within_their_limits(browser: Browser, address: str, key: str) -> None:
    path = "/" if key == "home" else table_of(browser, address, key)
    first, second = first_and_second(browser, address, path)
    assert 10_000 < first.code <= MAX_FIRST_VISIT
    assert 0 == second.code
    assert 0 < second.all <= MAX_SECOND_VISIT
