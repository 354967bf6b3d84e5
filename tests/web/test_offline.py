"""The app can be installed, its pages open offline, and a lost network is shown and recovered from."""

import json
import re
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tablee import games
from tablee.server.http.static import PATHS
from tests.web.browser import PHONE, WITH_WORKER, new_context, wait_until_cached
from tests.web.page_text import site_text
from tests.web.players import Person, TableSetup, game_keys, new_person, play_until, start_match
from tests.web.tcp_proxy import TcpProxy
from web.build import WEB

CACHED_PATHS = """async () => {
  const names = await Promise.all((await caches.keys()).map(async name =>
    (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
  return names.flat();
}"""
OFFLINE = site_text("web.offline")
LOST = site_text("table.lost")


@pytest.fixture
def context(browser: Browser, proxy: TcpProxy) -> Iterator[BrowserContext]:
    """Create a browser context that reaches the server through the proxy."""
    context = new_context(browser, proxy.address, **WITH_WORKER)
    yield context
    context.close()


def visit(context: BrowserContext, path: str = "/") -> Page:
    """Open a page and wait until everything it loaded is cached."""
    page = context.new_page()
    page.goto(path)
    page.get_by_role("heading").first.wait_for()
    wait_until_cached(page)
    return page


def test_a_browser_offers_to_install_it(context: BrowserContext) -> None:
    page = visit(context)
    session = context.new_cdp_session(page)
    manifest: dict[str, Any] = session.send("Page.getAppManifest")
    assert [] == manifest["errors"]
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Every test runs in a private window, from which nothing can be installed.
    assert [] == [each for each in problems if each["errorId"] != "in-incognito"]


def test_pictures_are_as_large_as_the_manifest_says() -> None:
    manifest = json.loads((WEB / "public/manifest.webmanifest").read_text("utf-8"))
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    for icon in drawn + manifest["screenshots"]:
        width, height = struct.unpack(">II", (WEB / "public" / icon["src"].lstrip("/")).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in drawn}
    assert any(icon.get("purpose") == "maskable" for icon in drawn)
    assert {"narrow", "wide"} == {picture["form_factor"] for picture in manifest["screenshots"]}


def test_shortcuts_lead_to_pages() -> None:
    manifest = json.loads((WEB / "public/manifest.webmanifest").read_text("utf-8"))
    assert {shortcut["url"] for shortcut in manifest["shortcuts"]} <= set(PATHS)


def test_no_table_data_is_cached(context: BrowserContext) -> None:
    page = visit(context, f"/games/{games.keys()[0]}")
    cached: list[str] = page.evaluate(CACHED_PATHS)
    assert {"/", "/api/games"} <= set(cached)
    allowed = re.compile(r"/($|assets/|icon|manifest|api/games$|api/games/\w+/pieces$|api/bots$)")
    assert [] == [path for path in cached if not allowed.match(path)]


def test_without_a_network_every_page_opens(context: BrowserContext, proxy: TcpProxy) -> None:
    visit(context).close()
    proxy.disconnect()
    for path in PATHS:
        page = context.new_page()
        names = {"page": "rules", "lesson": "1-first", "day": "2026-11-17", "name": "any", "code": "ABCD2345"}
        page.goto(path.format(table="any", group="any", game=games.keys()[0], **names))
        expect(page.get_by_role("main").locator("h1, p, section").first).to_be_visible()
        page.close()


def test_rules_that_were_read_once_can_be_read_without_a_network(
    context: BrowserContext, proxy: TcpProxy
) -> None:
    drawn = {}
    for path in (f"/games/{key}/rules" for key in game_keys()):
        page = visit(context, path)
        drawn[path] = count_pieces(page)
        wait_until_cached(page)
        page.close()
    proxy.disconnect()
    for path, count in drawn.items():
        page = context.new_page()
        page.goto(path)
        expect(page.locator("article h1")).to_be_visible()
        assert count == count_pieces(page)
        page.close()


def count_pieces(page: Page) -> int:
    """Return how many pieces a rules page draws, once all of them are drawn."""
    pieces = page.locator("span.piece")
    pieces.first.wait_for()
    expect(pieces.filter(has_not=page.locator("xpath=./*"))).to_have_count(0)
    return pieces.count()


def test_rules_that_are_not_cached_show_an_error_offline_and_load_once_online(
    context: BrowserContext, proxy: TcpProxy
) -> None:
    visit(context).close()
    proxy.disconnect()
    page = context.new_page()
    page.goto(f"/games/{games.keys()[0]}/rules")
    expect(page.get_by_text(site_text("page.unreached"))).to_be_visible()
    retry = page.get_by_role("button", name=site_text("page.retry"))
    retry.click()
    expect(page.get_by_text(site_text("page.unreached"))).to_be_visible()
    proxy.reconnect()
    expect(page.locator("article h1")).to_be_visible()


@pytest.mark.parametrize("path", ["/", f"/games/{games.keys()[0]}"])
def test_pages_that_need_the_server_show_a_banner_offline_and_recover(
    context: BrowserContext, proxy: TcpProxy, path: str
) -> None:
    visit(context, path).close()
    proxy.disconnect()
    page = context.new_page()
    page.goto(path)
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    proxy.reconnect()
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_table_shows_a_notice_offline_and_reconnects(browser: Browser, proxy: TcpProxy) -> None:
    person = new_person(browser, proxy.address, "Fanny", **WITH_WORKER)
    key = games.keys()[-2]
    person.open(start_match(TableSetup(key, 1, ["casual"]), [person]))
    visit(person.context, "/").close()
    play_until([person], lambda: person.touches > 2)
    wait_until_cached(person.page)
    go_offline(person, proxy)
    person.page.reload()
    expect(person.page.get_by_text(LOST).first).to_be_visible()
    seen = len(person.updates)
    proxy.reconnect()
    person.context.set_offline(False)
    person.wait_until(lambda: len(person.updates) > seen)
    expect(person.page.get_by_text(LOST)).to_have_count(0)
    touches = person.touches
    play_until([person], lambda: person.touches > touches + 2)
    person.context.close()


def go_offline(person: Person, proxy: TcpProxy) -> None:
    """Cut the network and wait until the page shows a notice."""
    person.context.set_offline(True)
    proxy.disconnect()
    expect(person.page.get_by_text(LOST).first).to_be_visible()


def test_a_table_that_is_out_of_reach_has_a_way_to_the_games(
    context: BrowserContext, proxy: TcpProxy
) -> None:
    # The texts of a table are cached by a visit to one.
    visit(context, "/t/any").close()
    proxy.disconnect()
    page = context.new_page()
    page.goto("/t/any")
    expect(page.get_by_text(LOST)).to_be_visible()
    page.get_by_role("link", name=site_text("web.all-games")).click()
    page.wait_for_url("**/")


def test_a_long_form_shows_beside_its_button_that_the_network_is_away(
    context: BrowserContext, proxy: TcpProxy
) -> None:
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.goto("/account")
    form = page.locator("form", has=page.locator("input[type=password]")).first
    form.locator("input").first.fill("Camille")
    form.locator("input[type=password]").fill("correct horse battery")
    proxy.disconnect()
    # The button sticks to the bottom of the screen while the end of the form is far below.
    form.locator("input").first.scroll_into_view_if_needed()
    form.locator(".actions button").click()
    expect(page.get_by_text(site_text("refusal.no-network"))).to_be_in_viewport(ratio=1)
