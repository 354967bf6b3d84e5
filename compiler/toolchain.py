"""Finds what compiling for browsers needs: the compiler of the wheel `ziglang`, and CPython's headers.

Pyodide's own headers are in no package. Those of any CPython of the same minor version declare the same
binary interface, except for `pyconfig.h`, which is written from the values that Pyodide reports.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

# Pyodide's Python.
PYTHON = (3, 14)
HEADERS_VARIABLE = "TABLEE_PYTHON_HEADERS"
# The last resort: unpacked, never installed. One machine's package serves all, since pyconfig.h is replaced.
DEBIAN_PACKAGE = "libpython3.14-dev"
DEBIAN_VERSION = "3.14.8-1"
DEBIAN_SHA256 = "86249e59881a141029423a718e766fe0d3fd076de3cecc1127156e540cb1c905"
# Types of wasm32-emscripten that differ from those of 32-bit ARM, whose headers are taken.
TYPE_CHANGES = (
    (r"#define _REDIR_TIME64 1\n", ""),
    (r"#define _(Addr|Reg) int", r"#define _\1 long"),
    (r"typedef unsigned wchar_t;", "typedef int wchar_t;"),
)


class ToolMissingError(Exception):
    """A tool for compiling to WebAssembly is missing; the message says which."""


def find_zig() -> Path:
    """Return the folder of the wheel `ziglang`; raises ToolMissingError without it."""
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise ToolMissingError("the package ziglang is not installed (requirements/wasm.txt)")
    return Path(found.origin).parent


def find_headers(scratch: Path) -> Path:
    """Return a folder with the headers of Pyodide's Python; its pyconfig.h may differ.

    Tries the folder of TABLEE_PYTHON_HEADERS, the running Python, and the Debian package, which is unpacked
    under `scratch`. Raises ToolMissingError if none has them.
    """
    given = os.environ.get(HEADERS_VARIABLE)
    if given:
        if not has_headers(Path(given)):
            raise ToolMissingError(f"{HEADERS_VARIABLE}: {given} has no headers of Python {version_text()}")
        return Path(given)
    running = Path(sysconfig.get_path("include"))
    if sys.version_info[:2] == PYTHON and has_headers(running):
        return running
    return debian_headers(scratch)


def has_headers(folder: Path) -> bool:
    """Return whether a folder has the headers of Pyodide's Python."""
    try:
        text = (folder / "patchlevel.h").read_text("utf-8")
    except OSError:
        return False
    found = re.findall(r"#define\s+PY_(?:MAJOR|MINOR)_VERSION\s+(\d+)", text)
    return tuple(map(int, found)) == PYTHON and (folder / "Python.h").is_file()


def version_text() -> str:
    """Return the version of Pyodide's Python, such as "3.14"."""
    return ".".join(map(str, PYTHON))


def debian_headers(scratch: Path) -> Path:
    """Return the headers of the pinned Debian package, downloaded as this machine's apt is configured.

    Raises ToolMissingError if apt does not have that version, or if the file is not the pinned one.
    """
    folder = scratch / f"{DEBIAN_PACKAGE}-{DEBIAN_VERSION}"
    headers = folder / "usr/include" / f"python{version_text()}"
    if has_headers(headers):
        return headers
    lacking = f"there are no headers of Python {version_text()}: set {HEADERS_VARIABLE} to their folder"
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise ToolMissingError(lacking)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = f"{DEBIAN_PACKAGE}:amd64={DEBIAN_VERSION}"
    run = subprocess.run(["apt-get", "download", wanted], cwd=folder, capture_output=True, check=False)
    package = next(folder.glob("*.deb"), None)
    if run.returncode or package is None:
        raise ToolMissingError(lacking)
    if hashlib.sha256(package.read_bytes()).hexdigest() != DEBIAN_SHA256:
        package.unlink()
        raise ToolMissingError(f"{wanted} is not the pinned file")
    subprocess.run(["dpkg-deb", "--extract", str(package), str(folder)], check=True)
    return headers


def write_includes(target: Path, zig: Path, headers: Path, configuration: Mapping[str, int]) -> list[Path]:
    """Write the adapted headers; return all folders of headers in the order of search.

    `configuration` has the numbers that Pyodide's sysconfig reports.
    """
    # A header takes the pyconfig.h beside itself: so all of them are copied.
    python = target / "python"
    shutil.copytree(headers, python, dirs_exist_ok=True)
    (python / "pyconfig.h").write_text(pyconfig(configuration), "utf-8")
    library = zig / "lib"
    types = (library / "libc/include/arm-linux-musl/bits/alltypes.h").read_text("utf-8")
    for pattern, replacement in TYPE_CHANGES:
        types = re.sub(pattern, replacement, types)
    adapted = target / "libc"
    (adapted / "bits").mkdir(parents=True, exist_ok=True)
    (adapted / "bits/alltypes.h").write_text(types, "utf-8")
    musl = [library / "libc/include" / name for name in ("arm-linux-musl", "generic-musl")]
    return [python, adapted, library / "include", *musl]


def pyconfig(configuration: Mapping[str, int]) -> str:
    """Return the text of a pyconfig.h. Headers ask whether a name is defined, so zeros are left out."""
    lines = [f"#define {name} {value}" for name, value in sorted(configuration.items()) if value]
    return "\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""])
