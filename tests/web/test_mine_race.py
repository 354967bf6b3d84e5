"""Out of Mine! played whole by drag and drop, by finger and by mouse: check and play never overlap."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tablee.games.mine.tests.notation import ghost_race_moves
from tests.web.browser import PHONE, running_server
from tests.web.players import POLL_MS, SETTLED, Person, TableSetup, new_person, start_match

ROUNDS = 7
STEPS = 3
# Slow enough that the person can finish a gallery.
BOT_SECONDS = 1.0
PHONE_OPTIONS: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# Notes at every frame whether the check is shown together with a gallery that is played, or with a lamp.
WATCH = """() => {
  window.overlaps = 0;
  const look = () => {
    const playing = document.querySelector("[data-cell]");
    if (document.querySelector(".mine-check") && playing) window.overlaps += 1;
    requestAnimationFrame(look);
  };
  look();
}"""
# Where the top left corner of the ghost is, and where it must be to lie on a cell: [x, y] each.
GHOST = """([row, column]) => {
  const board = document.querySelector(".gallery").getBoundingClientRect();
  const ghost = document.querySelector(".gallery .ghost")?.getBoundingClientRect();
  const cell = board.width / 8;
  return ghost && [ghost.left, ghost.top, board.left + (column + 0.5) * cell, board.top + (row + 0.5) * cell];
}"""
# Each takes four minutes: one is enough for every run.
LONG = pytest.mark.skipif(not os.environ.get("TABLEE_LONG_TESTS"), reason="set TABLEE_LONG_TESTS=1 to run it")
Drag = Callable[["Digger", str, str, str], None]


class RaceOverError(Exception):
    """Somebody called while the person was playing."""


class TileGoneError(Exception):
    """Somebody took the last tile of a shape before the person."""


@pytest.fixture(scope="module")
def slow_address() -> Iterator[str]:
    """Start a server with pauses and timers as they are, and yield its address."""
    with running_server(pace=BOT_SECONDS) as address:
        yield address


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
        box = self.page.locator(selector).evaluate_all("([e]) => e?.getBoundingClientRect().toJSON()")
        if box is None:
            raise RaceOverError
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def wait_for_tile(self, shape: str) -> None:
        """Wait until the person holds a tile; raise TileGoneError if none of that shape is left."""
        ghost = self.page.locator(".gallery .ghost")
        self.wait_in_race(lambda: ghost.count() > 0 or not self.view["pool"][shape]["left"])
        if not ghost.count():
            raise TileGoneError

    def way_to(self, shape: str, cell: str) -> tuple[float, float]:
        """Return how far the ghost must move, right and down in px, for its corner to be on a cell."""
        spot = [int(cell[1]) - 1, "abcdefg".index(cell[0])]
        self.wait_for_tile(shape)
        # The last touch may not be shown yet.
        self.page.evaluate(SETTLED)
        found = self.page.evaluate(GHOST, spot)
        if not found:
            raise RaceOverError
        left, top, wanted_left, wanted_top = found
        return wanted_left - left, wanted_top - top

    def wait_in_race(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds; raise RaceOverError if the race is over before."""
        self.wait_until(lambda: not self.is_racing or done())
        if not self.is_racing:
            raise RaceOverError

    def wait_until_laid(self, count: int) -> None:
        """Wait until so many own tiles lie on the page and none is held, or the race is over."""
        laid = self.page.locator(".gallery:not(.carrying) [data-slot]")
        self.wait_until(lambda: not self.is_racing or laid.count() >= count)

    def wait_until_checked(self, number: int) -> None:
        """Wait until a round is over."""
        self.wait_until(lambda: len(self.view["sheets"]) >= number)

    def new_finger(self) -> CDPSession:
        return self.context.new_cdp_session(self.page)


def drag_by_mouse(person: Digger, shape: str, turn: str, cell: str) -> None:
    """Drag a tile from the heap to its place, and turn it on the way with the keys."""
    mouse, keyboard = person.page.mouse, person.page.keyboard
    mouse.move(*person.centre_of(f'[data-heap="{shape}"]'))
    mouse.down()
    x, y = person.centre_of(".gallery")
    mouse.move(x, y, steps=3)
    for key in turning_keys(turn):
        keyboard.press(key)
    # Near the rim the tile does not follow the pointer, so the first way may be too short.
    for _ in range(STEPS):
        right, down = person.way_to(shape, cell)
        x, y = x + right, y + down
        mouse.move(x, y, steps=3)
    mouse.up()


