"""People who play at tables of their device: the messages of the page's worker are recorded."""

import json
import os
import re
import signal
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, WebSocket, expect

from tablee import games
from tablee.core.game import Game
from tests.web.browser import WITH_WORKER, new_context
from tests.web.players import InputMethod, Person, by_mouse, play_to_the_end, play_until
from web.build import STATIC

# Reports every message between the page and its worker.
RECORD = """
const Plain = Worker;
window.Worker = class extends Plain {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => window.reportMessage("received", JSON.stringify(data)));
  }
  postMessage(message) {
    window.reportMessage("sent", JSON.stringify(message));
    super.postMessage(message);
  }
};
"""


# The ply after which a page is closed and opened again.
BREAK_PLY = 8
# For tests of tables of a device.
NEEDS_RUNTIME = pytest.mark.skipif(
    not (STATIC / "offline.json").exists(), reason="the client was built without Python for browsers"
)
LONG = pytest.mark.skipif(os.environ.get("TABLEE_LONG_TESTS") != "1", reason="TABLEE_LONG_TESTS is not 1")
# A game that one person can play alone: without the pauses of bots it is over soon.
SOLO = next(game for game in games.all() if game.seats[0] == 1)


class LocalPerson(Person):
    """A person at a table of this device."""

    def __init__(self, context: BrowserContext, name: str, input_method: InputMethod = by_mouse) -> None:
        super().__init__(context, name, input_method)
        self.page.expose_function("reportMessage", self._on_report)
        self.page.add_init_script(RECORD)

    def _on_report(self, direction: str, text: str) -> None:
        message: dict[str, Any] = json.loads(text)
        # A number in place of the WebSocket: only its identity matters.
        socket = cast("WebSocket", message.get("socket"))
        if direction == "sent" and message["t"] == "send":
            self._on_send(json.loads(message["text"]))
        elif direction == "sent" and message["t"] == "close":
            self._on_close(socket)
        elif message["t"] == "frames":
            for frame in message["frames"]:
                self._on_message(socket, json.loads(frame))

    def reopen(self, path: str) -> None:
        """Open the page of a table and wait for the first update."""
        seen = len(self.updates)
        self.page.goto(path)
        self._pending.clear()
        self.wait_until(lambda: len(self.updates) > seen)


def kill_pages(browser: Browser) -> None:
    """End the processes of all pages, as a phone does that needs the memory.

    Wait until the browser has noticed: before, it would ask a service worker that is gone.
    """
    session = browser.new_browser_cdp_session()

    def renderers() -> set[int]:
        found = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return {process["id"] for process in found if process["type"] == "renderer"}

    killed = renderers()
    for process in killed:
        os.kill(process, signal.SIGKILL)
    while killed & renderers():
        pass
    session.detach()


def installed_context(browser: Browser, address: str, **more: Any) -> BrowserContext:
    """Create a browser context on a phone and download everything for offline play."""
    context = new_context(browser, address, **WITH_WORKER, **more)
    page = context.new_page()
    page.goto("/offline")
    # The page that the service worker will serve must be under its control.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.locator("section.sheet button.go").click()
    page.locator("section.sheet", has_text="✓").wait_for()
    page.close()
    return context


def start(person: LocalPerson, game: Game, seats: int, level: str = "") -> str:
    """Start a match against bots, of a level if given, from the page of the game; return its address."""
    page = person.page
    page.goto(f"/games/{game.key}")
    form = page.locator("section.sheet form").first
    form.wait_for()
    form.get_by_role("radio", name=str(seats), exact=True).first.check(force=True)
    if level:
        form.locator(f".named input[value={level}]").check(force=True)
    form.locator("button.go").click()
    page.wait_for_url(re.compile("/device/"))
    person.wait_until(lambda: bool(person.updates and person.updates[-1]["view"]))
    return page.url


def play_with_a_break(context: BrowserContext, game: Game, level: str) -> LocalPerson:
    """Play a whole match against a level; close the page in the middle and open it again.

    Returns the person, whose page shows the final count. Raises AssertionError if anything went wrong.
    """
    person = LocalPerson(context, "Cleo")
    address = start(person, game, max(2, game.seats[0]), level)
    play_until([person], lambda: person.view["ply"] >= BREAK_PLY and not person._pending)
    person.page.close()
    again = LocalPerson(context, "Cleo")
    again.reopen(address)
    assert level in [seat["bot"] for seat in again.updates[-1]["table"]["seats"]]
    play_to_the_end([again])
    expect(again.page.locator(".finale")).to_be_visible()
    # Every message came from the worker.
    assert (0, []) == (again.sockets, again.page_errors)
    again.touches += person.touches
    return again
