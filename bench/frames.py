"""`python -m bench.frames [--game KEY] [--before FOLDER]`: the frames of a phone while moves are shown.

A person plays against bots on the screen of a phone, at normal speed, with the processor at full speed and
slowed down. The person's moves are sent over HTTP, so that the page does nothing but show moves. The browser
itself reports each frame: a script that asks for frames would make the page do work that it does not do for
people. `--before`: another checkout whose client is built; both are measured in turn.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
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
# The page is at rest if nothing has moved for this long. In a race a clock always moves: then a move is made
# after MOVE_LIMIT_S.
REST_MS = 600
MOVE_LIMIT_S = 4.0
POLL_MS = 100
SHOW_NORMALLY = "localStorage.tablee = JSON.stringify({ speed: 'normal', knowsTouching: true })"
# Whether no animation that ends has run for so many ms.
AT_REST = """rest => {
  const ends = ({ effect }) => Number.isFinite(effect.getComputedTiming().endTime);
  const moving = document.getAnimations().filter(({ playState }) => playState === "running").some(ends);
  if (moving || !window.lastMotion) window.lastMotion = performance.now();
  return performance.now() > window.lastMotion + rest;
}"""
# The event of a trace that tells what became of a frame.
FRAME_EVENT, FRAME_CATEGORY = "PipelineReporter", "benchmark"
# What the page's main thread has done: Chromium's metrics, their title in the table, and a factor.
METRICS = {
    ("TaskDuration",): ("all, ms", 1_000),
    ("ScriptDuration",): ("scripts, ms", 1_000),
    ("RecalcStyleDuration", "LayoutDuration"): ("style and layout, ms", 1_000),
    ("RecalcStyleCount",): ("styles", 1),
    ("LayoutCount",): ("layouts", 1),
}
MAIN_THREAD = METRICS[("TaskDuration",)][0]


@dataclass
class Motion:
    """Frames during motion, in their order: whether each was shown in time."""

    shown: list[bool]
    # Those among them that were shown with what the main thread moves one frame late or more.
    stale: int
    # What the main thread did for each view that was received, by the titles of METRICS.
    work: dict[str, float]
    views: int
    # Processor time of everything else that draws, in ms: compositor, painter and display. None where the
    # processor is slowed down: Chromium does that with loops that count too.
    painting: float | None

    @property
    def rate(self) -> float:
        """Frames per second."""
        return 60 * sum(self.shown) / max(1, len(self.shown))

    @property
    def longest(self) -> float:
        """The longest time without a new frame, in ms."""
        missed = [len(list(run)) for shown, run in groupby(self.shown) if not shown]
        return FRAME_MS * (1 + max(missed, default=0))


def measure(browser: Browser, address: str, key: str, slowdown: int, moves: int) -> Motion:
    """Play `moves` own moves against bots; return the frames during motion."""
    options: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    person = Person(new_context(browser, address, reduced_motion="no-preference", **options), "Alix")
    person.page.add_init_script(SHOW_NORMALLY)
    table = start_match(TableSetup(key, 1, BOTS), [person])
    person.open(table).settle()
    session, processes = person.context.new_cdp_session(person.page), browser.new_browser_cdp_session()
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    # What the page did while it was opened does not count.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    browser.start_tracing(page=person.page, categories=[FRAME_CATEGORY])
    before, drawn, views = main_thread(session), drawing_ms(processes), len(person.updates)
    play_moves(person, table, moves)
    after, drawn, views = main_thread(session), drawing_ms(processes) - drawn, len(person.updates) - views
    shown, stale = frames_in_motion(json.loads(browser.stop_tracing())["traceEvents"])
    person.context.close()
    work = {title: (after[title] - before[title]) / views for title in after}
    painting = drawn - views * work[MAIN_THREAD] if slowdown == 1 else None
    return Motion(shown, stale, work, views, painting)


def main_thread(session: CDPSession) -> dict[str, float]:
    """Return what the main thread has done so far, by the titles of METRICS."""
    found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return {title: factor * sum(found[name] for name in names) for names, (title, factor) in METRICS.items()}


def drawing_ms(browser: CDPSession) -> float:
    """Return the processor time of the processes that draw pages, main threads included, in ms."""
    processes = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    return 1_000 * sum(float(each["cpuTime"]) for each in processes if each["type"] in ("renderer", "GPU"))


def frames_in_motion(events: list[dict[str, Any]]) -> tuple[list[bool], int]:
    """Return whether each frame during motion was shown, and how many were shown without the latest changes.

    A frame is reported once more if the main thread's part of it comes later.
    """
    reports: dict[tuple[int, int, int], list[dict[str, Any]]] = defaultdict(list)
    for event in events:
        if event["name"] == FRAME_EVENT and event["ph"] == "b":
            report = event["args"]["frame_reporter"]
            reports[event["pid"], report["frame_source"], report["frame_sequence"]].append(report)
    shown, stale = [], 0
    for _, frame in sorted(reports.items()):
        moving = any(each["has_main_animation"] or each["has_compositor_animation"] for each in frame)
        states = {each["state"].removeprefix("STATE_") for each in frame} - {"NO_UPDATE_DESIRED"}
        if not moving or not states:
            continue
        shown.append(states != {"DROPPED"})
        stale += shown[-1] and any(each["affects_smoothness"] for each in frame)
    return shown, stale


def play_moves(person: Person, table: str, count: int) -> None:
    """Make random moves over HTTP, each as soon as the page is at rest."""
    for _ in range(count):
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


def new_table(title: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("game")
    table.add_column("client")
    columns = ["processor", "frames", "per second", "longest, ms", "stale", "views"]
    columns += [f"main thread for a view: {title}" for title, _ in METRICS.values()]
    columns += ["main thread for a frame, ms", "painting of a frame, ms"]
    for column in columns:
        table.add_column(column, justify="right")
    return table


def row(motion: Motion) -> list[str]:
    """Return the cells of a row from the number of frames on."""
    count = max(1, sum(motion.shown))
    cells = [f"{motion.rate:.0f}", f"{motion.longest:.0f}", str(motion.stale), str(motion.views)]
    cells += [f"{each:.1f}" for each in motion.work.values()]
    painting = "" if motion.painting is None else f"{motion.painting / count:.1f}"
    cells += [f"{motion.views * motion.work[MAIN_THREAD] / count:.1f}", painting]
    return [str(len(motion.shown)), *cells]


def main() -> None:
    """Measure the games and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(game_keys()), action="append")
    parser.add_argument("--before", type=Path)
    parser.add_argument("--moves", type=int, default=OWN_MOVES)
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
                    motion = measure(browser, address, key, rate, given.moves)
                    table.add_row(key, name, f"1/{rate}" if rate > 1 else "1", *row(motion))
    Console(width=160).print(table)


if __name__ == "__main__":
    main()
