"""Tests of compiling for browsers that need no compiler; tests/web/test_runtime.py runs what was compiled."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from compiler import toolchain, wasm
from tests.architecture.sources import ROOT


def write_headers(folder: Path, minor: int) -> None:
    """Write what tells headers of Python 3.`minor`."""
    folder.mkdir(exist_ok=True)
    (folder / "Python.h").touch()
    lines = ["#define PY_MAJOR_VERSION        3", f"#define PY_MINOR_VERSION        {minor}"]
    (folder / "patchlevel.h").write_text("\n".join([*lines, "#define PY_MICRO_VERSION        8", ""]))


def test_headers_are_taken_from_the_given_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_headers(tmp_path / "given", 14)
    monkeypatch.setenv(toolchain.HEADERS_VARIABLE, str(tmp_path / "given"))
    assert tmp_path / "given" == toolchain.find_headers(tmp_path)


@pytest.mark.parametrize("minor", [13, 15, None])
def test_headers_of_another_python_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minor: int | None
) -> None:
    if minor is not None:
        write_headers(tmp_path, minor)
    monkeypatch.setenv(toolchain.HEADERS_VARIABLE, str(tmp_path))
    with pytest.raises(toolchain.ToolMissingError, match=r"has no headers of Python 3\.14"):
        toolchain.find_headers(tmp_path)


def test_without_apt_the_error_names_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(toolchain.ToolMissingError, match=toolchain.HEADERS_VARIABLE):
        toolchain.debian_headers(tmp_path)


def test_plain_rules_are_packed_if_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_PURE", "1")
    assert "TABLEE_PURE is set" == wasm.why_not(ROOT)


def test_the_configuration_leaves_out_what_pyodide_does_not_have() -> None:
    lines = toolchain.pyconfig({"SIZEOF_VOID_P": 4, "HAVE_FORK": 0, "HAVE_CLOCK": 1}).splitlines()
    assert ["#define HAVE_CLOCK 1", "#define SIZEOF_VOID_P 4"] == lines[2:-1]
