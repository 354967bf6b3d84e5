"""A first visit is light, a second one next to nothing: counted in bytes, which no slow machine changes."""

import pytest
from playwright.sync_api import Browser

from bench.web import first_and_second, table_of
from tests.web.people import keys

FIRST_VISIT = 150_000
# The page itself, which is asked for again each time, and what the server has to say.
SECOND_VISIT = 30_000


@pytest.mark.parametrize("key", ["shelf", *keys()])
def test_a_first_visit_is_light_and_a_second_next_to_nothing(
    browser: Browser, address: str, key: str
) -> None:
    path = "/" if key == "shelf" else table_of(browser, address, key)
    first, second = first_and_second(browser, address, path)
    assert 10_000 < first.code <= FIRST_VISIT
    assert 0 == second.code
    assert 0 < second.all <= SECOND_VISIT
