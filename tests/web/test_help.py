"""Help at the table: first-time tips, cards of pieces and buttons, hints on the board."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tablee import games
from tablee.bots.explain import can_advise
from tests.games.cards import find_card
from tests.web.browser import new_context
from tests.web.layout import MEASURE, SIZES, viewport
from tests.web.matches import turn_by_turn, untimed_options
from tests.web.page_text import site_text
from tests.web.players import CONFIRM, Person, TableSetup, by_finger, game_keys, play_until, start_match

# Moves of others at once, and no notice for newcomers over the ribbon.
KNOWS = "localStorage.tablee = JSON.stringify({ speed: 'instant', knowsTouching: true, tips: %s })"
IN_ENGLISH = "localStorage.tablee = JSON.stringify({ ...JSON.parse(localStorage.tablee), language: 'en' })"
# Asks for every target that a tip lies over, by the rectangles of both.
COVERED = """() => {
  const tip = document.querySelector(".tip")?.getBoundingClientRect();
  if (!tip) return [];
  const over = ({ left, top, right, bottom }) =>
    Math.min(right, tip.right) - Math.max(left, tip.left) > 2
    && Math.min(bottom, tip.bottom) - Math.max(top, tip.top) > 2;
  const targets = document.querySelectorAll('[data-thing][data-state="target"]');
  return [...targets].filter((each) => over(each.getBoundingClientRect())).map((each) => each.dataset.thing);
}"""

TIP_SIZES = ["desk", "landscape", "small phone"]
PIECE = ".zone.tray [data-card], .zone.board [data-card]"
# What shows the move of a hint: a thing, or in a race a ghost or a ring on the viewer's own board.
SHOWN = '.stage [data-state="ready"]:not(.confirm), [data-hint], .hinted'
# Closes the dialog as Escape does, and asks for help before the browser has told that it is closed.
CLOSE_AND_ASK = """() => {
  document.querySelector("dialog[open]").requestClose();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}"""
# Whether nothing of an element is cut, in px.
FITS = "each => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1"


class Recorder(Person):
    """A person who records the moves that the page sends."""

    def __init__(self, *arguments: Any) -> None:
        self.plays: list[str] = []
        super().__init__(*arguments)

    def _on_send(self, command: dict[str, Any]) -> None:
        super()._on_send(command)
        if command["t"] == "play":
            self.plays.append(command["words"])


def helped(browser: Browser, address: str, size: str = "phone", *, tips: bool = True) -> Recorder:
    """Return a person who has touched things before, at a screen of a size."""
    width, height = SIZES[size]
    shape: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": True}
    context = new_context(browser, address, **shape)
    context.add_init_script(KNOWS % json.dumps(tips))
    return Recorder(context, "Noé", by_finger)


def game_words(key: str, language: str = "fr") -> dict[str, Any]:
    words: dict[str, Any] = json.loads((games.load(key).folder / f"words.{language}.json").read_text("utf-8"))
    return words


def tips_seen(person: Person) -> list[str]:
    stored: list[str] = person.page.evaluate("JSON.parse(localStorage.getItem('tablee.tips') ?? '[]')")
    return stored


def hold(person: Person, element: Locator) -> None:
    """Press the pointer down on an element, without moving, until its card is shown; then lift it."""
    box = element.bounding_box()
    assert box
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.down()
    person.page.get_by_role("dialog").wait_for()
    person.page.mouse.up()


def begin(
    browser: Browser, address: str, key: str, size: str = "phone", options: Mapping[str, str] | None = None
) -> Recorder:
    """Return a person at a table against a bot, when it is their turn."""
    person = helped(browser, address, size)
    person.open(start_match(TableSetup(key, 1, ["casual"], options or {}), [person]))
    person.wait_until(lambda: person.may_move and len(person.view["moves"]) > 1)
    person.page.locator(".zone.actions .place").wait_for()
    person.settle()
    return person


@pytest.mark.parametrize("key", turn_by_turn())
def test_a_tip_says_what_happened_once_and_moves_nothing(browser: Browser, address: str, key: str) -> None:
    person = begin(browser, address, key)
    zones = {size: measured(person, size)["zones"] for size in TIP_SIZES}
    tip = person.page.locator(".tip")
    play_until([person], lambda: tip.count() > 0 or person.is_over)
    assert not person.is_over
    [seen] = tips_seen(person)
    kind = seen.removeprefix(f"{key}.")
    expect(tip).to_contain_text(game_words(key)[f"tip.{kind}"][:20].replace("'", "’"))
    expect(person.page.locator("[aria-live]", has_text=site_text("tip.label").split()[0])).to_have_count(1)
    for size in TIP_SIZES:
        with_tip = measured(person, size)
        assert (zones[size], [0, 0]) == (with_tip["zones"], with_tip["beyond"]), size
        assert [] == person.page.evaluate(COVERED), size
        assert tip.evaluate(FITS), size
    # It goes with the next touch.
    person.page.mouse.click(2, SIZES[TIP_SIZES[-1]][1] - 2)
    expect(tip).to_have_count(0)
    person.context.close()


def measured(person: Person, size: str) -> dict[str, Any]:
    """Give the screen a size and return what MEASURE finds."""
    person.page.set_viewport_size(viewport(size))
    found: dict[str, Any] = person.page.evaluate(MEASURE)
    return found


def test_the_notice_for_newcomers_goes_after_the_first_move(browser: Browser, address: str) -> None:
    # Alone, it is always the same person's turn.
    key = next(key for key in game_keys() if 1 in games.load(key).seats)
    person = Person(new_context(browser, address), "Zoé")
    person.open(start_match(TableSetup(key, 1), [person]))
    notice = person.page.get_by_role("button", name=site_text("table.understood"))
    expect(notice).to_be_visible()
    play_until([person], lambda: person.view["ply"] > 0)
    expect(notice).to_have_count(0)
    person.context.close()


def test_tips_can_be_switched_off(browser: Browser, address: str) -> None:
    key = turn_by_turn()[0]
    person = helped(browser, address, tips=False)
    person.open(start_match(TableSetup(key, 1, ["casual"]), [person]))
    play_until([person], lambda: person.touches >= 8)
    assert [] == tips_seen(person)
    person.page.get_by_role("button", name=site_text("table.menu"), exact=True).click()
    expect(person.page.get_by_role("switch", name=site_text("page.tips"))).not_to_be_checked()
    expect(person.page.get_by_text(site_text("card.help.touch"))).to_be_visible()
    person.context.close()


@pytest.mark.parametrize("key", game_keys())
def test_a_long_press_opens_a_card_and_plays_nothing(browser: Browser, address: str, key: str) -> None:
    person = begin(browser, address, key, options=untimed_options(key))
    piece = person.page.locator(PIECE).first
    [name, *_] = str(piece.get_attribute("data-card")).split()
    title = f"card.{find_card(games.load(key), name)}.title"
    dialog = person.page.get_by_role("dialog")
    hold(person, piece)
    expect(dialog.get_by_role("heading")).to_have_text(game_words(key)[title].replace("'", "’"))
    rule = dialog.get_by_role("link").first
    assert rule.get_attribute("href") in {f"/games/{key}/rules#r{card['rule']}" for card in all_cards(key)}
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # Outside it, a touch closes it.
    hold(person, piece)
    person.page.mouse.click(3, 3)
    expect(dialog).to_have_count(0)
    hold_by_finger(person, piece)
    assert "" == person.page.evaluate("getSelection().toString()")
    dialog.get_by_role("button", name=site_text("table.close")).click()
    expect(dialog).to_have_count(0)
    # The next visit of this person is in English.
    person.page.add_init_script(IN_ENGLISH)
    person.open(person.page.url.rpartition("/")[2])
    piece.wait_for()
    person.settle()
    hold(person, piece)
    expect(dialog.get_by_role("heading")).to_have_text(game_words(key, "en")[title])
    # No press that opened a card touched anything.
    assert [] == person.plays
    person.context.close()


def hold_by_finger(person: Person, element: Locator) -> None:
    """Hold a finger on an element until its card is shown, with real touch events.

    After them a browser sends a click, and a context menu of its own.
    """
    box = element.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = person.context.new_cdp_session(person.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(dialog.get_by_role("link").first).to_be_visible()


def all_cards(key: str) -> list[dict[str, str]]:
    content = json.loads((games.load(key).folder / "cards.json").read_text("utf-8"))
    return list(content["cards"].values())


def test_a_card_opens_by_right_click_and_question_mark(browser: Browser, address: str) -> None:
    key = next(key for key in turn_by_turn() if can_advise(games.load(key)))
    person = begin(browser, address, key, "desk")
    dialog = person.page.get_by_role("dialog")
    person.page.locator(PIECE).first.click(button="right", force=True)
    expect(dialog).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # On what has the focus: a target of the board, and a button of the site.
    person.page.locator('.stage [data-thing][data-state="target"]').first.focus()
    person.page.keyboard.press("?")
    expect(dialog).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    hint = person.page.get_by_role("button", name=site_text("table.hint"), exact=True)
    hint.focus()
    person.page.keyboard.press("?")
    expect(dialog.get_by_role("heading")).to_have_text(site_text("card.hint.title"))
    person.page.keyboard.press("Escape")
    expect(hint).to_be_focused()
    person.context.close()


def test_a_card_opens_again_at_once(browser: Browser, address: str) -> None:
    person = begin(browser, address, turn_by_turn()[0], "desk")
    dialog = person.page.get_by_role("dialog")
    person.page.keyboard.press("?")
    expect(dialog).to_be_visible()
    person.page.evaluate(CLOSE_AND_ASK)
    person.settle()
    expect(dialog).to_be_visible()
    person.context.close()


@pytest.mark.parametrize("key", [key for key in game_keys() if can_advise(games.load(key))])
def test_a_hint_shows_a_move_on_the_board_and_says_why(browser: Browser, address: str, key: str) -> None:
    # With the options of a first match the bot of a race is slow: its round goes on while a hint is shown.
    person = begin(browser, address, key, options=games.load(key).first_options)
    page = person.page
    if key not in turn_by_turn():
        # Into the race, where the tile and its place are shown.
        play_until([person], lambda: page.locator("[data-heap]").count() > 0)
        page.get_by_role("button", name=site_text("table.menu"), exact=True).click()
    page.get_by_role("button", name=site_text("table.hint"), exact=True).click()
    expect(page.locator(CONFIRM)).to_be_visible()
    expect(page.locator(".tip")).to_contain_text(".")
    expect(page.locator(SHOWN).first).to_be_visible()
    details = page.get_by_role("button", name=site_text("hint.details"))
    if details.count():
        assert details.evaluate("button => button.scrollWidth <= button.clientWidth")
        details.click()
        lines = page.get_by_role("dialog").get_by_role("listitem")
        expect(lines.first).to_contain_text(site_text("hint.shown"))
        lines.last.get_by_role("button").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(CONFIRM)).to_be_visible()
    assert [] == person.refusals + person.page_errors
    person.context.close()
