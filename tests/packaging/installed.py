"""Use an installed Tablée: `python -m tests.packaging.installed [--all]`. Needs nothing but the installation.

Without arguments, play the README's example and a match between bots, and check that commands whose extra is
not installed say so. With --all, start a server too.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import tablee

ROOT = Path(__file__).parents[2]
PORT = 8765
EXTRAS = {"serve": ("server", "starlette"), "play": ("terminal", "textual")}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this Python in an empty folder, so that nothing of a checkout is imported."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONUTF8": "1", "LANG": "en_GB.UTF-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )


def demand(true: object, complaint: str) -> None:
    """Stop with a complaint unless something is true."""
    if not true:
        raise SystemExit(f"FAILED: {complaint}")


def check_example() -> None:
    """Run the README's Python example."""
    block = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    demand(block, "the README has no example")
    done = run("-c", block[1] if block else "")
    demand(done.returncode == 0, done.stderr)
    print("README:", done.stdout.splitlines()[-1])


def check_bots() -> None:
    """Let two bots play two matches from the command line."""
    arena = [
        "arena",
        "islands",
        "--bots",
        "greedy,random",
        "--seats",
        "2",
        "--matches",
        "2",
        "--processes",
        "1",
    ]
    done = run("-m", "tablee.cli", *arena)
    demand(done.returncode == 0 and "greedy" in done.stdout, done.stderr)
    print("arena: played")


def check_missing_extras() -> None:
    """Check that each command whose extra is missing names the pip command and exits with code 2."""
    for command, (extra, module) in EXTRAS.items():
        if find_spec(module) is None:
            done = run("-m", "tablee.cli", command)
            advice = f'pip install "tablee[{extra}]"'
            demand(done.returncode == 2 and advice in done.stderr, f"{command}: {done.stderr}")
            print(done.stderr.strip())


def check_server() -> None:
    """Start the server, ask for the client, and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tablee.cli", "serve", "--port", str(PORT)]
        server = subprocess.Popen(command, cwd=folder)
        try:
            page = ask(f"http://127.0.0.1:{PORT}/")
            demand("<script" in page, "the web client was not built")
            demand("ok" in ask(f"http://127.0.0.1:{PORT}/healthz"), "/healthz does not answer")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    print("server: served")


def ask(address: str, seconds: float = 30) -> str:
    """Return a page, waiting until the server listens."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urlopen(address, timeout=10) as answer:
                return str(answer.read().decode())
        except (URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def main(arguments: list[str]) -> None:
    """Carry out the checks; SystemExit says what failed."""
    form = tablee.PLAIN or "compiled"
    print(f"tablee {tablee.__version__} ({form}) from {Path(tablee.__file__).parent}")
    demand(ROOT not in Path(tablee.__file__).parents, "this is the checkout, not an installation")
    check_example()
    check_bots()
    check_missing_extras()
    if arguments == ["--all"]:
        for extra, module in EXTRAS.values():
            demand(find_spec(module), f"the extra {extra} is not installed")
        check_server()


if __name__ == "__main__":
    main(sys.argv[1:])
