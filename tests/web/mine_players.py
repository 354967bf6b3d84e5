"""People who play Out of Mine! by drag and drop, and run a ghost race."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from tests.web.accessibility import violations
from tests.web.players import MAX_FAILURES, SETTLED, Person, StuckError

# Where the top left corner of the ghost is, and where it must be to lie on a cell: [x, y] each.
GHOST = """([row, column]) => {
  const board = document.querySelector(".gallery").getBoundingClientRect();
  const ghost = document.querySelector(".gallery .ghost")?.getBoundingClientRect();
  const cell = board.width / 8;
  return ghost && [ghost.left, ghost.top, board.left + (column + 0.5) * cell, board.top + (row + 0.5) * cell];
}"""
# A dragged tile comes to its cell in this many steps at most.
STEPS = 3
ROUNDS = 7
Drag = Callable[["Digger", str, str, str], None]


def start_round(person: Person) -> dict[str, Any]:
    """Choose a side, start, wait for the countdown; return the own board from the view."""
    person.page.locator('.choice [data-thing="B"]').click()
    button = person.page.get_by_role("button", name="Lancer ma manche")
    expect(button).to_be_visible()
    assert person.view["boards"][person.view["seat"]]["card"] is None
    assert [] == violations(person.page)
    button.click()
    person.wait_until(lambda: person.view["phase"] == "race")
    board: dict[str, Any] = person.view["boards"][person.view["seat"]]
    return board


class Digger(Person):
    """A person who lays tiles by drag and drop."""

    @property
    def own(self) -> dict[str, Any]:
        """The own board in the latest view."""
        board: dict[str, Any] = self.view["boards"][self.view["seat"]]
        return board

    @property
    def is_racing(self) -> bool:
        return bool(self.view["phase"] == "race")

    def centre_of(self, selector: str) -> tuple[float, float]:
        """Return the centre of an element in px."""
        box = self.page.locator(selector).evaluate("e => e.getBoundingClientRect().toJSON()")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def way_to(self, cell: str) -> tuple[float, float]:
        """Return how far the ghost must move, right and down in px, for its corner to be on a cell."""
        spot = [int(cell[1]) - 1, "abcdefg".index(cell[0])]
        expect(self.page.locator(".gallery .ghost")).to_be_visible()
        # The last touch may not be shown yet.
        self.page.evaluate(SETTLED)
        left, top, wanted_left, wanted_top = self.page.evaluate(GHOST, spot)
        return wanted_left - left, wanted_top - top

    def wait_until_laid(self, count: int) -> None:
        """Wait until this many own tiles lie on the page and none is held."""
        expect(self.page.locator(".gallery:not(.carrying) [data-slot]")).to_have_count(count)

    def wait_until_checked(self, number: int) -> None:
        """Wait until a round is over."""
        self.wait_until(lambda: len(self.view["sheets"]) >= number)

    def new_finger(self) -> CDPSession:
        return self.context.new_cdp_session(self.page)


def choose_side(person: Digger) -> None:
    """Choose a gallery if there is a choice."""
    person.wait_until(lambda: person.is_racing or not person.own["choice"] or bool(person.view["moves"]))
    if person.own["choice"] and not person.is_racing:
        person.page.locator('.choice [data-thing="A"]').click()


def close_card(person: Digger) -> None:
    """Close the card of a tile: on a busy machine a drag may begin so late that the press was a long one."""
    if person.page.locator("dialog[open]").count():
        person.page.keyboard.press("Escape")


def lift_tile(page: Page, press: Callable[[], object], release: Callable[[], object]) -> None:
    """Press on a heap and move away, again until the tile is held; raise StuckError if it never is.

    On a busy machine the move may come so late that the press is a long one, which opens the tile's card.
    """
    held, card = page.locator(".gallery .ghost"), page.locator("dialog[open]")
    for _ in range(MAX_FAILURES):
        press()
        expect(held.or_(card).first).to_be_visible()
        if not card.count():
            return
        release()
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
    raise StuckError("every press on a heap opens the card of its tile")


def lift_by_mouse(page: Page, heap: tuple[float, float], goal: tuple[float, float]) -> None:
    """Press the mouse on a heap and move it to a point, with the tile."""

    def press() -> None:
        page.mouse.move(*heap)
        page.mouse.down()
        page.mouse.move(*goal, steps=3)

    lift_tile(page, press, page.mouse.up)


def drag_by_mouse(person: Digger, shape: str, turn: str, cell: str) -> None:
    """Drag a tile from the heap to its place, and turn it on the way with the keys."""
    mouse, keyboard = person.page.mouse, person.page.keyboard
    x, y = person.centre_of(".gallery")
    lift_by_mouse(person.page, person.centre_of(f'[data-heap="{shape}"]'), (x, y))
    for key in turning_keys(turn):
        keyboard.press(key)
    # Near the rim the tile does not follow the pointer, so the first way may be too short.
    for _ in range(STEPS):
        right, down = person.way_to(cell)
        x, y = x + right, y + down
        mouse.move(x, y, steps=3)
    mouse.up()


def drag_by_finger(person: Digger, shape: str, turn: str, cell: str) -> None:
    """Drag a tile to its place; tap, turn, push and touch again one that must be turned."""
    heap = person.centre_of(f'[data-heap="{shape}"]')
    middle = person.centre_of(".gallery")
    if turn == "r0":
        fingers = person.new_finger()

        def press() -> None:
            touch(fingers, "touchStart", *heap)
            touch(fingers, "touchMove", (heap[0] + middle[0]) / 2, (heap[1] + middle[1]) / 2)
            touch(fingers, "touchMove", *middle)

        try:
            lift_tile(person.page, press, lambda: touch(fingers, "touchEnd"))
            x, y = middle
            for _ in range(STEPS):
                right, down = person.way_to(cell)
                x, y = x + right, y + down
                touch(fingers, "touchMove", x, y)
        finally:
            touch(fingers, "touchEnd")
        return
    lift_tile(person.page, person.page.locator(f'[data-heap="{shape}"]').tap, lambda: None)
    names = {"f": "Retourner (F)", "r": "Tourner d’un quart (R)"}
    for key in turning_keys(turn):
        expect(person.page.locator(".gallery .ghost")).to_be_visible()
        person.page.get_by_role("button", name=names[key]).tap()
    for _ in range(STEPS):
        right, down = person.way_to(cell)
        if abs(right) + abs(down) > 1:
            fingers = person.new_finger()
            touch(fingers, "touchStart", *middle)
            touch(fingers, "touchMove", middle[0] + right / 2, middle[1] + down / 2)
            touch(fingers, "touchMove", middle[0] + right, middle[1] + down)
            touch(fingers, "touchEnd")
    expect(person.page.locator('[data-cell][data-state="ready"]')).to_have_count(1)
    x, y = person.centre_of('[data-cell][data-state="ready"]')
    person.page.touchscreen.tap(x, y)


def touch(fingers: CDPSession, kind: str, x: float = 0, y: float = 0) -> None:
    """Send a touch event of one finger; touchEnd lifts it."""
    points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
    fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def turning_keys(turn: str) -> list[str]:
    """Return the keys that turn a tile from r0: flip first, then quarters clockwise."""
    return ["f"] * (turn[0] == "f") + ["r"] * (int(turn[1:]) // 90)
