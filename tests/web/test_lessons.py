"""Lessons in a browser: followed by touch and by keyboard, offered once, wrong touches answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tablee import games
from tablee.core.lesson import Lesson, lessons
from tests.web.browser import new_context
from tests.web.lesson_player import (
    bubble,
    click_next,
    enter_by_keyboard,
    follow,
    open_lesson,
    press_enter,
    press_focused,
    press_keys,
    reached,
    tap_ring,
)
from tests.web.page_text import site_text

FIRST = [found[0] for game in games.all() if (found := lessons(game))]
OTHERS = [lesson for game in games.all() for lesson in lessons(game)[1:]]


def lesson_id(lesson: Lesson) -> str:
    """Return the id of a test case."""
    return f"{lesson.game.key}-{lesson.name}"


@pytest.mark.parametrize("lesson", [*FIRST, *OTHERS], ids=lesson_id)
def test_a_lesson_is_followed_by_touch(browser: Browser, address: str, lesson: Lesson) -> None:
    page = open_lesson(browser, address, lesson)
    follow(page, lesson, tap_ring)
    page.context.close()


@pytest.mark.parametrize("lesson", [*FIRST, *OTHERS], ids=lesson_id)
def test_a_lesson_is_followed_by_the_focus_and_keys_alone(
    browser: Browser, address: str, lesson: Lesson
) -> None:
    page = open_lesson(browser, address, lesson, "en")
    enter_by_keyboard(page)
    follow(page, lesson, press_keys, go_on=press_enter)
    press_focused(page, page.locator(".guide .end .go"))
    page.wait_for_url("**/t/*")
    page.context.close()


def test_a_touch_elsewhere_is_answered_and_changes_nothing(browser: Browser, address: str) -> None:
    lesson = FIRST[0]
    page = open_lesson(browser, address, lesson)
    at = next(at for at, step in enumerate(lesson.steps) if step.accept)
    for _ in range(at):
        bubble(page).get_by_role("button").last.click()
    page.touchscreen.tap(5, 5)
    expect(bubble(page)).to_contain_text(lesson.steps[at].wrong["fr"])
    assert at == reached(page)
    page.context.close()


@pytest.mark.parametrize("lesson", FIRST, ids=lesson_id)
def test_a_click_of_assistive_technology_elsewhere_is_answered(
    browser: Browser, address: str, lesson: Lesson
) -> None:
    page = open_lesson(browser, address, lesson, "en")
    at = next(at for at, step in enumerate(lesson.steps) if step.accept)
    for step in range(at):
        click_next(page, step)
    idle = page.locator('[data-thing][data-state="idle"]')
    idle.first.evaluate("(thing) => thing.click()")
    expect(bubble(page)).to_contain_text(lesson.steps[at].wrong["en"])
    assert at == reached(page)
    page.context.close()


def test_the_lesson_is_offered_once_before_the_first_match(browser: Browser, address: str) -> None:
    context = new_context(browser, address, newcomer=True)
    page = context.new_page()
    title = FIRST[0].game.titles["fr"]
    page.goto("/")
    play = page.get_by_role(
        "button", name=site_text("page.play-now.spoken").replace("{game}", title), exact=True
    )
    play.click()
    page.get_by_role("link", name=site_text("lesson.start")).click()
    expect(bubble(page)).to_be_visible()
    page.get_by_role("button", name=site_text("lesson.skip")).click()
    page.goto("/")
    play.click()
    page.wait_for_url("**/t/*")
    context.close()


def test_the_form_of_a_game_offers_its_lesson_too(browser: Browser, address: str) -> None:
    context = new_context(browser, address, newcomer=True)
    page = context.new_page()
    start = page.get_by_role("button", name=site_text("page.way.bots.go"))
    page.goto(f"/games/{FIRST[0].game.key}")
    start.click()
    page.get_by_role("button", name=site_text("lesson.later")).click()
    page.wait_for_url("**/t/*")
    page.goto(f"/games/{FIRST[0].game.key}")
    start.click()
    page.wait_for_url("**/t/*")
    context.close()


def test_a_newcomer_who_is_invited_comes_back_from_the_lesson(browser: Browser, address: str) -> None:
    host, guest = (new_context(browser, address, newcomer=newcomer) for newcomer in (False, True))
    body = {"game": FIRST[0].game.key, "seats": 2, "name": "Camille"}
    table = host.request.post("/api/tables", data=body).json()["id"]
    page = guest.new_page()
    page.goto(f"/t/{table}")
    offer = page.get_by_role("link", name=site_text("lesson.start"))
    offer.click()
    expect(bubble(page)).to_be_visible()
    page.get_by_role("button", name=site_text("lesson.skip")).click()
    page.wait_for_url(f"**/t/{table}")
    expect(page.locator(".lobby form button.go")).to_be_visible()
    expect(offer).to_have_count(0)
    for context in (host, guest):
        context.close()
