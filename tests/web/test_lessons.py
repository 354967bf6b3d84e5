"""Lessons in a browser: followed by touch and by keyboard, offered once, wrong touches answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tablee import games
from tablee.core.lesson import Lesson, lessons
from tests.web.browser import PHONE, new_context
from tests.web.page_text import site_text
from tests.web.players import SETTLED

# A step needs at most this many touches: piece, place, confirmation, and a few to turn a tile.
MAX_TOUCHES = 8
FIRST = [found[0] for game in games.all() if (found := lessons(game))]
OTHERS = [lesson for game in games.all() for lesson in lessons(game)[1:]]
# The game that is played by drag and drop is followed by the tests of its own.
DRAGGED = {"mine"}


def lesson_id(lesson: Lesson) -> str:
    """Return the id of a test case."""
    return f"{lesson.game.key}-{lesson.name}"


def open_lesson(browser: Browser, address: str, lesson: Lesson, language: str = "fr") -> Page:
    """Open a lesson on a phone."""
    page = new_context(
        browser, address, language=language, viewport=PHONE, has_touch=True, is_mobile=True
    ).new_page()
    page.goto(f"/games/{lesson.game.key}/lessons/{lesson.name}")
    expect(bubble(page)).to_be_visible()
    return page


def bubble(page: Page) -> Locator:
    """Return the bubble in which the teacher speaks."""
    return page.locator(".guide .bubble")


def reached(page: Page) -> int:
    """Return the number of the step that is shown, from 0."""
    return page.locator(".guide .dots .on").count() - 1


def touch_ring(page: Page) -> None:
    """Touch what the first ring is around."""
    ring = page.locator(".guide .ring").first
    expect(ring).to_be_visible()
    box = ring.bounding_box()
    if box:
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press_enter_on_ring(page: Page) -> None:
    """Press Enter on the button of the guide, on the confirm button, or on the next target."""
    ready = page.locator("button.confirm")
    if ready.count():
        ready.focus()
    else:
        page.locator('[data-thing][data-state="target"]').first.focus()
    page.keyboard.press("Enter")


def follow(page: Page, lesson: Lesson, act: Callable[[Page], None]) -> None:
    """Follow a lesson to its last step."""
    for at, step in enumerate(lesson.steps[:-1]):
        expect(bubble(page)).to_be_visible()
        assert at == reached(page), lesson.name
        if not step.accept:
            bubble(page).get_by_role("button").last.click()
            page.wait_for_function(
                "at => document.querySelectorAll('.guide .dots .on').length > at", arg=at + 1
            )
            continue
        for _ in range(MAX_TOUCHES):
            expect(bubble(page)).to_be_visible()
            if reached(page) > at:
                break
            act(page)
            page.evaluate(SETTLED)
    expect(page.locator(".guide .end")).to_be_visible()


@pytest.mark.parametrize("lesson", [*FIRST, *OTHERS], ids=lesson_id)
def test_a_lesson_is_followed_by_touch(browser: Browser, address: str, lesson: Lesson) -> None:
    if lesson.game.key in DRAGGED:
        pytest.skip("followed by drag and drop")
    page = open_lesson(browser, address, lesson)
    follow(page, lesson, touch_ring)
    page.context.close()


@pytest.mark.parametrize("lesson", FIRST, ids=lesson_id)
def test_a_first_lesson_is_followed_by_keyboard_in_english(
    browser: Browser, address: str, lesson: Lesson
) -> None:
    if lesson.game.key in DRAGGED:
        pytest.skip("followed by drag and drop")
    page = open_lesson(browser, address, lesson, "en")
    follow(page, lesson, press_enter_on_ring)
    page.get_by_role("button", name=site_text("lesson.play", "en")).click()
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


def test_the_lesson_is_offered_once_before_the_first_match(browser: Browser, address: str) -> None:
    context = new_context(browser, address)
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
