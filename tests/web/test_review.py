"""Tests of the page of a review, of playing on from a position, and of links to one."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.web.browser import DESKTOP, new_context
from tests.web.players import SETTLED

# Short matches: a review of them takes a second or two.
GAME = "bonbons"
SIZES = [(360, 640), (390, 844), (844, 390), (1440, 900)]
# Generous: reviews have the lowest priority, and the machine may be busy.
REVIEW_MS = 400_000
# Texts and controls that are cut or outside the screen, and whether the page scrolls.
MISFITS = """() => {
  const found = [];
  const { clientWidth: width, clientHeight: height, scrollHeight } = document.documentElement;
  if (scrollHeight > height + 1) found.push("the page scrolls");
  for (const each of document.querySelectorAll(".review :is(button, a, .curve, .verdict, .box)")) {
    if (!each.checkVisibility() || each.closest("[inert]")) continue;
    const box = each.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1)
      found.push(`outside: ${each.className} ${each.textContent.trim()}`);
    if (each.matches("button, a") && box.height < 31) found.push(`low: ${each.textContent.trim()}`);
  }
  return found;
}"""

# Shows a moment by its number, and moves everything on the board away for a while, as a move does.
SHOW_WHILE_MOVING = """at => {
  document.querySelectorAll(".list li button")[at].click();
  for (const thing of document.querySelectorAll(".sized [data-thing]"))
    thing.animate([{ translate: "90px" }, { translate: "0px" }], 400);
}"""
# Whether the board is still, and each of its marks, at least one, is less than 3 px from the nearest thing.
IS_MARKED = """() => {
  const board = document.querySelector(".sized");
  const moves = board.getAnimations({ subtree: true })
    .some(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime));
  if (board.ariaBusy !== "false" || moves) return false;
  const centre = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const things = [...board.querySelectorAll("[data-thing]")].map(centre);
  const marks = [...board.querySelectorAll(".mark")].map(centre);
  return marks.length > 0
    && marks.every(([x, y]) => things.some(([left, top]) => Math.hypot(left - x, top - y) < 3));
}"""


class Reader:
    """A person with a finished match against a bot. All requests have the cookie of the browser."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.context: BrowserContext = new_context(browser, address)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.table = self.finished_match()

    def post(self, path: str, body: object) -> Any:
        answer = self.context.request.post(path, data=body, headers={"origin": self.address})
        assert answer.ok, answer.text()
        return answer.json()

    def new_match(self) -> str:
        setup = {"game": GAME, "name": "Ann", "seats": 2, "bot": "greedy"}
        table: str = self.post("/api/play", setup)["id"]
        return table

    def finished_match(self) -> str:
        """Play a match over HTTP and return its table."""
        table, number = self.new_match(), 0
        while True:
            update = self.context.request.get(f"/api/tables/{table}").json()
            if update["table"]["status"] == "over":
                return table
            moves = update["view"]["moves"]
            if moves:
                number += 1
                words = moves[number % len(moves)]
                body = {"t": "play", "id": f"m{number}", "words": words}
                self.post(f"/api/tables/{table}/ask", body)
            else:
                self.page.wait_for_timeout(10)


@pytest.fixture(scope="module")
def reader(browser: Browser, address: str) -> Iterator[Reader]:
    reader = Reader(browser, address)
    yield reader
    assert [] == reader.errors
    reader.context.close()


def open_review(reader: Reader) -> Page:
    """Open the page and wait until the review is done."""
    reader.page.goto(f"/t/{reader.table}/review")
    expect(reader.page.locator(".list h2")).to_be_attached(timeout=REVIEW_MS)
    return reader.page


def test_the_final_count_leads_to_the_review(reader: Reader) -> None:
    page = reader.page
    page.goto(f"/t/{reader.table}")
    page.get_by_role("link", name="Analyser").click()
    expect(page.get_by_role("slider", name="Le fil des points")).to_be_visible()
    expect(page.locator(".list h2")).to_be_attached(timeout=REVIEW_MS)
    assert page.url.endswith("/review")


def test_keys_buttons_and_pointer_choose_a_move(reader: Reader) -> None:
    page = open_review(reader)
    curve = page.get_by_role("slider")
    last = int(curve.get_attribute("aria-valuemax") or 0)
    curve.focus()
    page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    expect(page.locator(".moment h2")).to_have_text(f"Coup 1 sur {last}")
    page.get_by_role("button", name="Coup suivant").click()
    expect(curve).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("End")
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 30, box["y"] + box["height"] / 2)
    expect(curve).to_have_attribute("aria-valuenow", "0")
    # The board is the real one, and only a picture.
    assert page.locator(".sized[inert] .board [data-thing]").count() > 0


def test_nothing_is_cut_and_nothing_scrolls(reader: Reader) -> None:
    page = open_review(reader)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        assert [] == page.evaluate(MISFITS), (width, height)
    page.set_viewport_size(DESKTOP)


