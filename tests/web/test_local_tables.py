"""Tables of a device are played in a real browser without a network, and with the server stopped."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tablee import games
from tablee.bots import LEVELS
from tablee.core.game import Game
from tablee.server.local.bots import served_levels
from tests.web.browser import PHONE, WITH_WORKER, new_context, running_server
from tests.web.local_players import (
    LONG,
    NEEDS_RUNTIME,
    SOLO,
    LocalPerson,
    installed_context,
    kill_pages,
    play_with_a_break,
    start,
)
from tests.web.page_text import site_text
from tests.web.players import POLL_MS, play_to_the_end, play_until
from tests.web.tcp_proxy import TcpProxy
from web.build import STAMP, STATIC
from web.runtime import COMPILED

pytestmark = NEEDS_RUNTIME
TURNS = next(game for game in games.all() if game.seats[0] > 1 and game.passes_round and not game.memory)


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Create a browser that has everything for offline play, and stop the server."""
    with running_server() as address:
        context = installed_context(browser, address, viewport=PHONE)
    context.set_offline(True)
    # A busy machine counts as a slow device, which is not offered the strongest bots any more.
    context.add_init_script("localStorage.removeItem('tablee.slow')")
    yield context
    context.close()


def test_a_match_goes_on_after_the_tab_was_killed(browser: Browser, context: BrowserContext) -> None:
    person = LocalPerson(context, "Ann")
    address = start(person, SOLO, 1)
    play_until([person], lambda: person.view["ply"] >= 5 and not person._pending)
    shown = person.updates[-1]
    kill_pages(browser)
    again = LocalPerson(context, "Ann")
    again.reopen(address)
    assert shown["view"] == again.view
    play_to_the_end([again])
    # Every message came from the worker, and the result is on the page.
    assert (0, []) == (again.sockets, again.page_errors)
    expect(again.page.locator(".finale")).to_be_visible()
    again.page.close()


def test_bots_answer_and_the_match_is_listed_and_goes_on_elsewhere(
    context: BrowserContext, browser: Browser, address: str, tmp_path: Path
) -> None:
    person = LocalPerson(context, "Bea")
    path = urlsplit(start(person, TURNS, TURNS.seats[0])).path
    play_until([person], lambda: has_bot_move(person))
    person.page.goto("/matches")
    expect(person.page.locator(f'a[href="{path}"]')).to_be_visible()
    person.page.goto("/offline")
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name=site_text("offline.export")).click()
    file = tmp_path / "export.json"
    download.value.save_as(file)
    person.page.close()
    # On another device, here with a network, the seat is the same person's.
    other = LocalPerson(new_context(browser, address, **WITH_WORKER), "Bea")
    other.page.goto("/offline")
    other.page.locator("input[type=file]").set_input_files(file)
    expect(other.page.locator(f'a[href="{path}"]')).to_be_visible()
    other.page.locator("input[type=file]").set_input_files(file)
    expect(other.page.get_by_text(site_text("offline.imported.none"))).to_be_visible()
    other.reopen(path)
    assert person.updates[-1]["you"] == other.updates[-1]["you"]
    assert person.view["ply"] <= other.view["ply"]
    other.context.close()


def has_bot_move(person: LocalPerson) -> bool:
    """Return whether a bot has moved."""
    return any(line["by"] == "bot" for update in person.updates for line in update["log"])


# Notes each time that the page says to wait, or that it cannot be shown.
NOTE_STATES = """
window.states = [];
new MutationObserver(() => {
  const found = document.querySelector("main [aria-busy=true], main [role=alert]");
  if (found && states.at(-1) !== found.role) states.push(found.role);
}).observe(document, { subtree: true, childList: true });
"""


def test_lessons_and_score_pads_work_without_a_server(context: BrowserContext) -> None:
    page = context.new_page()
    page.add_init_script(NOTE_STATES)
    page.goto(f"/games/{SOLO.key}/lessons/1-first")
    expect(page.locator("[data-thing]").first).to_be_visible()
    # While Python starts, the page does not say that it is not on this device.
    assert page.evaluate("states").pop() is None
    page.goto(f"/games/{SOLO.key}/pad")
    expect(page.get_by_role("main").locator("h1")).to_be_visible()
    page.close()


