"""Pack Python, the rules and the tables for browsers, so that a device can play without a network.

The result is a folder of fixed names, `assets/python-DIGEST/`: Pyodide from its npm package, its standard
library without what is not used, and one archive with this project and the few packages it needs, in the
versions of requirements/run.txt. Rules and bots are compiled (`compiler/wasm.py`) where that is possible;
else their plain sources are packed.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compiler import wasm

WEB = Path(__file__).parent
ROOT = WEB.parent
PACKAGE = ROOT / "src/tablee"
PYODIDE = WEB / "node_modules/pyodide"
CACHE = ROOT / "build/runtime"
LOCK = ROOT / "requirements/run.txt"
# What decides about compiled files, beside the sources.
TOOLS = (*sorted((ROOT / "compiler").glob("*.py")), ROOT / "requirements/wasm.txt")
REQUIRE_VARIABLE = "TABLEE_REQUIRE_OFFLINE"
# Files of the npm package that a browser loads.
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB, ARCHIVE = "stdlib.zip", "tablee.tar"
# Forms of rules and bots in the archive.
NONE, PLAIN, COMPILED = FORMS = ("none", "plain", "compiled")
# The form of the rules, the levels of bots that they serve and their seconds for a move; for the build.
USE = ".use.json"
# Packages that tables need; wheels for Pyodide's platform where they are compiled.
REQUIRED = ("anyio", "msgspec", "starlette")
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
MANIFEST = "tablee/_compiled.json"
FOLDERS = ("core", "games", "bots", "server")
SUFFIXES = {".py", ".toml", ".json"}
# Folders that no Python program in a browser reads. Of all other modules only the imported ones are packed.
UNUSED = {"tests", "board", "auth", "migrations"}


class RuntimeMissingError(Exception):
    """The runtime cannot be packed here; says why."""


def pack(node: Path) -> Path:
    """Pack the runtime, unless that was done for the same sources; return its folder.

    `node` is the folder of the Node executable. Raises RuntimeMissingError if a part cannot be had.
    """
    form = best_form()
    if form == NONE:
        raise RuntimeMissingError("the npm package pyodide or requirements/run.txt is missing")
    decisive = f"{source_digest()} {form} {wasm.binary_interface(ROOT)}"
    digest = hashlib.sha256(decisive.encode()).hexdigest()[:16]
    target = CACHE / f"python-{digest}"
    if target.is_dir():
        return target
    wheels = download_wheels()
    scratch = CACHE / f"new-{digest}"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    files = {**project_files(), **wheel_files(wheels)}
    use = write_archive(scratch / ARCHIVE, files, node)
    files = {name: found for name, found in files.items() if is_used(name, set(use["modules"]))}
    if form == COMPILED:
        files = with_binaries(files, run_script(node, scratch / ARCHIVE, "runtime_configuration.py"))
        use = write_archive(scratch / ARCHIVE, files, node)
    write_tar(scratch / ARCHIVE, files)
    write_stdlib(scratch / STDLIB, set(use["modules"]))
    info = {"form": form, "levels": use["levels"], "seconds": use["seconds"]}
    (scratch / USE).write_text(json.dumps(info))
    for name in ENGINE:
        shutil.copyfile(PYODIDE / name, scratch / name)
    scratch.rename(target)
    return target


def best_form() -> str:
    """Return the best of FORMS of the rules that can be packed here.

    Raises RuntimeMissingError if TABLEE_REQUIRE_OFFLINE demands the compiled one and it is not available.
    """
    if not PYODIDE.is_dir() or not LOCK.is_file():
        return NONE
    why = wasm.why_not(ROOT)
    if why and os.environ.get(REQUIRE_VARIABLE) == COMPILED:
        raise RuntimeMissingError(f"{REQUIRE_VARIABLE} is {COMPILED}, but {why}")
    return PLAIN if why else COMPILED


def write_archive(file: Path, files: dict[str, bytes], node: Path) -> dict[str, Any]:
    """Write an archive, use it in Pyodide, and return what `runtime_use.py` returns."""
    write_tar(file, files)
    return run_script(node, file, "runtime_use.py")


def with_binaries(files: dict[str, bytes], configuration: dict[str, int]) -> dict[str, bytes]:
    """Return the files with compiled modules in place of their sources, and a manifest of them."""
    binaries = wasm.build(ROOT, files, configuration)
    modules = {name.partition(".")[0] + ".py" for name in binaries}
    manifest = {
        "tag": wasm.TAG,
        # No source is packed that could differ from its compiled form.
        "sources": [],
        "digest": hashlib.sha256().hexdigest(),
        "modules": sorted(name.removeprefix("tablee/") for name in modules),
    }
    plain = {name: found for name, found in files.items() if name not in modules}
    return {**plain, **binaries, MANIFEST: json.dumps(manifest).encode()}


def source_digest() -> str:
    """Return the SHA-256 over everything that decides what is packed, in hex."""
    digest = hashlib.sha256()
    for file in (WEB / "package-lock.json", LOCK, *sorted(WEB.glob("runtime*")), *TOOLS):
        digest.update(file.read_bytes())
    for name, content in project_files().items():
        digest.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()


def source_files() -> Iterator[Path]:
    """Yield the files of the package that may be packed."""
    yield PACKAGE / "__init__.py"
    for folder in FOLDERS:
        for file in sorted((PACKAGE / folder).rglob("*")):
            # Compiled files beside the sources are for this machine.
            if file.suffix in SUFFIXES and not UNUSED & set(file.relative_to(PACKAGE).parts):
                yield file


def project_files() -> dict[str, bytes]:
    """Return the content of the project's files by their name in the archive."""
    return {file.relative_to(PACKAGE.parent).as_posix(): file.read_bytes() for file in source_files()}


