"""The home page: boxes that play at once, running matches, open tables."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.browser import PHONE, SMALL_PHONE, new_context
from tests.web.page_text import site_text
from tests.web.players import game_keys

LANDSCAPE = {"width": 844, "height": 390}
# Whether each element is wholly on the screen and not under the bar at its bottom.
ALL_VISIBLE = """(elements) => {
  const bar = document.querySelector("#app > nav").getBoundingClientRect();
  const end = bar.height ? bar.top : innerHeight;
  return elements.every((element) => element.getBoundingClientRect().bottom <= end);
}"""


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Create a browser context of somebody who has not played yet."""
    context = new_context(browser, address)
    yield context
    context.close()


def table_info(page: Page) -> dict[str, Any]:
    """Wait for the page of a table and return what the server tells about it."""
    page.wait_for_url("**/t/*")
    update = page.context.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    info: dict[str, Any] = update["table"]
    return info


def button(page: Page, key: str, title: str) -> Any:
    """Return a button of a box by the key of its accessible name."""
    return page.get_by_role("button", name=site_text(key).replace("{game}", title))


def titles(context: BrowserContext) -> dict[str, str]:
    """Return the French titles of the games by key."""
    return {game["key"]: game["titles"]["fr"] for game in context.request.get("/api/games").json()}


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, LANDSCAPE], ids=["small", "phone", "landscape"])
def test_a_newcomer_sees_all_boxes_without_scrolling(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    context = new_context(browser, address, viewport=size, is_mobile=True, has_touch=True, newcomer=True)
    context.route("**/api/tables", lambda route: route.fulfill(json=[]))
    page = context.new_page()
    page.goto("/")
    play = page.locator("button.go")
    expect(play).to_have_count(len(list(game_keys())))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("() => document.fonts.ready.then(() => scrollY)") == 0
    assert play.evaluate_all(ALL_VISIBLE)
    # The title and the offer of lessons: no heading over an empty list.
    expect(page.get_by_role("heading")).to_have_count(2)
    context.close()


def test_a_box_plays_at_once_with_its_last_settings(context: BrowserContext) -> None:
    page, title = context.new_page(), titles(context)["mine"]
    page.goto("/")
    button(page, "page.play-now.spoken", title).click()
    assert ["person", "bot", "bot"] == [seat["kind"] for seat in table_info(page)["seats"]]
    page.goto("/games/mine")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_text(site_text("page.options")).click()
    page.get_by_role("combobox").last.select_option(index=1)
    page.get_by_role("button", name=site_text("page.way.bots.go")).click()
    chosen = table_info(page)
    page.goto("/")
    button(page, "page.play-now.spoken", title).click()
    page.wait_for_url(lambda url: "/t/" in url)
    again = table_info(page)
    assert chosen["id"] != again["id"]
    assert 2 == len(again["seats"])
    assert chosen["options"] == again["options"]


def test_settings_that_a_game_no_longer_has_are_ignored(context: BrowserContext) -> None:
    old = json.dumps({"mine": {"seats": 9, "options": {"gone": "yes", "lamp": "gone"}}})
    context.add_init_script(f"localStorage.setItem('tablee.setups', {json.dumps(old)})")
    page = context.new_page()
    page.goto("/")
    button(page, "page.play-now.spoken", titles(context)["mine"]).click()
    assert 4 == len(table_info(page)["seats"])


def test_a_table_for_friends_opens_with_free_seats(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    button(page, "page.with-friends.spoken", titles(context)["islands"]).click()
    table = table_info(page)
    assert ("open", ["person", "empty", "empty"]) == (
        table["status"],
        [seat["kind"] for seat in table["seats"]],
    )


def test_a_running_match_comes_first_and_is_listed(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    button(page, "page.play-now.spoken", titles(context)["islands"]).click()
    table = table_info(page)["id"]
    page.locator("[data-thing]").first.wait_for()
    for path in ("/", "/matches"):
        page.goto(path)
        card = page.locator(f"main a[href='/t/{table}']")
        expect(card).to_contain_text(site_text("page.table.go-on"))
        expect(page.locator("main a[href^='/t/']").first).to_have_attribute("href", f"/t/{table}")
    card.click()
    page.wait_for_url(f"**/t/{table}")


def test_the_cards_of_running_matches_reach_the_edge_of_a_phone(browser: Browser, address: str) -> None:
    context = new_context(browser, address, viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    for _ in range(2):
        page.goto("/")
        button(page, "page.play-now.spoken", titles(context)["islands"]).click()
        table_info(page)
        page.locator("[data-thing]").first.wait_for()
    page.goto("/")
    expect(page.locator("main a[href^='/t/']")).to_have_count(2)
    cards = page.locator("ul:has(a[href^='/t/'])")
    # What does not fit is cut by the edge of the screen, and by nothing before it.
    box = cards.bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, PHONE["width"])
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    context.close()


def test_my_games_are_found_again_after_the_storage_of_the_browser_was_cleared(
    context: BrowserContext,
) -> None:
    page = context.new_page()
    page.goto("/")
    button(page, "page.play-now.spoken", titles(context)["islands"]).click()
    table = table_info(page)["id"]
    page.locator("[data-thing]").first.wait_for()
    page.goto("/credits")
    page.evaluate("localStorage.clear()")
    for path in ("/", "/matches"):
        page.goto(path)
        expect(page.locator(f"main a[href='/t/{table}']")).to_contain_text(site_text("page.table.go-on"))


def test_open_tables_are_shown_only_if_there_are_any(context: BrowserContext) -> None:
    page = context.new_page()
    heading = page.get_by_role("heading", name=site_text("page.waiting"))
    context.route("**/api/tables", lambda route: route.fulfill(json=[]))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    expect(heading).to_have_count(0)
    context.unroute("**/api/tables")
    context.request.post("/api/tables", data={"game": "bonbons", "seats": 3, "name": "Léo", "listed": True})
    page.reload()
    expect(heading).to_be_visible()


def test_a_table_has_neither_header_nor_footer_nor_bottom_bar(browser: Browser, address: str) -> None:
    context = new_context(browser, address, viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto("/")
    places = page.get_by_role("navigation", name=site_text("web.places"))
    for part in (page.get_by_role("banner"), page.get_by_role("contentinfo"), places):
        expect(part).to_be_visible()
    page.locator("button.go").first.click()
    page.wait_for_url("**/t/*")
    for part in (page.get_by_role("banner"), page.get_by_role("contentinfo"), places):
        expect(part).to_have_count(0)
    context.close()
