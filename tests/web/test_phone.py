"""A telephone: on its side everything is in sight together, and a slip of a thumb asks once more."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tablee import games
from tablee.games.mine.tests.notation import ghost_race_moves
from tests.web.browser import PHONE, visitor
from tests.web.people import Person, Sitting, by_finger, keys, newcomer, play_on, set_up
from tests.web.sheets import frame_word
from tests.web.test_ghosts import REACH_MS, start
from tests.web.test_matches import TELEPHONE, brief

ON_ITS_SIDE: dict[str, Any] = {**TELEPHONE, "viewport": {"width": PHONE["height"], "height": PHONE["width"]}}
# The words of what may be touched and is not in sight below the question.
OUT_OF_SIGHT = """() => {
  scrollTo(0, 0);
  const hidden = (box) => box.bottom > innerHeight + 2 || box.top < 0 || box.right > innerWidth + 2;
  const question = document.querySelector(".asked").getBoundingClientRect();
  const things = [...document.querySelectorAll("[data-thing][data-state='target']")];
  const found = things.filter((thing) => hidden(thing.getBoundingClientRect()));
  return [...(hidden(question) ? ["the question"] : []), ...found.map((thing) => thing.dataset.thing)];
}"""
TOUCHES = 10


@pytest.mark.parametrize("most", [False, True], ids=["two", "most"])
@pytest.mark.parametrize("key", keys())
def test_on_its_side_the_question_and_all_it_asks_for_are_in_sight(
    browser: Browser, address: str, key: str, most: bool
) -> None:
    seats = games.load(key).seats[-1] if most else 2
    person = Looking(visitor(browser, address, reduced_motion="reduce", **ON_ITS_SIDE), "Noé", by_finger)
    person.open(set_up(Sitting(key, 1, ["casual"] * (seats - 1), brief(key)), [person]))
    person.page.get_by_role("button", name=frame_word("table.understood")).click()
    play_on([person], lambda: person.touches >= TOUCHES or person.is_over)
    assert [] == person.missed
    assert not person.page.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1")
    person.context.close()


class Looking(Person):
    """Somebody who looks before each touch."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.missed: list[str] = []

    def touch_something(self) -> bool:
        if self.may_move and self.targets():
            self.missed += self.page.evaluate(OUT_OF_SIGHT)
        return super().touch_something()


