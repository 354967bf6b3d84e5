"""`python -m web.build` leaves a whole client: also if two processes build at once, or if a build fails."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.project_copy import copy_project
from web import build
from web.build import STATIC


def built_files(folder: Path) -> list[str]:
    """Return the names of all files without their hashes, which depend on the path of the project."""
    files = [file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()]
    return sorted(re.sub(r"-[\w-]{8}\.", ".", file) for file in files)


def start_build(root: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-m", "web.build"]
    return subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True)


def test_two_builds_at_once_leave_one_whole_build(tmp_path: Path) -> None:
    build.build()
    copy_project(tmp_path)
    builds = [start_build(tmp_path) for _ in range(2)]
    said = [process.communicate()[0] for process in builds]
    assert [0, 0] == [process.returncode for process in builds]
    assert ["", "Built the web client.\n"] == sorted(said)
    assert built_files(STATIC) == built_files(tmp_path / "src/tablee/static")


def test_a_failed_build_leaves_the_previous_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("previous")

    def failing_npm(*arguments: str) -> int:
        raise subprocess.CalledProcessError(1, arguments)

    for name, value in {"STATIC": static, "BUILD": tmp_path / "build", "npm": failing_npm}.items():
        monkeypatch.setattr(build, name, value)
    for _ in range(2):
        # The second time shows that the first one has freed the lock.
        with pytest.raises(subprocess.CalledProcessError):
            build.build()
    assert ["index.html"] == built_files(static)
