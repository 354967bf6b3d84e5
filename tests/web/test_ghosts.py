"""The ghost race in browsers: two people run a round one after the other, and are never there together."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tablee.games.mine.tests.notation import ghost_race_moves
from tests.web.browser import PHONE
from tests.web.people import Person, Sitting, by_finger, newcomer, set_up
from tests.web.test_access import stumbles

GAME = "mine"
TELEPHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# One hand needs so long between two tiles.
REACH_MS = 420


def test_two_browsers_run_a_round_one_after_the_other(browser: Browser, address: str) -> None:
    """P9, A24: nothing of Anne's round reaches Bruno before his own is over; then the two are compared."""
    anne = newcomer(browser, address, "Anne")
    bruno = newcomer(browser, address, "Bruno", by_finger, **TELEPHONE)
    table = set_up(Sitting(GAME, 2, (), {"ghost": "yes", "lamp": "none"}), [anne, bruno])

    own = start(anne.open(table))
    expect(anne.page.get_by_role("timer")).to_contain_text("0:0")
    for words in ghost_race_moves(own)[:-1]:
        anne.ask(table, "play", words=words)
        anne.page.wait_for_timeout(REACH_MS if words.startswith("take") else 0)
    anne.thing("call").click()
    expect(runner(anne.page, "Anne")).to_contain_text("fini en 0:")
    expect(runner(anne.page, "Bruno")).to_contain_text("encore à courir")
    assert [] == stumbles(anne.page)
    anne.page.goto("/")

    start(bruno.open(table))
    expect(runner(bruno.page, "Anne")).to_have_text("✓ Anne a couru")
    expect(bruno.page.get_by_role("timer")).to_contain_text("0:0")
    assert all(is_hidden(update["view"]["boards"][0]) for update in bruno.updates if update["view"])
    for _ in range(2):
        bruno.thing("quit").tap()

    anne.open(table)
    for person, calls in ((anne, "+12"), (bruno, "+12")):
        check = person.page.get_by_role("region", name="Manche 1")
        expect(check).to_contain_text("l’arrivée la plus rapide")
        expect(check.get_by_role("article").first).to_contain_text(calls)
        expect(check.get_by_role("article").first).to_contain_text("fini en 0:")
        assert 2 == person.view["round"]
        assert [] == stumbles(person.page)
    assert [[], []] == [person.faults for person in (anne, bruno)]
    for person in (anne, bruno):
        person.context.close()


def start(person: Person) -> dict[str, Any]:
    """Choose a side, touch the start, wait for three, two, one; says what the own board is."""
    person.way(person, ["B"])
    button = person.page.get_by_role("button", name="Lancer ma manche")
    expect(button).to_be_visible()
    assert person.view["boards"][person.view["seat"]]["card"] is None
    assert [] == stumbles(person.page)
    person.way(person, ["start"])
    person.wait_until(lambda: person.view["phase"] == "race")
    board: dict[str, Any] = person.view["boards"][person.view["seat"]]
    return board


def runner(page: Page, name: str) -> Any:
    """The line of somebody among those who run."""
    return (
        page.get_by_role("list", name="Qui a couru cette manche")
        .get_by_role("listitem")
        .filter(has_text=name)
    )


def is_hidden(board: dict[str, Any]) -> bool:
    """Whether a board tells nothing but that it was run."""
    return not any(value for key, value in board.items() if key != "ran")
