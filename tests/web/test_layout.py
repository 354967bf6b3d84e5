"""A table fits the screen: nothing scrolls, all targets are on it, nothing moves between two decisions.

The screen changes its size before each decision, so that one match is measured at every size.
"""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tablee import games
from tests.web.browser import new_context
from tests.web.layout import MEASURE, viewport
from tests.web.matches import short_options
from tests.web.players import Person, TableSetup, by_finger, game_keys, play_until, start_match

TOUCHES = 6
# The most seats leave the least room; with two, a phone in portrait and in landscape are enough. A desk has a
# page of its own: there a table opens with its panel beside it.
CASES = {
    "most": ["small phone", "phone", "landscape", "tablet"],
    "most at a desk": ["desk"],
    "two": ["phone", "landscape"],
    "alone": ["small phone", "phone", "landscape", "tablet"],
}
FEW = {"two": 2, "alone": 1}


class Measurer(Person):
    """A person who measures the page at each size of the screen before each touch."""

    def __init__(self, context: BrowserContext, sizes: list[str]) -> None:
        super().__init__(context, "Noé", by_finger)
        self.measures: dict[str, list[dict[str, Any]]] = {size: [] for size in sizes}

    def touch_any(self) -> bool:
        if self.may_move and self.page.locator(".frame").count() and not self.page.locator(".finale").count():
            sizes = [*self.measures]
            # Each time another size is the last one, at which the target is touched.
            first = self.touches % len(sizes)
            for size in sizes[first:] + sizes[:first]:
                self.page.set_viewport_size(viewport(size))
                self.measures[size].append(self.page.evaluate(MEASURE))
        return super().touch_any()


@pytest.mark.parametrize(
    "key, number",
    [
        (key, number)
        for key in game_keys()
        for number in CASES
        if number != "alone" or games.load(key).seats[0] == FEW["alone"]
    ],
)
def test_no_zone_moves_nothing_scrolls_and_no_target_is_hidden(
    browser: Browser, address: str, key: str, number: str
) -> None:
    sizes = CASES[number]
    shape: dict[str, Any] = {"viewport": viewport(sizes[0]), "has_touch": True}
    person = Measurer(new_context(browser, address, **shape), sizes)
    seats = FEW.get(number, games.load(key).seats[-1])
    person.open(start_match(TableSetup(key, 1, ["casual"] * (seats - 1), short_options(key)), [person]))
    play_until([person], lambda: person.touches >= TOUCHES or person.is_over)
    for size, measures in person.measures.items():
        assert measures
        for measure in measures:
            found = (measure["beyond"], measure["cut"], measure["hidden"], measure["covered"])
            assert ([0, 0], [], [], []) == found, size
            assert measures[0]["zones"] == measure["zones"], size
        for before, after in pairwise(measures):
            assert [] == moved(before["things"], after["things"]), size
    person.context.close()


def moved(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[str]:
    """Return the things at a new place, in zones that still have the same things.

    Where one has come or gone, as in a hand or a World that grows, the others may make room; and pieces may
    exchange their places. A thing that was chosen or let go is lifted or put down. Those of a rival who acts
    are drawn larger.
    """
    found = []
    for old, new in zip(before, after, strict=True):
        places = [place for _, *place in old.values()]
        for word, (state, *place) in new.items() if old.keys() == new.keys() else ():
            stays = state == old[word][0] and state not in ("touched", "larger")
            if stays and not any(pytest.approx(place, abs=1) == each for each in places):
                found.append(f"{word}: {old[word]} is at {place}")
    return found
