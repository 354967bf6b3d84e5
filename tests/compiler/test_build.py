"""Building: what happens where nothing can be compiled."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from compiler import build
from compiler.source import is_compiled

ROOT = Path(__file__).parents[2]


def test_a_module_that_speaks_of_int_is_compiled() -> None:
    core = ROOT / "src/tablee/core"
    compiled = {path.stem for path in core.glob("*.py") if is_compiled(path)}
    assert {"generator", "state", "walk"} == compiled


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the project that can be built without harm."""
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.json", "__pycache__")
    )
    monkeypatch.delenv("TABLEE_PURE", raising=False)
    return tmp_path


def test_without_a_compiler_plain_python_runs(
    scratch: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_compiler(*_: object) -> list[Path]:
        raise FileNotFoundError("cc")

    monkeypatch.setattr(build, "_run_cython", no_compiler)
    assert build.build(scratch) is False
    assert "plain Python runs: compiling failed" in capsys.readouterr().out
    assert not (scratch / "src/tablee/_compiled.json").exists()


def test_without_cython_plain_python_runs(
    scratch: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert build.build(scratch) is False
    assert "Cython and setuptools are not installed" in capsys.readouterr().out


def test_plain_python_can_be_asked_for(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_PURE", "1")
    assert build.build(scratch) is False
