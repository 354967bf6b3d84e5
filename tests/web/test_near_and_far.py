"""Matches of a device and the site: reviewed without a network, put on the site, not disturbed by updates."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.browser import PHONE, running_server
from tests.web.local_players import LONG, NEEDS_RUNTIME, SOLO, LocalPerson, installed_context, start
from tests.web.page_text import site_text
from tests.web.players import play_to_the_end, play_until
from tests.web.tcp_proxy import TcpProxy

# Python starts in the browser for each page: minutes on a busy machine.
pytestmark = [NEEDS_RUNTIME, LONG]
# The installed version becomes another one, whose page can be told from that of the server.
AGE_INSTALLED = """async () => {
  const [name] = (await caches.keys()).filter((name) => name.startsWith("tablee-offline-"));
  const [cache, older] = [await caches.open(name), await caches.open("tablee-offline-older")];
  for (const request of await cache.keys()) await older.put(request, await cache.match(request));
  const page = await (await cache.match("/")).text();
  const headers = { "content-type": "text/html" };
  await older.put("/", new Response(page.replace("<html", '<html data-version="older"'), { headers }));
  await caches.delete(name);
  localStorage["tablee.offline"] = "older";
}"""


@pytest.fixture
def context(browser: Browser, proxy: TcpProxy) -> Iterator[BrowserContext]:
    context = installed_context(browser, proxy.address, viewport=PHONE)
    yield context
    context.close()


def test_a_match_is_reviewed_on_the_device_and_put_on_the_site_when_the_network_is_back(
    context: BrowserContext, proxy: TcpProxy
) -> None:
    proxy.disconnect()
    person = LocalPerson(context, "Dora")
    page, table = person.page, start(person, SOLO, 1)
    play_to_the_end([person])
    review(page, table)
    practise(page)
    proxy.reconnect()
    put_on_site(page)
    page.goto("/matches")
    page.get_by_role("link", name=site_text("offline.put.see")).click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text(site_text("table.on-device"))).to_be_attached()
    assert [] == person.page_errors


def review(page: Page, table: str) -> None:
    """Open the review of a match of the device, and cancel it: with plain rules it takes minutes."""
    page.goto(f"{table}/review")
    expect(page.locator(".list progress")).to_be_visible()
    page.locator(".list button").click()
    expect(page.locator(".list progress")).to_have_count(0)


def practise(page: Page) -> None:
    """Give up an exercise, which shows the answer."""
    page.goto(f"/games/{SOLO.key}/exercises")
    page.locator(".ribbon.question button").click()
    expect(page.locator(".result")).to_be_visible()


def put_on_site(page: Page) -> None:
    """Accept the offer of the home page."""
    page.goto("/")
    page.get_by_role("button", name=site_text("offline.put"), exact=True).click()
    expect(page.get_by_text(site_text("offline.put.done"))).to_be_visible()


def test_a_new_version_waits_for_the_end_of_the_match(context: BrowserContext, proxy: TcpProxy) -> None:
    proxy.disconnect()
    person = LocalPerson(context, "Emma")
    page, table = person.page, start(person, SOLO, 1)
    proxy.reconnect()
    page.evaluate(AGE_INSTALLED)
    play_until([person], lambda: person.view["ply"] >= 3 and not person._pending)
    page.reload()
    older = page.locator("html[data-version=older]")
    # With a network too, the match goes on in the version in which it was begun.
    expect(older).to_have_count(1)
    home = context.new_page()
    home.goto("/")
    expect(home.locator("html[data-version=older]")).to_have_count(0)
    update = home.locator("section.sheet", has_text=site_text("offline.outdated")).get_by_role("button")
    update.click()
    expect(home.get_by_text(site_text("offline.waits"))).to_be_visible()
    page.goto("/matches")
    home.get_by_role("button", name=site_text("offline.update.now"), exact=True).click()
    person.wait_until(lambda: home.evaluate("localStorage['tablee.offline']") != "older")
    person.reopen(table)
    expect(older).to_have_count(0)
    assert person.view["ply"] >= 3
    assert [] == person.page_errors


def test_a_new_match_loads_the_update_that_is_due_and_shows_it(
    context: BrowserContext, proxy: TcpProxy
) -> None:
    person = LocalPerson(context, "Fay")
    page = person.page
    page.goto("/offline")
    page.evaluate(AGE_INSTALLED)
    page.evaluate(FORGET_RULES)
    page.goto(f"/games/{SOLO.key}")
    page.get_by_label(site_text("offline.here")).check(force=True)
    proxy.limit = proxy.received + 200_000
    page.locator("section.sheet form button.go").click()
    expect(page.get_by_text(site_text("offline.updating"))).to_be_visible()
    proxy.limit = None
    page.wait_for_url("**/device/*")
    expect(page.get_by_text(site_text("offline.updating"))).to_have_count(0)
    assert "older" != page.evaluate("localStorage['tablee.offline']")
    person.wait_until(lambda: bool(person.updates and person.updates[-1]["view"]))
    assert [] == person.page_errors


# The rules of the older version are other ones: those of this version are nowhere on the device.
FORGET_RULES = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const rules = (await cache.keys()).filter(({ url }) => url.endsWith("tablee.tar"));
    await Promise.all(rules.map((request) => cache.delete(request)));
  }
}"""


def test_a_host_may_have_matches_against_bots_run_on_fast_devices(browser: Browser) -> None:
    with running_server("--solo-on-device") as address:
        context = installed_context(browser, address, viewport=PHONE)
        page = context.new_page()
        # It is measured once, and the result decides.
        path = play_at_once(page)
        measured = page.evaluate("JSON.parse(localStorage['tablee.speed'])")
        (key, taken), *others = measured["times"].items()
        assert (SOLO.key, []) == (key.split()[0], others)
        assert ("/device/" if taken <= MAX_MOVE_MS else "/t/") in path
        for ms, kind in ((MAX_MOVE_MS + 1, "/t/"), (MAX_MOVE_MS, "/device/")):
            kept = {**measured, "times": {key: ms}}
            page.evaluate("(kept) => (localStorage['tablee.speed'] = kept)", json.dumps(kept))
            assert kind in play_at_once(page)
        context.close()


# As in web/src/local/preference.ts.
MAX_MOVE_MS = 1500


def play_at_once(page: Page) -> str:
    """Start a match with the button of a game on the home page, and return the address of its table."""
    page.goto("/")
    box = page.locator("li", has=page.locator(f'a[href="/games/{SOLO.key}"]'))
    box.locator("button.go").click()
    # The first time a lesson is offered before.
    page.locator("dialog[open], .stage").first.wait_for()
    if page.locator("dialog[open]").count():
        page.locator("dialog[open] button").last.click()
    page.wait_for_url(re.compile("/(t|device)/"))
    return page.url
