"""On a phone: nothing shifts under a finger, what is touched is large enough, slips must be confirmed."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tablee import games
from tablee.games.mine.tests.notation import ghost_race_moves
from tests.web.browser import PHONE, PHONE_OPTIONS, SMALL_PHONE
from tests.web.matches import untimed_options
from tests.web.mine_players import start_round
from tests.web.page_text import site_text
from tests.web.players import (
    CONFIRM,
    TARGET,
    Person,
    TableSetup,
    by_finger,
    game_keys,
    new_person,
    play_until,
    refuse_moves,
    start_match,
)

LANDSCAPE: dict[str, Any] = {
    **PHONE_OPTIONS,
    "viewport": {"width": PHONE["height"], "height": PHONE["width"]},
}

# Portrait with the bars of a browser, and without them; landscape.
PHONES = [SMALL_PHONE, {"width": 390, "height": 664}, PHONE, LANDSCAPE["viewport"]]
# Narrow, but higher than what counts as a small phone.
NARROW_PHONE = {"width": 360, "height": 740}
LEAST_PX = 44
# Between the bar and the edge of the screen.
EDGE_PX = 8
SMALLEST = """all => Math.min(...all.flatMap((each) => {
  const { width, height } = each.getBoundingClientRect();
  return [width, height].map(Math.round);
}))"""
# The names and faces of rivals that a notice covers.
COVERED = """() => {
  const [notice, ...more] = document.querySelectorAll(".notice");
  if (!notice || more.length) throw new Error("there is not one notice");
  const bottom = notice.getBoundingClientRect().bottom - 1, top = notice.getBoundingClientRect().top;
  return [...document.querySelectorAll(".rivals .plate")]
    .map((plate) => plate.getBoundingClientRect())
    .filter((plate) => plate.top < bottom && plate.bottom > top).length;
}"""

# Makes the sentence of the ribbon so narrow that it has several lines; returns how many px of the line above
# its picture covers.
COVERED_TEXT = """async (sentence) => {
  sentence.style.cssText = "flex: none; width: 6rem";
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);
  const range = document.createRange();
  range.selectNodeContents(sentence);
  const picture = sentence.querySelector(".piece > *").getBoundingClientRect();
  const lines = [...range.getClientRects()].filter(({ width }) => width);
  const above = lines.filter(({ bottom }) => bottom < picture.bottom - 8);
  return Math.max(0, ...above.map(({ bottom }) => bottom - picture.top));
}"""

# Records how far below the top edge of the tray each piece of the viewer's board starts its movement, in px.
RECORD_FLIGHTS = """() => {
  window.starts = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const shift = /^translate\\(\\S+ (-?[\\d.e-]+)px/.exec(frames[0]?.transform ?? "");
    if (shift && this.matches(".zone.board [data-id], .zone.goals [data-id]"))
      starts.push(this.getBoundingClientRect().top + Number(shift[1])
        - document.querySelector(".zone.tray").getBoundingClientRect().top);
    return animate.call(this, frames, options);
  };
}"""

# Records after each change of the page: the position of the heaps, and whether a person has called.
RECORD_POSITIONS = """() => {
  window.positions = [];
  const heap = () => document.querySelector("[data-heap]")?.getBoundingClientRect().top + scrollY;
  const record = () => heap() && window.positions.push([heap(), document.querySelector(".settle") !== null]);
  new MutationObserver(record).observe(document.body, { childList: true, subtree: true });
}"""


def racing(browser: Browser, address: str, setup: TableSetup, shape: dict[str, Any]) -> Person:
    """Create a person and play until the first race has begun."""
    person = new_person(browser, address, "Noé", by_finger, **shape)
    person.open(start_match(setup, [person]))
    person.page.get_by_role("button", name=site_text("table.understood")).click()
    play_until([person], lambda: person.view["phase"] == "race")
    return person


def in_ghost_race(browser: Browser, address: str, shape: dict[str, Any], bots: int) -> tuple[Person, str]:
    """Create a person who runs a round alone, so that nobody else ends it; return the table too."""
    person = new_person(browser, address, "Noé", by_finger, **shape)
    table = start_match(TableSetup("mine", 1, ["random"] * bots, untimed_options("mine")), [person])
    person.open(table)
    person.page.get_by_role("button", name=site_text("table.understood")).click()
    start_round(person)
    return person, table


def positions_of(person: Person) -> list[tuple[float, bool]]:
    """Return what was recorded so far."""
    found: list[tuple[float, bool]] = person.page.evaluate("() => window.positions")
    return found


@pytest.mark.parametrize("shape", [PHONE_OPTIONS, LANDSCAPE], ids=["portrait", "landscape"])
def test_heaps_do_not_shift_when_a_person_calls(
    browser: Browser, address: str, shape: dict[str, Any]
) -> None:
    person = racing(browser, address, TableSetup("mine", 1, ["expert"] * 3), shape)
    person.settle()
    person.page.evaluate(RECORD_POSITIONS)
    person.wait_until(lambda: {False, True} == {called for _, called in positions_of(person)})
    person.wait_until(lambda: person.view["phase"] != "settle")
    assert 1 == len({top for top, _ in positions_of(person)})
    person.context.close()


@pytest.mark.parametrize("shape", [PHONE_OPTIONS, LANDSCAPE], ids=["portrait", "landscape"])
def test_heaps_do_not_shift_whatever_is_taken(browser: Browser, address: str, shape: dict[str, Any]) -> None:
    """The card counts every colour, required or not."""
    person, table = in_ghost_race(browser, address, shape, bots=1)
    board: dict[str, Any] = person.view["boards"][person.view["seat"]]
    person.settle()
    person.page.evaluate(RECORD_POSITIONS)
    pool = {heap["colour"]: shape for shape, heap in person.view["pool"].items()}
    not_required = [colour for colour, required in board["card"]["tiles"].items() if not required]
    wanted = [words for colour in not_required for words in (f"take {pool[colour]} any", "return hand")]
    filling = ghost_race_moves(board)[:-1]
    # With as many tiles as the card has, no more can be taken (A14).
    last = max(at for at, words in enumerate(filling) if words.startswith("take"))
    for words in filling[:last] + wanted + filling[last:]:
        person.play_in_race(table, words)
    assert 1 == len({top for top, _ in positions_of(person)})
    person.context.close()


@pytest.mark.parametrize("shape", [PHONE_OPTIONS, LANDSCAPE], ids=["portrait", "landscape"])
def test_giving_up_must_be_confirmed_and_heaps_do_not_shift(
    browser: Browser, address: str, shape: dict[str, Any]
) -> None:
    person = in_ghost_race(browser, address, shape, bots=3)[0]
    words = games.load("mine").translations("fr")
    person.settle()
    person.page.evaluate(RECORD_POSITIONS)
    person.page.get_by_role("button", name=site_text("table.menu")).tap()
    person.page.get_by_role("button", name=words("web.quit")).tap()
    expect(person.page.get_by_text(words("web.quit-sure").split(" ?")[0])).to_be_visible()
    assert person.view["phase"] == "race"
    assert 1 == len({top for top, _ in positions_of(person)})
    person.context.close()


# The position and size of every thing by its word, but of those that a touch has lifted.
THING_RECTS = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-thing]:is([data-state=target], [data-state=idle])")].map((thing) => {
    const box = thing.getBoundingClientRect();
    return [thing.dataset.thing, [box.left, box.top + scrollY, box.width, box.height]];
  }),
)"""
# Stores them as soon as a refusal is shown: the next touch hides it.
RECORD_REFUSAL = f"""() => {{
  const record = () => {{
    if (!window.atRefusal && document.querySelector(".zone.ribbon [role=alert]"))
      window.atRefusal = ({THING_RECTS})();
  }};
  new MutationObserver(record).observe(document.body, {{ childList: true, subtree: true }});
}}"""
AT_REFUSAL = "() => window.atRefusal ?? null"


