"""The rules that browsers get give the same records as the rules here, bit for bit; run in Node.

Browsers get compiled rules if the client was built where the compiler is (requirements/wasm.txt), else plain
ones.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tablee import PLAIN, games
from tests.games import laws
from tests.web import random_records, worker_secrets
from web import runtime
from web.build import ROOT, WEB, build, node, node_executable

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


def test_plain_rules_decide_as_the_compiled_ones(packed: Path) -> None:
    """Beside the test above, where neither the rules here nor those of browsers are plain."""
    if PLAIN or json.loads((packed / runtime.USE).read_text())["form"] == runtime.PLAIN:
        pytest.skip("compared above")
    code = "import json; from tests.web import random_records; print(json.dumps(random_records.digests()))"
    environment = {**os.environ, "TABLEE_PURE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    assert random_records.digests() == json.loads(done.stdout)


def test_neither_views_nor_bots_get_secrets_in_the_worker(packed: Path, tmp_path: Path) -> None:
    shutil.copyfile(packed / runtime.ARCHIVE, tmp_path / runtime.ARCHIVE)
    shutil.copyfile(packed / runtime.STDLIB, tmp_path / runtime.STDLIB)
    with tarfile.open(tmp_path / runtime.ARCHIVE, "a") as archive:
        archive.add(laws.__file__, "tests/games/laws.py")
        # The laws import it, tables do not.
        archive.add(runtime.PACKAGE / "core/walk.py", "tablee/core/walk.py")
    found = json.loads(in_pyodide(tmp_path, Path(worker_secrets.__file__)))
    assert games.keys() == list(found)
    assert [] == [key for key, (compared, sees_secrets) in found.items() if not compared or sees_secrets]


def test_the_archive_runs_with_the_library_that_is_shipped_with_it(packed: Path) -> None:
    use = json.loads(in_pyodide(packed, WEB / "runtime_use.py"))
    info = json.loads((packed / runtime.USE).read_text())
    assert (info["levels"], info["seconds"]) == (use["levels"], use["seconds"])
    # Only compiled rules are quick enough for the strongest level.
    assert (info["form"] == runtime.COMPILED) == ("expert" in use["levels"])


def test_no_test_or_board_is_packed_and_no_source_beside_its_compiled_form(packed: Path) -> None:
    with tarfile.open(packed / runtime.ARCHIVE) as archive:
        names = set(archive.getnames())
    assert [] == [name for name in names if "/tests/" in name or "/board/" in name]
    assert not {name.partition(".")[0] + ".py" for name in names if name.endswith(".so")} & names
    shipped = {file.name for file in packed.iterdir()}
    assert {*runtime.ENGINE, runtime.STDLIB, runtime.ARCHIVE, runtime.USE} == shipped
