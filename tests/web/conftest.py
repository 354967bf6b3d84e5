"""Fixtures: one server and one browser for each test process, and a fixed seed for each test.

Deals and bots are the same in every run, whatever runs before. TABLEE_TEST_SEED, any text, gives others.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import TIMEOUT_MS, running_browser, running_server
from tests.web.passkey_device import PasskeyDevice
from tests.web.tcp_proxy import TcpProxy

# Bots and the timers of games are sped up: no test here checks durations.
BOT_SECONDS = 0.02
TIMER_SHARE = 0.05
# Five seconds otherwise.
expect.set_options(timeout=TIMEOUT_MS)
SEED = os.environ.get("TABLEE_TEST_SEED", "")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before the fixtures of a file, let its name be the seed: any of its tests may be the first."""
    if name := os.environ.get("TABLEE_SEED_FILE"):
        Path(name).write_text(f"{SEED} {item.path.name}")


@pytest.fixture(scope="session", autouse=True)
def _seed_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Name the file in which servers find their seed."""
    file = tmp_path_factory.mktemp("seed") / "seed"
    file.write_text(SEED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEE_SEED_FILE", str(file))
        yield file


@pytest.fixture(autouse=True)
def _seed(request: pytest.FixtureRequest, _seed_file: Path) -> None:
    """Let the name of the test be the seed."""
    _seed_file.write_text(f"{SEED} {request.node.nodeid}")


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
def proxy(address: str) -> Iterator[TcpProxy]:
    """Start a proxy between the browser and the server, to interrupt the network."""
    proxy = TcpProxy(address)
    yield proxy
    proxy.close()


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
