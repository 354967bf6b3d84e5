"""Copy the sources of the project, for tests that build a changed client."""

import shutil
from pathlib import Path

from web.build import ROOT

GENERATED = shutil.ignore_patterns("node_modules", "__pycache__", "static")


def copy_project(root: Path) -> None:
    """Copy what the client is built from into a folder; the packages of npm are shared."""
    for folder in ("requirements", "src", "web"):
        shutil.copytree(ROOT / folder, root / folder, ignore=GENERATED)
    (root / "web/node_modules").symlink_to(ROOT / "web/node_modules")