@pytest.mark.parametrize("key", game_keys())
def test_things_do_not_shift_when_a_command_is_refused(browser: Browser, address: str, key: str) -> None:
    seats = games.load(key).seats[-1]
    person = new_person(browser, address, "Noé", by_finger, **PHONE_OPTIONS)
    refuse_moves(person, 2)
    person.open(start_match(TableSetup(key, 1, ["casual"] * (seats - 1), untimed_options(key)), [person]))
    person.page.get_by_role("button", name=site_text("table.understood")).click()
    person.page.evaluate(RECORD_REFUSAL)
    for shape in (PHONE_OPTIONS, LANDSCAPE):
        person.page.set_viewport_size(shape["viewport"])
        person.wait_until(lambda: person.may_move)
        person.settle()
        before = person.page.evaluate(THING_RECTS)
        person.page.evaluate("() => delete window.atRefusal")
        person.refusals.clear()
        # No touch after it: the next one hides it.
        play_until([person], lambda: bool(person.refusals))
        person.page.wait_for_function(AT_REFUSAL)
        after = person.page.evaluate(AT_REFUSAL)
        # A touch has chosen some of them, and may have shown places for them.
        same = before.keys() & after.keys()
        assert same
        assert {word: before[word] for word in same} == {word: after[word] for word in same}
    person.context.close()


