"""Fixtures: one server and one browser for each test process."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import TIMEOUT_MS, running_browser, running_server
from tests.web.passkey_device import PasskeyDevice

# Bots and the timers of games are sped up: no test here checks durations.
BOT_SECONDS = 0.02
TIMER_SHARE = 0.05
# Five seconds otherwise.
expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Start a server and yield its address."""
    with running_server("--clock", str(TIMER_SHARE), pace=BOT_SECONDS) as address:
        yield address


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return three test processes for two processors: pages wait for the network a third of their time."""
    return max(1, 3 * (os.cpu_count() or 1) // 2)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start a Chromium. It is closed after this folder: while it runs, no asyncio test can run."""
    with running_browser() as browser:
        yield browser


@pytest.fixture
def named_address(address: str) -> str:
    """Return the address with a host name: passkeys do not work on an IP address."""
    return address.replace("127.0.0.1", "localhost")


@pytest.fixture
def devices(browser: Browser, named_address: str) -> Iterator[list[PasskeyDevice]]:
    """Create two devices and check at the end that no script error occurred."""
    found = [PasskeyDevice(browser, named_address) for _ in range(2)]
    yield found
    for each in found:
        assert [] == each.page_errors
        each.context.close()


@pytest.fixture(scope="module")
def slow_address() -> Iterator[str]:
    """Start a server with pauses and timers as they are, and yield its address."""
    with running_server() as address:
        yield address
