"""`python -m bench.web`: the size of the web client, and its delay from a touch to the changed board."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page
from rich.console import Console
from rich.table import Table

from tablee import games
from tests.web.browser import PHONE, new_context, running_browser, running_server, wait_until_cached
from tests.web.players import SETTLED, Person, TableSetup, game_keys, new_person, start_match
from tests.web.tcp_proxy import TcpProxy

SCRIPT_AND_STYLE = (".js", ".css")
# A thing of a board, or the button of a box on the home page.
DRAWN = "[data-thing], button.go"
TOUCHES = 40
# The delay of the network in seconds: a change that is visible sooner did not wait for the server.
NETWORK_DELAY = 0.4
# A cheap phone on a slow mobile network: the presets of Chromium's developer tools.
SLOW_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOW_PROCESSOR = 4
# Records the time from pointer down to the frame in which the board has changed, in ms: a gesture may change
# it before pointer up.
RECORD_TOUCHES = """
  window.waits = [];
  addEventListener("pointerdown", () => {
    const began = performance.now();
    const before = document.querySelector(".stage")?.innerHTML;
    const look = () => requestAnimationFrame((shown) => {
      if (document.querySelector(".stage")?.innerHTML !== before) waits.push(Math.max(0, shown - began));
      else if (performance.now() - began < 2000) look();
    });
    look();
  }, true);
"""


@dataclass(frozen=True)
class Weight:
    """Bytes received from the server, headers included: of script and style (`code`), and in total."""

    code: int
    all: int


class Visitor:
    """A fresh browser context behind a proxy that counts bytes."""

    def __init__(self, browser: Browser, address: str, *, has_worker: bool = True) -> None:
        self.proxy = TcpProxy(address)
        self.has_worker = has_worker
        workers = "allow" if has_worker else "block"
        self.context = new_context(browser, self.proxy.address, service_workers=workers)

    def visit(self, path: str) -> Weight:
        """Open a page; return its bytes once it is drawn, all is loaded, and a worker has cached it."""
        page, before = self.context.new_page(), self.proxy.received
        sizes = watch_code(page)
        page.goto(path)
        # On a busy machine the network may be idle before the scripts have asked for pieces and fonts.
        page.locator(DRAWN).first.wait_for()
        page.evaluate(SETTLED)
        page.wait_for_load_state("networkidle")
        if self.has_worker:
            wait_until_cached(page)
        weight = Weight(sum(sizes), self.proxy.received - before)
        page.close()
        return weight

    def close(self) -> None:
        """Close the context and the proxy."""
        self.context.close()
        self.proxy.close()


def watch_code(page: Page) -> list[int]:
    """Return a list that is filled with the size of each script and style as it is received."""
    session = page.context.new_cdp_session(page)
    names: dict[str, str] = {}
    sizes: list[int] = []

    def done(event: dict[str, Any]) -> None:
        if urlsplit(names.get(event["requestId"], "")).path.endswith(SCRIPT_AND_STYLE):
            sizes.append(round(event["encodedDataLength"]))

    session.send("Network.enable")
    session.on(
        "Network.requestWillBeSent", lambda event: names.update({event["requestId"]: event["request"]["url"]})
    )
    session.on("Network.loadingFinished", done)
    return sizes


def first_and_second(browser: Browser, address: str, path: str) -> tuple[Weight, Weight]:
    """Return the bytes of a first visit to a page, and of a second one with a filled cache.

    What a service worker loads for a page is not counted as code, and it starts during the first visit: that
    one has none.
    """
    guest, returning = Visitor(browser, address, has_worker=False), Visitor(browser, address)
    first = guest.visit(path)
    returning.visit(path)
    second = returning.visit(path)
    for each in (guest, returning):
        each.close()
    return first, second


def table_of(browser: Browser, address: str, key: str) -> str:
    """Set up a table with bots, where no timer begins the next phase, and return its path."""
    host = Person(new_context(browser, address), "Host")
    game = games.load(key)
    options = {"lamp": "none"} if "lamp" in {option.name for option in game.options} else {}
    table = start_match(TableSetup(key, 1, ["random"] * (game.seats[0] - 1 or 1), options), [host])
    host.context.close()
    return f"/t/{table}"


def touch_waits(browser: Browser, address: str, key: str) -> list[float]:
    """Return the ms from a touch to the changed board, for about TOUCHES touches, on a slow network."""
    proxy = TcpProxy(address, NETWORK_DELAY)
    person = new_person(browser, proxy.address, "Léa")
    person.page.add_init_script(RECORD_TOUCHES)
    person.open(start_match(TableSetup(key, 1, ["random"]), [person]))
    while person.touches < TOUCHES and not person.is_over:
        if not person.touch_any():
            person.page.wait_for_timeout(10)
    waits: list[float] = person.page.evaluate("() => waits")
    person.context.close()
    proxy.close()
    return waits


def first_board(browser: Browser, address: str, key: str) -> float:
    """Return the seconds until a slow phone shows a board, on a first visit."""
    context = new_context(
        browser, address, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference"
    )
    person = Person(context, "Marc")
    table = start_match(TableSetup(key, 1, ["random"]), [person])
    slow_down(context, person.page)
    person.page.goto(f"/t/{table}")
    person.page.locator("[data-thing]").first.wait_for(timeout=60_000)
    seconds: float = person.page.evaluate("() => performance.now() / 1000")
    context.close()
    return seconds


def slow_down(context: BrowserContext, page: Page) -> None:
    """Throttle the network and the processor of a page to those of a cheap phone."""
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})


def kilobytes(count: int) -> str:
    return f"{count / 1_000:.1f}"


def show_weights(console: Console, browser: Browser, address: str) -> None:
    """Print the kB of the home page and of a table of each game, on a first and a second visit."""
    table = Table(title="What is loaded, in kB as sent", title_justify="left")
    table.add_column("page")
    for column in ("script and style, first visit", "everything, first visit", "everything, second visit"):
        table.add_column(column, justify="right")
    places = {"home page": "/"} | {f"table of {key}": table_of(browser, address, key) for key in game_keys()}
    for name, path in places.items():
        first, second = first_and_second(browser, address, path)
        table.add_row(name, kilobytes(first.code), kilobytes(first.all), kilobytes(second.all))
    console.print(table)


def show_times(console: Console, browser: Browser, address: str) -> None:
    """Print, for each game, the delay from a touch to the changed board (ms) and to the first board (s)."""
    table = Table(title="Delays", title_justify="left")
    table.add_column("game")
    columns = ("touches shown at once", "touch to picture, median ms", "first board on a slow telephone, s")
    for column in columns:
        table.add_column(column, justify="right")
    for key in game_keys():
        waits = touch_waits(browser, address, key)
        at_once = [wait for wait in waits if wait < 1_000 * NETWORK_DELAY]
        share = f"{len(at_once)} of {len(waits)}"
        table.add_row(key, share, f"{median(at_once):.0f}", f"{first_board(browser, address, key):.1f}")
    console.print(table)


def main() -> None:
    """Print both tables."""
    console = Console()
    with running_server(pace=0.0) as address, running_browser() as browser:
        show_weights(console, browser, address)
        show_times(console, browser, address)


if __name__ == "__main__":
    main()
