"""The deal of the day in a browser: begun, played by touch, continued, and seen in the ranking."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.accessibility import MIN_TARGET_PX, MIN_TEXT_PX, TOO_SMALL, violations
from tests.web.browser import PHONE_OPTIONS, SMALL_PHONE, new_context
from tests.web.page_text import site_text
from tests.web.players import SETTLED, Person, by_finger, new_person, play_to_the_end, play_until

GAME = "clouds"
FEW_MOVES = 3


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[Person]:
    person = new_person(browser, address, "Anne", by_finger, **PHONE_OPTIONS)
    yield person
    person.context.close()


def play_button(page: Page, key: str = "daily.play") -> None:
    page.get_by_role("button", name=site_text(key)).click()
    page.wait_for_url("**/t/*")


def finish_deal(person: Person) -> str:
    """Begin the solo deal from its page, play it over HTTP, which is faster, and return the table's id."""
    page = person.page
    page.goto(f"/daily?game={GAME}")
    play_button(page)
    table = page.url.rpartition("/")[2]
    while (update := person.context.request.get(f"/api/tables/{table}").json())["view"]["moves"]:
        view = update["view"]
        person.send_command(table, "play", words=view["moves"][0], seen=view["ply"])
    return table


def test_a_person_plays_the_deal_on_a_phone_and_sees_the_result(person: Person) -> None:
    page = person.page
    page.goto(f"/daily?game={GAME}")
    expect(page.get_by_text(site_text("daily.rules"))).to_be_visible()
    expect(page.get_by_role("img")).to_have_count(0)
    play_button(page)
    table = page.url.rpartition("/")[2]
    person.wait_until(lambda: bool(person.updates))
    play_until([person], lambda: person.view["ply"] >= FEW_MOVES)
    # What would help is not offered: there is nothing to take back, and no hint.
    expect(page.get_by_role("button", name=site_text("screen.undo"), exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name=site_text("table.hint"))).to_have_count(0)
    page.goto(f"/daily?game={GAME}")
    play_button(page, "page.table.go-on")
    assert table == page.url.rpartition("/")[2]
    play_to_the_end([person])
    page.get_by_role("link", name=site_text("daily.ranking")).click()
    page.wait_for_url("**/daily/*")
    score = person.view["outcome"]["scores"][0]
    expect(page.locator("p.own")).to_contain_text(str(score))
    scores = person.context.request.get(f"/api/daily/{page.url.split('/')[4][:10]}/{GAME}").json()["scores"]
    # One score alone is no distribution.
    expect(page.get_by_role("img", name=re.compile(str(score)))).to_have_count(int(len(scores) > 1))
    own = page.get_by_role("row").filter(has_text=site_text("lobby.you"))
    expect(own).to_contain_text(str(score))
    expect(page.get_by_role("button", name=site_text("daily.again"))).to_be_visible()
    assert [] == violations(page)
    assert [] == person.page_errors


def test_the_expert_s_match_is_shown_after_the_own_one(person: Person) -> None:
    finish_deal(person)
    person.page.goto(f"/daily?game={GAME}")
    # It appears when the expert has finished, without a reload.
    person.page.get_by_role("link", name=site_text("daily.expert.watch")).click()
    person.page.wait_for_url("**/t/*")
    expect(person.page.get_by_role("table", name=site_text("frame.sheet")).first).to_be_visible()


def test_another_person_s_match_is_hidden_before_the_own_one(
    browser: Browser, address: str, person: Person
) -> None:
    table = finish_deal(person)
    other = new_context(browser, address)
    page = other.new_page()
    page.goto(f"/t/{table}")
    expect(page.get_by_text(site_text("refusal.daily-private"))).to_be_visible()
    other.close()


def test_the_home_page_has_the_deal_once_a_person_has_played(person: Person) -> None:
    page = person.page
    page.goto("/")
    page.get_by_role("button", name=re.compile(site_text("page.play"))).first.wait_for()
    expect(page.get_by_role("heading", name=site_text("daily.title"))).to_have_count(0)
    expect(page.get_by_role("heading", name=re.compile(re.escape(site_text("lesson.offer"))))).to_be_visible()
    finish_deal(person)
    page.goto("/")
    expect(page.get_by_role("heading", name=site_text("daily.title"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("1 jour"))).to_be_visible()
    assert [] == violations(page)


def test_a_running_deal_is_on_the_shelf_once_and_moves_nothing(person: Person) -> None:
    page = person.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.goto("/daily")
    play_button(page)
    person.wait_until(lambda: bool(person.updates))
    page.route("**/api/daily", hold)
    page.goto("/")
    box = page.get_by_role("button", name=re.compile(site_text("page.play"))).first
    box.wait_for()
    page.evaluate(SETTLED)
    person.wait_until(lambda: bool(held))
    before = box.bounding_box()
    held[0].continue_()
    expect(page.get_by_role("heading", name=site_text("daily.title"))).to_be_visible()
    expect(page.get_by_text(site_text("page.table.go-on"), exact=True)).to_have_count(1)
    assert before == box.bounding_box()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_pages_of_a_finished_deal_fit_a_small_phone(browser: Browser, address: str, language: str) -> None:
    person = new_person(
        browser, address, "Bo", by_finger, **{**PHONE_OPTIONS, "viewport": SMALL_PHONE, "language": "fr"}
    )
    finish_deal(person)
    page = person.page
    page.evaluate("language => localStorage.tablee = JSON.stringify({ language })", language)
    for path in ("/", f"/daily?game={GAME}"):
        page.goto(path)
        page.get_by_role("heading").first.wait_for()
        page.wait_for_load_state("networkidle")
        assert [] == page.evaluate(TOO_SMALL, [MIN_TEXT_PX, MIN_TARGET_PX])
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
    person.context.close()
