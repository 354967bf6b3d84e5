"""A table fits the screen: nothing scrolls, all targets are on it, nothing moves between two decisions.

The screen changes its size before each decision, so that one match is measured at every size.
"""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize

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
TOUCHES = 6
# The most seats leave the least room; with two, a phone held upright and on its side are enough. A desk has a
# page of its own: there a table opens with its panel beside it.
CASES = {
    "most": ["small phone", "phone", "landscape", "tablet"],
    "most at a desk": ["desk"],
    "two": ["phone", "landscape"],
}
# How far the page is larger than the screen, in px, and the rectangle of each zone and of the confirm place.
# Things: for each zone, the centre of each thing and its state, once nothing moves any more.
MEASURE = """async () => {
  await document.fonts.ready;
  // What is computed from the size of the screen is drawn in the second frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ends = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
  await Promise.allSettled(document.getAnimations().filter(ends).map((each) => each.finished));
  const page = document.documentElement;
  const round = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round);
  const zones = [...document.querySelectorAll(".frame > .zone, .zone.actions .place")];
  const outside = ({ x, y, right, bottom }, by) =>
    x < -by || y < -by || right > innerWidth + by || bottom > innerHeight + by;
  // The viewer's goals, unless they scroll.
  const scrolls = (each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
  const goals = [...document.querySelectorAll(".zone.goals, .zone.goals *")];
  const parts = goals.some(scrolls) ? [] : goals;
  const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  // A rival is larger while its move is shown.
  const state = (thing) => (thing.closest("li.active") ? "larger" : thing.dataset.state);
  const things = (zone) => [...zone.querySelectorAll("[data-thing]")].map((thing) => [
    thing.dataset.thing, [state(thing), ...centre(thing.getBoundingClientRect())],
  ]);
  return {
    things: zones.map((zone) => Object.fromEntries(things(zone))),
    beyond: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
    zones: Object.fromEntries(zones.map((zone) => [zone.className, round(zone.getBoundingClientRect())])),
    hidden: [...document.querySelectorAll("[data-thing][data-state='target'], .zone.actions")]
      .filter((thing) => outside(thing.getBoundingClientRect(), 2))
      .map((thing) => thing.dataset.thing ?? thing.className),
    cut: [...zones, ...parts]
      .filter((each) => outside(each.getBoundingClientRect(), 1))
      .map((each) => String(each.className)),
  };
}"""


def viewport(size: str) -> ViewportSize:
    """Return a size of the screen as Playwright takes it."""
    width, height = SIZES[size]
    return {"width": width, "height": height}


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


@pytest.mark.parametrize("number", CASES)
@pytest.mark.parametrize("key", game_keys())
def test_no_zone_moves_nothing_scrolls_and_no_target_is_hidden(
    browser: Browser, address: str, key: str, number: str
) -> None:
    sizes = CASES[number]
    shape: dict[str, Any] = {"viewport": viewport(sizes[0]), "has_touch": True}
    person = Measurer(new_context(browser, address, **shape), sizes)
    seats = 2 if number == "two" else games.load(key).seats[-1]
    person.open(start_match(TableSetup(key, 1, ["casual"] * (seats - 1), short_options(key)), [person]))
    play_until([person], lambda: person.touches >= TOUCHES or person.is_over)
    for size, measures in person.measures.items():
        assert measures
        for measure in measures:
            assert ([0, 0], [], []) == (measure["beyond"], measure["cut"], measure["hidden"]), size
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
