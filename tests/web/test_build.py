"""`python -m web.build` leaves a whole client, also if a build fails. Two at once: test_game_folder."""

import subprocess
from pathlib import Path

import pytest

from tests.web.project_copy import built_files
from web import build


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
