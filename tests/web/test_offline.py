"""Installed on a telephone, opened again for next to nothing, and honest about a lost network."""

import json
import re
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tablee import games
from tablee.server.http.static import PATHS
from tests.web.browser import visitor, wait_until_kept
from tests.web.cable import Cable
from tests.web.people import Person, Sitting, newcomer, play_on, set_up
from tests.web.sheets import frame_word
from web.build import WEB

KEPT = """async () => {
  const names = await Promise.all((await caches.keys()).map(async name =>
    (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
  return names.flat();
}"""
OFFLINE = frame_word("web.offline")
LOST = frame_word("table.lost")


@pytest.fixture
def cable(address: str) -> Iterator[Cable]:
    """What connects a browser with the server."""
    cable = Cable(address)
    yield cable
    cable.close()


@pytest.fixture
def context(browser: Browser, cable: Cable) -> Iterator[BrowserContext]:
    """Somebody at the other end of the cable."""
    context = visitor(browser, cable.address)
    yield context
    context.close()


def visit(context: BrowserContext, path: str = "/") -> Page:
    """Open a page, and wait until what it loaded is kept."""
    page = context.new_page()
    page.goto(path)
    page.get_by_role("heading").first.wait_for()
    wait_until_kept(page)
    return page


def test_a_browser_offers_to_install_it(context: BrowserContext) -> None:
    page = visit(context)
    session = context.new_cdp_session(page)
    manifest: dict[str, Any] = session.send("Page.getAppManifest")
    assert [] == manifest["errors"]
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Nothing can be installed from a private window, and each test has one.
    assert [] == [each for each in problems if each["errorId"] != "in-incognito"]


def test_icons_are_as_large_as_the_manifest_says() -> None:
    manifest = json.loads((WEB / "public/manifest.webmanifest").read_text("utf-8"))
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    for icon in drawn:
        width, height = struct.unpack(">II", (WEB / "public" / icon["src"].lstrip("/")).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in drawn}
    assert any(icon.get("purpose") == "maskable" for icon in drawn)


def test_nothing_that_happens_at_a_table_is_kept(context: BrowserContext) -> None:
    page = visit(context, f"/games/{games.keys()[0]}")
    kept: list[str] = page.evaluate(KEPT)
    assert {"/", "/api/games"} <= set(kept)
    allowed = re.compile(r"/($|assets/|icon|manifest|api/games$|api/games/\w+/pieces$|api/bots$)")
    assert [] == [path for path in kept if not allowed.match(path)]


@pytest.mark.parametrize("path", PATHS)
def test_without_a_network_every_page_opens(context: BrowserContext, cable: Cable, path: str) -> None:
    visit(context).close()
    cable.cut()
    page = context.new_page()
    page.goto(path.format(table="any", game=games.keys()[0], page="rules"))
    expect(page.get_by_role("banner")).to_be_visible()


@pytest.mark.parametrize("key", games.keys())
def test_rules_that_were_read_once_can_be_read_without_a_network(
    context: BrowserContext, cable: Cable, key: str
) -> None:
    path = f"/games/{key}/rules"
    page = visit(context, path)
    pieces = page.locator("span.piece > *")
    pieces.first.wait_for()
    wait_until_kept(page)
    drawn = pieces.count()
    page.close()
    cable.cut()
    page = context.new_page()
    page.goto(path)
    expect(page.locator("article h1")).to_be_visible()
    expect(page.locator("span.piece > *")).to_have_count(drawn)


def test_rules_that_were_never_read_say_so_without_a_network_and_come_by_themselves(
    context: BrowserContext, cable: Cable
) -> None:
    visit(context).close()
    cable.cut()
    page = context.new_page()
    page.goto(f"/games/{games.keys()[0]}/rules")
    expect(page.get_by_text(frame_word("page.unreached"))).to_be_visible()
    again = page.get_by_role("button", name=frame_word("page.retry"))
    again.click()
    expect(page.get_by_text(frame_word("page.unreached"))).to_be_visible()
    cable.mend()
    expect(page.locator("article h1")).to_be_visible()


@pytest.mark.parametrize("path", ["/", f"/games/{games.keys()[0]}"])
def test_what_needs_the_server_says_that_it_is_offline_and_comes_by_itself(
    context: BrowserContext, cable: Cable, path: str
) -> None:
    visit(context, path).close()
    cable.cut()
    page = context.new_page()
    page.goto(path)
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    cable.mend()
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_table_says_that_it_is_offline_and_resumes_by_itself(browser: Browser, cable: Cable) -> None:
    person = newcomer(browser, cable.address, "Fanny")
    key = games.keys()[-2]
    person.open(set_up(Sitting(key, 1, ["casual"]), [person]))
    visit(person.context, "/").close()
    play_on([person], lambda: person.touches > 2)
    wait_until_kept(person.page)
    go_offline(person, cable)
    person.page.reload()
    expect(person.page.get_by_text(LOST).first).to_be_visible()
    seen = len(person.updates)
    cable.mend()
    person.context.set_offline(False)
    person.wait_until(lambda: len(person.updates) > seen)
    expect(person.page.get_by_text(LOST)).to_have_count(0)
    touches = person.touches
    play_on([person], lambda: person.touches > touches + 2)
    person.context.close()


def go_offline(person: Person, cable: Cable) -> None:
    """Pull the cable; the page says so."""
    person.context.set_offline(True)
    cable.cut()
    expect(person.page.get_by_text(LOST).first).to_be_visible()
