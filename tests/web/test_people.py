"""Friends and groups in a browser: a link opened, an invitation followed, a person muted, a group joined."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.friends import appoint
from tests.server.site import site
from tests.web.accessibility import faults, violations
from tests.web.browser import SMALL_PHONE_OPTIONS
from tests.web.page_text import site_text, text
from tests.web.players import Person, TableSetup, new_person, start_match
from web.build import build

GAME = "islands"


@pytest.fixture
def people(browser: Browser, address: str) -> Iterator[list[Person]]:
    found = [new_person(browser, address, name, **SMALL_PHONE_OPTIONS) for name in ("Anne", "Benoît")]
    yield found
    for person in found:
        person.context.close()


def make_link(page: Page, name: str) -> str:
    """Create the friend link of a person, and return it."""
    page.goto("/friends")
    page.get_by_label(site_text("page.name")).first.fill(name)
    page.get_by_role("button", name=text("people.card.make")).click()
    return page.get_by_role("textbox", name=text("people.link")).input_value()


def test_a_friend_opens_the_link_is_invited_by_one_touch_and_joins(people: list[Person]) -> None:
    anne, ben = people
    link = make_link(anne.page, "Anne")
    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", name=text("people.meet", name="Anne"))).to_be_visible()
    assert [] == faults(ben.page)
    ben.page.get_by_label(site_text("page.name")).first.fill("Benoît")
    ben.page.get_by_role("button", name=text("people.meet.go")).click()
    expect(ben.page.get_by_text(text("people.meet.done", name="Anne"))).to_be_visible()
    ben.page.get_by_role("switch", name=text("people.wants")).check()
    anne.page.reload()
    expect(anne.page.get_by_text(text("people.presence.wants"))).to_be_visible()
    assert [] == faults(anne.page)
    anne.page.get_by_role("button", name=text("people.play.spoken", name="Benoît")).click()
    anne.page.get_by_label(text("people.together.game")).select_option(GAME)
    # The invitation by the dialog is withdrawn: the lobby has a button of its own.
    anne.page.get_by_role("checkbox", name="Benoît").uncheck()
    anne.page.get_by_role("button", name=text("people.together.go")).click()
    anne.page.wait_for_url("**/t/*")
    anne.page.get_by_role("button", name=text("people.invite.spoken", name="Benoît")).click()
    expect(anne.page.get_by_text(text("people.invite.sent"))).to_be_visible()
    assert [] == violations(anne.page)
    ben.page.goto("/")
    join = ben.page.get_by_role("link", name="Rejoindre Anne")
    expect(join).to_be_visible()
    assert [] == faults(ben.page)
    join.click()
    ben.page.wait_for_url(anne.page.url)
    ben.page.get_by_role("button", name=site_text("lobby.sit"), exact=True).first.click()
    expect(anne.page.get_by_text("Benoît").first).to_be_visible()
    assert [] == [*anne.page_errors, *ben.page_errors]


def test_a_group_is_created_joined_and_left(people: list[Person]) -> None:
    anne, ben = people
    anne.page.goto("/friends")
    anne.page.get_by_text(text("groups.new")).click()
    anne.page.get_by_label(text("groups.name")).fill("La famille")
    anne.page.get_by_role("button", name=text("groups.make")).click()
    anne.page.wait_for_url("**/groups/*")
    link = anne.page.get_by_role("textbox", name=text("groups.link")).input_value()
    ben.page.goto(link)
    expect(ben.page.get_by_role("button", name=text("groups.meet.go"))).to_be_visible()
    assert [] == faults(ben.page)
    ben.page.get_by_role("button", name=text("groups.meet.go")).click()
    expect(ben.page.get_by_role("heading", name="La famille")).to_be_visible()
    # A game that can be played alone has two seats for a group.
    ben.page.get_by_label(text("people.together.game")).select_option("clouds")
    expect(ben.page.get_by_label(site_text("page.seats"))).to_have_value("2")
    ben.page.get_by_label(text("people.together.game")).select_option(GAME)
    ben.page.get_by_role("button", name=text("people.together.go")).click()
    ben.page.wait_for_url("**/t/*")
    anne.page.goto("/")
    expect(anne.page.get_by_role("link", name="Rejoindre La famille")).to_be_visible()
    anne.page.goto(link)
    anne.page.get_by_role("link", name=text("groups.open")).click()
    anne.page.wait_for_url("**/groups/*")
    expect(anne.page.get_by_role("link", name=text("people.join"))).to_be_visible()
    assert [] == faults(anne.page)
    anne.page.get_by_text(text("groups.manage")).click()
    anne.page.get_by_role("button", name=text("groups.delete")).click()
    anne.page.wait_for_url("**/friends")
    assert [] == [*anne.page_errors, *ben.page_errors]


def test_a_name_given_with_the_friend_link_stays_in_a_new_group(browser: Browser, address: str) -> None:
    person = new_person(browser, address, "Zoé")
    page = person.page
    make_link(page, "Zoé")
    page.get_by_text(text("groups.new")).click()
    page.get_by_label(text("groups.name")).fill("La famille")
    page.get_by_role("button", name=text("groups.make")).click()
    page.wait_for_url("**/groups/*")
    expect(page.get_by_role("listitem").get_by_text("Zoé")).to_be_visible()
    person.context.close()


def test_the_chat_of_a_muted_person_disappears(people: list[Person]) -> None:
    anne, eve = people
    table = start_match(TableSetup(GAME, people=2), people)
    eve.send_command(table, "say", text="Bouh !")
    anne.open(table)
    page = anne.page
    page.get_by_role("button", name=site_text("table.menu")).click()
    page.get_by_role("tab", name=site_text("table.chat")).click()
    expect(page.get_by_text("Bouh !")).to_be_visible()
    assert [] == faults(page)
    page.get_by_role("tab", name=site_text("table.menu")).click()
    page.get_by_role("button", name=site_text("table.people")).click()
    page.get_by_role("button", name=text("people.more", name=eve.name)).click()
    # What opens below the edge of the drawer is scrolled into sight.
    expect(page.get_by_role("button", name=text("people.report"), exact=True)).to_be_in_viewport()
    page.get_by_role("button", name=text("people.report"), exact=True).click()
    expect(page.get_by_role("button", name=text("people.report.send"))).to_be_in_viewport()
    assert [] == faults(page)
    page.get_by_role("button", name=text("people.report.send")).click()
    expect(page.get_by_text(text("people.report.sent"))).to_be_visible()
    page.get_by_role("button", name=text("people.back")).click()
    page.get_by_role("button", name=text("people.mute")).click()
    expect(page.get_by_role("button", name=text("people.mute"))).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text=text("people.muted"))).to_be_visible()
    icon = page.get_by_role("status").locator("svg").bounding_box()
    assert icon is not None
    assert icon["height"] <= 20
    assert [] == faults(page)
    # What was said before disappears at once.
    page.get_by_role("tab", name=site_text("table.chat")).click()
    expect(page.get_by_text("Bouh !")).to_have_count(0)
    eve.send_command(table, "say", text="Coucou !")
    anne.wait_until(lambda: any(line["text"] == "Coucou !" for each in anne.updates for line in each["chat"]))
    expect(page.get_by_text(site_text("table.no-chat"))).to_be_visible()
    expect(page.get_by_text("Coucou !")).to_have_count(0)
    assert [] == anne.page_errors


@pytest.fixture
def host_and_guest(browser: Browser, tmp_path: Path) -> Iterator[list[Person]]:
    """Start a site of its own, and return its host, who has an account, and a guest."""
    build()
    url = f"sqlite:///{tmp_path / 'tablee.db'}"
    with site(url) as address:
        found = [new_person(browser, address, name, **SMALL_PHONE_OPTIONS) for name in ("Olga", "Vilaine")]
        found[0].context.request.post("/api/account", data={"name": "Olga", "password": "correct horse"})
        appoint(url, "Olga")
        yield found
        for person in found:
            person.context.close()


def test_the_host_of_the_site_reads_a_report_and_bans(host_and_guest: list[Person]) -> None:
    """Report a person, ban them at /host, and see that they are told."""
    olga, eve = host_and_guest
    table = start_match(TableSetup(GAME, people=2), host_and_guest)
    eve.send_command(table, "say", text="Bouh !")
    report = {"reason": "chat", "text": "Pas gentil", "table": table, "seat": 1}
    assert olga.context.request.post("/api/reports", data=report).ok
    page = olga.page
    page.goto("/host")
    expect(page.get_by_text("Pas gentil")).to_be_visible()
    report_of_eve = page.get_by_role("article").filter(has_text="Vilaine")
    report_of_eve.get_by_text(text("host.chat")).click()
    expect(report_of_eve.get_by_text("Bouh !")).to_be_visible()
    assert [] == faults(page)
    page.get_by_role("button", name=text("host.ban", name="Vilaine")).click()
    # Nothing has happened yet: the host is told what a ban means, and may still turn back.
    dialog = page.get_by_role("dialog", name=text("host.ask.ban", name="Vilaine"))
    expect(dialog.get_by_text(text("host.ask.ban.how"))).to_be_visible()
    assert [] == faults(page)
    dialog.get_by_role("button", name=text("host.ask.cancel")).click()
    expect(dialog).to_have_count(0)
    assert [] == olga.context.request.get("/api/host").json()["bans"]
    page.get_by_role("button", name=text("host.ban", name="Vilaine")).click()
    dialog.get_by_label(text("host.why")).fill("Insultes")
    dialog.get_by_role("button", name=text("host.ask.ban.go"), exact=True).click()
    expect(page.get_by_role("cell", name="Insultes")).to_be_visible()
    expect(page.get_by_role("cell", name=text("host.did.ban", target="Vilaine"))).to_be_visible()
    # An address may be that of many people.
    page.get_by_label(text("host.action")).select_option("ban-address")
    page.get_by_label(text("host.field.address")).fill("203.0.113")
    page.get_by_role("button", name=text("host.do.ban-address")).click()
    dialog = page.get_by_role("dialog", name=text("host.ask.ban-address", name="203.0.113"))
    expect(dialog.get_by_text(text("host.ask.ban-address.how"))).to_be_visible()
    dialog.get_by_role("button", name=text("host.ask.ban-address.go"), exact=True).click()
    expect(dialog.get_by_text(text("refusal.no-ip-address", address="203.0.113"))).to_be_visible()
    dialog.get_by_role("button", name=text("host.ask.cancel")).click()
    assert [] == faults(page)
    eve.page.goto(f"/t/{table}")
    expect(eve.page.get_by_role("heading", name="vous en a exclu·e")).to_be_visible()
    # The match goes on without them, and the chat says why.
    olga.open(table)
    page.get_by_role("button", name=site_text("table.menu")).click()
    page.get_by_role("tab", name=site_text("table.chat")).click()
    expect(page.get_by_text(text("people.note.banned", name="Vilaine"))).to_be_visible()
    eve.page.goto("/host")
    expect(eve.page.get_by_text(site_text("refusal.not-a-host"))).to_be_visible()
    assert [] == [*olga.page_errors, *eve.page_errors]
