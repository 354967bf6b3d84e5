"""The ghost race in browsers: two people play a round one after the other, never at the same time."""

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tablee.games.mine.tests.notation import ghost_race_moves
from tests.web.accessibility import violations
from tests.web.browser import PHONE_OPTIONS
from tests.web.mine_players import start_round
from tests.web.page_text import site_text
from tests.web.players import TableSetup, by_finger, new_person, start_match

GAME = "mine"
# Not how long it took: that depends on the machine.
RUNNING = re.compile(r"\d+:\d\d")
FINISHED = re.compile(r"fini en \d+:\d\d")


def test_two_browsers_run_a_round_one_after_the_other(browser: Browser, address: str) -> None:
    """P9, A24: Bruno receives nothing of Anne's round before his own is over; then the two are compared."""
    anne = new_person(browser, address, "Anne")
    bruno = new_person(browser, address, "Bruno", by_finger, **PHONE_OPTIONS)
    table = start_match(TableSetup(GAME, 2, (), {"ghost": "yes", "lamp": "none"}), [anne, bruno])

    board = start_round(anne.open(table))
    expect(anne.page.get_by_role("timer")).to_contain_text(RUNNING)
    for words in ghost_race_moves(board)[:-1]:
        anne.play_in_race(table, words)
    anne.thing("call").click()
    expect(rival(anne.page, "Bruno")).to_have_accessible_name(re.compile("encore à courir"))
    assert [] == violations(anne.page)
    anne.page.goto("/")

    start_round(bruno.open(table))
    expect(rival(bruno.page, "Anne")).to_have_accessible_name(re.compile("a couru"))
    expect(bruno.page.get_by_role("timer")).to_contain_text(RUNNING)
    assert all(is_hidden(update["view"]["boards"][0]) for update in bruno.updates if update["view"])
    give_up(bruno.page)

    anne.open(table)
    for person, calls in ((anne, "+12"), (bruno, "+12")):
        check = person.page.get_by_role("region", name="Manche 1")
        expect(check).to_contain_text("l’arrivée la plus rapide")
        expect(check.get_by_role("article").first).to_contain_text(calls)
        expect(check.get_by_role("article").first).to_contain_text(FINISHED)
        assert 2 == person.view["round"]
        assert [] == violations(person.page)
    assert [[], []] == [person.page_errors for person in (anne, bruno)]
    for person in (anne, bruno):
        person.context.close()


def rival(page: Page, name: str) -> Any:
    """Return the button of a rival, which opens the gallery."""
    return page.get_by_role("list", name=site_text("table.around")).get_by_role("button", name=name)


def give_up(page: Page) -> None:
    """Give up the round in the menu, where a question comes first."""
    page.get_by_role("button", name=site_text("table.menu"), exact=True).click()
    if not page.get_by_role("button", name="Abandonner cette manche").count():
        page.get_by_role("tab", name=site_text("table.menu"), exact=True).click()
    for _ in range(2):
        page.get_by_role("button", name="Abandonner cette manche").click()


def is_hidden(board: dict[str, Any]) -> bool:
    """Return whether a board shows nothing except that the round was played."""
    return not any(value for key, value in board.items() if key != "ran")
