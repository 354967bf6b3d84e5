"""The table page apart from moves: language, reduced motion, two tabs, refusals, hints, a shared device."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tablee import games
from tablee.bots.explain import can_advise
from tests.web.browser import new_context, running_server
from tests.web.matches import turn_by_turn
from tests.web.page_text import site_text
from tests.web.players import (
    CONFIRM,
    TARGET,
    Person,
    TableSetup,
    by_mouse,
    game_keys,
    new_person,
    play_until,
    refuse_moves,
    start_match,
)
from tests.web.tcp_proxy import TcpProxy

# A game with turns, and one with secret hands.
TURN_BASED, SECRET_HANDS = "islands", "clouds"
MEMORY = next(game.key for game in games.all() if game.memory)
# Counts the animations that move a thing.
COUNT_MOVEMENTS = """
  window.movements = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const moves = (frame) => frame.transform?.startsWith("translate");
    if (Array.isArray(frames) && frames.some(moves)) movements += 1;
    return animate.call(this, frames, options);
  };
"""
# The classes of the elements between pieces and the screen of the table that clip them.
CLIPPING = """pieces => {
  const clips = new Set();
  for (const piece of pieces)
    for (let element = piece.parentElement; !element.matches(".frame"); element = element.parentElement)
      if (getComputedStyle(element).overflow !== "visible") clips.add(element.className);
  return [...clips];
}"""
# Counts how often the sentence about the last move is drawn.
COUNT_RIBBONS = """() => {
  window.ribbons = 0;
  const observer = new MutationObserver((records) => {
    const added = records.flatMap((record) => [...record.addedNodes]);
    ribbons += added.filter((node) => node.matches?.(".ribbon")).length;
  });
  observer.observe(document.querySelector(".zone.ribbon"), { childList: true });
}"""


def person_against_bot(browser: Browser, address: str, **more: Any) -> tuple[Person, str]:
    """Start a match of one person against a bot; return the person and the id of the table."""
    person = new_person(browser, address, "Inès", **more)
    table = start_match(TableSetup(TURN_BASED, 1, ["casual"]), [person])
    return person, table


def play_touches(person: Person, touches: int) -> None:
    """Play for a number of touches."""
    wanted = person.touches + touches
    play_until([person], lambda: person.touches >= wanted)


def prompts(key: str, language: str, phase: str) -> re.Pattern[str]:
    """Return a pattern for the prompts of a phase, before the first touch and after it."""
    words = games.load(key).translations(language)
    texts = [re.escape(words(f"ask.{phase}{step}", who="Inès")) for step in ("", ".next")]
    # The page sets no-break spaces.
    return re.compile("|".join(texts).replace(r"\ ", r"\s"))


def test_the_hint_for_new_players_is_not_shown_again_after_a_move(browser: Browser, address: str) -> None:
    person, table = person_against_bot(browser, address)
    person.open(table)
    hint = person.page.get_by_role("button", name=site_text("table.understood"))
    person.wait_until(lambda: person.may_move)
    expect(hint).to_be_visible()
    seen = len(person.updates)

    def has_moved() -> bool:
        lines = [(line["seat"], update["you"]) for update in person.updates[seen:] for line in update["log"]]
        return any(seat == own for seat, own in lines)

    # A forced move needs no hint: its absence does not tell that a move was made.
    play_until([person], lambda: has_moved() and person.may_move)
    expect(hint).to_have_count(0)
    person.page.reload()
    person.wait_until(lambda: person.may_move)
    expect(hint).to_have_count(0)
    person.context.close()


def test_the_language_changes_in_the_middle_of_a_match(browser: Browser, address: str) -> None:
    person, table = person_against_bot(browser, address)
    person.open(table)
    play_touches(person, 3)
    person.wait_until(lambda: person.may_move)
    phase = person.view["phase"]
    expect(person.page.get_by_text(prompts(TURN_BASED, "fr", phase)).first).to_be_visible()
    person.page.get_by_role("button", name=site_text("table.menu")).click()
    person.page.get_by_label(site_text("page.language")).select_option("en")
    expect(person.page.get_by_text(prompts(TURN_BASED, "en", phase)).first).to_be_visible()
    expect(person.page.locator("html")).to_have_attribute("lang", "en")
    play_touches(person, 2)
    assert 1 == person.sockets
    person.context.close()


@pytest.mark.parametrize("preference, moves", [("reduce", False), ("no-preference", True)])
def test_things_move_unless_reduced_motion_is_preferred(
    browser: Browser, address: str, preference: str, moves: bool
) -> None:
    person, table = person_against_bot(browser, address, reduced_motion=preference)
    person.page.add_init_script("localStorage.tablee = JSON.stringify({ speed: 'fast' })")
    person.page.add_init_script(COUNT_MOVEMENTS)
    person.open(table)
    play_touches(person, 10)
    person.settle()
    assert moves == (person.page.evaluate("() => movements") > 0)
    person.context.close()


def test_a_small_board_does_not_clip_the_tiles_that_fly_to_it(browser: Browser, address: str) -> None:
    person, table = person_against_bot(browser, address)
    person.open(table)
    pieces = person.page.locator(".rivals [data-id]")
    play_until([person], lambda: pieces.count() > 0)
    assert pieces.evaluate_all(CLIPPING) == []
    person.context.close()


def test_a_page_is_loaded_again_when_its_files_have_changed(browser: Browser, address: str) -> None:
    person, table = person_against_bot(browser, address, service_workers="block")
    requests: list[str] = []

    def answer(route: Route) -> None:
        requests.append(route.request.url)
        route.fulfill(status=404) if len(requests) == 1 else route.continue_()

    person.page.route("**/assets/MatchScreen*.js", answer)
    # What a script fetches there, not the page itself, names the script of another version.
    person.page.route(f"{address}/", lambda route: route.fulfill(body="<script src=/assets/index-new.js>"))
    person.open(table)
    expect(person.page.locator(".frame")).to_be_visible()
    assert 2 == len(requests)
    person.context.close()


def test_each_move_is_told_once(browser: Browser, address: str) -> None:
    person, table = person_against_bot(browser, address)
    person.open(table).settle()
    person.page.locator("[data-thing]").first.wait_for()
    seen = len(person.updates)
    person.page.evaluate(COUNT_RIBBONS)
    play_touches(person, 8)
    person.settle()
    moves = sum(len(update["log"]) for update in person.updates[seen:])
    assert 0 < person.page.evaluate("() => ribbons") <= moves
    person.context.close()


def test_the_last_move_is_told_again_after_a_reload(browser: Browser, address: str) -> None:
    person, table = person_against_bot(browser, address)
    person.open(table).settle()
    play_touches(person, 8)
    person.wait_until(lambda: person.may_move)
    person.settle()
    shown = person.page.locator(".ribbon .sentence")
    sentence = shown.inner_text()
    assert sentence
    person.page.reload()
    # With its pictures, which the plain words of the log do not have.
    expect(person.page.locator(".ribbon .sentence .piece").first).to_be_visible()
    expect(shown).to_have_text(sentence)
    assert 0 == person.page.locator(".moment .card").count()
    person.context.close()


def test_two_tabs_of_one_person_show_the_same_and_both_can_play(browser: Browser, address: str) -> None:
    first, table = person_against_bot(browser, address)
    second = Person(first.context, "Inès again")
    first.open(table)
    second.open(table)
    for one in (first, second):
        play_touches(one, 4)
        one.wait_until(lambda: first.view == second.view)
    assert [[], []] == [first.page_errors, second.page_errors]
    first.context.close()


def test_a_stale_move_shows_the_text_of_its_refusal(browser: Browser, address: str) -> None:
    proxy = TcpProxy(address)
    person, table = person_against_bot(browser, proxy.address)
    person.open(table)
    person.wait_until(lambda: person.may_move and bool(person.targets()))
    proxy.disconnect()
    expect(person.page.get_by_text(site_text("table.lost")).first).to_be_visible()
    confirm = person.page.locator(CONFIRM)
    while person.page.locator("[data-thing]").first.is_visible() and (person.targets() or confirm.count()):
        # Offline the move is queued, and sent after the reconnect.
        by_mouse(person, person.targets())
        if not person.page.locator('[data-state="touched"]').count():
            break
    person.context.request.post(
        f"{address}/api/tables/{table}/ask",
        data={"t": "play", "id": "sooner", "words": person.view["moves"][0], "seen": person.view["ply"]},
    )
    proxy.reconnect()
    expect(person.page.get_by_role("alert").first).to_be_visible()
    person.wait_until(lambda: bool(person.refusals))
    assert "stale" == person.refusals[0]["kind"]
    play_touches(person, 2)
    person.context.close()
    proxy.close()


def test_there_are_no_targets_while_tiles_are_shown_to_all(browser: Browser) -> None:
    """While tiles are shown to all, the server would refuse every move as too soon."""
    with running_server(pace=0.02) as address:
        person = new_person(browser, address, "Inès")
        person.open(start_match(TableSetup(MEMORY, 1, ["random"]), [person]))
        notice = person.page.locator(".prompt", has_text=site_text("table.look"))
        play_until([person], notice.is_visible)
        assert [] == person.targets()
        person.wait_until(lambda: bool(person.targets()))
        expect(notice).to_have_count(0)
        assert [] == person.refusals
        person.context.close()


@pytest.mark.parametrize("key", [key for key in game_keys() if not can_advise(games.load(key))])
def test_no_hint_is_offered_in_games_that_have_none(browser: Browser, address: str, key: str) -> None:
    person = new_person(browser, address, "Inès")
    person.open(start_match(TableSetup(key, 1, ["casual"]), [person]))
    person.wait_until(lambda: person.may_move and len(person.view["moves"]) > 1)
    expect(person.page.locator(".zone.actions .place")).to_be_visible()
    expect(person.page.get_by_role("button", name=site_text("table.hint"), exact=True)).to_have_count(0)
    person.context.close()


def test_a_hint_is_not_offered_among_people(browser: Browser, address: str) -> None:
    people = [new_person(browser, address, name) for name in ("Inès", "Jo")]
    table = start_match(TableSetup(TURN_BASED, 2), people)
    for person in people:
        person.open(table)
    acting = next(person for person in people if person.view["moves"])
    expect(acting.page.get_by_role("button", name=site_text("screen.undo"))).to_be_visible()
    expect(acting.page.get_by_role("button", name=site_text("table.hint"), exact=True)).to_have_count(0)
    for person in people:
        person.context.close()


def test_who_asked_to_take_a_move_back_may_withdraw_it(browser: Browser, address: str) -> None:
    people = [new_person(browser, address, name) for name in ("Inès", "Jo")]
    table = start_match(TableSetup(TURN_BASED, 2), people)
    for person in people:
        person.open(table)

    def movers() -> list[int]:
        return [line["seat"] for update in people[0].updates for line in update["log"]]

    play_until(people, lambda: {0, 1} == set(movers()))
    # The other has moved since: one's own move is taken back only if they agree.
    other = people[movers()[-1]]
    asking = people[1 - people.index(other)]
    asking.send_command(table, "undo")
    question = other.page.get_by_text("voudrait reprendre son coup")
    expect(question).to_be_visible()
    asking.page.get_by_role("button", name=site_text("table.undo-withdraw")).click()
    expect(question).to_have_count(0)
    expect(asking.page.get_by_text(site_text("table.undo-asked"))).to_have_count(0)
    for person in people:
        assert [] == person.page_errors
        person.context.close()


def test_a_person_who_left_cannot_return_to_a_match_that_is_over(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Inès")
    table = start_match(TableSetup(MEMORY, 1, ["strong"], {"quick": "yes"}), [person])
    person.send_command(table, "leave")
    person.open(table)
    back = person.page.get_by_role("button", name=site_text("table.take-back"))
    if not person.is_over:
        expect(back.or_(person.page.locator(".finale")).first).to_be_visible()
    person.wait_until(lambda: person.is_over)
    expect(person.page.locator(".finale")).to_be_visible()
    expect(back).to_have_count(0)
    person.context.close()


def test_undo_is_never_offered_in_a_memory_game(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Inès")
    person.open(start_match(TableSetup(MEMORY, 1, ["random"]), [person]))
    play_until([person], lambda: any(line["seat"] == 0 for line in person.updates[-1]["log"]))
    expect(person.page.locator(".zone.actions .place")).to_be_visible()
    expect(person.page.get_by_role("button", name=site_text("screen.undo"))).to_have_count(0)
    person.context.close()


def test_a_choice_can_be_dropped_in_a_memory_game_where_moves_are_confirmed(
    browser: Browser, address: str
) -> None:
    person = new_person(browser, address, "Inès")
    person.page.add_init_script("localStorage.tablee = JSON.stringify({ confirm: 'always' })")
    person.open(start_match(TableSetup(MEMORY, 1, ["random"]), [person]))
    person.wait_until(lambda: bool(person.targets()))
    undo = person.page.get_by_role("button", name=site_text("screen.undo"))
    expect(undo).to_be_disabled()
    person.page.locator(TARGET).first.click()
    person.page.get_by_role("button", name=site_text("screen.cancel")).click()
    expect(undo).to_be_disabled()
    person.context.close()


def test_undo_is_offered_once_there_is_an_own_move(browser: Browser, address: str) -> None:
    person, table = person_against_bot(browser, address)
    person.open(table)
    undo = person.page.get_by_role("button", name=site_text("screen.undo"))
    expect(undo).to_be_disabled()
    play_until([person], lambda: any(line["seat"] == 0 for line in person.updates[-1]["log"]))
    expect(undo).to_be_enabled()
    person.context.close()


def test_a_refusal_disappears_when_the_next_turn_begins(browser: Browser, address: str) -> None:
    people = [new_person(browser, address, name) for name in ("Lou", "Max")]
    table = start_match(TableSetup(TURN_BASED, 2, []), people)
    for person in people:
        refuse_moves(person)
        person.open(table)
    people[0].wait_until(lambda: any(person.may_move for person in people))
    refused = next(person for person in people if person.may_move)
    alert = refused.page.locator(".zone.ribbon [role=alert]")
    play_until([refused], lambda: bool(refused.refusals))
    expect(alert).to_be_visible()
    # The same move from elsewhere, so that nothing on this page is touched.
    refused.send_command(table, "play", words=refused.view["moves"][0], seen=refused.view["ply"])
    expect(alert).to_have_count(0)
    for person in people:
        person.context.close()


# A shared device


@pytest.mark.parametrize("key", turn_by_turn())
def test_two_people_share_a_device_without_seeing_the_secrets_of_the_other(
    browser: Browser, address: str, key: str
) -> None:
    person = SharedDevice(new_context(browser, address), "Jo")
    table = person.context.request.post("/api/tables", data={"game": key, "seats": 2}).json()["id"]
    person.page.add_init_script(f"localStorage.setItem('tablee.hands.{table}', '2')")
    person.open(table)
    names = person.page.get_by_role("textbox")
    names.nth(0).fill("Jo")
    names.nth(1).fill("Kim")
    person.page.get_by_role("button", name=site_text("table.begin")).click()
    how_to = person.page.get_by_role("button", name=site_text("table.understood"))
    expect(how_to).to_be_visible()
    play_until([person], lambda: person.touches >= 16)
    moved = {line["seat"] for update in person.updates for line in update["log"] if line["seat"] >= 0}
    assert {0, 1} == moved
    assert (key == SECRET_HANDS) <= (person.revealed > 1)
    expect(how_to).to_have_count(0)
    assert [] == person.page_errors
    person.context.close()


def test_the_next_person_at_a_shared_device_is_not_told_which_card_the_first_one_kept(
    browser: Browser, address: str
) -> None:
    person = SharedDevice(new_context(browser, address), "Jo")
    table = person.context.request.post("/api/tables", data={"game": SECRET_HANDS, "seats": 2}).json()["id"]
    person.page.add_init_script(f"localStorage.setItem('tablee.hands.{table}', '2')")
    person.open(table)
    for at, name in enumerate(("Jo", "Kim")):
        person.page.get_by_role("textbox").nth(at).fill(name)
    person.page.get_by_role("button", name=site_text("table.begin")).click()
    play_until([person], lambda: person.revealed == 1)
    expect(person.page.locator("[data-thing]").first).to_be_visible()
    # Kim has not moved, so nothing is told to "you", and nothing of a secret move is told at all.
    expect(person.page.locator(".zone.ribbon > .ribbon")).to_have_count(0)
    person.context.close()


class SharedDevice(Person):
    """Two people with one device: after each change the next person reveals the board."""

    revealed = 0

    def touch_any(self) -> bool:
        pattern = site_text("table.i-am").replace("{who}", "(Jo|Kim)")
        reveal = self.page.get_by_role("button", name=re.compile(pattern))
        if reveal.count():
            assert 0 == self.page.locator("[data-thing], .board").count(), (
                "the board is visible before it is revealed"
            )
            reveal.click()
            self.revealed += 1
            return True
        return super().touch_any()


def test_some_games_have_a_race_and_are_not_tested_on_a_shared_device() -> None:
    assert set(turn_by_turn()) < set(game_keys())
