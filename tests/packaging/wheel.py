"""Check what is in a wheel: `python -m tests.packaging.wheel dist/*.whl`. Needs only the standard library."""

from __future__ import annotations

import io
import json
import os
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

CLIENT_SOURCES = {".svelte", ".ts"}
# Read at run time from the folder of every game.
GAME_FILES = ("__init__.py", "pieces.toml", "RULES.en.md", "RULES.fr.md", "words.en.json", "words.fr.json")
COMMON_FILES = ("__init__.py", "cli.py", "py.typed", "words/words.fr.json", "terminal/words.fr.json")
TEST_FOLDERS = {"tests", "golden"}
TEST_FILES = {"conftest.py", "notation.py"}
MANIFEST = "tablee/_compiled.json"
# The files that a device downloads for offline play (web/build.py).
OFFLINE_LIST = "tablee/static/offline.json"
# As for the build: "compiled" asks for compiled rules among them (web/runtime.py).
REQUIRE_VARIABLE = "TABLEE_REQUIRE_OFFLINE"


def unwanted(names: Iterable[str]) -> list[str]:
    """Return the files that belong to a checkout and not to an installation."""
    return sorted(name for name in names if is_unwanted(PurePosixPath(name)))


def is_unwanted(path: PurePosixPath) -> bool:
    """Return whether a file is a source of the web client, or a test or one of its helpers."""
    if path.parts[:2] == ("tablee", "static"):
        return path.name.startswith(".")
    is_test = path.name.startswith("test_") or path.name in TEST_FILES or bool(TEST_FOLDERS & {*path.parts})
    return is_test or path.suffix in CLIENT_SOURCES or path.suffix == ".svg" or "board" in path.parts


def lacking(names: Iterable[str], games: Iterable[str]) -> list[str]:
    """Return the files without which an installation would not work."""
    needed = [f"tablee/{name}" for name in COMMON_FILES]
    needed += [f"tablee/games/{key}/{name}" for key in games for name in GAME_FILES]
    return sorted({*needed} - {*names})


def offline_faults(archive: zipfile.ZipFile, names: set[str]) -> list[str]:
    """Return which files for offline play are missing; without TABLEE_REQUIRE_OFFLINE, all of them may be."""
    required = os.environ.get(REQUIRE_VARIABLE)
    if OFFLINE_LIST not in names:
        return ["missing: the files for offline play"] * bool(required)
    listed = json.loads(archive.read(OFFLINE_LIST))["files"]
    files = ["tablee/static/" + (path.lstrip("/") or "index.html") for path, *_ in listed]
    found = [f"missing: {name}" for name in files if name not in names]
    if required == "compiled" and not found:
        packed = next(name for name in files if name.endswith("/tablee.tar"))
        with tarfile.open(fileobj=io.BytesIO(archive.read(packed))) as rules:
            binaries = [
                name for name in rules.getnames() if name.startswith("tablee/") and name.endswith(".so")
            ]
        found += ["missing: rules compiled for browsers"] * (not binaries)
    return found


def faults(wheel: Path) -> list[str]:
    """Return what is wrong with a built wheel, one line for each fault."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        manifest = json.loads(archive.read(MANIFEST)) if MANIFEST in names else {"sources": [], "modules": []}
        found = offline_faults(archive, names)
    games = {name.split("/")[2] for name in names if name.startswith("tablee/games/") and name.count("/") > 2}
    found += [f"unwanted: {name}" for name in unwanted(names)]
    found += [f"missing: {name}" for name in lacking(names, games)]
    # The digest that an import compares covers these files: without one of them, plain Python would run.
    found += [f"missing: {name}" for name in manifest["sources"] if f"tablee/{name}" not in names]
    found += ["missing: the web client"] * ("tablee/static/index.html" not in names)
    pure = wheel.name.endswith("-none-any.whl")
    found += ["compiled files in a wheel for any machine"] * (pure and bool(manifest["modules"]))
    found += ["nothing compiled in a wheel for one machine"] * (not pure and not manifest["modules"])
    return found


def main(wheels: list[str]) -> int:
    """Print the faults of every wheel; 1 if there are any, 2 if no wheel was named."""
    if not wheels:
        print("usage: python -m tests.packaging.wheel WHEEL...", file=sys.stderr)
        return 2
    bad = [f"{wheel}: {fault}" for wheel in wheels for fault in faults(Path(wheel))]
    print("\n".join(bad) or f"{len(wheels)} checked")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
