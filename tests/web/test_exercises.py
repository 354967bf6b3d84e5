"""Exercises in a browser: one of each kind, answered by touch, by keyboard and by dragging."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tablee import games
from tablee.core.exercise import BEST, FILL, Exercise, exercises_of
from tests.web.accessibility import violations
from tests.web.browser import PHONE, new_context
from tests.web.mine_players import GHOST, lift_by_mouse, turning_keys
from tests.web.page_text import site_text
from tests.web.players import SETTLED

# Whose first exercises are asked: the order depends on the token.
TOKEN = "somebody-who-practises"
STEPS = 3
# The class of the heap from which the tile in hand was taken.
HELD = re.compile(r"\bheld\b")


def key_with(goal: str) -> str:
    """Return the first game that has exercises of a kind; skip the test if none has."""
    for game in games.all():
        if any(exercise.goal == goal for exercise in exercises_of(game).values()):
            return game.key
    pytest.skip(f"no game has exercises of the kind {goal}")


class Student:
    """A person who solves the exercises of a game."""

    def __init__(self, browser: Browser, address: str, key: str, name: str, **options: Any) -> None:
        self.context = new_context(browser, address, **options)
        self.context.add_cookies([{"name": "tablee", "value": f"{TOKEN}-{name}", "url": address}])
        self.page: Page = self.context.new_page()
        self.key = key
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def ask(self, act: Callable[[], object]) -> Exercise:
        """Do what shows an exercise, and return it."""
        with self.page.expect_response(f"**/api/exercises/{self.key}") as response:
            act()
        expect(self.question).to_be_visible()
        self.page.evaluate(SETTLED)
        return exercises_of(games.load(self.key))[response.value.json()["task"]["id"]]

    @property
    def question(self) -> Locator:
        return self.page.locator(".ribbon.question")

    @property
    def result(self) -> Locator:
        return self.page.locator(".result")

    def thing(self, word: str) -> Locator:
        return self.page.locator(f'[data-thing="{word}"]').first

    def answer(self, exercise: Exercise, touch: Callable[[Locator], object]) -> None:
        """Touch the things of the answer one after another, then what confirms it."""
        verb, *things = exercise.answer.split(" ")
        for word in things or [verb]:
            touch(self.thing(word))
            self.page.evaluate(SETTLED)
        confirm = self.page.locator("button.confirm")
        expect(confirm.or_(self.result).first).to_be_visible()
        if not self.result.count():
            touch(confirm)
        expect(self.result).to_be_visible()

    def close(self) -> None:
        assert [] == self.errors
        self.context.close()


def press_enter(thing: Locator) -> None:
    thing.focus()
    thing.page.keyboard.press("Enter")


def test_a_best_move_is_found_by_touch_and_the_next_one_given_up(browser: Browser, address: str) -> None:
    key = key_with(BEST)
    student = Student(browser, address, key, "touch", viewport=PHONE, has_touch=True, is_mobile=True)
    page = student.page
    page.goto(f"/games/{key}")
    first = student.ask(lambda: page.get_by_role("link", name=site_text("exercise.start")).tap())
    student.answer(first, Locator.tap)
    expect(student.result).to_contain_text(site_text("exercise.right"))
    assert [] == violations(page)

    second = student.ask(lambda: student.result.get_by_role("button").tap())
    assert second.id != first.id
    student.question.get_by_role("button").tap()
    expect(student.result).to_contain_text(site_text("exercise.wrong"))
    expect(student.result.locator(".rating")).to_contain_text("−")
    student.result.get_by_role("link").tap()
    page.wait_for_url(f"**/games/{key}")
    student.close()


def test_a_best_move_is_found_by_keyboard_in_english(browser: Browser, address: str) -> None:
    key = key_with(BEST)
    student = Student(browser, address, key, "keys", language="en")
    exercise = student.ask(lambda: student.page.goto(f"/games/{key}/exercises"))
    assert [] == violations(student.page)
    student.answer(exercise, press_enter)
    expect(student.result).to_contain_text(site_text("exercise.right", "en"))
    # The button that goes on has the focus.
    following = student.ask(lambda: student.page.keyboard.press("Enter"))
    assert following.id != exercise.id
    expect(student.page.get_by_role("heading", name=site_text("exercise.title", "en"))).to_be_focused()
    student.close()


def test_a_gallery_is_filled_by_dragging(browser: Browser, address: str) -> None:
    key = key_with(FILL)
    student = Student(browser, address, key, "drag")
    exercise = student.ask(lambda: student.page.goto(f"/games/{key}/exercises"))
    expect(student.question).to_contain_text(str(exercise.pieces))
    *ways, call = exercise.solution
    for count, (take, lay) in enumerate(zip(ways[::2], ways[1::2], strict=True), start=1):
        shape, (turn, cell) = take.split(" ")[1], lay.split(" ")[1:]
        drag(student.page, shape, turn, cell)
        laid = student.page.locator(".gallery:not(.carrying) [data-slot]")
        expect(laid).to_have_count(count)
    student.thing(call).click()
    expect(student.result).to_contain_text(site_text("exercise.right"))
    expect(student.result.locator(".gallery [data-slot], .gallery .tile").first).to_be_visible()
    student.close()


def test_a_touch_on_another_heap_exchanges_the_tile(browser: Browser, address: str) -> None:
    key = key_with(FILL)
    student = Student(browser, address, key, "exchange", viewport=PHONE, has_touch=True, is_mobile=True)
    exercise = student.ask(lambda: student.page.goto(f"/games/{key}/exercises"))
    shapes = dict.fromkeys(words.split(" ")[1] for words in exercise.solution if words.startswith("take "))
    first, second = [student.page.locator(f'[data-heap="{shape}"]') for shape in list(shapes)[:2]]
    first.tap()
    second.tap()
    # It waits in the gallery for its place, not under the finger that has gone.
    expect(student.page.locator(".gallery .ghost")).to_be_visible()
    expect(student.page.locator(".held:not([data-heap])")).to_have_count(0)
    expect(first).not_to_have_class(HELD)
    expect(second).to_have_class(HELD)
    student.close()


def drag(page: Page, shape: str, turn: str, cell: str) -> None:
    """Drag a tile from the heap to its place by mouse, and turn it on the way with the keys."""
    spot = [int(cell[1]) - 1, "abcdefg".index(cell[0])]
    heap, (x, y) = centre(page, f'[data-heap="{shape}"]'), centre(page, ".gallery")
    lift_by_mouse(page, heap, (x, y))
    for key in turning_keys(turn):
        page.keyboard.press(key)
    # Near the rim the tile does not follow the pointer, so the first way may be too short.
    for _ in range(STEPS):
        page.evaluate(SETTLED)
        left, top, wanted_left, wanted_top = page.evaluate(GHOST, spot)
        x, y = x + wanted_left - left, y + wanted_top - top
        page.mouse.move(x, y, steps=3)
    page.mouse.up()


def centre(page: Page, selector: str) -> tuple[float, float]:
    """Return the centre of an element in px."""
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
