"""TABLEE_REQUIRE_COMPILED=1: neither a build nor an import falls back to plain Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablee import digest

ROOT = Path(__file__).parents[2]
BUILD = "from pathlib import Path; from compiler.build import build; print(build(Path.cwd()))"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Copy the project without its compiled files."""
    built = shutil.ignore_patterns("*.so", "*.pyd", "_compiled.json", "__pycache__", "static", "board")
    for folder in ("src", "compiler"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=built)
    return tmp_path


def run(project: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code on the copy with the compiled form required."""
    clean = {name: value for name, value in os.environ.items() if name != "TABLEE_PURE"}
    clean |= {"PYTHONPATH": f"{project}{os.pathsep}{project / 'src'}", "TABLEE_REQUIRE_COMPILED": "1"}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=project, env=clean | environment, capture_output=True, text=True, check=False
    )


def write_manifest(project: Path) -> None:
    """Claim that core/state.py was compiled for this interpreter, without a binary beside it."""
    package = project / "src/tablee"
    manifest = {
        "tag": sys.implementation.cache_tag,
        "digest": digest([package / "core/state.py"]),
        "sources": ["core/state.py"],
        "modules": ["core/state.py"],
    }
    (package / "_compiled.json").write_text(json.dumps(manifest))


def test_an_import_of_plain_rules_fails_and_says_why(project: Path) -> None:
    done = run(project, "import tablee")
    assert 1 == done.returncode
    why = "TABLEE_REQUIRE_COMPILED is 1, but the plain rules would run: nothing was compiled"
    assert f"ImportError: {why}" in done.stderr


def test_both_switches_at_once_contradict_each_other(project: Path) -> None:
    done = run(project, "import tablee", TABLEE_PURE="1")
    assert "the plain rules would run: TABLEE_PURE is set" in done.stderr


def test_a_binary_for_another_interpreter_does_not_count(project: Path) -> None:
    write_manifest(project)
    done = run(project, "import tablee")
    assert "not compiled for this interpreter: core/state.py" in done.stderr
    (project / "src/tablee/core/state.cpython-27-another-machine.so").touch()
    assert 1 == run(project, "import tablee").returncode


def test_a_binary_for_this_interpreter_counts(project: Path) -> None:
    write_manifest(project)
    suffix = run(project, "import importlib.machinery as m; print(m.EXTENSION_SUFFIXES[0])").stdout.strip()
    (project / f"src/tablee/core/state{suffix}").touch()
    done = run(project, "import tablee; print(tablee.PLAIN)")
    assert "None\n" == done.stdout, done.stderr


@pytest.mark.parametrize("value", ["", "0"])
def test_only_the_value_1_requires_anything(value: str, project: Path) -> None:
    assert 0 == run(project, "import tablee", TABLEE_REQUIRE_COMPILED=value).returncode


@pytest.mark.parametrize(
    "before, environment, why",
    [
        ("", {"CC": "no-such-compiler"}, "there is no C compiler"),
        ("import sys; sys.modules['Cython'] = None", {}, "Cython and setuptools are not installed"),
        ("", {"TABLEE_PURE": "1"}, "TABLEE_PURE is set"),
    ],
)
def test_a_build_that_cannot_compile_fails(
    before: str, environment: dict[str, str], why: str, project: Path
) -> None:
    done = run(project, f"{before}\n{BUILD}", **environment)
    assert 1 == done.returncode
    assert f"CompilationRequired: TABLEE_REQUIRE_COMPILED is 1, but {why}" in done.stderr
