"""Two people on phones: one disappears, the other lets a bot play by one touch, the first comes back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tablee.server.domain.schedule import Pace
from tests.server.site import site
from tests.web.accessibility import faults
from tests.web.browser import SMALL_PHONE_OPTIONS
from tests.web.page_text import site_text, text
from tests.web.players import Person, TableSetup, new_person, start_match
from web.build import build

GAME = "islands"


@pytest.fixture
def people(browser: Browser, tmp_path: Path) -> Iterator[list[Person]]:
    """Start a site where a person who disconnects is absent at once, and return two people on phones."""
    build()
    with site(f"sqlite:///{tmp_path / 'tablee.db'}", pace=Pace(1, 0.001, absent_after=0)) as address:
        found = [new_person(browser, address, name, **SMALL_PHONE_OPTIONS) for name in ("Anne", "Zoé")]
        yield found
        for person in found:
            person.context.close()


def test_a_bot_plays_for_a_person_who_disappeared_until_the_return(people: list[Person]) -> None:
    anne, zoe = people
    table = start_match(TableSetup(GAME, people=2), people)
    for person in people:
        person.open(table)
    stays, leaves = (zoe, anne) if zoe.view["actors"] == [0] else (anne, zoe)
    offer = stays.page.get_by_text(text("table.absent", who=leaves.name))
    expect(offer).to_have_count(0)
    # What was said before a page is opened is not shown as news.
    expect(stays.page.get_by_role("button", name=site_text("table.menu"), exact=True)).to_be_visible()
    leaves.send_command(table, "say", text="Je reviens.")
    expect(stays.page.get_by_role("status").filter(has_text=f"{leaves.name} Je reviens.")).to_be_visible()
    leaves.page.goto("/")
    expect(offer).to_be_visible()
    expect(stays.page.locator(".zone.actions")).to_contain_text(f"{leaves.name} est hors ligne")
    assert [] == faults(stays.page)
    offer.get_by_role("button", name=site_text("table.no")).click()
    expect(offer).to_have_count(0)
    # The answer holds until the person is back.
    missing = stays.page.get_by_label(re.compile(site_text("table.not-connected")))
    expect(missing).to_have_count(1)
    leaves.open(table)
    expect(missing).to_have_count(0)
    leaves.page.goto("/")
    offer.get_by_role("button", name=site_text("table.yes")).click()
    expect(stays.page.get_by_text(text("table.replaced", who=leaves.name))).to_be_visible()
    expect(offer).to_have_count(0)
    leaves.open(table)
    take_back = leaves.page.get_by_role("button", name=site_text("table.take-back"))
    expect(take_back).to_be_visible()
    assert [] == faults(leaves.page)
    take_back.click()
    expect(take_back).to_have_count(0)
    # A message that was read is no news after a reload.
    menu = stays.page.get_by_role("button", name=site_text("table.menu"))
    menu.click()
    expect(stays.page.get_by_text("Je reviens.")).to_be_visible()
    stays.open(table)
    expect(stays.page.get_by_role("button", name=site_text("table.menu"), exact=True)).to_be_visible()
    stays.wait_until(lambda: not any(seat["away"] for seat in stays.updates[-1]["table"]["seats"]))
    assert [] == [*stays.page_errors, *leaves.page_errors]
