"""The page of a spectator contains no secrets: not in a text, an attribute or a URL."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tablee import games
from tablee.core.rng import Rng
from tests.web.browser import running_server
from tests.web.players import Person, TableSetup, game_keys, new_person, start_match

# Without timers the page changes only after a move.
UNTIMED_OPTIONS = {"lamp": "none"}
COMPARISONS = 3
MOVES_BETWEEN = 7
PAGE_CONTENT = """() => {
  const pictures = [...document.querySelectorAll("*")].map((each) => getComputedStyle(each).backgroundImage);
  return [document.documentElement.outerHTML, ...pictures.filter((each) => each !== "none")];
}"""


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Start two servers on one database: the second shows spectators a resampled state."""
    store = tmp_path_factory.mktemp("tables") / "tables.db"
    with (
        running_server("--clock", "0.01", pace=0.01, store=store) as real,
        running_server("--clock", "0.01", "--resample", "other", pace=0.01, store=store) as resampled,
    ):
        yield [real, resampled]


class Spectator(Person):
    """A spectator, with the URL of every request of the page."""

    def __init__(self, browser: Browser, address: str, table: str) -> None:
        self.address = address
        person = new_person(browser, address, "Chloé")
        super().__init__(person.context, "Chloé")
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.open(table)

    def wait_until_loaded(self, seq: int) -> None:
        """Wait until the page has the event with this number, its board, and every font and image."""
        self.wait_until(lambda: self.updates[-1]["seq"] >= seq)
        self.page.locator(".board [data-thing]").first.wait_for()
        self.settle()

    def page_content(self) -> list[str]:
        """Return the HTML, the background images and the requested URLs."""
        found: list[str] = self.page.evaluate(PAGE_CONTENT)
        # A set: how often a file was requested depends on the cache and on lost connections.
        return [self._without_address(each) for each in (*found, *sorted(set(self.requests)))]

    def _without_address(self, text: str) -> str:
        return text.replace(self.address, "").replace(self.address.replace("http", "ws"), "")


def assert_same_content(spectators: list[Spectator]) -> None:
    """Wait until the pages have the same content; raise AssertionError with the difference if they never do.

    A page goes on drawing for a moment after everything is loaded. A leak stays.
    """
    contents: list[list[str]] = []

    def same() -> bool:
        contents[:] = [spectator.page_content() for spectator in spectators]
        return contents[0] == contents[1]

    try:
        spectators[0].wait_until(same)
    except AssertionError:
        assert contents[0] == contents[1]
    assert "data-thing" in contents[0][0]


def play_some_moves(people: list[Person], table: str) -> bool:
    """Play until a person may move and no timer runs; return False if the match is over."""
    played = 0
    while True:
        views = [fetch_view(person, table) for person in people]
        if views[0]["outcome"]:
            return False
        able = [(person, view["moves"]) for person, view in zip(people, views, strict=True) if view["moves"]]
        if able and played >= MOVES_BETWEEN and not views[0]["timer"]:
            return True
        for person, moves in able[:1]:
            # In a race a move may come too soon and is refused: another one is tried.
            command = {
                "t": "play",
                "id": f"{person.name}-{person.rng.below(10**9)}",
                "words": person.choose(moves),
            }
            played += person.context.request.post(f"/api/tables/{table}/ask", data=command).ok
        people[0].page.wait_for_timeout(20)


def fetch_update(person: Person, table: str) -> dict[str, Any]:
    """Fetch the present update of a person over HTTP."""
    update: dict[str, Any] = person.context.request.get(f"/api/tables/{table}").json()
    return update


def fetch_view(person: Person, table: str) -> dict[str, Any]:
    """Fetch the view of a person over HTTP."""
    view: dict[str, Any] = fetch_update(person, table)["view"]
    return view


@pytest.mark.parametrize("key", game_keys())
def test_the_page_of_a_spectator_is_the_same_for_a_resampled_state(
    browser: Browser, addresses: list[str], key: str
) -> None:
    game = games.load(key)
    deal = game.deal(game.seats[-1], "truth")
    assert deal.snapshot() != deal.resample(None, Rng("other")).snapshot()
    options = {
        name: UNTIMED_OPTIONS[name]
        for name in {option.name for option in game.options} & UNTIMED_OPTIONS.keys()
    }
    people = [new_person(browser, addresses[0], name) for name in ("Dora", "Eve")]
    table = start_match(TableSetup(key, 2, [], options), people)
    compared = 0
    while compared < COMPARISONS and play_some_moves(people, table):
        compared += 1
        seq = fetch_update(people[0], table)["seq"]
        spectators = [Spectator(browser, address, table) for address in addresses]
        for spectator in spectators:
            spectator.wait_until_loaded(seq)
        assert_same_content(spectators)
        for spectator in spectators:
            spectator.context.close()
    assert compared
    for person in people:
        person.context.close()
