"""One server for all tests of a process, one browser for each file of tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import browsing, serving
from tests.web.devices import Device

# Bots hurry, and so do lamps and looks: no test proves that time passes.
BOT_SECONDS = 0.02
CLOCK_SHARE = 0.05


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A real server."""
    with serving("--clock", str(CLOCK_SHARE), pace=BOT_SECONDS) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium. It leaves with its file: while it is there, no asynchronous test can run."""
    with browsing() as browser:
        yield browser


@pytest.fixture
def named(address: str) -> str:
    """The server under a name: numbers have no passkeys."""
    return address.replace("127.0.0.1", "localhost")


@pytest.fixture
def devices(browser: Browser, named: str) -> Iterator[list[Device]]:
    """Two devices."""
    found = [Device(browser, named, reduced_motion="reduce") for _ in range(2)]
    yield found
    for each in found:
        assert [] == each.faults
        each.context.close()
