"""`python -m bench.frames [--game KEY] [--before FOLDER]`: the frames of a phone while moves are shown.

A person plays against bots on the screen of a phone, at normal speed, with the processor at full speed and
slowed down. The person's moves are sent over HTTP, so that the page does nothing but show moves. `--before`:
another checkout whose client is built; both are measured in turn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, CDPSession
from rich.console import Console
from rich.table import Table

from tests.web.browser import PHONE, new_context, running_browser, running_server
from tests.web.players import Person, TableSetup, game_keys, start_match
from web.build import ROOT

RATES = (1, 4)
BOTS = ("random", "random")
BOT_SECONDS = 0.5
OWN_MOVES = 8
FRAME_MS = 1_000 / 60
# A frame is late if it comes this much after its time.
TOLERANCE_MS = 4
# The page is at rest if nothing has moved for this long. In a race a clock always moves: then a move is made
# after MOVE_LIMIT_S.
REST_MS = 600
MOVE_LIMIT_S = 4.0
POLL_MS = 100
SHOW_NORMALLY = "localStorage.tablee = JSON.stringify({ speed: 'normal', knowsTouching: true })"
# Records all frames as [start, end], the times during which an animation or transition runs, unless it is
# endless, and the frames of more than 50 ms; all in ms since the page was opened.
RECORD = """
  window.frames = [];
  window.motions = [];
  window.longFrames = [];
  let last = null;
  const look = (now) => {
    if (last !== null) frames.push([last, now]);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const note = (animation) => {
    const { endTime } = animation.effect.getComputedTiming();
    if (Number.isFinite(endTime)) motions.push([performance.now(), performance.now() + endTime]);
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...values) {
    const animation = animate.apply(this, values);
    note(animation);
    return animation;
  };
  for (const name of ["animationstart", "transitionstart"])
    addEventListener(name, ({ target }) => target.getAnimations({ subtree: true }).forEach(note), true);
  new PerformanceObserver((list) => {
    for (const { startTime, duration, styleAndLayoutStart, scripts } of list.getEntries()) {
      const end = startTime + duration;
      const forced = scripts.reduce((sum, each) => sum + each.forcedStyleAndLayoutDuration, 0);
      const script = scripts.reduce((sum, each) => sum + each.duration, 0) - forced;
      const drawing = styleAndLayoutStart ? end - styleAndLayoutStart : 0;
      longFrames.push({ start: startTime, end, parts: { script, forced, drawing } });
    }
  }).observe({ type: "long-animation-frame" });
"""
AT_REST = "rest => performance.now() > rest + Math.max(0, ...motions.map(([, end]) => end))"
# What a long frame is spent on: its key in RECORD, and its title in the table.
PARTS = {"script": "scripts", "forced": "layout for scripts", "drawing": "layout and paint"}
# Processor time of the page's main thread: Chromium's metrics, and their title in the table.
METRICS = {
    ("TaskDuration",): "all",
    ("ScriptDuration",): "scripts",
    ("RecalcStyleDuration", "LayoutDuration"): "style, layout",
}


@dataclass
class Motion:
    """The frames during motion, in ms each; the parts of those of more than 50 ms."""

    frames: list[float] = field(default_factory=list)
    long: list[float] = field(default_factory=list)
    parts: Counter[str] = field(default_factory=Counter)
    # Processor time of the main thread for each view that was received, in ms, by the titles of METRICS.
    work: dict[str, float] = field(default_factory=dict)

    @property
    def late(self) -> float:
        """The share of late frames, from 0 to 1."""
        late = [frame for frame in self.frames if frame > FRAME_MS + TOLERANCE_MS]
        return len(late) / max(1, len(self.frames))

    @property
    def rate(self) -> float:
        """Frames per second."""
        return 1_000 * len(self.frames) / max(1.0, sum(self.frames))


def measure(browser: Browser, address: str, key: str, slowdown: int) -> Motion:
    """Play OWN_MOVES moves against bots; return the frames during motion."""
    options: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    person = Person(new_context(browser, address, reduced_motion="no-preference", **options), "Alix")
    person.page.add_init_script(SHOW_NORMALLY)
    table = start_match(TableSetup(key, 1, BOTS), [person])
    person.open(table).settle()
    session = person.context.new_cdp_session(person.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    # What the page did while it was opened does not count.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    person.page.evaluate(RECORD)
    before, views = main_thread(session), len(person.updates)
    play_moves(person, table)
    after, views = main_thread(session), len(person.updates) - views
    motion = during_motion(person.page.evaluate("() => ({ frames, motions, longFrames })"))
    motion.work = {title: (after[title] - before[title]) / views for title in after}
    person.context.close()
    return motion


def main_thread(session: CDPSession) -> dict[str, float]:
    """Return the processor time that the main thread has used, in ms, by the titles of METRICS."""
    found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return {title: 1_000 * sum(found[name] for name in names) for names, title in METRICS.items()}


def play_moves(person: Person, table: str) -> None:
    """Make OWN_MOVES random moves over HTTP, each as soon as the page is at rest."""
    for _ in range(OWN_MOVES):
        person.wait_until(lambda: person.may_move or person.is_over)
        wait_for_rest(person)
        if person.is_over:
            break
        # In a race the view may have changed meanwhile.
        if moves := person.view["moves"]:
            ply = person.view["ply"]
            person.play_in_race(table, person.choose(moves))
            person.wait_until(lambda ply=ply: person.view["ply"] > ply)  # type: ignore[misc]
    wait_for_rest(person)


def wait_for_rest(person: Person) -> None:
    """Wait until the page is at rest, at most MOVE_LIMIT_S."""
    end = monotonic() + MOVE_LIMIT_S
    while monotonic() < end and not person.page.evaluate(AT_REST, REST_MS):
        person.page.wait_for_timeout(POLL_MS)


def during_motion(recorded: dict[str, Any]) -> Motion:
    """Select the frames that overlap with a motion."""

    def moving(start: float, end: float) -> bool:
        return any(start < until and since < end for since, until in recorded["motions"])

    found = Motion([end - start for start, end in recorded["frames"] if moving(start, end)])
    for frame in recorded["longFrames"]:
        if moving(frame["start"], frame["end"]):
            found.long.append(frame["end"] - frame["start"])
            found.parts.update(frame["parts"])
    return found


def new_table(title: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("game")
    table.add_column("client")
    columns = ["processor", "frames", "per second", "late", "longest, ms", "over 50 ms"]
    columns += [f"{part}, ms each" for part in PARTS.values()]
    columns += [f"work of a view: {part}, ms" for part in METRICS.values()]
    for column in columns:
        table.add_column(column, justify="right")
    return table


def row(motion: Motion) -> list[str]:
    """Return the cells of a row from the number of frames on."""
    count = len(motion.long)
    parts = [f"{motion.parts[part] / count:.0f}" if count else "" for part in PARTS]
    shares = [f"{motion.rate:.0f}", f"{motion.late:.1%}", f"{max(motion.frames, default=0):.0f}"]
    work = [f"{each:.0f}" for each in motion.work.values()]
    return [str(len(motion.frames)), *shares, str(count), *parts, *work]


def main() -> None:
    """Measure the games and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(game_keys()), action="append")
    parser.add_argument("--before", type=Path)
    given = parser.parse_args()
    roots = {"now": ROOT} | ({"before": given.before.resolve()} if given.before else {})
    table = new_table("Frames while moves are shown")
    with ExitStack() as running:
        browser = running.enter_context(running_browser())
        addresses = {
            name: running.enter_context(running_server("--seed", "frames", pace=BOT_SECONDS, root=root))
            for name, root in roots.items()
        }
        for key in given.game or game_keys():
            for rate in RATES:
                for name, address in addresses.items():
                    motion = measure(browser, address, key, rate)
                    table.add_row(key, name, f"1/{rate}" if rate > 1 else "1", *row(motion))
    Console(width=160).print(table)


if __name__ == "__main__":
    main()
