"""The table before the start: arriving, bots, names and animals, starting, layout on a phone."""

import json
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tablee import games
from tests.web.browser import SMALL_PHONE
from tests.web.page_text import site_text
from tests.web.players import Person, TableSetup, finish_over_http, new_person, start_match

# The game with the most seats.
LARGE_GAME = max(games.all(), key=lambda game: game.seats[-1]).key
# What is wrong with the layout: seats that overlap, small targets, small text, a page wider than the screen.
PROBLEMS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const seats = [...document.querySelectorAll(".seat")].map(box);
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const small = (target) => box(target).height < 44 || box(target).width < 44;
  const smallText = (text) => parseFloat(getComputedStyle(text).fontSize) < 13;
  const texts = [...document.querySelectorAll(".lobby *")].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  const targets = [...document.querySelectorAll(".lobby :is(button, a, input, summary)")]
    .filter((target) => target.checkVisibility());
  return [
    ...seats.filter((a, at) => seats.slice(at + 1).some((b) => overlap(a, b))).map(() => "seats overlap"),
    ...seats.filter(({ left, right }) => left < 0 || right > innerWidth).map(() => "a seat is cut"),
    ...targets.filter(small).map((target) => target.outerHTML),
    ...texts.filter(smallText).map((text) => text.outerHTML),
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : []),
  ];
}"""


def host_with_table(browser: Browser, address: str, seats: int, **more: Any) -> tuple[Person, str]:
    """Create a person and a table at which they sit; return both, with the page of the table open."""
    host = new_person(browser, address, "Camille", **more)
    return host, open_table(host, seats)


def open_table(host: Person, seats: int) -> str:
    """Create a table at which a person sits and open its page; return its id."""
    body = {"game": LARGE_GAME, "seats": seats, "name": host.name}
    table: str = host.context.request.post("/api/tables", data=body).json()["id"]
    host.open(table)
    return table


def seats_of(person: Person) -> Locator:
    """Return the seats around the drawn table, in the order of the seats."""
    return person.page.get_by_role("list", name=site_text("table.around")).get_by_role("listitem")


def test_a_link_is_shown_for_copying_by_hand_where_the_browser_refuses_the_clipboard(
    browser: Browser, address: str
) -> None:
    host = new_person(browser, address, "Camille")
    host.page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new DOMException())")
    table = open_table(host, 2)
    host.page.get_by_role("button", name=site_text("link.copy")).click()
    text = host.page.get_by_role("dialog").get_by_role("textbox")
    expect(text).to_have_value(f"{address}/t/{table}")
    assert f"{address}/t/{table}" == host.page.evaluate("() => getSelection().toString()")
    host.context.close()


def ask_for_rematch(person: Person, table: str) -> None:
    """Open the page of a finished match and press the button of the rematch; wait for its table."""
    person.open(table)
    press(person, "table.rematch")
    person.wait_until(lambda: person.updates[-1]["table"]["before"] == table)


def start_with_bots(host: Person) -> None:
    """Start, and let bots take the seats of those who are missing."""
    press(host, "lobby.start")
    host.page.get_by_role("dialog").locator("button.go").click()


def press(person: Person, key: str) -> None:
    """Press the button with the text of a key."""
    person.page.get_by_role("button", name=site_text(key), exact=True).click()


def test_a_guest_is_seated_by_one_tap_and_the_host_decides_when_to_start(
    browser: Browser, address: str
) -> None:
    host, table = host_with_table(browser, address, 3)
    guest = new_person(browser, address, "guest").open(table)
    expect(seats_of(host).nth(1)).to_contain_text(site_text("lobby.arriving"))
    expect(host.page.get_by_text(site_text("lobby.arriving"))).to_have_count(1)
    # The text of a free seat is what touching it does: it is read once.
    spoken = f"{site_text('lobby.free')}, {site_text('lobby.sit')}"
    expect(seats_of(guest).get_by_role("button", name=spoken, exact=True)).to_have_count(2)
    name = guest.page.get_by_label(site_text("page.name")).input_value()
    guest.open(table)
    assert name == guest.page.get_by_label(site_text("page.name")).input_value()
    press(guest, "lobby.sit")
    expect(seats_of(host).nth(1)).to_contain_text(name)
    expect(seats_of(host).nth(1)).to_contain_text(site_text("lobby.is-ready"))
    press(host, "lobby.start")
    press(host, "lobby.keep-waiting")
    expect(seats_of(host).nth(2)).to_contain_text(site_text("lobby.free"))
    start_with_bots(host)
    guest.wait_until(lambda: guest.updates[-1]["table"]["status"] == "playing")
    assert ["person", "person", "bot"] == [seat["kind"] for seat in guest.updates[-1]["table"]["seats"]]
    for person in (host, guest):
        assert [] == person.page_errors
        person.context.close()


def test_two_people_at_a_table_of_three_start_without_a_third(browser: Browser, address: str) -> None:
    host, table = host_with_table(browser, address, 3)
    guest = new_person(browser, address, "guest").open(table)
    press(guest, "lobby.sit")
    expect(seats_of(host).nth(1)).to_contain_text(site_text("lobby.is-ready"))
    press(host, "lobby.add-seat")
    expect(seats_of(guest)).to_have_count(4)
    seats_of(host).nth(3).get_by_role("button").click()
    press(host, "lobby.remove-seat")
    expect(seats_of(guest)).to_have_count(3)
    press(host, "lobby.start")
    host.page.get_by_role("button", name="Commencer à 2", exact=True).click()
    guest.wait_until(lambda: guest.updates[-1]["table"]["status"] == "playing")
    assert ["person", "person"] == [seat["kind"] for seat in guest.updates[-1]["table"]["seats"]]
    for person in (host, guest):
        assert [] == person.page_errors
        person.context.close()


def test_the_host_starts_a_rematch_without_somebody_who_has_not_come(browser: Browser, address: str) -> None:
    host, guest = (new_person(browser, address, name) for name in ("Camille", "Bruno"))
    first = start_match(TableSetup("islands", 2), [host, guest])
    finish_over_http(first, [host, guest])
    ask_for_rematch(host, first)
    guest.open(first)
    expect(guest.page.get_by_role("button", name=site_text("table.join-rematch"))).to_be_visible()
    expect(seats_of(host).filter(has_text="Bruno")).to_contain_text(site_text("lobby.absent"))
    start_with_bots(host)
    host.wait_until(lambda: host.updates[-1]["table"]["status"] == "playing")
    for person in (host, guest):
        person.context.close()


def test_a_rematch_between_people_starts_when_everybody_has_come(browser: Browser, address: str) -> None:
    host, guest = (new_person(browser, address, name) for name in ("Camille", "Bruno"))
    first = start_match(TableSetup("islands", 2), [host, guest])
    finish_over_http(first, [host, guest])
    ask_for_rematch(host, first)
    guest.open(first)
    expect(host.page.get_by_text("On attend Bruno")).to_be_visible()
    press(guest, "table.join-rematch")
    guest.wait_until(lambda: guest.updates[-1]["table"]["status"] == "playing")
    for person in (host, guest):
        assert [] == person.page_errors
        person.context.close()


def test_a_rematch_against_bots_starts_without_a_touch(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Camille")
    first = start_match(TableSetup("islands", 1, ["random"]), [person])
    finish_over_http(first, [person])
    ask_for_rematch(person, first)
    person.wait_until(lambda: person.updates[-1]["table"]["status"] == "playing")
    person.context.close()


def test_a_bot_is_added_changed_and_removed_by_touching_its_seat(browser: Browser, address: str) -> None:
    host, _table = host_with_table(browser, address, 3)
    for seat in (1, 2):
        seats_of(host).nth(seat).get_by_role("button").click()
        host.page.get_by_role("dialog").get_by_role("button", name="Nour").click()
        expect(seats_of(host).nth(seat)).to_contain_text("Nour" if seat == 1 else "Lila")
    seats_of(host).nth(2).get_by_role("button").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Ondine").click()
    expect(seats_of(host).nth(2)).to_contain_text("Ondine")
    seats_of(host).nth(1).get_by_role("button").click()
    host.page.get_by_role("button", name="Retirer Nour").click()
    expect(seats_of(host).nth(1)).to_contain_text(site_text("lobby.free"))
    host.context.close()


def test_others_see_a_new_name_and_animal(browser: Browser, address: str) -> None:
    host, table = host_with_table(browser, address, 2)
    guest = new_person(browser, address, "guest").open(table)
    seats_of(host).nth(0).get_by_role("button").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_label(site_text("page.name")).fill("Zoé")
    dialog.get_by_role("radio", name="Koala").check(force=True)
    press(host, "lobby.save")
    expect(seats_of(guest).nth(0)).to_contain_text("Zoé")
    seat = guest.updates[-1]["table"]["seats"][0]
    assert ("Zoé", "koala") == (seat["name"], seat["face"])
    for person in (host, guest):
        person.context.close()


def test_a_shared_device_shows_no_invitation(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Inès")
    table = person.context.request.post("/api/tables", data={"game": LARGE_GAME, "seats": 2}).json()["id"]
    person.page.add_init_script(f"localStorage.setItem('tablee.hands.{table}', '2')")
    person.open(table)
    expect(person.page.get_by_role("button", name=site_text("table.begin"))).to_be_visible()
    expect(person.page.get_by_role("img", name=site_text("table.qr"))).to_have_count(0)
    person.page.get_by_label("Joueur 2").fill("Bruno")
    expect(seats_of(person).nth(1)).to_contain_text("Bruno")
    person.context.close()


def test_the_lobby_fits_on_a_small_phone(browser: Browser, address: str) -> None:
    host = new_person(browser, address, "Camille", viewport=SMALL_PHONE, is_mobile=True, has_touch=True)
    for seats in games.load(LARGE_GAME).seats:
        table = open_table(host, seats)
        host.send_command(table, "hire", seat=1, bot="expert")
        if seats > 2:
            host.send_command(table, "sit", name="Maximilienne-Aurore", seat=0)
        expect(seats_of(host)).to_have_count(seats)
        expect(seats_of(host).nth(1)).to_contain_text("Ondine")
        host.settle()
        assert [] == host.page.evaluate(PROBLEMS), seats
    host.context.close()


def test_a_first_match_of_mine_is_proposed_as_an_easy_one(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Camille")
    person.page.goto("/games/mine")
    expect(person.page.get_by_role("radio", name="Nour")).to_be_checked()
    press(person, "page.way.bots.go")
    person.wait_until(lambda: bool(person.updates))
    table = person.updates[-1]["table"]
    assert ("yes", "none") == (table["options"]["helper"], table["options"]["lamp"])
    assert {"beginner"} == {seat["bot"] for seat in table["seats"][1:]}
    person.context.close()


def test_after_wins_the_next_bot_is_suggested_and_not_chosen(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Camille")
    wins = [{"table": str(at), "game": "mine", "level": "beginner", "won": True} for at in range(2)]
    person.page.add_init_script(f"localStorage.setItem('tablee.results', '{json.dumps(wins)}')")
    person.page.goto("/games/mine")
    expect(person.page.get_by_role("radio", name="Nour")).to_be_checked()
    person.page.get_by_role("button", name=site_text("lobby.try").format(who="Basile")).click()
    expect(person.page.get_by_role("radio", name="Basile")).to_be_checked()
    press(person, "page.way.bots.go")
    person.wait_until(lambda: bool(person.updates))
    table = person.updates[-1]["table"]
    assert "240" == table["options"]["lamp"]
    assert {"casual"} == {seat["bot"] for seat in table["seats"][1:]}
    person.context.close()


def test_a_phrase_is_said_by_one_tap(browser: Browser, address: str) -> None:
    anne, bruno = (new_person(browser, address, name) for name in ("Anne", "Bruno"))
    table = start_match(TableSetup("islands", 2), [anne, bruno])
    for person in (anne, bruno):
        person.open(table)
        person.page.get_by_role("tab", name=site_text("table.chat")).click()
    press(anne, "lobby.phrase.well-played")
    for person in (anne, bruno):
        chat = person.page.get_by_role("list", name=site_text("table.chat"))
        expect(chat).to_contain_text(f"Anne {site_text('lobby.phrase.well-played')[:4]}")
        person.context.close()
