"""`python -m tests.web.other_offline`: play on the device in Firefox and WebKit, with the server stopped.

It downloads everything for offline play, stops the server, opens the site again, and plays a whole match of
each game against bots. Screenshots are in build/other-browsers/. It is no part of the test suite: see
other_drivers for what it needs.
"""

import argparse
import time
from pathlib import Path

from tests.web.browser import LESSONS_OFFERED, PHONE, running_server
from tests.web.other_browsers import FOLDER, RECORD_ERRORS, Match, Place
from tests.web.other_drivers import DRIVERS, Driver, running_driver
from tests.web.players import TableSetup, game_keys

# Seconds in which a download, or the start of Python, must be over; a busy machine takes minutes.
START_LIMIT_S = 600.0
POLL_S = 0.5
SIZE = "phone-offline"
# Whether the page is under the control of a service worker, without which it cannot be opened offline.
READY = """async () => {
  if (!("serviceWorker" in navigator)) return "this browser runs no service worker";
  const limit = new Promise((done) => setTimeout(done, 20000));
  const worker = await Promise.race([navigator.serviceWorker.ready, limit]);
  return worker ? "" : "the service worker does not start";
}"""
PRESS = "(selector) => document.querySelector(selector)?.click()"
IS_THERE = "(selector) => document.querySelector(selector) !== null"
PACK_STATE = "() => document.querySelector('.offline section.sheet')?.innerText ?? ''"


class OfflineMatch(Match):
    """A match on the device, started from the page of its game."""

    # The bots start a Python of their own.
    match_limit_s, wait_limit_s = 3_600.0, START_LIMIT_S

    def open(self) -> None:
        """Choose two seats and the level in the form of the game."""
        self.driver.open(f"{self.address}/games/{self.setup.game}")
        self.driver.run(RECORD_ERRORS)
        self.driver.run(f"() => {{ {LESSONS_OFFERED} }}")
        form = "section.sheet form"
        wait_for(self.driver, f"{form} button.go")
        self.driver.run(PRESS, f'{form} input[type=radio][value="{1 + len(self.setup.bots)}"]')
        if self.setup.bots:
            wait_for(self.driver, f"{form} .named input[value={self.setup.bots[0]}]")
            self.driver.run(PRESS, f"{form} .named input[value={self.setup.bots[0]}]")

    def start(self) -> None:
        """Start Python and the match."""
        self.driver.run(PRESS, "section.sheet form button.go")
        wait_for(self.driver, ".stage [data-thing]")
        assert "/device/" in self.driver.run("() => location.pathname")

    @property
    def is_over(self) -> bool:
        """Whether the final count is shown."""
        return bool(self.driver.run(IS_THERE, ".finale"))


def wait_for(driver: Driver, selector: str) -> None:
    """Wait until an element is there; raise AssertionError after START_LIMIT_S."""
    end = time.monotonic() + START_LIMIT_S
    while not driver.run(IS_THERE, selector):
        assert time.monotonic() < end, f"{driver.name}: {selector} does not appear"
        time.sleep(POLL_S)


def download(driver: Driver, address: str) -> str:
    """Download everything for offline play; return why the page cannot be opened offline, "" if it can."""
    driver.open(f"{address}/offline")
    problem: str = driver.run(READY)
    wait_for(driver, ".offline section.sheet button.go")
    driver.run(PRESS, ".offline section.sheet button.go")
    end = time.monotonic() + START_LIMIT_S
    while "✓" not in driver.run(PACK_STATE):
        assert time.monotonic() < end, f"{driver.name}: {driver.run(PACK_STATE)}"
        time.sleep(POLL_S)
    return problem


def play_offline(place: Place, game: str, level: str) -> list[str]:
    """Play one whole match; return the problems found."""
    match = OfflineMatch(place, TableSetup(game, 1, [level]))
    match.open()
    began = time.monotonic()
    match.start()
    started = time.monotonic()
    match.play(lambda: match.is_over)
    match.shoot("end")
    errors = match.driver.run("() => errors")
    match.expect(not errors, f"script errors {errors}")
    text = f"started in {started - began:.0f} s, over after {time.monotonic() - started:.0f} s"
    print(f"{match.name}, {level}: {text}, {match.touches} touches", flush=True)
    return match.problems


def main() -> None:
    """Run the command line; exit with 1 if there are problems."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=sorted(DRIVERS), action="append")
    parser.add_argument("--game", choices=sorted(game_keys()), action="append")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    problems: list[str] = []
    for name in given.browser or DRIVERS:
        with running_driver(name) as (driver, screen):
            with running_server() as address:
                driver.open(address)
                driver.resize(**PHONE)
                if problem := download(driver, address):
                    problems.append(f"{name}: {problem}")
                    continue
                print(f"{name}: downloaded", flush=True)
            place = Place(driver, screen, SIZE, address, given.folder)
            for game in given.game or game_keys():
                problems += play_offline(place, game, given.level)
    print("\n".join(problems) or "no problems")
    raise SystemExit(bool(problems))


if __name__ == "__main__":
    main()
