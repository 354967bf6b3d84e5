"""Finds what compiling for browsers needs: the compiler of the wheel `ziglang`, and CPython's headers.

Pyodide's own headers are in no package. Those of any CPython of the same minor version declare the same
binary interface, except for `pyconfig.h`, which is written from the values that Pyodide reports. Those of
other versions serve too if only the stable ABI is used (PEP 384): the result is the same, but slower.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# Pyodide's Python.
PYTHON = (3, 14)
HEADERS_VARIABLE = "TABLEE_PYTHON_HEADERS"
# Unpacked, never installed. One machine's package serves all, since pyconfig.h is replaced. Pinned: SHA-256
# by version, newest first; Debian keeps no version for long.
DEBIAN_PACKAGE = "libpython3.14-dev"
DEBIAN_VERSIONS = {
    "3.14.10-1": "ce226a5a09bd3739123b95c5a41688ee3110651e6b4f9b22973a27c7be2f64fa",
    "3.14.8-1": "86249e59881a141029423a718e766fe0d3fd076de3cecc1127156e540cb1c905",
}
# The first version whose stable ABI has buffers, which the rules use, and the flags that restrict C to it.
STABLE_SINCE = (3, 11)
STABLE_FLAGS = ("-DPy_LIMITED_API=0x030B0000", "-DCYTHON_LIMITED_API=1")
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


@dataclass(frozen=True)
class Headers:
    """CPython's headers: their folder, where they come from, and the compiler flags that they need."""

    folder: Path
    source: str
    flags: tuple[str, ...] = ()


def find_headers(scratch: Path) -> Headers:
    """Return the best headers for Pyodide's Python; their pyconfig.h may differ.

    Tries the folder of TABLEE_PYTHON_HEADERS, the running Python, the pinned Debian packages, which are
    unpacked under `scratch`, and the stable ABI of the running Python. Raises ToolMissingError without any.
    """
    if given := os.environ.get(HEADERS_VARIABLE):
        if version_of(Path(given)) != PYTHON:
            raise ToolMissingError(f"{HEADERS_VARIABLE}: {given} has no headers of Python {text(PYTHON)}")
        return Headers(Path(given), given)
    running = Path(sysconfig.get_path("include"))
    version = version_of(running)
    if version == PYTHON:
        return Headers(running, "the running Python")
    if found := debian_headers(scratch):
        return found
    if version and version >= STABLE_SINCE:
        return Headers(running, f"the stable ABI of the running Python {text(version)}", STABLE_FLAGS)
    raise ToolMissingError(
        f"there are no headers of Python: install them, or set {HEADERS_VARIABLE} to those of {text(PYTHON)}"
    )


def version_of(folder: Path) -> tuple[int, ...] | None:
    """Return the version of Python whose headers a folder has, such as (3, 14); None if it has none."""
    try:
        lines = (folder / "patchlevel.h").read_text("utf-8")
    except OSError:
        return None
    found = re.findall(r"#define\s+PY_(?:MAJOR|MINOR)_VERSION\s+(\d+)", lines)
    return tuple(map(int, found)) if (folder / "Python.h").is_file() else None


def text(version: tuple[int, ...]) -> str:
    """Return a version as text, such as "3.14"."""
    return ".".join(map(str, version))


def debian_headers(scratch: Path) -> Headers | None:
    """Return the headers of a pinned Debian package, downloaded as this machine's apt is configured.

    None if apt cannot download one of DEBIAN_VERSIONS with its pinned digest.
    """
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        return None
    for version, digest in DEBIAN_VERSIONS.items():
        folder = scratch / f"{DEBIAN_PACKAGE}-{version}"
        headers = folder / "usr/include" / f"python{text(PYTHON)}"
        if version_of(headers) == PYTHON or unpack(folder, version, digest):
            return Headers(headers, f"Debian's {DEBIAN_PACKAGE} {version}")
    return None


def unpack(folder: Path, version: str, digest: str) -> bool:
    """Download and unpack a version of the Debian package; return whether apt had it, with that digest."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = f"{DEBIAN_PACKAGE}:amd64={version}"
    subprocess.run(["apt-get", "download", wanted], cwd=folder, capture_output=True, check=False)
    package = next(folder.glob("*.deb"), None)
    if package is None:
        return False
    if hashlib.sha256(package.read_bytes()).hexdigest() != digest:
        package.unlink()
        return False
    subprocess.run(["dpkg-deb", "--extract", str(package), str(folder)], check=True)
    return True


def write_includes(target: Path, zig: Path, headers: Path, configuration: Mapping[str, int]) -> list[Path]:
    """Write the adapted headers; return all folders of headers in the order of search.

    `configuration` has the numbers that Pyodide's sysconfig reports.
    """
    # A header takes the pyconfig.h beside itself: so all of them are copied.
    python = target / "python"
    shutil.rmtree(python, ignore_errors=True)
    shutil.copytree(headers, python)
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
