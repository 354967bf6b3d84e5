"""What happens beside the moves: another language, less motion, two tabs, a refusal, one device for two."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tablee import games
from tablee.bots.explain import can_advise
from tests.web.browser import serving, visitor
from tests.web.cable import Cable
from tests.web.people import Person, Sitting, by_mouse, keys, newcomer, play_on, set_up
from tests.web.sheets import frame_word

# A game in which one person after the other decides, and one in which everybody has secrets.
CALM, SECRETIVE = "islands", "clouds"
MEMORY = next(game.key for game in games.all() if game.memory)
# Notes every journey of a thing over the table.
NOTE_JOURNEYS = """
  window.journeys = 0;
  const usual = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const travels = (frame) => frame.transform?.startsWith("translate");
    if (Array.isArray(frames) && frames.some(travels)) journeys += 1;
    return usual.call(this, frames, options);
  };
"""


def alone(browser: Browser, address: str, **more: Any) -> tuple[Person, str]:
    """Somebody against a bot, at a table that has begun."""
    person = newcomer(browser, address, "Inès", **more)
    table = set_up(Sitting(CALM, 1, ["casual"]), [person])
    return person, table


def after(person: Person, touches: int) -> None:
    """Go on for so many touches."""
    wanted = person.touches + touches
    play_on([person], lambda: person.touches >= wanted)


def asked(key: str, language: str, phase: str) -> str:
    """What is asked of somebody in a phase."""
    return games.load(key).translations(language)(f"ask.{phase}", who="Inès")


def test_who_has_moved_is_not_told_how_again(browser: Browser, address: str) -> None:
    person, table = alone(browser, address)
    person.open(table)
    told = person.page.get_by_role("button", name=frame_word("table.understood"))
    person.wait_until(lambda: person.may_move)
    expect(told).to_be_visible()
    play_on([person], lambda: told.count() == 0 and person.may_move)
    person.page.reload()
    person.wait_until(lambda: person.may_move)
    expect(told).to_have_count(0)
    person.context.close()


def test_the_language_changes_in_the_middle_of_a_match(browser: Browser, address: str) -> None:
    person, table = alone(browser, address)
    person.open(table)
    after(person, 3)
    person.wait_until(lambda: person.may_move)
    phase = person.view["phase"]
    expect(person.page.get_by_text(asked(CALM, "fr", phase)).first).to_be_visible()
    person.page.get_by_role("button", name="English").click()
    expect(person.page.get_by_text(asked(CALM, "en", phase)).first).to_be_visible()
    expect(person.page.locator("html")).to_have_attribute("lang", "en")
    after(person, 2)
    assert 1 == person.sockets
    person.context.close()


@pytest.mark.parametrize("wish, travels", [("reduce", False), ("no-preference", True)])
def test_things_travel_unless_less_motion_is_wished(
    browser: Browser, address: str, wish: str, travels: bool
) -> None:
    person, table = alone(browser, address, reduced_motion=wish)
    person.page.add_init_script(NOTE_JOURNEYS)
    person.open(table)
    after(person, 10)
    assert travels == (person.page.evaluate("() => journeys") > 0)
    person.context.close()


def test_two_tabs_of_one_person_show_the_same_and_both_may_play(browser: Browser, address: str) -> None:
    first, table = alone(browser, address)
    second = Person(first.context, "Inès again")
    first.open(table)
    second.open(table)
    for one in (first, second):
        after(one, 4)
        one.wait_until(lambda: first.view == second.view)
    assert [[], []] == [first.faults, second.faults]
    first.context.close()


def test_a_move_that_comes_too_late_is_refused_in_words(browser: Browser, address: str) -> None:
    cable = Cable(address)
    person, table = alone(browser, cable.address)
    person.open(table)
    person.wait_until(lambda: person.may_move and bool(person.targets()))
    cable.cut()
    expect(person.page.get_by_text(frame_word("table.lost")).first).to_be_visible()
    while person.page.locator("[data-thing]").first.is_visible() and (words := person.targets()):
        # Touched without a line: it is kept, and sent when there is one again.
        by_mouse(person, words)
        if not person.page.locator('[data-state="touched"]').count():
            break
    person.context.request.post(
        f"{address}/api/tables/{table}/ask",
        data={"t": "play", "id": "sooner", "words": person.view["moves"][0], "seen": person.view["ply"]},
    )
    cable.mend()
    expect(person.page.get_by_role("alert").first).to_be_visible()
    person.wait_until(lambda: bool(person.refusals))
    assert "stale" == person.refusals[0]["kind"]
    after(person, 2)
    person.context.close()
    cable.close()


def test_while_all_look_nothing_may_be_touched(browser: Browser) -> None:
    """As long as tiles are shown to all, the table would refuse a touch as too soon: it offers none."""
    with serving(pace=0.02) as address:
        person = newcomer(browser, address, "Inès")
        person.open(set_up(Sitting(MEMORY, 1, ["random"]), [person]))
        looking = person.page.get_by_text(frame_word("table.look"))
        play_on([person], looking.is_visible)
        assert [] == person.targets()
        person.wait_until(lambda: bool(person.targets()))
        expect(looking).to_have_count(0)
        assert [] == person.refusals
        person.context.close()


@pytest.mark.parametrize("key", keys())
def test_a_hint_is_offered_where_it_is_given(browser: Browser, address: str, key: str) -> None:
    person = newcomer(browser, address, "Inès")
    person.open(set_up(Sitting(key, 1, ["casual"]), [person]))
    person.wait_until(lambda: person.may_move and len(person.view["moves"]) > 1)
    button = person.page.get_by_role("button", name=frame_word("table.hint"), exact=True)
    expect(button).to_have_count(int(can_advise(games.load(key))))
    if button.count():
        button.click()
        advice = person.page.get_by_role("dialog").get_by_role("listitem")
        confirm = person.page.get_by_role("button", name=frame_word("table.confirm"))
        expect(advice.or_(confirm).first).to_be_visible()
        assert [] == person.refusals
    person.context.close()


def test_a_hint_is_not_offered_among_people(browser: Browser, address: str) -> None:
    people = [newcomer(browser, address, name) for name in ("Inès", "Jo")]
    table = set_up(Sitting(CALM, 2), people)
    for person in people:
        person.open(table)
    acting = next(person for person in people if person.view["moves"])
    expect(acting.page.get_by_role("button", name=frame_word("table.undo"))).to_be_visible()
    expect(acting.page.get_by_role("button", name=frame_word("table.hint"), exact=True)).to_have_count(0)
    for person in people:
        person.context.close()


def test_who_was_away_is_not_asked_back_to_a_match_that_is_over(browser: Browser, address: str) -> None:
    person = newcomer(browser, address, "Inès")
    table = set_up(Sitting(MEMORY, 1, ["strong"], {"quick": "yes"}), [person])
    person.ask(table, "leave")
    person.open(table)
    back = person.page.get_by_role("button", name=frame_word("table.take-back"))
    if not person.is_over:
        expect(back.or_(person.page.get_by_text(frame_word("table.replay"))).first).to_be_visible()
    person.wait_until(lambda: person.is_over)
    expect(person.page.get_by_text(frame_word("table.replay"))).to_be_visible()
    expect(back).to_have_count(0)
    person.context.close()


def test_a_refused_wish_is_told_in_words(browser: Browser, address: str) -> None:
    person, table = alone(browser, address)
    person.open(table)
    person.page.get_by_role("button", name=frame_word("table.undo")).click()
    expect(person.page.get_by_role("alert").first).to_contain_text(frame_word("refusal.nothing-to-undo"))
    person.context.close()


def test_old_trouble_goes_with_a_new_question(browser: Browser, address: str) -> None:
    people = [newcomer(browser, address, name) for name in ("Lou", "Max")]
    table = set_up(Sitting(CALM, 2, []), people)
    for person in people:
        person.open(table)
    people[0].wait_until(lambda: any(person.may_move for person in people))
    waiting = next(person for person in people if not person.may_move)
    other = next(person for person in people if person.may_move)
    waiting.page.get_by_role("button", name=frame_word("table.undo")).click()
    alert = waiting.page.locator(".asked [role=alert]")
    expect(alert).to_be_visible()
    play_on([other], lambda: waiting.may_move)
    expect(alert).to_have_count(0)
    for person in people:
        person.context.close()


# One device for two


def turn_by_turn() -> list[str]:
    """Games without a race: who passes a device on cannot hurry."""
    return [game.key for game in games.all() if "lamp" not in {option.name for option in game.options}]


@pytest.mark.parametrize("key", turn_by_turn())
def test_two_people_pass_one_device_and_nobody_sees_the_hand_of_the_other(
    browser: Browser, address: str, key: str
) -> None:
    person = Passing(visitor(browser, address, reduced_motion="reduce"), "Jo")
    table = person.context.request.post("/api/tables", data={"game": key, "seats": 2}).json()["id"]
    person.page.add_init_script(f"localStorage.setItem('tablee.hands.{table}', '2')")
    person.open(table)
    names = person.page.get_by_role("textbox")
    names.nth(0).fill("Jo")
    names.nth(1).fill("Kim")
    person.page.get_by_role("button", name=frame_word("table.begin")).click()
    how_to = person.page.get_by_role("button", name=frame_word("table.understood"))
    expect(how_to).to_be_visible()
    play_on([person], lambda: person.touches >= 16)
    moved = {line["seat"] for update in person.updates for line in update["log"] if line["seat"] >= 0}
    assert {0, 1} == moved
    assert (key == SECRETIVE) <= (person.uncovered > 1)
    expect(how_to).to_have_count(0)
    assert [] == person.faults
    person.context.close()


class Passing(Person):
    """Two people with one device: whoever gets it says so first."""

    uncovered = 0

    def touch_something(self) -> bool:
        pattern = frame_word("table.i-am").replace("{who}", "(Jo|Kim)")
        cover = self.page.get_by_role("button", name=re.compile(pattern))
        if cover.count():
            assert 0 == self.page.locator("[data-thing], .board").count(), "a hand is seen through the cover"
            cover.click()
            self.uncovered += 1
            return True
        return super().touch_something()


def test_every_game_is_tried_on_one_device_or_is_a_race() -> None:
    assert set(turn_by_turn()) < set(keys())