# Where the heaps of a race are after each change of the page, and whether somebody has called by then.
NOTE_PLACES = """() => {
  window.places = [];
  const heap = () => document.querySelector("[data-heap]")?.getBoundingClientRect().top + scrollY;
  const note = () => heap() && window.places.push([heap(), document.querySelector(".settle") !== null]);
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""


def racing(browser: Browser, address: str, sitting: Sitting, shape: dict[str, Any]) -> Person:
    """Somebody whose first race has begun."""
    person = newcomer(browser, address, "Noé", by_finger, **shape)
    person.open(set_up(sitting, [person]))
    person.page.get_by_role("button", name=frame_word("table.understood")).click()
    play_on([person], lambda: person.view["phase"] == "race")
    return person


@pytest.mark.parametrize("shape", [TELEPHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_what_a_finger_aims_at_stays_where_it_is_when_somebody_calls(
    browser: Browser, address: str, shape: dict[str, Any]
) -> None:
    person = racing(browser, address, Sitting("mine", 1, ["expert"] * 3), shape)
    person.page.evaluate(NOTE_PLACES)
    person.wait_until(lambda: person.view["phase"] == "settle")
    person.wait_until(lambda: person.view["phase"] != "settle")
    places = person.page.evaluate("() => window.places")
    assert {False, True} == {called for _, called in places}
    assert 1 == len({top for top, _ in places})
    person.context.close()


@pytest.mark.parametrize("shape", [TELEPHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_what_a_finger_aims_at_stays_where_it_is_whatever_one_takes(
    browser: Browser, address: str, shape: dict[str, Any]
) -> None:
    """The card counts every colour that is taken, asked for or not. In a ghost race nobody else takes any."""
    person = newcomer(browser, address, "Noé", by_finger, **shape)
    table = set_up(Sitting("mine", 1, ["random"], {"ghost": "yes", "lamp": "none"}), [person])
    person.open(table)
    person.page.get_by_role("button", name=frame_word("table.understood")).click()
    board = start(person)
    person.page.evaluate(NOTE_PLACES)
    pool = {heap["colour"]: shape for shape, heap in person.view["pool"].items()}
    unasked = [colour for colour, asked in board["card"]["tiles"].items() if not asked]
    wanted = [words for colour in unasked for words in (f"take {pool[colour]} any", "return hand")]
    filling = ghost_race_moves(board)[:-1]
    # With as many tiles as the card has, no more are given (A14).
    last = max(at for at, words in enumerate(filling) if words.startswith("take"))
    for words in filling[:last] + wanted + filling[last:]:
        person.ask(table, "play", words=words)
        person.page.wait_for_timeout(REACH_MS if words.startswith("take") else 0)
    assert 1 == len({top for top, _ in person.page.evaluate("() => window.places")})
    person.context.close()


@pytest.mark.parametrize("shape", [TELEPHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_giving_up_asks_once_more_and_nothing_moves(
    browser: Browser, address: str, shape: dict[str, Any]
) -> None:
    person = racing(browser, address, Sitting("mine", 1, ["random"] * 3, {"lamp": "none"}), shape)
    expect(person.thing("quit")).to_be_visible()
    person.page.evaluate(NOTE_PLACES)
    person.thing("quit").tap()
    expect(person.page.locator(".sure")).to_be_visible()
    assert 1 == len({top for top, _ in person.page.evaluate("() => window.places")})
    person.context.close()


# Where everything that may be touched is.
PLACES = """() => [...document.querySelectorAll("[data-thing][data-state='target']")].map((thing) => {
  const box = thing.getBoundingClientRect();
  return [thing.dataset.thing, box.left, box.top + scrollY, box.width, box.height];
})"""


@pytest.mark.parametrize("shape", [TELEPHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
@pytest.mark.parametrize("key", keys())
def test_what_a_finger_aims_at_stays_where_it_is_when_something_is_refused(
    browser: Browser, address: str, key: str, shape: dict[str, Any]
) -> None:
    """Before one's first move there is nothing to take back."""
    seats = games.load(key).seats[-1]
    person = newcomer(browser, address, "Noé", by_finger, **shape)
    person.open(set_up(Sitting(key, 1, ["casual"] * (seats - 1), brief(key)), [person]))
    person.page.get_by_role("button", name=frame_word("table.understood")).click()
    person.wait_until(lambda: person.may_move and bool(person.targets()))
    before = person.page.evaluate(PLACES)
    person.page.get_by_role("button", name=frame_word("table.undo")).tap()
    expect(person.page.locator(".asked [role=alert]")).to_be_visible()
    assert before == person.page.evaluate(PLACES)
    person.context.close()


# A slip of a thumb

STOP = "stop"
ANYTHING = "[data-thing][data-state='target']:not([data-thing='stop'])"


def until_a_choice(people: list[Person], word: str) -> Person:
    """Play on until somebody may do what the word says with one touch, and give that person."""
    play_on(people, lambda: any(word in person.targets() for person in people if person.may_move))
    return next(person for person in people if word in person.targets())


def stops(person: Person) -> int:
    """How often somebody has stopped."""
    return sum(line["words"].startswith(STOP) for update in person.updates for line in update["log"])


@pytest.mark.parametrize("others", [1, 0], ids=["among people", "alone with bots"])
def test_one_touch_that_cannot_be_taken_back_waits_for_a_second(
    browser: Browser, address: str, others: int
) -> None:
    key = next(game.key for game in games.all() if STOP in game.vocabulary.verbs)
    people = [
        newcomer(browser, address, name, by_finger, **TELEPHONE) for name in ("Lou", "Max")[: 1 + others]
    ]
    table = set_up(Sitting(key, len(people), ["casual"] * (1 - others)), people)
    for person in people:
        person.open(table)
    person = until_a_choice(people, STOP)
    before = stops(person)
    person.thing(STOP).tap()
    if others:
        expect(person.thing(STOP)).to_have_attribute("data-state", "ready")
        assert before == stops(person)
        person.page.get_by_role("button", name=frame_word("table.confirm")).tap()
    person.wait_until(lambda: stops(person) > before)
    for person in people:
        person.context.close()


def test_a_tile_that_nobody_has_seen_is_turned_at_the_first_touch(browser: Browser, address: str) -> None:
    key = next(game.key for game in games.all() if game.memory)
    people = [newcomer(browser, address, name, by_finger, **TELEPHONE) for name in ("Lou", "Max")]
    table = set_up(Sitting(key, 2), people)
    for person in people:
        person.open(table)
    person = next(person for person in people if person.view["moves"])
    ply = person.view["ply"]
    person.page.locator(ANYTHING).first.tap()
    person.wait_until(lambda: person.view["ply"] > ply)
    for person in people:
        person.context.close()
