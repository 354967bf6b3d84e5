"""Which modules are compiled, and builds where nothing can be compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.source import is_compiled

ROOT = Path(__file__).parents[2]


def test_modules_that_import_int_are_compiled() -> None:
    core = ROOT / "src/tablee/core"
    compiled = {path.stem for path in core.glob("*.py") if is_compiled(path)}
    assert {"advice", "batch", "buffers", "observation", "rng", "state", "vectors", "walk"} == compiled


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of the project with nothing compiled."""
    built = shutil.ignore_patterns("*.so", "*.pyd", "_compiled.json", "__pycache__")
    for folder in ("src", "compiler"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=built)
    return tmp_path


def build(project: Path, before: str = "", **environment: str) -> str:
    """Run a build in another process, after the statements `before`; return what it prints."""
    code = f"{before}\nfrom pathlib import Path; from compiler.build import build; print(build(Path.cwd()))"
    clean = {name: value for name, value in os.environ.items() if name != "TABLEE_PURE"} | environment
    clean["PYTHONPATH"] = str(project)
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=project, env=clean, capture_output=True, text=True, check=True).stdout


def test_without_a_compiler_plain_python_runs(project: Path) -> None:
    printed = build(project, CC="no-such-compiler")
    assert printed.endswith("False\n")
    assert "plain Python runs: there is no C compiler" in printed
    assert not (project / "src/tablee/_compiled.json").exists()


def test_without_cython_plain_python_runs(project: Path) -> None:
    printed = build(project, "import sys; sys.modules['Cython'] = None")
    assert "plain Python runs: Cython and setuptools are not installed\nFalse\n" == printed


def test_tablee_pure_prevents_a_build(project: Path) -> None:
    assert "plain Python runs: TABLEE_PURE is set\nFalse\n" == build(project, TABLEE_PURE="1")