def download_wheels() -> list[Path]:
    """Download the wheels of REQUIRED, in the locked versions; raises RuntimeMissingError without them."""
    folder = CACHE / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = folder / "requirements.txt"
    wanted.write_text("\n".join(locked(name) for name in REQUIRED))
    # Isolated, so that pip is found where a build backend runs without it.
    command = [sys.executable, "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--platform", PLATFORM]
    command += ["--python-version", PYTHON, "--dest", str(folder), "--requirement", str(wanted)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeMissingError(f"pip cannot download the packages: {done.stderr.strip()[-300:]}")
    versions = [locked(name).split()[0].replace("==", "-") for name in REQUIRED]
    return [next(folder.glob(f"{version}-*.whl")) for version in versions]


def locked(name: str) -> str:
    """Return the lines of a package in the lock file, with its hashes."""
    lines = LOCK.read_text().splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"{name}=="))
    end = next(at for at in range(start + 1, len(lines)) if not lines[at].startswith("    --hash"))
    return "\n".join(lines[start:end]).rstrip("\\ ")


def wheel_files(wheels: list[Path]) -> dict[str, bytes]:
    """Return the modules in the wheels by their name in the archive."""
    files: dict[str, bytes] = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            files |= {
                name: packed.read(name) for name in packed.namelist() if Path(name).suffix in {".py", ".so"}
            }
    return files


def run_script(node: Path, archive: Path, script: str) -> dict[str, Any]:
    """Run a script of this folder in Pyodide, beside an archive, and return its result."""
    command = [shutil.which("node", path=str(node)) or "node", "runtime_run.mjs", str(archive), script]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeMissingError(f"the packed rules do not run in Pyodide: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def is_used(name: str, names: set[str]) -> bool:
    """Return whether a file is an imported module, or no module at all."""
    path = Path(name)
    if path.suffix not in {".py", ".so"}:
        return True
    stem = path.with_name(path.name.partition(".")[0])
    return ".".join(stem.parent.parts if stem.name == "__init__" else stem.parts) in names


def write_tar(file: Path, contents: dict[str, bytes]) -> None:
    """Write an archive that depends on the contents alone. Not compressed: that is done for the network."""
    with tarfile.open(file, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(contents.items()):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def write_stdlib(file: Path, names: set[str]) -> None:
    """Write Pyodide's standard library with the imported modules alone. Stored, not compressed."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as full, zipfile.ZipFile(file, "w") as small:
        for info in sorted(full.infolist(), key=lambda info: info.filename):
            if is_used(info.filename, names) and not info.is_dir():
                small.writestr(zipfile.ZipInfo(info.filename, (1980, 1, 1, 0, 0, 0)), full.read(info))
