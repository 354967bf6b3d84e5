"""Whoever looks on finds nothing hidden on the page: no text, no attribute, no address tells it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tablee import games
from tablee.core.rng import Rng
from tests.web.browser import serving
from tests.web.people import Person, Sitting, keys, newcomer, set_up

# Where nothing runs out, nothing on the page changes by itself.
UNTIMED = {"lamp": "none"}
LOOKS = 3
PLIES = 7
ON_THE_PAGE = """() => {
  const pictures = [...document.querySelectorAll("*")].map((each) => getComputedStyle(each).backgroundImage);
  return [document.documentElement.outerHTML, ...pictures.filter((each) => each !== "none")];
}"""


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Two servers of the same tables: one shows spectators the truth, the other one that they imagine."""
    store = tmp_path_factory.mktemp("tables") / "tables.db"
    with (
        serving("--clock", "0.01", pace=0.01, store=store) as here,
        serving("--clock", "0.01", "--imagined", "other", pace=0.01, store=store) as elsewhere,
    ):
        yield [here, elsewhere]


class Spectator(Person):
    """Somebody who looks on, and all that their page asked the server for."""

    def __init__(self, browser: Browser, address: str, table: str) -> None:
        self.address = address
        stranger = newcomer(browser, address, "Chloé")
        super().__init__(stranger.context, "Chloé")
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.open(table)

    def finds(self) -> list[str]:
        """Everything that is on the page, and where it came from."""
        self.page.wait_for_load_state("networkidle")
        self.page.locator(".board [role]").first.wait_for()
        found: list[str] = self.page.evaluate(ON_THE_PAGE)
        self.context.close()
        return [self._anywhere(each) for each in (*found, *sorted(self.asked))]

    def _anywhere(self, text: str) -> str:
        return text.replace(self.address, "").replace(self.address.replace("http", "ws"), "")


def play_a_while(people: list[Person], table: str) -> bool:
    """Some moves, until somebody has a choice again and no clock runs; False if the match is over."""
    played = 0
    while True:
        views = [seen(person, table) for person in people]
        if views[0]["outcome"]:
            return False
        able = [(person, view["moves"]) for person, view in zip(people, views, strict=True) if view["moves"]]
        if able and played >= PLIES and not views[0]["timer"]:
            return True
        for person, moves in able[:1]:
            # In a race a hand may be too quick: then it tries something else.
            wish = {
                "t": "play",
                "id": f"{person.name}-{person.rng.below(10**9)}",
                "words": person.choose(moves),
            }
            played += person.context.request.post(f"/api/tables/{table}/ask", data=wish).ok
        people[0].page.wait_for_timeout(20)


def seen(person: Person, table: str) -> dict[str, Any]:
    """What they would see, without a page."""
    view: dict[str, Any] = person.context.request.get(f"/api/tables/{table}").json()["view"]
    return view


@pytest.mark.parametrize("key", keys())
def test_a_spectator_cannot_tell_two_truths_apart(browser: Browser, sites: list[str], key: str) -> None:
    game = games.load(key)
    deal = game.deal(game.seats[-1], "truth")
    assert deal.snapshot() != deal.resample(None, Rng("other")).snapshot()
    options = {name: UNTIMED[name] for name in {option.name for option in game.options} & UNTIMED.keys()}
    people = [newcomer(browser, sites[0], name) for name in ("Dora", "Eve")]
    table = set_up(Sitting(key, 2, [], options), people)
    looks = 0
    while looks < LOOKS and play_a_while(people, table):
        looks += 1
        pages = [Spectator(browser, site, table).finds() for site in sites]
        assert "data-thing" in pages[0][0]
        assert pages[0] == pages[1]
    assert looks
    for person in people:
        person.context.close()
