"""Copy the sources of the project, for tests that build a changed client."""

import shutil
from pathlib import Path

from web.build import ROOT
from web.compress import CACHE

GENERATED = shutil.ignore_patterns("node_modules", "__pycache__", "static")


def copy_project(root: Path) -> None:
    """Copy what the client is built from into a folder; packages of npm and compressed files are shared."""
    for folder in ("compiler", "requirements", "src", "web"):
        shutil.copytree(ROOT / folder, root / folder, ignore=GENERATED)
    (root / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    CACHE.mkdir(parents=True, exist_ok=True)
    (root / "build").mkdir()
    (root / "build/compressed").symlink_to(CACHE)