def test_without_a_server_nothing_is_offered_that_needs_one(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    expect(page.locator("button.friends").first).to_be_disabled()
    page.goto(f"/games/{SOLO.key}")
    for mode in ("friends", "strangers"):
        expect(page.locator(f"input[value={mode}]")).to_be_disabled()
    for mode in ("bots", "device"):
        expect(page.locator(f"input[value={mode}]")).to_be_enabled()
    page.close()


def test_an_export_is_offered_once_there_is_a_match(browser: Browser, address: str) -> None:
    context = new_context(browser, address, **WITH_WORKER)
    page = context.new_page()
    page.goto("/offline")
    expect(page.get_by_text(site_text("offline.kept.none"))).to_be_visible()
    expect(page.get_by_role("button", name=site_text("offline.export"))).to_have_count(0)
    context.close()


# More than half of all bytes are in one file, of which only one half arrives.
SEND_HALF = """
const plainFetch = fetch;
window.fetch = async (path, ...more) => {
  const answer = await plainFetch(path, ...more);
  if (!String(path).endsWith(".wasm")) return answer;
  const bytes = await answer.arrayBuffer();
  const half = new Uint8Array(bytes, 0, bytes.byteLength / 2);
  return new Response(new ReadableStream({ start: (stream) => stream.enqueue(half) }));
};
"""
IS_HALF_MISSING = """(sent) => {
  const bar = document.querySelector("progress");
  return bar && Math.abs(bar.max - bar.value - sent / 2) < 1000;
}"""


def test_the_progress_counts_the_part_of_a_file_that_has_arrived(browser: Browser, address: str) -> None:
    context = new_context(browser, address, **WITH_WORKER)
    context.add_init_script(SEND_HALF)
    page = context.new_page()
    page.goto("/offline")
    files = page.request.get("/offline.json").json()["files"]
    page.locator("section.sheet button.go").click()
    page.wait_for_function(IS_HALF_MISSING, arg=next(sent for path, sent, _ in files if ".wasm" in path))
    context.close()


def test_an_interrupted_download_goes_on_with_what_is_missing(browser: Browser, address: str) -> None:
    proxy = TcpProxy(address)
    context = new_context(browser, proxy.address, **WITH_WORKER)
    page = context.new_page()
    page.goto("/offline")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    button = page.locator("section.sheet button.go")
    whole = megabytes(button.inner_text())
    proxy.limit = proxy.received + 1_500_000
    button.click()
    while not proxy.is_stalled:
        page.wait_for_timeout(POLL_MS)
    proxy.disconnect()
    expect(page.get_by_text(site_text("offline.interrupted"))).to_be_visible()
    assert megabytes(button.inner_text()) < whole
    proxy.reconnect()
    button.click()
    page.locator("section.sheet", has_text="✓").wait_for()
    context.close()
    proxy.close()


def test_a_device_without_room_says_so_and_goes_on_once_there_is_some(browser: Browser, address: str) -> None:
    context = new_context(browser, address, **WITH_WORKER)
    page = context.new_page()
    page.goto("/offline")
    button = page.locator("section.sheet button.go")
    button.wait_for()
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 3_000_000})
    button.click()
    expect(page.get_by_text(site_text("offline.full"))).to_be_visible()
    session.send("Storage.overrideQuotaForOrigin", {"origin": address})
    button.click()
    page.locator("section.sheet", has_text="✓").wait_for()
    context.close()


