"""`python -m tests.web.offline_grid`: play every game against every level of bots, offline, in Chromium.

Everything for offline play is downloaded at the size of a phone; then the server is stopped and the network
is off. Each match is played to its end by touches, with the page closed and opened again after a few moves.
It prints a table in Markdown; pictures of the ends are in build/offline-grid/. Results are kept in
build/offline-grid.json, so that it goes on after an interruption; matches of another version of the client
are played again. It is no part of the test suite, which plays a few of them (test_local_tables.py).
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Browser, BrowserContext, expect

from tablee import games
from tablee.bots import LEVELS
from tests.web.browser import PHONE, TIMEOUT_MS, running_browser, running_server
from tests.web.local_players import installed_context, play_with_a_break
from web.build import ROOT, STAMP, STATIC

FILE = ROOT / "build/offline-grid.json"
FOLDER = ROOT / "build/offline-grid"


def main() -> None:
    """Play the matches that are missing and print all results."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.offline_grid")
    parser.add_argument("--games", nargs="+", choices=games.keys(), default=games.keys())
    parser.add_argument("--levels", nargs="+", choices=list(LEVELS), default=list(LEVELS))
    parser.add_argument("--matches", type=int, default=len(LEVELS) * len(games.keys()), help="at most")
    args = parser.parse_args()
    expect.set_options(timeout=TIMEOUT_MS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = known()
    wanted = [(key, level) for key in args.games for level in args.levels]
    missing = [each for each in wanted if " ".join(each) not in found]
    with running_browser() as browser:
        for key, level, result in play_all(browser, missing[: args.matches]):
            found[f"{key} {level}"] = result
            FILE.write_text(json.dumps({"version": version(), "matches": found}, indent=1))
            print(row(key, level, result), flush=True)
    print(table(found))


def version() -> str:
    """Return what identifies the built client, and the form of its rules."""
    return (STATIC / STAMP).read_text()


def known() -> dict[str, dict[str, Any]]:
    """Return the results of this version by game and level."""
    kept = json.loads(FILE.read_text()) if FILE.exists() else {}
    matches: dict[str, dict[str, Any]] = kept["matches"] if kept.get("version") == version() else {}
    return matches


def play_all(
    browser: Browser, wanted: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Install everything, stop the server, and play; yield each result."""
    with running_server() as address:
        context = installed_context(browser, address, viewport=PHONE)
    context.set_offline(True)
    # A busy machine counts as a slow device, which is not offered the strongest bots any more.
    context.add_init_script("localStorage.removeItem('tablee.slow')")
    for key, level in wanted:
        yield key, level, play(context, key, level)
    context.close()


def play(context: BrowserContext, key: str, level: str) -> dict[str, Any]:
    """Play one match, keep a picture of its end, and return the result."""
    began = time.monotonic()
    person = play_with_a_break(context, games.load(key), level)
    seconds = round(time.monotonic() - began)
    person.page.screenshot(path=FOLDER / f"{key}-{level}.png")
    update = person.updates[-1]
    scores = update["view"]["outcome"]["scores"]
    own = update["you"]
    person.page.close()
    others = [score for seat, score in enumerate(scores) if seat != own]
    return {"plies": person.view["ply"], "score": [scores[own], *others], "seconds": seconds}


def row(key: str, level: str, result: dict[str, Any]) -> str:
    """Return the line of a match."""
    score = "–".join(map(str, result["score"]))
    return f"| {key} | {level} | {result['plies']} | {score} | {result['seconds']} |"


def table(found: dict[str, dict[str, Any]]) -> str:
    """Return all results as Markdown, in the order of games and levels."""
    head = ["| game | bots | moves | score | seconds |", "|---|---|---|---|---|"]
    wanted = [(game.key, level) for game in games.all() for level in LEVELS]
    lines = [row(key, level, found[f"{key} {level}"]) for key, level in wanted if f"{key} {level}" in found]
    return "\n".join([*head, *lines, "", f"{len(lines)} of {len(wanted)} matches, client {version()}"])


if __name__ == "__main__":
    main()