# Confirmation of slips

STOP = "stop"
OTHER_TARGET = "[data-thing][data-state='target']:not([data-thing='stop'])"


def play_until_target(people: list[Person], word: str) -> Person:
    """Play until a word is a target for a person; return that person."""
    play_until(people, lambda: any(word in person.targets() for person in people if person.may_move))
    return next(person for person in people if word in person.targets())


def count_stops(person: Person) -> int:
    """Count the moves `stop` in the log of a person."""
    return sum(line["words"].startswith(STOP) for update in person.updates for line in update["log"])


@pytest.mark.parametrize("others", [1, 0], ids=["among people", "alone with bots"])
def test_a_single_touch_that_cannot_be_undone_must_be_confirmed(
    browser: Browser, address: str, others: int
) -> None:
    key = next(game.key for game in games.all() if STOP in game.vocabulary.verbs)
    people = [
        new_person(browser, address, name, by_finger, **PHONE_OPTIONS)
        for name in ("Lou", "Max")[: 1 + others]
    ]
    table = start_match(TableSetup(key, len(people), ["casual"] * (1 - others)), people)
    for person in people:
        person.open(table)
    person = play_until_target(people, STOP)
    before = count_stops(person)
    person.thing(STOP).tap()
    if others:
        expect(person.page.locator(CONFIRM)).to_be_visible()
        assert before == count_stops(person)
        person.page.locator(CONFIRM).tap()
    person.wait_until(lambda: count_stops(person) > before)
    for person in people:
        person.context.close()


def test_an_unknown_tile_is_turned_by_a_single_touch(browser: Browser, address: str) -> None:
    key = next(game.key for game in games.all() if game.memory)
    people = [new_person(browser, address, name, by_finger, **PHONE_OPTIONS) for name in ("Lou", "Max")]
    table = start_match(TableSetup(key, 2), people)
    for person in people:
        person.open(table)
    person = next(person for person in people if person.view["moves"])
    ply = person.view["ply"]
    expect(person.page.locator(".notice")).to_be_visible()
    person.page.locator(OTHER_TARGET).first.tap()
    person.wait_until(lambda: person.view["ply"] > ply)
    # The notice for newcomers does not cover what the ribbon says of the tile.
    expect(person.page.locator(".notice")).to_have_count(0)
    for person in people:
        person.context.close()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_of_rivals_are_touched_where_they_are_large_enough(
    browser: Browser, address: str, seats: int
) -> None:
    """Where there is no room for them, a touch on the rival opens them."""
    person = new_person(browser, address, "Noé", by_finger, **PHONE_OPTIONS)
    person.open(start_match(TableSetup("bonbons", 1, ["random"] * (seats - 1)), [person]))
    for size in PHONES:
        person.page.set_viewport_size(size)
        person.settle()
        tiles = person.page.locator(".rivals [data-thing]")
        if not tiles.count():
            person.page.locator(".rivals button").first.tap()
            tiles = person.page.locator(".large [data-thing]")
            expect(tiles).not_to_have_count(0)
        assert tiles.evaluate_all(SMALLEST) >= LEAST_PX, size
        person.page.keyboard.press("Escape")
    person.context.close()


