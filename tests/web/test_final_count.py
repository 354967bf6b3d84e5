"""The final count: every row is in sight above the total, and the points are counted one by one only once."""

from playwright.sync_api import Browser, BrowserContext, Page

from tests.server.device_records import device_record
from tests.web.browser import new_context
from tests.web.layout import SIZES, viewport
from tests.web.players import SETTLED

GAME = "islands"
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


def test_a_match_that_was_over_before_is_not_counted_again(browser: Browser, address: str) -> None:
    context = new_context(browser, address, reduced_motion="no-preference")
    context.add_init_script("localStorage.tablee = JSON.stringify({ speed: 'calm' })")
    page = open_finished(context, "counted once")
    assert 0 == page.locator(".finale .waiting").count()
    context.close()
