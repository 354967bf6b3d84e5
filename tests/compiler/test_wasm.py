"""Tests of compiling for browsers that need no compiler; tests/web/test_runtime.py runs what was compiled."""

from __future__ import annotations

import hashlib
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
    found = toolchain.find_headers(tmp_path)
    assert (tmp_path / "given", ()) == (found.folder, found.flags)


@pytest.mark.parametrize("minor", [13, 15, None])
def test_headers_of_another_python_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minor: int | None
) -> None:
    if minor is not None:
        write_headers(tmp_path, minor)
    monkeypatch.setenv(toolchain.HEADERS_VARIABLE, str(tmp_path))
    with pytest.raises(toolchain.ToolMissingError, match=r"has no headers of Python 3\.14"):
        toolchain.find_headers(tmp_path)


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder where the running Python has its headers, on a machine without apt."""
    folder = tmp_path / "running"
    monkeypatch.setattr("sysconfig.get_path", lambda _: os.fspath(folder))
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    monkeypatch.delenv(toolchain.HEADERS_VARIABLE, raising=False)
    return folder


@pytest.mark.parametrize("minor, is_restricted", [(11, True), (13, True), (14, False), (15, True)])
def test_headers_of_another_running_python_restrict_the_rules_to_the_stable_abi(
    tmp_path: Path, running: Path, minor: int, is_restricted: bool
) -> None:
    write_headers(running, minor)
    found = toolchain.find_headers(tmp_path)
    assert (running, is_restricted) == (found.folder, found.flags == toolchain.STABLE_FLAGS)


@pytest.mark.parametrize("minor", [10, None])
def test_without_usable_headers_the_error_names_the_variable(
    tmp_path: Path, running: Path, minor: int | None
) -> None:
    if minor is not None:
        write_headers(running, minor)
    with pytest.raises(toolchain.ToolMissingError, match=toolchain.HEADERS_VARIABLE):
        toolchain.find_headers(tmp_path)


@pytest.mark.usefixtures("running")
def test_debian_packages_are_tried_in_turn_and_other_files_of_their_name_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned = {"new": "0" * 64, "old": hashlib.sha256(b"old").hexdigest()}
    monkeypatch.setattr(toolchain, "DEBIAN_VERSIONS", pinned)
    # Stand-ins for apt-get and dpkg-deb: the version is in the last argument, and is the content of the file.
    programs = {
        "apt-get": 'printf %s "${2##*=}" > x.deb',
        "dpkg-deb": 'd="$3/usr/include/python3.14"; /bin/mkdir -p "$d"; : > "$d/Python.h"; '
        'printf "#define PY_MAJOR_VERSION 3\\n#define PY_MINOR_VERSION 14\\n" > "$d/patchlevel.h"',
    }
    for name, line in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    found = toolchain.find_headers(tmp_path)
    assert ("Debian's libpython3.14-dev old", ()) == (found.source, found.flags)
    assert (3, 14) == toolchain.version_of(found.folder)


def test_plain_rules_are_packed_if_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_PURE", "1")
    assert "TABLEE_PURE is set" == wasm.why_not(ROOT)


def test_the_configuration_leaves_out_what_pyodide_does_not_have() -> None:
    lines = toolchain.pyconfig({"SIZEOF_VOID_P": 4, "HAVE_FORK": 0, "HAVE_CLOCK": 1}).splitlines()
    assert ["#define HAVE_CLOCK 1", "#define SIZEOF_VOID_P 4"] == lines[2:-1]
