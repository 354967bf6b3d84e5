"""`python -m bench.offline`: download sizes, start and speed of tables on a device, beside native Python.

One run prints everything, as tables in Markdown. Times in Chromium are times that have passed: they want a
machine that is idle, where it takes about five minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext
from rich import box
from rich.console import Console
from rich.table import Table

from tablee import games
from tests.web.browser import PHONE, WITH_WORKER, new_context, running_browser, running_server
from tests.web.local_players import installed_context
from web import runtime
from web.build import ROOT, STATIC, WEB, build, node, node_executable

LEVELS = ("beginner", "casual", "regular", "strong", "expert")
SCRIPT = Path(__file__).with_name("offline_rules.py")
# Characters of a line: rows of tables are not wrapped.
WIDTH = 160
# How many times Chromium's processor is slowed.
SLOWED = (4, 6)
# Runs the script in the page itself: a slowed processor slows no worker.
IN_PAGE = """async ([path, lock, script]) => {
  const began = performance.now();
  const { loadPyodide } = await import(`${path}pyodide.mjs`);
  const stdLibURL = `${path}stdlib.zip`;
  const python = await loadPyodide({ indexURL: path, stdLibURL, lockFileContents: lock });
  const archive = await (await fetch(`${path}tablee.tar`)).arrayBuffer();
  python.unpackArchive(archive, "tar", { extractDir: "/tablee" });
  python.runPython('import sys\\nsys.path.insert(0, "/tablee")');
  python.runPython("from tablee.server.local.app import LocalApp");
  const seconds = (performance.now() - began) / 1000;
  const result = JSON.parse(python.runPython(script));
  return { ...result, seconds, megabytes: python._module.HEAP8.length / 1e6 };
}"""
STARTS = ("cold: the first page", "warm: a second page", "a second match on the same page")
LOCK = {"info": {"abi_version": "2026_0", "arch": "wasm32", "platform": "", "python": ""}, "packages": {}}


def main() -> None:
    """Measure everything and print it."""
    build()
    console = Console(width=WIDTH)
    console.print(sizes())
    console.print(starts())
    form = json.loads((runtime.pack(node()[1]) / runtime.USE).read_text())["form"]
    measured: dict[str, Callable[[], dict[str, Any]]] = {
        "native, compiled": partial(native, {}),
        "native, plain": partial(native, {"TABLEE_PURE": "1"}),
        f"Node, {form}": in_pyodide,
        f"Chromium, {form}": in_chromium,
        **{f"Chromium, {form}, slowed {times} times": partial(in_chromium, times) for times in SLOWED},
    }
    forms = {}
    for name, measure in measured.items():
        print(f"{name}…", file=sys.stderr, flush=True)
        forms[name] = measure()
    console.print(speeds(forms))
    console.print(pages(forms))
    console.print(f"load of the machine in the last 15 minutes: {os.getloadavg()[2]:.1f}")


def sizes() -> Table:
    """Return the bytes of the files for offline play: raw, and as they are sent."""
    title = "download for offline play"
    table = Table("files, bytes", "raw", "gzip", "brotli", title=title, box=box.MARKDOWN)
    listed = json.loads((STATIC / "offline.json").read_text())["files"]
    files = [STATIC / (path.strip("/") or "index.html") for path, *_ in listed]
    python = [file for file in files if file.parent.name.startswith("python-")]
    groups = {file.name: [file] for file in python}
    groups["client"] = [file for file in files if file not in python]
    groups["all"] = files
    for name, group in groups.items():
        table.add_row(name, *(f"{total(group, suffix):,}" for suffix in ("", ".gz", ".br")))
    return table


def total(files: list[Path], suffix: str) -> int:
    """Return the bytes of files in a form; of the file itself where it does not have this form."""
    forms = [(file.with_name(file.name + suffix), file) for file in files]
    return sum((form if form.exists() else file).stat().st_size for form, file in forms)


def starts() -> Table:
    """Return the seconds from the touch of a button to the board, without a network, in Chromium.

    Beside them the memory of all processes of pages: two Pythons, one for the table and one for its bots.
    """
    title = "from the button to the board, server stopped, Chromium"
    table = Table("start", "seconds", "memory, MB", title=title, box=box.MARKDOWN)
    with running_browser() as browser:
        with running_server() as address:
            context = installed_context(browser, address, viewport=PHONE)
        context.set_offline(True)
        for name in STARTS:
            seconds, megabytes = start(browser, context, again=name == STARTS[-1])
            table.add_row(name, f"{seconds:.1f}", f"{megabytes:.0f}")
        context.close()
    return table


def start(browser: Browser, context: BrowserContext, again: bool) -> tuple[float, float]:
    """Start a match and return the seconds and megabytes; with `again`, of a second one on the same page."""
    page = context.new_page()
    page.goto("/offline")
    seconds = 0.0
    for _ in range(2 if again else 1):
        page.evaluate("history.pushState(null, '', '/offline'); dispatchEvent(new PopStateEvent('popstate'))")
        button = page.locator("li button.go").nth(1)
        button.wait_for()
        began = time.perf_counter()
        button.click()
        # The first time a lesson is offered before.
        page.locator("dialog[open] button, .stage").first.wait_for()
        if page.locator("dialog[open]").count():
            page.locator("dialog[open] button").last.click()
        page.locator(".stage [data-thing]").first.wait_for()
        seconds = time.perf_counter() - began
    megabytes = page_memory(browser)
    page.close()
    return seconds, megabytes


def page_memory(browser: Browser) -> float:
    """Return the megabytes of all pages and workers of a browser; of shared memory only their share."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    renderers = [each["id"] for each in processes if each["type"] == "renderer"]
    lines = [line for pid in renderers for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1_000


def native(environment: dict[str, str]) -> dict[str, Any]:
    """Return the result of the script in this Python."""
    command = [sys.executable, "-c", "from bench import offline_rules; print(offline_rules.result())"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def in_pyodide() -> dict[str, Any]:
    """Return the result of the script in Node, with the files that browsers get."""
    packed = runtime.pack(node()[1])
    files = [packed / runtime.ARCHIVE, SCRIPT, packed / runtime.STDLIB]
    command = [node_executable(), "runtime_run.mjs", *map(str, files)]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def in_chromium(slowed: int = 1) -> dict[str, Any]:
    """Return the result of the script in a page, with the seconds to start Python and its heap."""
    path = f"/assets/{runtime.pack(node()[1]).name}/"
    with running_server() as address, running_browser() as browser:
        context = new_context(browser, address, viewport=PHONE, **WITH_WORKER)
        page = context.new_page()
        page.goto("/offline")
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        found: dict[str, Any] = page.evaluate(IN_PAGE, [path, LOCK, SCRIPT.read_text()])
        context.close()
    return found


def pages(forms: dict[str, dict[str, Any]]) -> Table:
    """Return the seconds until Python can open a table in a page, and the size of its heap."""
    title = "Python in a page, server on the same machine"
    table = Table("form", "start, s", "heap, MB", title=title, box=box.MARKDOWN)
    for name, found in forms.items():
        if "seconds" in found:
            table.add_row(name, f"{found['seconds']:.1f}", f"{found['megabytes']:.0f}")
    return table


def speeds(forms: dict[str, dict[str, Any]]) -> Table:
    """Return decisions and simulations a second, and the slowest decision of each level."""
    head = ("game", "form", "decisions/s", "simulations/s")
    table = Table(*head, *(f"{level}, ms" for level in LEVELS), title="two seats", box=box.MARKDOWN)
    for game in games.all():
        for name, found in forms.items():
            each = found[game.key]
            times = [f"{each['bots'][level]:,.1f}" if level in each["bots"] else "–" for level in LEVELS]
            speed = [f"{each[what]:,}" for what in ("decisions", "simulations")]
            table.add_row(game.key, name, *speed, *times)
    return table


if __name__ == "__main__":
    main()
