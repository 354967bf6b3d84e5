"""Copy the sources of the project, for tests that build a changed client."""

import re
import shutil
from pathlib import Path

from web.build import ROOT
from web.compress import CACHE

GENERATED = shutil.ignore_patterns("node_modules", "__pycache__", "static")
PACKAGES = "web/node_modules"


def copy_project(root: Path) -> None:
    """Copy what the client is built from into a folder; packages of npm and compressed files are shared.

    All but Pyodide: to pack Python for browsers takes longer than the rest of the build.
    """
    for folder in ("compiler", "requirements", "src", "web"):
        shutil.copytree(ROOT / folder, root / folder, ignore=GENERATED)
    (root / PACKAGES).mkdir()
    for package in (ROOT / PACKAGES).iterdir():
        if package.name != "pyodide":
            (root / PACKAGES / package.name).symlink_to(package)
    CACHE.mkdir(parents=True, exist_ok=True)
    (root / "build").mkdir()
    (root / "build/compressed").symlink_to(CACHE)


def built_files(folder: Path) -> list[str]:
    """Return the names of all files without their hashes, which depend on sources and path of the project."""
    files = [file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()]
    return sorted(re.sub(r"-([\w-]{8}(?=\.)|[0-9a-f]{16}(?=/))", "", file) for file in files)
