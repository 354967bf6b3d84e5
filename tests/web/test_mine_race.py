"""Out of Mine! by drag and drop, by finger and by mouse: check and play never overlap in a whole match.

The other person gives up each race, so that nothing has to be waited for.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tablee.games.mine.tests.notation import ghost_race_moves
from tests.web.browser import PHONE, running_server
from tests.web.players import SETTLED, Person, TableSetup, new_person, start_match

ROUNDS = 7
# In the first ones the person lays tiles; the others are given up.
PLAYED_ROUNDS = 2
STEPS = 3
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
# Whether the head of the check, with the tip of a first match, has room for all that it holds.
HEAD_FITS = """() => {
  const head = document.querySelector(".mine-check header");
  const bottom = head.getBoundingClientRect().bottom + 1;
  // The bell inside the title swings beyond it.
  return [...head.children].every((part) => part.getBoundingClientRect().bottom <= bottom);
}"""
# Where the top left corner of the ghost is, and where it must be to lie on a cell: [x, y] each.
GHOST = """([row, column]) => {
  const board = document.querySelector(".gallery").getBoundingClientRect();
  const ghost = document.querySelector(".gallery .ghost")?.getBoundingClientRect();
  const cell = board.width / 8;
  return ghost && [ghost.left, ghost.top, board.left + (column + 0.5) * cell, board.top + (row + 0.5) * cell];
}"""
Drag = Callable[["Digger", str, str, str], None]


@pytest.fixture(scope="module")
def slow_address() -> Iterator[str]:
    """Start a server with pauses and timers as they are, and yield its address."""
    with running_server() as address:
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
        touch(fingers, "touchStart", *heap)
        try:
            touch(fingers, "touchMove", (heap[0] + middle[0]) / 2, (heap[1] + middle[1]) / 2)
            x, y = middle
            touch(fingers, "touchMove", x, y)
            for _ in range(STEPS):
                right, down = person.way_to(cell)
                x, y = x + right, y + down
                touch(fingers, "touchMove", x, y)
        finally:
            touch(fingers, "touchEnd")
        return
    person.page.locator(f'[data-heap="{shape}"]').tap()
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


def turning_keys(turn: str) -> list[str]:
    """Return the keys that turn a tile from r0: flip first, then quarters clockwise."""
    return ["f"] * (turn[0] == "f") + ["r"] * (int(turn[1:]) // 90)


def touch(fingers: CDPSession, kind: str, x: float = 0, y: float = 0) -> None:
    """Send a touch event of one finger; touchEnd lifts it."""
    points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
    fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize(
    "drag, options, rounds",
    [
        pytest.param(drag_by_finger, PHONE_OPTIONS, ROUNDS, id="phone"),
        pytest.param(drag_by_mouse, {}, PLAYED_ROUNDS, id="desk"),
    ],
)
def test_rounds_by_drag_and_drop_where_check_and_play_never_overlap(
    browser: Browser, slow_address: str, drag: Drag, options: dict[str, Any], rounds: int
) -> None:
    context = new_person(browser, slow_address, "Noé", **options).context
    person, rival = Digger(context, "Noé"), new_person(browser, slow_address, "Max")
    table = start_match(TableSetup("mine", 2, [], {"lamp": "none", "helper": "yes"}), [person, rival])
    person.open(table)
    person.page.evaluate(WATCH)
    for number in range(1, rounds + 1):
        choose_side(person)
        get_ready(rival, table)
        person.wait_until(lambda: person.is_racing)
        rival.play_in_race(table, "quit")
        if number <= PLAYED_ROUNDS:
            play_round(person, drag)
        else:
            person.play_in_race(table, "quit")
        person.wait_until_checked(number)
        check = person.page.get_by_role("region", name=f"Manche {number}")
        expect(check).to_be_visible()
        expect(person.page.locator(".mine-check")).to_have_count(1)
        expect(check.get_by_role("article")).to_have_count(2)
        assert person.page.evaluate(HEAD_FITS)
        if number < ROUNDS:
            assert "side" == person.view["phase"]
        close_card(person)
        check.locator(".next").click()
        expect(check).to_have_count(0)
    expect(person.page.locator(".finale")).to_have_count(int(rounds == ROUNDS))
    assert 0 == person.page.evaluate("() => window.overlaps")
    assert [] == person.page_errors
    for each in (context, rival.context):
        each.close()


def close_card(person: Digger) -> None:
    """Close the card of a tile: on a busy machine a drag may begin so late that the press was a long one."""
    if person.page.locator("dialog[open]").count():
        person.page.keyboard.press("Escape")


def choose_side(person: Digger) -> None:
    """Choose a gallery if there is a choice."""
    person.wait_until(lambda: person.is_racing or not person.own["choice"] or bool(person.view["moves"]))
    if person.own["choice"] and not person.is_racing:
        person.page.locator('.choice [data-thing="A"]').click()


def get_ready(rival: Person, table: str) -> None:
    """Choose a gallery, if there is a choice, and end the pause after a race, over HTTP."""
    moves = rival.context.request.get(f"/api/tables/{table}").json()["view"]["moves"]
    if moves:
        rival.send_command(table, "play", words=moves[0])
    # Refused before the first race, and if the pause is over.
    command = {"t": "ready", "id": f"ready-{rival.rng.below(10**9)}"}
    rival.context.request.post(f"/api/tables/{table}/ask", data=command)


def play_round(person: Digger, drag: Drag) -> None:
    """Lay the tiles of a fill and ring the bell."""
    moves = [words.split() for words in ghost_race_moves(person.own)[:-1]]
    expect(person.page.locator(".gallery.free")).to_be_visible()
    for laid, ((_, shape, _), (_, turn, cell)) in enumerate(zip(moves[::2], moves[1::2], strict=True), 1):
        drag(person, shape, turn, cell)
        person.wait_until_laid(laid)
    person.page.locator('[data-thing="call"]').click()
