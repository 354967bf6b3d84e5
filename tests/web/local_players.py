"""People who play at tables of their device: the messages of the page's worker are recorded."""

import json
import os
import signal
from typing import Any, cast

from playwright.sync_api import Browser, BrowserContext, WebSocket

from tests.web.browser import WITH_WORKER, new_context
from tests.web.players import InputMethod, Person, by_mouse

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
