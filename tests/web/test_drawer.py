"""The drawer: lines of the log point at pieces and open the replay; new messages are marked."""

from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browser import PHONE
from tests.web.page_text import site_text
from tests.web.players import Person, TableSetup, finish_over_http, new_person, play_until, start_match

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
# Too narrow for a drawer beside the table.
TABLET: ViewportSize = {"width": 1180, "height": 820}
MARKED = "() => [...document.querySelectorAll('[data-last]')].map((each) => each.dataset.id).sort()"


def watcher(browser: Browser, address: str) -> Person:
    """Create a person who has seen a few moves of bots, at a desk with an open log."""
    person = new_person(browser, address, "Lou", **DESK)
    person.open(start_match(TableSetup("islands", 1, ["casual"]), [person]))
    play_until([person], lambda: person.touches >= 6)
    # The page has shown every move so far.
    person.wait_until(lambda: person.may_move and bool(person.targets()))
    return person


def test_a_line_of_the_log_marks_the_pieces_of_its_move(browser: Browser, address: str) -> None:
    person = watcher(browser, address)
    lines = person.page.locator("aside li:has(svg) button.line:has(.piece)")
    # A tile that was hidden is on no board, and the last move is marked from the start.
    shown = lines.filter(has_not_text="cache")
    first = person.page.evaluate(MARKED)
    shown.first.hover()
    person.wait_until(lambda: person.page.evaluate(MARKED) not in ([], first))
    person.page.mouse.move(400, 450)
    person.wait_until(lambda: first == person.page.evaluate(MARKED))
    # The same by keyboard: the lines are one stop of the Tab key, with arrows between them.
    person.page.get_by_role("list", name=site_text("table.log")).focus()
    for _ in range(lines.count() + 3):
        person.page.keyboard.press("ArrowUp")
    person.wait_until(lambda: "BUTTON" == person.page.evaluate("document.activeElement.tagName"))
    assert [] == person.page_errors
    person.context.close()


def test_a_click_on_a_line_opens_the_replay_at_its_move(browser: Browser, address: str) -> None:
    person = watcher(browser, address)
    lines = person.page.locator("aside button.line")
    ply = 3
    lines.nth(ply - 1).click()
    replay = person.page.get_by_role("region", name=site_text("table.replay"))
    expect(replay).to_be_visible()
    expect(replay.get_by_role("slider")).to_have_value(str(ply))
    lines.nth(0).click()
    expect(replay.get_by_role("slider")).to_have_value("1")
    replay.get_by_role("button", name=site_text("table.close")).click()
    expect(replay).to_have_count(0)
    assert [] == person.page_errors
    person.context.close()


def test_lines_of_moves_before_a_reload_have_their_pictures(browser: Browser, address: str) -> None:
    person = watcher(browser, address)
    lines = person.page.locator("aside li .line")
    shown = lines.all_inner_texts()
    pictures = person.page.locator("aside li .piece").count()
    assert pictures > 0
    person.page.reload()
    expect(person.page.locator("aside li .piece")).to_have_count(pictures)
    person.wait_until(lambda: shown == lines.all_inner_texts())
    assert [] == person.page_errors
    person.context.close()


def test_a_link_to_a_move_shows_its_line_in_the_log(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Lou", **DESK)
    table = start_match(TableSetup("islands", 1, ["random"]), [person])
    finish_over_http(table, [person])
    person.page.goto(f"/t/{table}?ply=9")
    line = person.page.locator("aside li.last")
    expect(line).to_be_visible()
    # Not only within the page: within the part of the log that is in sight.
    expect(line).to_be_in_viewport()
    person.page.locator("aside ol").evaluate("list => list.scrollTop = list.scrollHeight")
    expect(line).not_to_be_in_viewport()
    assert [] == person.page_errors
    person.context.close()


def test_who_stays_at_the_table_has_the_focus_on_the_button_again(browser: Browser, address: str) -> None:
    person = watcher(browser, address)
    person.page.get_by_role("button", name=site_text("table.menu")).first.click()
    leave = person.page.locator(".menu").get_by_role("button", name=site_text("table.leave"), exact=True)
    leave.focus()
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("button", name=site_text("table.stay"))).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(leave).to_be_focused()
    person.context.close()


def test_arrow_keys_step_through_a_replay_wherever_the_focus_is(browser: Browser, address: str) -> None:
    person = watcher(browser, address)
    page = person.page
    page.locator("aside button.line").nth(2).click()
    slider = page.get_by_role("region", name=site_text("table.replay")).get_by_role("slider")
    expect(slider).to_have_value("3")
    # The line of the log has the focus.
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("4")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("3")
    # The slider has arrow keys of its own: one press is one step.
    slider.press("ArrowLeft")
    expect(slider).to_have_value("2")
    person.context.close()


