"""A table fits the screen: nothing scrolls, no zone and no thing in it moves between two decisions."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser

from tablee import games
from tests.web.browser import new_context
from tests.web.players import Person, TableSetup, by_finger, game_keys, play_until, start_match
from tests.web.test_full_matches import short_options

SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "landscape": (844, 390),
    "tablet": (820, 1180),
    "desk": (1440, 900),
}
TOUCHES = 8
# The most seats leave the least room; with the fewest, one size is enough.
CASES = [("most", size) for size in SIZES] + [("fewest", "phone")]
# How far the page is larger than the screen, in px, and the rectangle of each zone and of the confirm place.
# Things: for each zone, the centre of each thing and its state, once nothing moves any more.
MEASURE = """async () => {
  await document.fonts.ready;
  const ends = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
  await Promise.allSettled(document.getAnimations().filter(ends).map((each) => each.finished));
  const page = document.documentElement;
  const round = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round);
  const zones = [...document.querySelectorAll(".frame > .zone, .zone.actions .place")];
  const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const things = (zone) => [...zone.querySelectorAll("[data-thing]")].map((thing) => [
    thing.dataset.thing, [thing.dataset.state, ...centre(thing.getBoundingClientRect())],
  ]);
  return {
    things: zones.map((zone) => Object.fromEntries(things(zone))),
    beyond: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
    zones: Object.fromEntries(zones.map((zone) => [zone.className, round(zone.getBoundingClientRect())])),
    cut: zones.filter((zone) => {
      const { x, y, right, bottom } = zone.getBoundingClientRect();
      return x < -1 || y < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map((zone) => zone.className),
  };
}"""


class Measurer(Person):
    """A person who measures the page before each touch."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.measures: list[dict[str, Any]] = []

    def touch_any(self) -> bool:
        if self.may_move and self.page.locator(".frame").count() and not self.page.locator(".finale").count():
            self.measures.append(self.page.evaluate(MEASURE))
        return super().touch_any()


@pytest.mark.parametrize("number, size", CASES)
@pytest.mark.parametrize("key", game_keys())
def test_no_zone_moves_and_nothing_scrolls(
    browser: Browser, address: str, key: str, number: str, size: str
) -> None:
    width, height = SIZES[size]
    shape: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": True}
    person = Measurer(new_context(browser, address, reduced_motion="reduce", **shape), "Noé", by_finger)
    seats = games.load(key).seats[-1 if number == "most" else 0]
    person.open(start_match(TableSetup(key, 1, ["casual"] * (seats - 1), short_options(key)), [person]))
    play_until([person], lambda: person.touches >= TOUCHES or person.is_over)
    assert person.measures
    for measure in person.measures:
        assert [0, 0] == measure["beyond"]
        assert [] == measure["cut"]
        assert person.measures[0]["zones"] == measure["zones"]
    for before, after in pairwise(person.measures):
        assert [] == moved(before["things"], after["things"])
    person.context.close()


def moved(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[str]:
    """Return the things at a new place, in zones that still have the same things.

    Where one has come or gone, as in a hand or a World that grows, the others may make room; and pieces may
    exchange their places. A thing that was chosen or let go is lifted or put down.
    """
    found = []
    for old, new in zip(before, after, strict=True):
        places = [place for _, *place in old.values()]
        for word, (state, *place) in new.items() if old.keys() == new.keys() else ():
            stays = state == old[word][0] != "touched"
            if stays and not any(pytest.approx(place, abs=1) == each for each in places):
                found.append(f"{word}: {old[word]} is at {place}")
    return found
