"""The compiled and the plain form give the same results, and the right one is chosen."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import tablee
from tablee import games
from tablee.core.rng import Rng
from tests.forms import ONLY_COMPILED
from tests.games.laws import Table, bytes_of, random_match, tables

ROOT = Path(__file__).parents[2]
MATCHES = 3


def fingerprint(table: Table) -> str:
    """Return a hash of some matches: records, final states, views, resampled states, estimates."""
    parts: list[object] = []
    for number in range(MATCHES):
        match = random_match(table, f"both {number}")
        middle = match.at(match.ply // 2).state
        parts += [match.record().text(), match.state.snapshot(), middle.view(0), middle.view(None)]
        parts += [
            middle.resample(0, Rng("both")).snapshot(),
            [middle.estimate(seat) for seat in range(table.seats)],
        ]
    return hashlib.sha256(bytes_of(parts).encode()).hexdigest()


def fingerprints() -> str:
    """Return one line per table."""
    return "\n".join(f"{table} {fingerprint(table)}" for table in tables())


def test_matches_are_the_same_in_both_forms() -> None:
    code = "from tests.compiler.test_both_forms import fingerprints; print(fingerprints())"
    command = [sys.executable, "-c", code]
    environment = os.environ | {"TABLEE_PURE": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    plain = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=ROOT)
    assert plain.stdout.strip() == fingerprints()


@ONLY_COMPILED
def test_arrays_are_not_accessible_from_python() -> None:
    """Writing `state.cells[0] = 3` in Python would silently change a copy."""
    state = games.load("islands").deal(3, "seed")
    for name in ("cells", "order", "offer"):
        assert not hasattr(state, name)


@ONLY_COMPILED
def test_importing_the_compiled_modules_loses_no_reference_to_none() -> None:
    """Before Python 3.12 lost references to None crash the process later."""
    code = (
        "import sys, json, fractions\n"
        "before = sys.getrefcount(None)\n"
        "from tablee import games\n"
        "games.all()\n"
        "lost = before - sys.getrefcount(None)\n"
        "assert lost <= 0, lost\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@ONLY_COMPILED
def test_the_compiled_form_runs() -> None:
    from tablee.core import state  # noqa: PLC0415  # imported to see from which file

    assert str(state.__file__).endswith((".so", ".pyd"))


def test_tablee_pure_selects_the_plain_form() -> None:
    code = "import tablee.core.state as module, tablee; print(module.__file__, '|', tablee.PLAIN)"
    environment = os.environ | {"TABLEE_PURE": "1"}
    answer = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip().endswith("state.py | TABLEE_PURE is set")


def test_stale_compiled_files_are_not_used(tmp_path: Path) -> None:
    """Sources that changed since they were compiled run as plain Python."""
    package = tmp_path / "tablee"
    package.mkdir()
    (package / "__init__.py").write_bytes((ROOT / "src/tablee/__init__.py").read_bytes())
    (package / "rules.py").write_text("FORM = 'plain'\n")
    digest = tablee.digest([package / "rules.py"])
    tag = sys.implementation.cache_tag
    manifest = f'{{"tag": "{tag}", "digest": "{digest}", "sources": ["rules.py"], "modules": ["rules.py"]}}'
    (package / "_compiled.json").write_text(manifest)
    assert "not compiled for this interpreter: rules.py" == reason_for_plain(tmp_path)
    (package / "rules").with_suffix(EXTENSION_SUFFIXES[0]).touch()
    assert "None" == reason_for_plain(tmp_path)
    (package / "rules.py").write_text("FORM = 'changed'\n")
    assert "the sources changed since they were compiled" == reason_for_plain(tmp_path)
    (package / "_compiled.json").write_text("{not json")
    assert "nothing was compiled" == reason_for_plain(tmp_path)


def reason_for_plain(folder: Path) -> str:
    """Return `tablee.PLAIN` of the package in this folder, as printed."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    environment.pop("TABLEE_PURE", None)
    command = [sys.executable, "-c", "import tablee; print(tablee.PLAIN)"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()