def add_mistake(route: Route) -> None:
    """Call a move of the first seat costly: whether the expert finds a mistake depends on the match."""
    answer = route.fetch()
    state = answer.json()
    moves = state["review"]["moves"]
    # Moves of one word name no place.
    own = [move for move in moves if move["seat"] == 0 and " " in move["words"]]
    chosen = own[1]
    better = next(move["words"] for move in own[2:] if move["words"] != chosen["words"])
    chosen |= {"mark": "costly", "best": better, "cost": 5.0}
    # As if all of them had been compared.
    for move in moves:
        move["error"] = 0.1
    state["review"]["turning_points"][0] = [chosen["ply"]]
    route.fulfill(response=answer, json=state)


def test_a_choice_is_marked_where_its_thing_comes_to_rest(reader: Reader) -> None:
    page = open_review(reader)
    page.route("**/api/**/review", add_mistake)
    page.reload()
    page.locator(".list li button").first.wait_for()
    page.evaluate(SHOW_WHILE_MOVING, 0)
    page.locator(".sized .mark").first.wait_for()
    page.wait_for_function(IS_MARKED)
    page.unroute("**/api/**/review")


def add_theft(route: Route) -> None:
    """Call the first move of the first seat costly: it should have turned a round tile of the rival."""
    answer = route.fetch()
    state = answer.json()
    moves = state["review"]["moves"]
    chosen = next(move for move in moves if move["seat"] == 0 and move["words"].startswith("turn "))
    chosen |= {"mark": "costly", "best": "turn B2", "cost": 5.0}
    for move in moves:
        move["error"] = 0.1
    state["review"]["turning_points"][0] = [chosen["ply"]]
    route.fulfill(response=answer, json=state)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_a_better_move_on_a_tile_of_a_rival_is_drawn(reader: Reader, size: tuple[int, int]) -> None:
    page = open_review(reader)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.route("**/api/**/review", add_theft)
    page.reload()
    page.locator(".list li button").first.click()
    expect(page.locator(".sized .mark.better")).to_have_count(1)
    page.wait_for_function(IS_MARKED)
    expect(page.locator(".sized [data-thing='B2']")).to_be_visible()
    page.unroute("**/api/**/review")
    # Where nothing of a rival is compared, the board has the room.
    page.reload()
    page.get_by_role("slider").press("Home")
    expect(page.locator(".sized .zone.rivals")).to_be_hidden()
    page.set_viewport_size(DESKTOP)


def test_arrow_keys_step_through_a_review_without_focus(reader: Reader) -> None:
    page = open_review(reader)
    page.get_by_role("slider").press("Home")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", "1")


def test_a_match_is_played_on_from_a_moment(reader: Reader) -> None:
    page = open_review(reader)
    page.get_by_role("slider").focus()
    play_on = page.get_by_role("button", name="Jouer à partir d’ici")
    page.keyboard.press("Home")
    expect(play_on).to_be_enabled()
    # After the last move nothing is left to play.
    page.keyboard.press("End")
    expect(play_on).to_be_disabled()
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", "4")
    play_on.click()
    page.get_by_role("radio", name="Mélangé à nouveau").check()
    page.get_by_role("button", name="Jouer contre les robots").click()
    page.wait_for_url(lambda url: not url.endswith("/review") and "/t/" in url)
    table = page.url.rsplit("/", 1)[1]
    update = reader.context.request.get(f"/api/tables/{table}").json()
    assert update["table"]["start"]["redrawn"]
    assert update["table"]["start"]["ply"] in (3, 4)
    page.locator(".board [data-thing]").first.wait_for()


def test_a_link_shows_a_position_of_the_replay(reader: Reader, browser: Browser) -> None:
    context = new_context(browser, reader.address, language="en")
    page = context.new_page()
    page.goto(f"/t/{reader.table}?ply=5")
    slider = page.get_by_role("slider", name=re.compile("5"))
    expect(slider).to_have_value("5")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("button", name="Share this position")).to_be_visible()
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url(lambda url: reader.table not in url)
    table = page.url.rsplit("/", 1)[1]
    update = context.request.get(f"/api/tables/{table}").json()
    assert {"ply": 5, "redrawn": False} == update["table"]["start"]
    context.close()


def test_marks_are_in_the_log_of_a_reviewed_match(reader: Reader) -> None:
    page = open_review(reader)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"/t/{reader.table}")
    expect(page.locator("ol li .mark").first).to_be_attached()


def test_a_running_match_has_no_review(reader: Reader) -> None:
    page = reader.page
    page.goto(f"/t/{reader.new_match()}/review")
    expect(page.get_by_text("La partie n’est pas finie")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_count(0)


def test_my_games_link_to_reviews(reader: Reader) -> None:
    page = reader.page
    page.goto(f"/t/{reader.table}")
    page.get_by_role("link", name="Analyser").wait_for()
    page.goto("/matches")
    expect(page.locator(f"a[href='/t/{reader.table}/review']")).to_be_visible()
