"""The final count: every row is in sight, counted one by one only once, and explained by a touch."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.device_records import device_record
from tests.web.browser import PHONE, SMALL_PHONE, SMALL_PHONE_OPTIONS, new_context
from tests.web.layout import SIZES, viewport
from tests.web.page_text import site_text
from tests.web.players import SETTLED

GAME = "islands"
# How many px of the count are reached by scrolling only.
HIDDEN_PX = """() => {
  const { scrollHeight, clientHeight } = document.querySelector(".finale .scroll");
  return scrollHeight - clientHeight;
}"""
# By how many px the last row of the count is covered by the total.
COVERED = """() => {
  const last = document.querySelector(".finale tbody tr:last-child").getBoundingClientRect();
  return Math.round(last.bottom - document.querySelector(".finale tfoot").getBoundingClientRect().top);
}"""


def open_finished(context: BrowserContext, seed: str) -> Page:
    """Open the table of a match that is over, played with this seed, and wait for the count."""
    body = {"record": device_record(GAME, seed), "seat": 0}
    table = context.request.post("/api/device-matches", data=body).json()["id"]
    page = context.new_page()
    page.goto(f"/t/{table}")
    page.locator(".finale .winner").wait_for()
    return page


def test_every_row_is_in_sight(browser: Browser, address: str) -> None:
    context = new_context(browser, address, viewport=viewport("phone"))
    page = open_finished(context, "final count")
    covered = {}
    for size in SIZES:
        page.set_viewport_size(viewport(size))
        page.evaluate(SETTLED)
        covered[size] = page.evaluate(COVERED)
    assert all(px <= 1 for px in covered.values()), covered
    context.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_is_cut_on_a_phone_and_the_menu_has_the_proof_of_the_deal(
    browser: Browser, address: str, language: str
) -> None:
    context = new_context(browser, address, language=language, **SMALL_PHONE_OPTIONS)
    page = open_finished(context, f"proof {language}")
    for size in (SMALL_PHONE, PHONE):
        page.set_viewport_size(size)
        page.evaluate(SETTLED)
        assert 1 >= page.evaluate(HIDDEN_PX), size
    page.locator(".finale .menu button").click()
    proof = page.locator("summary", has_text=site_text("table.proof", language))
    proof.click()
    expect(page.locator("details code").last).to_contain_text(f"proof {language}")
    context.close()


def test_a_match_that_was_over_before_is_not_counted_again(browser: Browser, address: str) -> None:
    context = new_context(browser, address, reduced_motion="no-preference")
    context.add_init_script("localStorage.tablee = JSON.stringify({ speed: 'calm' })")
    page = open_finished(context, "counted once")
    assert 0 == page.locator(".finale .waiting").count()
    context.close()


def test_a_touch_on_a_row_explains_its_points(browser: Browser, address: str) -> None:
    context = new_context(browser, address, **SMALL_PHONE_OPTIONS)
    page = open_finished(context, "explained")
    rows = page.locator(".finale tbody tr")
    for at, title in ((0, rows.first.locator("th").inner_text()), (4, "Palmier")):
        rows.nth(at).locator("th").tap()
        card = page.get_by_role("dialog", name=title)
        expect(card).to_be_visible()
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
    context.close()


def test_the_keyboard_stays_in_the_count(browser: Browser, address: str) -> None:
    context = new_context(browser, address, viewport=viewport("tablet"))
    page = open_finished(context, "keyboard")
    expect(page.locator(".finale")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".finale").get_by_role("button", name=site_text("table.menu"))).to_be_focused()
    page.keyboard.press("Shift+Tab")
    assert 0 == page.locator(".stage :focus").count()
    context.close()


def test_a_tie_on_points_names_the_rule_that_decides(browser: Browser, address: str) -> None:
    context = new_context(browser, address, language="en")
    # Both have 34 points, and the first shows more Brigands.
    page = open_finished(context, "tie 287")
    expect(page.locator(".winner p")).to_have_text(site_text("screen.my-rank-tied", "en").format(rank="2nd"))
    expect(page.locator(".decided")).to_contain_text("fewer Brigands")
    context.close()
