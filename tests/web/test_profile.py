"""The profile in a browser: of a guest, of an account, public by choice, and the leaderboard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.accessibility import MIN_TARGET_PX, MIN_TEXT_PX, TOO_SMALL, violations
from tests.web.browser import SMALL_PHONE
from tests.web.page_text import site_text
from tests.web.players import Person, new_person

GAME = "clouds"


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[Person]:
    person = new_person(browser, address, "Anne", viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    yield person
    person.context.close()


def play_match(person: Person) -> None:
    """Play a match against a bot over HTTP, which is faster, and wait until its result is stored."""
    request = person.context.request
    body = {"game": GAME, "name": "Anne", "bot": "beginner", "seats": 2}
    table = request.post("/api/play", data=body).json()["id"]
    while (view := request.get(f"/api/tables/{table}").json()["view"])["outcome"] is None:
        if view["moves"]:
            person.send_command(table, "play", words=view["moves"][0], seen=view["ply"])
    person.wait_until(lambda: bool(request.get("/api/me/profile").json()["matches"]))


def check_page(person: Person) -> None:
    """Check that nothing is cut off, too small, or wrong for screen readers."""
    page = person.page
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]
    assert [] == page.evaluate(TOO_SMALL, [MIN_TEXT_PX, MIN_TARGET_PX])
    assert [] == violations(page)


def test_a_guest_finds_results_and_makes_them_public_with_an_account(person: Person) -> None:
    page = person.page
    page.goto("/me")
    expect(page.get_by_text(site_text("profile.guest"))).to_be_visible()
    play_match(person)
    page.goto("/matches")
    page.get_by_role("link", name=site_text("page.profile")).click()
    expect(page.get_by_text("±").first).to_be_visible()
    expect(page.get_by_role("heading", name=site_text("profile.history"))).to_be_visible()
    expect(page.get_by_text("contre Nour")).to_be_visible()
    check_page(person)
    # The history is searched by the name of a bot.
    search = page.get_by_role("searchbox", name=site_text("profile.filter.opponent"))
    search.fill("nobody")
    expect(page.get_by_text(site_text("profile.history.none"))).to_be_visible()
    search.fill("nour")
    expect(page.get_by_text("contre Nour")).to_be_visible()
    # With an account the same profile can be public.
    page.goto("/account")
    assert page.request.post("/api/account", data={"name": "Anne B", "password": "correct horse"}).ok
    page.goto("/me")
    page.get_by_role("switch", name=site_text("profile.public")).check()
    page.get_by_role("link", name=site_text("profile.public.see")).click()
    expect(page.get_by_role("heading", name="Profil de Anne B")).to_be_visible()
    expect(page.get_by_role("heading", name=site_text("profile.history"))).to_have_count(0)
    check_page(person)
    page.get_by_role("link", name=site_text("board.title")).click()
    expect(page.get_by_role("row").filter(has_text="Anne B")).to_be_visible()
    page.get_by_role("button", name=site_text("board.week")).click()
    expect(page.get_by_role("row").filter(has_text="Anne B")).to_be_visible()
    check_page(person)
    page.goto("/people/Nobody")
    expect(page.get_by_text("Aucun profil public ne porte ce nom.")).to_be_visible()


def test_a_guest_is_forgotten(person: Person) -> None:
    page = person.page
    play_match(person)
    page.goto("/me")
    page.get_by_text(site_text("profile.forget"), exact=True).click()
    expect(page.get_by_text(site_text("profile.forget.how"))).to_be_visible()
    check_page(person)
    page.get_by_role("button", name=site_text("profile.forget.go")).click()
    expect(page.get_by_text(site_text("profile.empty"))).to_be_visible()
    expect(page.get_by_role("status").filter(has_text=site_text("profile.forget.done"))).to_be_visible()
    assert 0 == person.context.request.get("/api/me/profile").json()["matches"]
    assert [] == person.page_errors
