"""Whole matches: two browsers and a bot with all that may go wrong, the keyboard alone, a telephone."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Response

from tablee import games
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tests.web.browser import PHONE
from tests.web.cable import Cable
from tests.web.people import (
    Person,
    Sitting,
    by_dragging,
    by_finger,
    by_keyboard,
    keys,
    newcomer,
    play_on,
    play_to_the_end,
    set_up,
)
from tests.web.sheets import end_sheet

# What makes a match short, where a game has such options.
BRIEF = {"quick": "yes", "lamp": "120"}
TELEPHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def brief(key: str) -> dict[str, str]:
    """The options of a game that make it short."""
    names = {option.name for option in games.load(key).options}
    return {name: choice for name, choice in BRIEF.items() if name in names}


def alone(key: str) -> Sitting:
    """One person, and bots: where a match is long, those that end it soon; else those that think least."""
    bots = ["strong"] * (3 if "quick" in brief(key) else 1) if brief(key) else ["random"]
    return Sitting(key, 1, bots, brief(key))


@contextmanager
def lost_line(person: Person, cable: Cable) -> Iterator[None]:
    """Without a network for a while, as in a tunnel."""
    person.context.set_offline(True)
    cable.cut()
    yield
    cable.mend()
    person.context.set_offline(False)


# Two browsers, a bot, and somebody who looks on


@pytest.mark.parametrize("key", keys())
def test_two_browsers_and_a_bot_play_to_the_same_sheet_whatever_happens(
    browser: Browser, address: str, key: str
) -> None:
    cable = Cable(address)
    anne = newcomer(browser, cable.address, "Anne", by_dragging)
    bruno = newcomer(browser, address, "Bruno")
    watcher = Watcher(newcomer(browser, address, "Chloé"))
    people = [anne, bruno]
    table = set_up(Sitting(key, 2, ["regular"], brief(key)), people)
    for person in (*people, watcher.person):
        person.open(table)

    play_on(people, lambda: bruno.touches >= 4 or bruno.is_over)
    bruno.open(table)
    play_on(people, lambda: anne.touches >= 8 or anne.is_over)
    connected = anne.sockets
    with lost_line(anne, cable):
        play_on([bruno], lambda: not bruno.touch_something())
    anne.wait_until(lambda: anne.sockets > connected)
    play_to_the_end(people)

    watcher.person.wait_until(lambda: watcher.person.is_over)
    sheets = [end_sheet(person) for person in (*people, watcher.person)]
    assert sheets[0] == sheets[1] == sheets[2]
    assert [[], [], []] == [person.faults for person in (*people, watcher.person)]
    watcher.saw_no_secret(table)
    cable.close()
    for person in (*people, watcher.person):
        person.context.close()


class Watcher:
    """A spectator of whom everything is known that ever reached their page."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.answers: list[str] = []
        person.page.on("response", self._answered)

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url:
            self.answers.append(response.url)

    def saw_no_secret(self, table: str) -> None:
        """Each frame is what the rules show a spectator at that ply, and nothing was asked for besides."""
        record = self.person.context.request.get(f"/api/tables/{table}/record").text()
        match = Match.from_record(record, games.load)
        truths = truths_of(match)
        assert len(self.person.updates) > 10
        for update in self.person.updates:
            check_frame(match, truths, update)
        about_the_table = [url for url in self.answers if table in url and not url.endswith("/qr.svg")]
        assert [] == about_the_table


def truths_of(match: Match) -> list[State]:
    """The whole truth at each ply."""
    state = match.at(0).state
    truths = [state.copy()]
    for played in match.played:
        state.play(played.seat, played.move, played.elapsed)
        truths.append(state.copy())
    return truths


def check_frame(match: Match, truths: list[State], update: dict[str, Any]) -> None:
    """What a spectator was sent is what any truth that fits what they know would have sent them."""
    view, over = update["view"], update["table"]["status"] == "over"
    truth = truths[view["ply"]]
    assert None is update["you"]
    # A race is held for a moment while late moves may still arrive: nobody acts then.
    held: dict[str, Any] = {} if view["actors"] else {"actors": []}
    expected = [each.view(None) | held for each in (truth, truth.imagine(None, Rng("other")))]
    assert [view, view] == expected
    assert over or not any(update["table"][name] for name in ("secret", "salt", "seed"))
    for line in [] if over else update["log"]:
        before, played = truths[line["ply"] - 1], match.played[line["ply"] - 1]
        heard = [tell(CLOCK, played.seat, played.move) for tell in (before.tell, before.remember)]
        assert line["words"] in heard


# One hand


@pytest.mark.parametrize("key", keys())
def test_the_keyboard_alone_plays_a_whole_match(browser: Browser, address: str, key: str) -> None:
    person = newcomer(browser, address, "Denise", by_keyboard)
    person.open(set_up(alone(key), [person]))
    play_to_the_end([person])
    assert person.view["outcome"]["scores"] == end_sheet(person).totals
    assert [] == person.faults
    person.context.close()


@pytest.mark.parametrize("key", keys())
def test_a_finger_on_a_telephone_plays_a_whole_match(browser: Browser, address: str, key: str) -> None:
    person = newcomer(browser, address, "Émile", by_finger, **TELEPHONE)
    person.open(set_up(alone(key), [person]))
    play_on([person], lambda: person.touches >= 6 or person.is_over)
    assert not scrolls_sideways(person)
    play_to_the_end([person])
    assert person.view["outcome"]["scores"] == end_sheet(person).totals
    assert not scrolls_sideways(person)
    assert [] == person.faults
    person.context.close()


def scrolls_sideways(person: Person) -> bool:
    """Whether the page is wider than the telephone."""
    wide: bool = person.page.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1")
    return wide
