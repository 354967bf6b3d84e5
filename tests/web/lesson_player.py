"""Follow lessons in a browser, by touch and by keyboard.

`python -m tests.web.lesson_player FOLDER [KEY]` follows every lesson on two phones, by touch and by keyboard,
in both languages, and takes a screenshot of every step; with `--width 390` only on the phone of this width.
"""

import argparse
from collections.abc import Callable
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tablee import games
from tablee.core.lesson import Lesson, Step, lessons
from tests.web.browser import PHONE, SMALL_PHONE, new_context, running_browser, running_server
from tests.web.players import SETTLED

# A step needs at most this many touches: piece, place, confirmation, and a few to turn a tile.
MAX_TOUCHES = 8
TOOLS = {"f": "flip", "r": "turn"}
ARROWS = (("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))
GHOST = ".gallery .ghost"
# How far the tile in hand is from a cell, down and right, in cells; and the width of a cell in px.
WAY = """([row, column]) => {
  const board = document.querySelector(".gallery").getBoundingClientRect();
  const ghost = document.querySelector(".gallery .ghost").getBoundingClientRect();
  const cell = board.width / 8;
  const [down, right] = [(ghost.top - board.top) / cell - 0.5, (ghost.left - board.left) / cell - 0.5];
  return [Math.round(row - down), Math.round(column - right), cell];
}"""
# Makes one touch of a step, or the whole move if tiles are turned and pushed.
Act = Callable[[Page, Step], None]


def open_lesson(
    browser: Browser, address: str, lesson: Lesson, language: str = "fr", size: ViewportSize = PHONE
) -> Page:
    """Open a lesson on a phone."""
    page = new_context(
        browser, address, language=language, viewport=size, has_touch=True, is_mobile=True
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


def click_next(page: Page, at: int) -> None:
    """Press the button of a step that asks for no move."""
    bubble(page).get_by_role("button").last.click()
    wait_for_step(page, at + 1)


def follow(
    page: Page,
    lesson: Lesson,
    act: Act,
    on_touch: Callable[[int, int], None] | None = None,
    go_on: Callable[[Page, int], None] = click_next,
) -> None:
    """Follow a lesson to its last step; `on_touch` gets the numbers of step and touch before each of them.

    `go_on` leaves a step, whose number it gets, that asks for no move.
    """
    for at, step in enumerate(lesson.steps[:-1]):
        expect(bubble(page)).to_be_visible()
        assert at == reached(page), lesson.name
        for touch in range(MAX_TOUCHES):
            expect(bubble(page)).to_be_visible()
            if reached(page) > at:
                break
            page.evaluate(SETTLED)
            if on_touch:
                on_touch(at, touch)
            if step.accept:
                act(page, step)
            else:
                go_on(page, at)
            page.evaluate(SETTLED)
    expect(page.locator(".guide .end")).to_be_visible()
    if on_touch:
        on_touch(len(lesson.steps) - 1, 0)


def tap_ring(page: Page, step: Step) -> None:
    """Tap what the last ring is around; turn, push and tap a tile that goes into a gallery."""
    if not is_laid(page, step):
        tap(page, next_thing(page, step) or page.locator(".guide .ring").last)
        return
    slot, keys, cell = read_lay(step.accept[0])
    if slot:
        tap(page, page.locator(f"[data-slot='{slot}']"))
    for key in keys:
        page.locator(f"[data-tool='{TOOLS[key]}']").tap()
    expect(page.locator(GHOST)).to_be_visible()
    page.evaluate(SETTLED)
    down, right, width = page.evaluate(WAY, cell)
    if down or right:
        push(page, right * width, down * width)
    tap(page, page.locator(GHOST))


def enter_by_keyboard(page: Page) -> None:
    """Press the first key, as somebody whom a link has led to the lesson."""
    page.locator("main").focus()
    page.keyboard.press("Tab")


def press_keys(page: Page, step: Step) -> None:
    """Press Enter on what the step asks for, once it has the focus; arrow keys move a tile in a gallery."""
    if is_laid(page, step):
        lay_by_keys(page, *read_lay(step.accept[0]))
    elif thing := next_thing(page, step):
        press_focused(page, thing)
    else:
        press_focused(page, page.locator('[data-thing][data-state="target"]:focus'))


def press_focused(page: Page, element: Locator) -> None:
    """Press Enter on an element, once it has the focus."""
    expect(element).to_be_focused()
    page.keyboard.press("Enter")


def press_enter(page: Page, at: int) -> None:
    """Press Enter on the button of a step that asks for no move, once it has the focus."""
    press_focused(page, page.locator(".guide .go"))
    wait_for_step(page, at + 1)


def wait_for_step(page: Page, at: int) -> None:
    """Wait until a step, numbered from 0, is reached."""
    page.wait_for_function("at => document.querySelectorAll('.guide .dots .on').length > at", arg=at)


def next_thing(page: Page, step: Step) -> Locator | None:
    """Return the last thing that a step names and the page shows: a chooser opens after its heap."""
    shown = [found for selector in step.touch if (found := page.locator(selector).first).is_visible()]
    return shown[-1] if shown else None


def lay_by_keys(page: Page, slot: str, keys: str, cell: tuple[int, int]) -> None:
    """Bring the tile in hand, or the one of a slot, to a cell with keys, and lay it."""
    if slot:
        press_focused(page, page.locator(f"[data-slot='{slot}']"))
    expect(page.locator("[data-cell]:focus")).to_be_visible()
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator(GHOST)).to_be_visible()
    page.evaluate(SETTLED)
    for way, arrows in zip(page.evaluate(WAY, cell), ARROWS, strict=False):
        for _ in range(abs(way)):
            page.keyboard.press(arrows[way > 0])
    page.keyboard.press("Enter")


def is_laid(page: Page, step: Step) -> bool:
    """Return whether a step asks to lay a tile into a gallery of Out of Mine!."""
    return step.accept[0].split()[0] in ("lay", "move") and page.locator(".gallery").count() > 0


def read_lay(words: str) -> tuple[str, str, tuple[int, int]]:
    """Return the slot that a tile leaves ("" for the hand), the keys that turn it, and row and column."""
    verb, *rest = words.split()
    turn, cell = rest[-2:]
    keys = "f" * (turn[0] == "f") + "r" * (int(turn[1:]) // 90)
    return (rest[0], "", place_of(cell)) if verb == "move" else ("", keys, place_of(cell))


def place_of(cell: str) -> tuple[int, int]:
    """Return row and column of a cell, from 0."""
    return int(cell[1]) - 1, ord(cell[0]) - ord("a")


def tap(page: Page, element: Locator) -> None:
    """Tap the middle of an element, whatever lies over it."""
    expect(element).to_be_visible()
    page.evaluate(SETTLED)
    box = element.bounding_box()
    if box:
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def push(page: Page, right: float, down: float) -> None:
    """Push the tile in hand with a finger on the gallery."""
    box = page.locator(".gallery").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0), ("touchEnd", 1.0)):
        points = [] if kind == "touchEnd" else [{"x": x + share * right, "y": y + share * down}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.evaluate(SETTLED)


def main() -> None:
    """Follow lessons and take screenshots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("key", nargs="?")
    parser.add_argument("--width", type=int)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    chosen = [games.load(asked.key)] if asked.key else games.all()
    variants = [
        (f"{size['width']}-{way}-{language}", size, act, language)
        for size, (way, act), language in product(
            (PHONE, SMALL_PHONE), (("touch", tap_ring), ("keys", press_keys)), ("fr", "en")
        )
        if asked.width in (None, size["width"])
    ]
    with running_server() as address, running_browser() as browser:
        for lesson in (lesson for game in chosen for lesson in lessons(game)):
            for variant, size, act, language in variants:
                page = open_lesson(browser, address, lesson, language, size)
                name = f"{lesson.game.key}-{lesson.name}-{variant}"

                def take(at: int, touch: int, page: Page = page, name: str = name) -> None:
                    page.screenshot(path=asked.folder / f"{name}-{at}{touch or ''}.png")

                try:
                    if act is press_keys:
                        enter_by_keyboard(page)
                    follow(page, lesson, act, take, press_enter if act is press_keys else click_next)
                    print("followed", name, flush=True)
                except Exception as failure:
                    page.screenshot(path=asked.folder / f"{name}-failed.png")
                    print("FAILED", name, str(failure)[:500], flush=True)
                page.context.close()


if __name__ == "__main__":
    main()