def test_opened_tiles_leave_the_square_free_and_close_when_one_is_turned(
    browser: Browser, address: str
) -> None:
    options = {**PHONE_OPTIONS, "viewport": SMALL_PHONE}
    person = new_person(browser, address, "Noé", by_finger, **options)
    person.open(start_match(TableSetup("bonbons", 1, ["random"] * 3), [person]))
    person.wait_until(lambda: person.may_move and bool(person.targets()))
    squares = person.page.locator(f".square {TARGET}")
    person.page.locator(".rivals button").first.tap()
    tile = person.page.locator(f".large {TARGET}").first
    # It waits until nothing covers the square.
    squares.first.tap(trial=True)
    tile.tap()
    expect(person.page.locator(".large")).to_have_count(0)
    person.context.close()


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small phone"])
def test_the_notice_for_newcomers_leaves_the_rivals_names(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    person = new_person(browser, address, "Noé", by_finger, **{**PHONE_OPTIONS, "viewport": size})
    # Without a timer: a move of the clock ends the notice too.
    table = start_match(TableSetup("mine", 1, ["random"] * 2, untimed_options("mine")), [person])
    person.open(table)
    expect(person.page.locator(".notice")).to_be_visible()
    person.settle()
    assert 0 == person.page.evaluate(COVERED)
    person.context.close()


@pytest.mark.parametrize("key", ["islands", "clouds"])
def test_a_piece_that_was_previewed_stays_where_it_is_when_it_is_placed(
    browser: Browser, address: str, key: str
) -> None:
    shape = {**PHONE_OPTIONS, "reduced_motion": "no-preference"}
    person = new_person(browser, address, "Noé", by_finger, **shape)
    person.page.add_init_script("localStorage.tablee = JSON.stringify({ speed: 'fast' })")
    person.open(start_match(TableSetup(key, 1, ["random"]), [person]))
    page = person.page
    preview = page.locator(".zone.board [data-thing][data-state=ready]:not([role=img])")
    play_until([person], lambda: bool(preview.count() and page.locator(CONFIRM).count()))
    person.settle()
    page.evaluate(RECORD_FLIGHTS)
    ply = person.view["ply"]
    page.locator(CONFIRM).tap()
    person.wait_until(lambda: person.view["ply"] > ply)
    person.settle()
    assert [] == [start for start in page.evaluate("() => starts") if start > 0]
    person.context.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_steps_and_hand_of_clouds_fit_a_narrow_phone(browser: Browser, address: str, language: str) -> None:
    shape = {**PHONE_OPTIONS, "viewport": NARROW_PHONE, "language": language}
    person = new_person(browser, address, "Noé", by_finger, **shape)
    person.open(start_match(TableSetup("clouds", 1, ["random"] * 2), [person]))
    # The last step of a round: all others before it have a tick.
    play_until([person], lambda: person.view["phase"] == "lay" and person.may_move)
    person.settle()
    edges = person.page.locator(".bar > *").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().right)"
    )
    assert max(edges) <= NARROW_PHONE["width"] - EDGE_PX
    assert person.page.locator(f".tray {TARGET}").evaluate_all(SMALLEST) >= LEAST_PX
    person.context.close()


def test_a_picture_in_the_second_line_of_the_ribbon_does_not_cover_the_first(
    browser: Browser, address: str
) -> None:
    person = new_person(browser, address, "Noé", by_finger, **PHONE_OPTIONS)
    person.open(start_match(TableSetup("clouds", 1, ["random"]), [person]))
    sentence = person.page.locator(".ribbon .sentence:has(.piece)")
    play_until([person], lambda: sentence.count() > 0)
    person.settle()
    assert sentence.evaluate(COVERED_TEXT) <= 6
    person.context.close()
