"""`python -m bench.web`: what the web client weighs, and how soon it shows what one does."""

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
from tests.web.players import Person, TableSetup, game_keys, new_person, start_match
from tests.web.tcp_proxy import TcpProxy

SCRIPT_AND_STYLE = (".js", ".css")
TOUCHES = 40
# The server is made to seem this far away: what is seen sooner did not wait for it.
FAR_AWAY = 0.4
# A cheap telephone on a slow mobile network, as Chromium's own developer tools have it.
SLOW_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOW_PROCESSOR = 4
# From the first contact to another picture: a gesture may show it before the finger is up.
NOTE_TOUCHES = """
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
    """Bytes that came over the wire, headers included: of script and style, and of everything."""

    code: int
    all: int


class Scales:
    """One browser at the end of a proxy that counts; nothing is kept from one pair of scales to the next."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.proxy = TcpProxy(address)
        self.context = new_context(browser, self.proxy.address)

    def visit(self, path: str) -> Weight:
        """Open a page; done when nothing more is asked for and what was loaded is kept."""
        page, before = self.context.new_page(), self.proxy.received
        sizes = watch_code(page)
        page.goto(path, wait_until="networkidle")
        wait_until_cached(page)
        weight = Weight(sum(sizes), self.proxy.received - before)
        page.close()
        return weight

    def close(self) -> None:
        """Put them away."""
        self.context.close()
        self.proxy.close()


def watch_code(page: Page) -> list[int]:
    """Fills with the size of each script and style as it was sent."""
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
    """What somebody loads who has never been here, and what when they come back."""
    scales = Scales(browser, address)
    weights = scales.visit(path), scales.visit(path)
    scales.close()
    return weights


def table_of(browser: Browser, address: str, key: str) -> str:
    """The path of a table in play."""
    host = Person(new_context(browser, address), "Host")
    table = start_match(TableSetup(key, 1, ["random"] * (games.load(key).seats[0] - 1 or 1)), [host])
    host.context.close()
    return f"/t/{table}"


def touch_waits(browser: Browser, address: str, key: str) -> list[float]:
    """Milliseconds from a touch to a board that looks otherwise, many times, with the server far away."""
    proxy = TcpProxy(address, FAR_AWAY)
    person = new_person(browser, proxy.address, "Léa")
    person.page.add_init_script(NOTE_TOUCHES)
    person.open(start_match(TableSetup(key, 1, ["random"]), [person]))
    while person.touches < TOUCHES and not person.is_over:
        if not person.touch_any():
            person.page.wait_for_timeout(10)
    waits: list[float] = person.page.evaluate("() => waits")
    person.context.close()
    proxy.close()
    return waits


def first_board(browser: Browser, address: str, key: str) -> float:
    """Seconds until a cheap telephone shows a board, on a first visit."""
    context = new_context(browser, address, viewport=PHONE, has_touch=True, is_mobile=True)
    person = Person(context, "Marc")
    table = start_match(TableSetup(key, 1, ["random"]), [person])
    slow_down(context, person.page)
    person.page.goto(f"/t/{table}")
    person.page.locator("[data-thing]").first.wait_for(timeout=60_000)
    seconds: float = person.page.evaluate("() => performance.now() / 1000")
    context.close()
    return seconds


def slow_down(context: BrowserContext, page: Page) -> None:
    """Make this page as slow as a cheap telephone."""
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})


def kilobytes(count: int) -> str:
    """As people read it."""
    return f"{count / 1_000:.1f}"


def show_weights(console: Console, browser: Browser, address: str) -> None:
    """The shelf and each table, first and later."""
    table = Table(title="What is loaded, in kB as sent", title_justify="left")
    table.add_column("page")
    for column in ("script and style, first visit", "everything, first visit", "everything, second visit"):
        table.add_column(column, justify="right")
    places = {"shelf": "/"} | {f"table of {key}": table_of(browser, address, key) for key in game_keys()}
    for name, path in places.items():
        first, second = first_and_second(browser, address, path)
        table.add_row(name, kilobytes(first.code), kilobytes(first.all), kilobytes(second.all))
    console.print(table)


def show_times(console: Console, browser: Browser, address: str) -> None:
    """How soon something is seen."""
    table = Table(title="How soon it shows", title_justify="left")
    table.add_column("game")
    columns = ("touches shown at once", "touch to picture, median ms", "first board on a slow telephone, s")
    for column in columns:
        table.add_column(column, justify="right")
    for key in game_keys():
        waits = touch_waits(browser, address, key)
        at_once = [wait for wait in waits if wait < 1_000 * FAR_AWAY]
        share = f"{len(at_once)} of {len(waits)}"
        table.add_row(key, share, f"{median(at_once):.0f}", f"{first_board(browser, address, key):.1f}")
    console.print(table)


def main() -> None:
    """Both tables."""
    console = Console()
    with running_server(pace=0.0) as address, running_browser() as browser:
        show_weights(console, browser, address)
        show_times(console, browser, address)


if __name__ == "__main__":
    main()