@pytest.mark.parametrize("key", ["bonbons", "mine"])
def test_no_line_opens_a_replay_where_nothing_may_be_shown_again(
    browser: Browser, address: str, key: str
) -> None:
    person = new_person(browser, address, "Lou", **DESK)
    person.open(start_match(TableSetup(key, 1, ["casual"]), [person]))
    play_until([person], lambda: person.view["ply"] > 5)
    assert 0 == person.page.locator("aside button.line").count()
    person.context.close()


def test_the_log_of_a_memory_game_tells_results_instead_of_single_tiles(
    browser: Browser, address: str
) -> None:
    person = new_person(browser, address, "Lou", **DESK)
    person.open(start_match(TableSetup("bonbons", 1, ["casual"]), [person]))
    lines = person.page.locator("aside li .line")
    expect(person.page.locator("aside li").first).to_be_visible()
    # Of moves made before the page was open, it knows no more than the log.
    single, earlier = lines.filter(has_text="retourne une tuile"), lines.count()
    before = single.count()
    play_until([person], lambda: lines.count() > earlier + 1)
    assert before == single.count()
    person.context.close()


def test_the_log_of_a_race_leaves_out_small_moves_before_a_reload(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Lou", **DESK)
    table = start_match(TableSetup("mine", 1, ["casual"]), [person])
    person.open(table)
    play_until([person], lambda: person.view["ply"] > 5)
    person.open(table)
    expect(person.page.locator("aside li.faded")).to_be_visible()
    expect(person.page.locator("aside li .line")).to_have_count(0)
    person.context.close()


def test_new_messages_are_marked_on_a_phone(browser: Browser, address: str) -> None:
    people = [new_person(browser, address, name, viewport=PHONE) for name in ("Ana", "Bo")]
    table = start_match(TableSetup("islands", 2), people)
    for person in people:
        person.open(table)
    page = people[0].page
    expect(page.locator(".news")).to_have_count(0)
    people[1].send_command(table, "say", text="Salut !")
    expect(page.locator(".news")).to_be_visible()
    page.get_by_role("button", name=site_text("table.menu")).click()
    expect(page.get_by_text("Salut !")).to_be_visible()
    expect(page.locator(".news")).to_have_count(0)
    page.get_by_role("button", name=site_text("table.close")).click()
    expect(page.locator(".news")).to_have_count(0)
    for person in people:
        person.context.close()


def test_the_focus_goes_into_the_drawer_and_back(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Lou", viewport=TABLET)
    page = person.page
    person.open(start_match(TableSetup("islands", 1, ["casual"]), [person]))
    log = page.get_by_role("tab", name=site_text("table.log"))
    handle = page.get_by_role("button", name=site_text("table.log"))
    handle.press("Enter")
    expect(log).to_be_focused()
    page.keyboard.press("Escape")
    expect(handle).to_be_focused()
    menu = page.get_by_role("button", name=site_text("table.menu"))
    menu.press("Enter")
    page.get_by_role("button", name=site_text("table.leave")).press("Enter")
    expect(page.get_by_role("button", name=site_text("table.stay"))).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    person.context.close()


def test_a_part_that_cannot_be_loaded_says_so_and_can_be_tried_again(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Max", viewport=PHONE, service_workers="block")
    page = person.page
    page.route("**/assets/Menu-*.js", lambda route: route.abort())
    person.open(start_match(TableSetup("islands", 1, ["casual"]), [person]))
    menu = page.get_by_role("button", name=site_text("table.menu"))
    menu.click()
    failure = page.get_by_role("alert").filter(has_text=site_text("table.part-missing"))
    expect(failure).to_be_visible()
    page.unroute("**/assets/Menu-*.js")
    failure.get_by_role("button").click()
    expect(failure).to_have_count(0)
    menu.click()
    expect(page.get_by_role("link", name=site_text("table.rules"))).to_be_visible()
    person.context.close()


@pytest.mark.parametrize("part", ["**/assets/Board-*.js", "**/assets/words.fr-*.js"])
def test_a_table_whose_board_cannot_be_loaded_says_so_and_offers_to_reload(
    browser: Browser, address: str, part: str
) -> None:
    person = new_person(browser, address, "Max", viewport=PHONE, service_workers="block")
    page = person.page
    table = start_match(TableSetup("islands", 1, ["casual"]), [person])
    page.route(part, lambda route: route.abort())
    page.goto(f"/t/{table}")
    # Without texts it is said in both languages.
    expect(page.get_by_role("alert")).to_contain_text(site_text("page.broken"))
    page.unroute(part)
    page.get_by_role("link", name=site_text("page.reload")).click()
    expect(page.locator(".zone.board")).to_be_visible()
    person.context.close()
