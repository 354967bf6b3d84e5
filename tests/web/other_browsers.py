"""`python -m tests.web.other_browsers`: play every game in Firefox and WebKit, on a phone and on a desk.

It also checks dragging, keyboard, sound and scrolling, and takes screenshots into build/other-browsers/.
It is no part of the test suite: see other_drivers for what it needs.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablee.core.rng import Rng
from tests.web.browser import DESKTOP, PHONE, running_server
from tests.web.matches import one_person_setup
from tests.web.other_drivers import DRIVERS, Driver, Screen, running_driver
from tests.web.players import READY, TARGET, TableSetup, game_keys
from web.build import ROOT

FOLDER = ROOT / "build/other-browsers"
SIZES = {"phone": PHONE, "desk": DESKTOP}
BOT_SECONDS = 0.1
TIMER_SHARE = 0.1
MATCH_LIMIT_S = 3_600.0
WAIT_LIMIT_S = 600.0
POLL_S = 0.1
# Touches after which the screenshot of the middle of a match is taken.
MIDDLE_TOUCHES = 10
# Touches between two questions whether the match is over.
TOUCHES_PER_QUESTION = 8
# Games whose board drags by itself, without the copy that the frame makes.
OWN_DRAGGING = {"mine"}
ARROW_DOWN, ESCAPE = "\ue015", "\ue00c"
NAME = "Camille"

REQUEST = """async (method, path, body) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : undefined });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}"""
TARGETS = """(selectors) => {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].map((thing) => thing.dataset.thing);
    if (found.length) return found;
  }
  return [];
}"""
# The centre of a thing in px; null if it is gone or covered.
AIM = """async (word) => {
  const thing = document.querySelector(`[data-thing="${CSS.escape(word)}"]`);
  if (!thing) return null;
  thing.scrollIntoView({ block: "nearest" });
  await new Promise((done) => requestAnimationFrame(done));
  const { x, y, width, height } = thing.getBoundingClientRect();
  const centre = [x + width / 2, y + height / 2];
  return thing.contains(document.elementFromPoint(...centre)) ? centre : null;
}"""
# The page is drawn with its fonts and images, nothing has been loaded for a while, the points are counted.
SETTLED = """async () => {
  const loaded = () => performance.getEntriesByType("resource").length;
  const isDrawn = () =>
    document.querySelector("h1, .frame") && !document.querySelector(".finale :is(.waiting, .later)");
  let before = -1;
  while (before < loaded() || !isDrawn() || [...document.images].some((image) => !image.complete)) {
    before = loaded();
    await new Promise((done) => setTimeout(done, 1500));
  }
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
}"""
RECORD_ERRORS = """() => {
  window.errors = [];
  addEventListener("error", (event) => errors.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));
  const Context = window.AudioContext;
  window.contexts = [];
  window.AudioContext = class extends Context {
    constructor() {
      super();
      contexts.push(this);
    }
  };
}"""
# The states of the page's audio contexts, and of one that is created now. Without a sound device Firefox
# resumes none.
AUDIO = """async () => {
  const states = contexts.map((context) => context.state);
  const other = new AudioContext();
  await Promise.race([other.resume(), new Promise((done) => setTimeout(done, 2000))]);
  return [states, other.state];
}"""
GHOST = """() => {
  const box = document.querySelector(".ghost")?.getBoundingClientRect();
  const selected = String(getSelection());
  return { centre: box ? [box.x + box.width / 2, box.y + box.height / 2] : null, selected };
}"""
# By how many px the page can be scrolled.
SCROLL = """() => {
  const page = document.scrollingElement;
  return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight];
}"""
FOCUS = """() => {
  const style = getComputedStyle(document.activeElement);
  const after = getComputedStyle(document.activeElement, "::after");
  const outlines = [style.outlineStyle, after.outlineStyle];
  return { thing: document.activeElement.dataset.thing ?? null, outlines };
}"""


@dataclass(frozen=True)
class Place:
    """A browser at a size of SIZES, where matches are played."""

    driver: Driver
    screen: Screen
    size: str
    address: str
    folder: Path

    @property
    def name(self) -> str:
        return f"{self.driver.name}-{self.size}"

    def shoot(self, name: str) -> None:
        """Take a screenshot once the page is drawn."""
        self.driver.run(SETTLED)
        self.screen.save(self.folder / f"{self.name}-{name}.png")


class Match:
    """A person who plays one match against bots in a driven browser."""

    # Seconds in which a match must be over, and something must happen.
    match_limit_s, wait_limit_s = MATCH_LIMIT_S, WAIT_LIMIT_S

    def __init__(self, place: "Place", setup: TableSetup) -> None:
        self.place = place
        self.driver = place.driver
        self.address = place.address
        self.setup = setup
        self.rng = Rng(f"{place.name} {setup.game}")
        self.table = ""
        self.touches = 0
        self.problems: list[str] = []

    @property
    def name(self) -> str:
        """The browser, the size and the game, for messages."""
        return f"{self.place.name} {self.setup.game}"

    def open(self) -> None:
        """Create a table and look at its lobby."""
        driver, setup = self.driver, self.setup
        driver.open(self.address)
        seats = setup.people + len(setup.bots)
        body = {"game": setup.game, "seats": seats, "options": dict(setup.options), "name": NAME}
        self.table = driver.run(REQUEST, "POST", "/api/tables", body)["id"]
        driver.open(f"{self.address}/t/{self.table}")
        driver.run(RECORD_ERRORS)
        self.shoot("lobby")

    def start(self) -> None:
        """Seat the bots and start the match."""
        for seat, bot in enumerate(self.setup.bots, start=self.setup.people):
            self.command("hire", seat=seat, bot=bot)
        self.command("ready")
        self.wait_until(lambda: bool(self.targets()))
        self.shoot("start")

    def command(self, name: str, **values: Any) -> None:
        """Send a command to the table over HTTP."""
        body = {"t": name, "id": f"{NAME}-{self.rng.below(10**9)}", **values}
        self.driver.run(REQUEST, "POST", f"/api/tables/{self.table}/ask", body)

    @property
    def is_over(self) -> bool:
        """Whether the server says that the match is over."""
        answer = self.driver.run(REQUEST, "GET", f"/api/tables/{self.table}", None)
        return bool(answer["table"]["status"] == "over")

    def targets(self) -> list[str]:
        """Return the words of what a touch confirms, or else of what may be touched."""
        words: list[str] = self.driver.run(TARGETS, [READY, TARGET])
        return words

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Poll until the condition holds; raise AssertionError after `wait_limit_s`."""
        end = time.monotonic() + self.wait_limit_s
        while not done():
            assert time.monotonic() < end, f"{self.name}: nothing happens"
            time.sleep(POLL_S)

    def touch_any(self) -> bool:
        """Click a random target and return True; return False if there is none or it is covered."""
        words = self.targets()
        if not words:
            return False
        centre = self.driver.run(AIM, words[self.rng.below(len(words))])
        if centre is None:
            # A click on a rival that was no target any more has opened the rival's board; a slow one, which
            # counts as a long press, the card of a piece.
            if self.driver.run("() => document.querySelector('.large, dialog[open]') !== null"):
                self.driver.press(ESCAPE)
            # A touch on what is only to be read has opened its text.
            self.driver.run("() => document.querySelector('button.wish')?.click()")
            return False
        self.driver.point(("move", *centre), ("down",), ("up",))
        self.touches += 1
        return True

    def play(self, done: Callable[[], bool]) -> None:
        """Touch targets until the condition holds; raise AssertionError if it takes too long."""
        end = time.monotonic() + self.match_limit_s
        stuck = time.monotonic() + self.wait_limit_s
        while not done():
            for _ in range(TOUCHES_PER_QUESTION):
                if self.touch_any():
                    stuck = time.monotonic() + self.wait_limit_s
                else:
                    time.sleep(POLL_S)
            if time.monotonic() > min(end, stuck):
                self.shoot("stuck")
                raise AssertionError(f"{self.name}: stuck, with {self.targets()}")

    def shoot(self, name: str) -> None:
        """Take a screenshot once the page is drawn."""
        self.place.shoot(f"{self.setup.game}-{name}")

    def expect(self, holds: bool, problem: str) -> None:
        """Record a problem unless the condition holds."""
        if not holds:
            self.problems.append(f"{self.name}: {problem}")

    # Checks

    def check_drag(self) -> None:
        """Drag a thing where there is one: it stays under the pointer, and no text is selected."""
        draggable = f"{TARGET}[data-drag]"
        words = self.driver.run(TARGETS, [draggable])
        centre = words and self.driver.run(AIM, words[0])
        if not centre:
            return
        x, y = centre
        self.driver.point(("move", x, y), ("down",), ("move", x + 20, y + 15), ("move", x + 60, y + 45))
        seen = self.driver.run(GHOST)
        # Off everything: a drop beside the board does nothing.
        self.driver.point(("move", 3, 3), ("up",))
        self.expect(seen["centre"] is not None or self.setup.game in OWN_DRAGGING, "nothing is dragged")
        if seen["centre"]:
            away = max(abs(seen["centre"][0] - x - 60), abs(seen["centre"][1] - y - 45))
            self.expect(away < 3, f"what is dragged is {away:.0f} px away from the pointer")
        self.expect(not seen["selected"], f"dragging selects {seen['selected'][:40]!r}")

    def check_keyboard(self) -> None:
        """Press an arrow key after clicks: the focus is on a thing and visible."""
        self.driver.press(ARROW_DOWN)
        focus = self.driver.run(FOCUS)
        self.expect(focus["thing"] is not None, "an arrow key focuses nothing")
        self.expect("solid" in focus["outlines"], f"the focus is invisible: {focus}")

    def check_scroll(self) -> None:
        """Expect that the page of a match cannot be scrolled."""
        scroll = self.driver.run(SCROLL)
        self.expect(max(scroll) <= 0, f"the page can be scrolled by {scroll} px")

    def check_page(self) -> None:
        """Expect no script error, and one audio context that runs, unless this machine lets none run."""
        errors = self.driver.run("() => errors")
        self.expect(not errors, f"script errors {errors}")
        own, other = self.driver.run(AUDIO)
        self.expect(own in (["running"], [other]), f"the audio contexts are {own}, a new one is {other}")


