"""Out of Mine! against bots, with a lamp: every round of a match by drag and drop. Run on request only."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Error as PlaywrightError

from tablee.games.mine.mechanics import geometry
from tests.web.browser import DESKTOP, PHONE, SMALL_PHONE
from tests.web.local_players import LONG
from tests.web.mine_players import (
    ROUNDS,
    Digger,
    Drag,
    choose_side,
    close_card,
    drag_by_finger,
    drag_by_mouse,
)
from tests.web.players import TableSetup, new_person, start_match

pytestmark = LONG

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
# Notes at every frame whether the check is shown together with a gallery that is played, or with a lamp that
# burns: the minute for the choice of the next gallery begins when the check is closed.
WATCH = """() => {
  window.overlaps = [];
  const look = () => {
    const found = (selector) => document.querySelector(selector);
    const [check, cell, lamp] = [".mine-check", "[data-cell]", ".lamp"].map(found);
    const left = Number(lamp?.getAttribute("aria-label").match(/\\d+/)[0] ?? 60);
    if (check && (cell || left < 60)) window.overlaps.push([check.ariaLabel, left]);
    requestAnimationFrame(look);
  };
  look();
}"""
# A tile to lay: its shape, turn and top left cell.
Step = tuple[str, str, str]


@pytest.mark.parametrize(
    "drag, options",
    [
        pytest.param(drag_by_finger, {"viewport": PHONE, **TOUCH}, id="phone"),
        pytest.param(drag_by_finger, {"viewport": SMALL_PHONE, **TOUCH}, id="small-phone"),
        pytest.param(drag_by_mouse, {"viewport": DESKTOP}, id="desk"),
    ],
)
def test_a_whole_match_against_bots_by_drag_and_drop(
    browser: Browser, slow_address: str, drag: Drag, options: dict[str, Any]
) -> None:
    person = Digger(new_person(browser, slow_address, "Noé", **options).context, "Noé")
    table = start_match(TableSetup("mine", 1, ["beginner", "beginner"]), [person])
    person.open(table)
    person.page.evaluate(WATCH)
    for number in range(1, ROUNDS + 1):
        choose_side(person)
        person.wait_until(lambda: person.is_racing)
        fill_gallery(person, table, drag, number)
        person.wait_until_checked(number)
        check = person.page.get_by_role("region", name=f"Manche {number}")
        expect(check).to_be_visible()
        close_card(person)
        check.locator(".next").click()
        expect(check).to_have_count(0)
    expect(person.page.locator(".finale")).to_be_visible()
    assert [] == person.page.evaluate("() => window.overlaps")
    # Beginners are slow: a person who never errs fills most galleries.
    filled = [sheets[person.view["seat"]]["empty"] == 0 for sheets in person.view["sheets"]]
    assert ROUNDS // 2 < sum(filled), filled
    assert [] == person.page_errors
    person.context.close()


def fill_gallery(person: Digger, table: str, drag: Drag, number: int) -> None:
    """Lay tiles and ring the bell; give up where the others have taken what is needed."""
    expect(person.page.locator(".gallery.free")).to_be_visible()
    while not is_over(person, number) and person.own["open"]:
        step = next_step(person.own, person.view["pool"])
        if step is None:
            person.try_in_race(table, "quit")
            return
        try:
            lay_tile(person, drag, step, number)
        except (AssertionError, PlaywrightError):
            # The round was over meanwhile, or somebody else took the last tile of this shape.
            close_card(person)
            if not is_over(person, number) and person.view["pool"][step[0]]["left"]:
                raise
    if not is_over(person, number):
        person.page.mouse.click(*person.centre_of('[data-thing="call"]'))


def lay_tile(person: Digger, drag: Drag, step: Step, number: int) -> None:
    """Drag a tile to its place, and wait for the server: the page shows it before the answer."""
    laid = len(person.own["tiles"])
    drag(person, *step)
    person.wait_until_laid(laid + 1)
    person.wait_until(lambda: len(person.own["tiles"]) > laid or is_over(person, number))


def is_over(person: Digger, number: int) -> bool:
    return len(person.view["sheets"]) >= number


def next_step(board: dict[str, Any], pool: dict[str, Any]) -> Step | None:
    """Return the first tile of a fill with what the heap has left; None if there is no fill."""
    wanted = Counter(board["card"]["tiles"])
    left = geometry.gallery_mask(board["gallery"]["rows"])
    for tile in board["tiles"].values():
        wanted[tile["colour"]] -= 1
        left &= ~sum(1 << geometry.CELLS.index(cell) for cell in tile["cells"])
    places = {shape: geometry.place_masks(geometry.parse_shape(heap["rows"])) for shape, heap in pool.items()}
    fill = find_fill(left, wanted, {shape: heap["left"] for shape, heap in pool.items()}, pool, places)
    return None if fill is None else fill[0]


def find_fill(
    left: int, wanted: Counter[str], stock: dict[str, int], pool: dict[str, Any], places: dict[str, list[int]]
) -> list[Step] | None:
    """Return tiles that cover the cells left and are all that the card wants; None if there are none."""
    if not left:
        return []
    colours = {shape: heap["colour"] for shape, heap in pool.items()}
    usable = [shape for shape in pool if stock[shape] and wanted[colours[shape]] > 0]
    for shape, place in tiles_on(left, usable, places):
        rest_stock = {**stock, shape: stock[shape] - 1}
        rest_wanted = wanted - Counter([colours[shape]])
        rest = find_fill(left & ~places[shape][place], rest_wanted, rest_stock, pool, places)
        if rest is not None:
            turn, cell = divmod(place, len(geometry.CELLS))
            return [(shape, geometry.TURNS[turn], geometry.CELLS[cell]), *rest]
    return None


def tiles_on(left: int, shapes: Sequence[str], places: dict[str, list[int]]) -> Iterator[tuple[str, int]]:
    """Yield the shapes and places that cover the first cell that is left, and no other than those left."""
    first = left & -left
    for shape in shapes:
        for place, mask in enumerate(places[shape]):
            if mask & first and not mask & ~left:
                yield shape, place
