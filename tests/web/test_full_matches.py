"""Complete matches: by dragging, by keyboard only and on a phone, with reloads and a lost network."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Response

from tablee import games
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tests.web.browser import PHONE_OPTIONS
from tests.web.matches import one_person_setup, short_options
from tests.web.page_text import read_score_sheet
from tests.web.players import (
    Person,
    TableSetup,
    by_dragging,
    by_finger,
    by_keyboard,
    finish_over_http,
    game_keys,
    new_person,
    play_to_the_end,
    play_until,
    start_match,
)
from tests.web.tcp_proxy import TcpProxy

# Touches of each person by mouse or keyboard. The rest of the match is played without touches, which takes a
# third of the time, unless TABLEE_LONG_TESTS is 1. On a phone every move is touched.
TOUCHES = 20


@contextmanager
def network_lost(person: Person, proxy: TcpProxy) -> Iterator[None]:
    """Cut the network of a person within the block."""
    person.context.set_offline(True)
    proxy.disconnect()
    yield
    proxy.reconnect()
    person.context.set_offline(False)


# Two browsers, a bot and a spectator


@pytest.mark.parametrize("key", game_keys())
def test_two_browsers_and_a_bot_end_with_the_same_score_sheet(
    browser: Browser, address: str, key: str
) -> None:
    proxy = TcpProxy(address)
    anne = new_person(browser, proxy.address, "Anne", by_dragging)
    # Only by keyboard, from the first touch to the last.
    bruno = new_person(browser, address, "Bruno", by_keyboard)
    spectator = Spectator(new_person(browser, address, "Chloé"))
    people = [anne, bruno]
    table = start_match(TableSetup(key, 2, ["regular"], short_options(key)), people)
    for person in (*people, spectator.person):
        person.open(table)

    play_until(people, lambda: bruno.touches >= 4 or bruno.is_over)
    bruno.open(table)
    play_until(people, lambda: anne.touches >= 8 or anne.is_over)
    connected = anne.sockets
    with network_lost(anne, proxy):
        play_until([bruno], lambda: not bruno.touch_any())
    anne.wait_until(lambda: anne.sockets > connected)
    if os.environ.get("TABLEE_LONG_TESTS") != "1":
        play_until(people, lambda: all(each.touches >= TOUCHES or each.is_over for each in people))
        finish_over_http(table, people)
    play_to_the_end(people)

    spectator.person.wait_until(lambda: spectator.person.is_over)
    sheets = [read_score_sheet(person) for person in (*people, spectator.person)]
    assert sheets[0] == sheets[1] == sheets[2]
    assert [[], [], []] == [person.page_errors for person in (*people, spectator.person)]
    spectator.check_no_secrets(table)
    proxy.close()
    for person in (*people, spectator.person):
        person.context.close()


class Spectator:
    """A spectator, with every update and every API answer that the page received."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.urls: list[str] = []
        person.page.on("response", self._on_response)

    def _on_response(self, response: Response) -> None:
        if "/api/" in response.url:
            self.urls.append(response.url)

    def check_no_secrets(self, table: str) -> None:
        """Check that the page received only what the rules show a spectator at each ply."""
        record = self.person.context.request.get(f"/api/tables/{table}/record").text()
        match = Match.from_record(record, games.load)
        states = states_of(match)
        assert len(self.person.updates) > 10
        for update in self.person.updates:
            check_update(match, states, update)
        table_urls = {url for url in self.urls if table in url}
        # The log shows the pictures of moves that the page did not see.
        history = {url for url in table_urls if "/history/" in url}
        for url in history:
            check_view(states, self.person.context.request.get(url).json())
        # The marks of a review are asked for when the match is over.
        assert set() == {url for url in table_urls - history if not url.endswith(("/qr.svg", "/review"))}


def states_of(match: Match) -> list[State]:
    """Return the full state at each ply."""
    state = match.at(0).state
    states = [state.copy()]
    for played in match.played:
        state.play(played.seat, played.move, played.elapsed)
        states.append(state.copy())
    return states


def check_view(states: list[State], view: dict[str, Any]) -> None:
    """Check that a resampled state gives the same view to a spectator."""
    state = states[view["ply"]]
    # After a race the server waits for late moves: the view has no actors then.
    waiting: dict[str, Any] = {} if view["actors"] else {"actors": []}
    expected = [each.view(None) | waiting for each in (state, state.resample(None, Rng("other")))]
    assert [view, view] == expected


def check_update(match: Match, states: list[State], update: dict[str, Any]) -> None:
    """Check that a resampled state gives the same update, which therefore contains no secret."""
    over = update["table"]["status"] == "over"
    assert None is update["you"]
    check_view(states, update["view"])
    assert over or not any(update["table"][name] for name in ("secret", "salt", "seed"))
    for line in [] if over else update["log"]:
        before, played = states[line["ply"] - 1], match.played[line["ply"] - 1]
        allowed = [text(CLOCK, played.seat, played.move) for text in (before.announce, before.log_text)]
        assert line["words"] in allowed


# One person against bots


@pytest.mark.parametrize("key", game_keys())
def test_a_match_can_be_played_on_a_phone(browser: Browser, address: str, key: str) -> None:
    person = new_person(browser, address, "Émile", by_finger, **PHONE_OPTIONS)
    person.open(start_match(one_person_setup(key), [person]))
    play_until([person], lambda: person.touches >= 6 or person.is_over)
    assert not scrolls_sideways(person)
    play_to_the_end([person])
    assert person.view["outcome"]["scores"] == read_score_sheet(person).totals
    assert not scrolls_sideways(person)
    assert [] == person.page_errors
    person.context.close()


def scrolls_sideways(person: Person) -> bool:
    """Return whether the page is wider than the screen."""
    wide: bool = person.page.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1")
    return wide