def drag_by_finger(person: Digger, shape: str, turn: str, cell: str) -> None:
    """Drag a tile to its place; tap, turn, push and touch again one that must be turned."""
    heap = person.centre_of(f'[data-heap="{shape}"]')
    middle = person.centre_of(".gallery")
    if turn == "r0":
        fingers = person.new_finger()
        touch(fingers, "touchStart", *heap)
        try:
            touch(fingers, "touchMove", (heap[0] + middle[0]) / 2, (heap[1] + middle[1]) / 2)
            x, y = middle
            touch(fingers, "touchMove", x, y)
            for _ in range(STEPS):
                right, down = person.way_to(shape, cell)
                x, y = x + right, y + down
                touch(fingers, "touchMove", x, y)
        finally:
            touch(fingers, "touchEnd")
        return
    person.page.locator(f'[data-heap="{shape}"]').tap()
    names = {"f": "Retourner (F)", "r": "Tourner d’un quart (R)"}
    for key in turning_keys(turn):
        person.wait_for_tile(shape)
        person.page.get_by_role("button", name=names[key]).tap()
    for _ in range(STEPS):
        right, down = person.way_to(shape, cell)
        if abs(right) + abs(down) > 1:
            fingers = person.new_finger()
            touch(fingers, "touchStart", *middle)
            touch(fingers, "touchMove", middle[0] + right / 2, middle[1] + down / 2)
            touch(fingers, "touchMove", middle[0] + right, middle[1] + down)
            touch(fingers, "touchEnd")
    ready = person.page.locator('[data-cell][data-state="ready"]')
    person.wait_in_race(lambda: ready.count() == 1)
    x, y = person.centre_of('[data-cell][data-state="ready"]')
    person.page.touchscreen.tap(x, y)


def turning_keys(turn: str) -> list[str]:
    """Return the keys that turn a tile from r0: flip first, then quarters clockwise."""
    return ["f"] * (turn[0] == "f") + ["r"] * (int(turn[1:]) // 90)


def touch(fingers: CDPSession, kind: str, x: float = 0, y: float = 0) -> None:
    """Send a touch event of one finger; touchEnd lifts it."""
    points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
    fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize(
    "drag, options",
    [
        pytest.param(drag_by_finger, PHONE_OPTIONS, id="phone"),
        pytest.param(drag_by_mouse, {}, id="desk", marks=LONG),
    ],
)
def test_a_match_by_drag_and_drop_where_check_and_play_never_overlap(
    browser: Browser, slow_address: str, drag: Drag, options: dict[str, Any]
) -> None:
    context = new_person(browser, slow_address, "Noé", **options).context
    person = Digger(context, "Noé")
    table = start_match(TableSetup("mine", 1, ["casual"], {"lamp": "none", "helper": "yes"}), [person])
    person.open(table)
    person.page.evaluate(WATCH)
    laid = 0
    for number in range(1, ROUNDS + 1):
        choose_side(person)
        person.wait_until(lambda: person.is_racing)
        laid += play_round(person, table, drag)
        person.wait_until_checked(number)
        check = person.page.get_by_role("region", name=f"Manche {number}")
        expect(check).to_be_visible()
        expect(person.page.locator(".mine-check")).to_have_count(1)
        expect(check.get_by_role("article")).to_have_count(2)
        if number < ROUNDS:
            assert "side" == person.view["phase"]
        close_card(person)
        check.locator(".next").click()
        expect(check).to_have_count(0)
    expect(person.page.locator(".finale")).to_be_visible()
    assert laid > ROUNDS
    assert 0 == person.page.evaluate("() => window.overlaps")
    assert [] == person.page_errors
    context.close()


def close_card(person: Digger) -> None:
    """Close the card of a tile: on a busy machine a drag may begin so late that the press was a long one."""
    if person.page.locator("dialog[open]").count():
        person.page.keyboard.press("Escape")


def choose_side(person: Digger) -> None:
    """Choose a gallery if there is a choice."""
    person.wait_until(lambda: person.is_racing or not person.own["choice"] or bool(person.view["moves"]))
    if person.own["choice"] and not person.is_racing:
        person.page.locator('.choice [data-thing="A"]').click()


def give_up(person: Digger, table: str) -> None:
    """Give up the race, so that the bot can end it; do nothing if it is over."""
    while person.is_racing:
        refusal = person.try_in_race(table, "quit")
        if refusal is None or "match-over" == refusal["code"]:
            return
        # Refused while a tile is held or after a call: the race may have ended meanwhile.
        person.page.wait_for_timeout(POLL_MS)


def play_round(person: Digger, table: str, drag: Drag) -> int:
    """Lay the tiles of a fill and ring the bell, or give up if one is gone; return how many were laid."""
    moves = [words.split() for words in ghost_race_moves(person.own)[:-1]]
    expect(person.page.locator(".gallery.free")).to_be_visible()
    laid = 0
    for (_, shape, _), (_, turn, cell) in zip(moves[::2], moves[1::2], strict=True):
        if not person.is_racing:
            return laid
        try:
            if not person.view["pool"][shape]["left"]:
                raise TileGoneError
            drag(person, shape, turn, cell)
        except (TileGoneError, RaceOverError):
            person.page.mouse.up()
            give_up(person, table)
            return laid
        laid += 1
        person.wait_until_laid(laid)
    if person.is_racing:
        person.page.locator('[data-thing="call"]').click()
    return laid