# As browsers do whose settings forbid it.
DENY_CACHES = """Object.defineProperty(globalThis, "caches", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""


def test_a_browser_that_keeps_no_files_says_so(browser: Browser, address: str) -> None:
    context = new_context(browser, address)
    page = context.new_page()
    page.add_init_script(DENY_CACHES)
    page.goto("/offline")
    expect(page.get_by_text(site_text("offline.denied"))).to_be_visible()
    context.close()


def test_a_download_waits_while_the_server_is_asked_too_often(browser: Browser, address: str) -> None:
    context = new_context(browser, address)
    page = context.new_page()
    page.goto("/offline")
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=429, json={})

    page.route("**/*.wasm", refuse_once)
    page.locator("section.sheet button.go").click()
    page.locator("section.sheet", has_text="✓").wait_for()
    assert refused
    context.close()


def megabytes(text: str) -> float:
    """Return the number in the text of a button."""
    return float(re.findall(r"[\d.,]+", text)[0].replace(",", "."))


AGE_CACHE = """async () => {
  const [name] = (await caches.keys()).filter((name) => name.startsWith("tablee-offline-"));
  const [cache, older] = [await caches.open(name), await caches.open("tablee-offline-older")];
  for (const request of await cache.keys()) await older.put(request, await cache.match(request));
  await caches.delete(name);
  localStorage["tablee.offline"] = "older";
  return name;
}"""
CACHE_NAMES = "async () => (await caches.keys()).filter((name) => name.startsWith('tablee-offline-'))"


def test_a_new_version_is_told_and_loads_only_what_changed(browser: Browser, address: str) -> None:
    context = installed_context(browser, address)
    page = context.new_page()
    page.goto("/offline")
    name = page.evaluate(AGE_CACHE)
    page.reload()
    expect(page.get_by_text(site_text("offline.outdated"))).to_be_visible()
    # The scripts, the rules and Python itself are the same in both.
    assert megabytes(page.locator("section.sheet button.go").inner_text()) < 0.5
    page.locator("section.sheet button.go").click()
    page.locator("section.sheet", has_text="✓").wait_for()
    assert [name] == page.evaluate(CACHE_NAMES)
    context.close()


def levels_of(game: Game) -> list[str]:
    """Return the levels against which whole matches of a game are played: all of them for one game."""
    return list(LEVELS) if game is SOLO else ["beginner", "strong", "expert"]


@LONG
@pytest.mark.parametrize(
    "key, level", [(game.key, level) for game in games.all() for level in levels_of(game)]
)
def test_whole_matches_are_played_offline_against_bots(context: BrowserContext, key: str, level: str) -> None:
    game = games.load(key)
    if level not in served_levels(compiled=(STATIC / STAMP).read_text().endswith(COMPILED)):
        pytest.skip("plain rules do not serve this level")
    play_with_a_break(context, game, level)


# As the page's script keeps it: what the site publishes about a day that is over.
KEEP_PROOF = """(proof) => new Promise((resolve) => {
  const opened = indexedDB.open("tablee");
  opened.onsuccess = () => {
    const transaction = opened.result.transaction("settings", "readwrite");
    transaction.objectStore("settings").put(proof, "daily/proof");
    transaction.oncomplete = () => resolve(opened.result.close());
  };
})"""


@LONG
def test_the_deal_of_a_past_day_is_played_without_a_server(context: BrowserContext) -> None:
    person, day = LocalPerson(context, "Dan"), "2026-01-15"
    page = person.page
    page.goto("/offline")
    proof = {"first_day": "2026-01-10", "anchor": "0" * 64, "day": day, "secret": "1f" * 32}
    page.evaluate(KEEP_PROOF, json.dumps(proof))
    page.goto("/daily")
    expect(page.get_by_text(site_text("daily.on-device"))).to_be_visible()
    page.locator("aside ol a").nth(2).click()
    page.wait_for_url("**/daily/2026-01-12")
    page.locator(".tabs button").nth(games.keys().index(SOLO.key)).click()
    page.get_by_role("button", name=site_text("daily.play.unranked")).click()
    page.wait_for_url(re.compile("/device/"))
    person.wait_until(lambda: bool(person.updates and person.updates[-1]["view"]))
    assert "2026-01-12" == person.updates[-1]["table"]["daily"]
    play_until([person], lambda: person.view["ply"] >= 3 and not person._pending)
    assert [] == person.page_errors
    page.close()
