"""Sizes of screens, and where the zones and things of a table lie on them."""

from __future__ import annotations

from playwright.sync_api import ViewportSize

SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "landscape": (844, 390),
    "tablet": (820, 1180),
    "desk": (1440, 900),
}
# How far the page is larger than the screen, in px, and the rectangle of each zone and of the confirm place.
# Things: for each zone, the centre of each thing and its state, once nothing moves any more.
MEASURE = """async () => {
  await document.fonts.ready;
  // What is computed from the size of the screen is drawn in the second frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ends = ({ effect, playState }) =>
    playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
  // What ends may start something else: a rival who has acted becomes smaller again.
  for (let running; (running = document.getAnimations().filter(ends)).length; )
    await Promise.allSettled(running.map((each) => each.finished));
  const page = document.documentElement;
  const round = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round);
  const zones = [...document.querySelectorAll(".frame > .zone, .zone.actions .place")];
  const outside = ({ x, y, right, bottom }, by) =>
    x < -by || y < -by || right > innerWidth + by || bottom > innerHeight + by;
  // The viewer's goals, unless they scroll.
  const scrolls = (each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
  const goals = [...document.querySelectorAll(".zone.goals, .zone.goals *")];
  const parts = goals.some(scrolls) ? [] : goals;
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const buttons = [...document.querySelectorAll(".zone.goals button")];
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  // A rival is larger while its move is shown.
  const state = (thing) => (thing.closest("li.active") ? "larger" : thing.dataset.state);
  // Equal things are numbered: a hand of two moons is not a hand of one.
  const things = (zone) => {
    const all = [...zone.querySelectorAll("[data-thing]")];
    const name = ({ dataset }, at) =>
      `${dataset.thing} ${all.slice(0, at).filter((other) => other.dataset.thing === dataset.thing).length}`;
    const place = (thing) => [state(thing), ...centre(thing.getBoundingClientRect())];
    return all.map((thing, at) => [name(thing, at), place(thing)]);
  };
  return {
    things: zones.map((zone) => Object.fromEntries(things(zone))),
    beyond: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
    zones: Object.fromEntries(zones.map((zone) => [zone.className, round(zone.getBoundingClientRect())])),
    hidden: [...document.querySelectorAll("[data-thing][data-state='target'], .zone.actions")]
      .filter((thing) => outside(thing.getBoundingClientRect(), 2))
      .map((thing) => thing.dataset.thing ?? thing.className),
    covered: buttons
      .filter((_, at) => boxes.slice(0, at).some((box) => overlap(box, boxes[at])))
      .map((button) => button.textContent),
    cut: [...zones, ...parts]
      .filter((each) => outside(each.getBoundingClientRect(), 1))
      .map((each) => String(each.className)),
  };
}"""


def viewport(size: str) -> ViewportSize:
    """Return a size of the screen as Playwright takes it."""
    width, height = SIZES[size]
    return {"width": width, "height": height}
