"""The rules that browsers get give the same records as the rules here, bit for bit; run in Node."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.web import random_records
from web import runtime
from web.build import WEB, build, node, node_executable

pytestmark = pytest.mark.skipif(not runtime.PYODIDE.is_dir(), reason="the npm package pyodide is missing")


@pytest.fixture(scope="module")
def packed() -> Path:
    """Return the folder of the packed runtime, as the build has made it."""
    build()
    return runtime.pack(node()[1])


def in_pyodide(packed: Path, script: Path) -> str:
    """Return what a script returns in Pyodide, with the library and the archive that browsers get."""
    files = [packed / runtime.ARCHIVE, script, packed / runtime.STDLIB]
    command = [node_executable(), "runtime_run.mjs", *map(str, files)]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()[-1]


def test_random_matches_views_and_bots_are_the_same_as_here(packed: Path) -> None:
    there = json.loads(in_pyodide(packed, Path(random_records.__file__)))
    assert random_records.digests() == there


def test_the_archive_runs_with_the_library_that_is_shipped_with_it(packed: Path) -> None:
    use = json.loads(in_pyodide(packed, WEB / "runtime_use.py"))
    assert use["levels"] == json.loads((packed / runtime.LEVELS).read_text())


def test_no_test_board_or_compiled_file_is_packed(packed: Path) -> None:
    names = runtime.project_files()
    assert [] == [name for name in names if "/tests/" in name or "/board/" in name]
    shipped = {file.name for file in packed.iterdir()}
    assert {*runtime.ENGINE, runtime.STDLIB, runtime.ARCHIVE, runtime.LEVELS} == shipped