def play_match(place: Place, game: str) -> list[str]:
    """Play one whole match; return the problems found."""
    match = Match(place, one_person_setup(game))
    match.open()
    match.start()
    started = time.monotonic()
    match.play(lambda: match.is_over or (match.touches >= MIDDLE_TOUCHES and bool(match.targets())))
    match.shoot("middle")
    match.check_scroll()
    if match.targets():
        match.check_drag()
        match.check_keyboard()
        match.shoot("keyboard")
    match.play(lambda: match.is_over)
    match.check_page()
    match.shoot("end")
    print(f"{match.name}: over after {match.touches} touches, {time.monotonic() - started:.0f} s", flush=True)
    return match.problems


def main() -> None:
    """Run the command line; exit with 1 if there are problems."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=sorted(DRIVERS), action="append")
    parser.add_argument("--size", choices=sorted(SIZES), action="append")
    parser.add_argument("--game", choices=sorted(game_keys()), action="append")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    problems: list[str] = []
    with running_server("--clock", str(TIMER_SHARE), pace=BOT_SECONDS) as address:
        for name in given.browser or DRIVERS:
            with running_driver(name) as (driver, screen):
                driver.open(address)
                for size in given.size or SIZES:
                    driver.resize(**SIZES[size])
                    place = Place(driver, screen, size, address, given.folder)
                    driver.open(address)
                    place.shoot("home")
                    for game in given.game or game_keys():
                        problems += play_match(place, game)
    print("\n".join(problems) or "no problems")
    raise SystemExit(bool(problems))


if __name__ == "__main__":
    main()
