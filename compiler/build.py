"""Builds the compiled form: finds the modules to compile, runs Cython and the C compiler, copies the results.

The extension modules are put beside their sources. `_compiled.json` (the manifest) records what they were
built from; `tablee/__init__.py` runs them only if that matches the present sources. Without a C compiler or
Cython the package runs as plain Python.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compiler.declarations import NATIVE_INT, Declarations
from compiler.source import is_compiled, read_source

FOLDERS = ("core", "games", "bots")
FLAGS = ["-O3", "-fwrapv", "-g0", "-w"]
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "wraparound": False,
}
# Modules that check the length of a buffer once, and not each index.
UNCHECKED = {"tablee.core.batch", "tablee.core.vectors"}


class CompilationRequired(Exception):
    """Compiling is not possible although TABLEE_REQUIRE_COMPILED is 1; the message says why."""


def build(root: Path) -> bool:
    """Compile the package under `root`/src unless it is up to date; print one line about it.

    Return False, so that plain Python runs, if TABLEE_PURE is set, a tool is missing or compiling fails; with
    TABLEE_REQUIRE_COMPILED=1 raise CompilationRequired instead.
    """
    package = root / "src" / "tablee"
    manifest = package / "_compiled.json"
    if os.environ.get("TABLEE_PURE"):
        return _report_plain("TABLEE_PURE is set")
    if importlib.util.find_spec("Cython") is None or importlib.util.find_spec("setuptools") is None:
        return _report_plain("Cython and setuptools are not installed")
    with plain_sources(root):
        wanted = _wanted_manifest(package)
        if _is_up_to_date(manifest, package, wanted):
            return True
        manifest.unlink(missing_ok=True)
        problem = None if _has_compiler(root) else "there is no C compiler"
        if problem is None:
            print(f"compiling {len(wanted['modules'])} modules…", flush=True)
            problem = _compile(root, package, wanted["modules"])
    if problem:
        return _report_plain(problem)
    manifest.write_text(json.dumps(wanted, indent=1) + "\n")
    return True


def _report_plain(why: str) -> bool:
    if os.environ.get("TABLEE_REQUIRE_COMPILED") == "1":
        raise CompilationRequired(f"TABLEE_REQUIRE_COMPILED is 1, but {why}")
    print(f"plain Python runs: {why}")
    return False


@contextlib.contextmanager
def plain_sources(root: Path) -> Iterator[None]:
    """Import plain sources, with the built-in pieces, inside this context; restore the environment after."""
    before = dict(os.environ)
    os.environ["TABLEE_PURE"] = "1"
    os.environ.pop("TABLEE_PIECES", None)
    os.environ.pop("TABLEE_REQUIRE_COMPILED", None)
    sys.path.insert(0, str(root / "src"))
    try:
        yield
    finally:
        sys.path.remove(str(root / "src"))
        os.environ.clear()
        os.environ.update(before)


def _wanted_manifest(package: Path) -> dict[str, Any]:
    """Return the manifest of a build of the present sources."""
    from tablee import digest  # noqa: PLC0415  # importable only once the sources are on the path

    suffixes = {".py", ".toml"}
    found = sorted(
        path
        for folder in FOLDERS
        for path in (package / folder).rglob("*")
        if path.suffix in suffixes and not is_test(path.relative_to(package))
    )
    compiled = [path for path in found if path.suffix == ".py" and is_compiled(path)]
    return {
        "tag": sys.implementation.cache_tag,
        "digest": digest(found),
        "builder": digest(sorted(Path(__file__).parent.glob("*.py"))),
        "sources": [path.relative_to(package).as_posix() for path in found],
        "modules": [path.relative_to(package).as_posix() for path in compiled],
    }


def is_test(path: Path) -> bool:
    """Return whether a file, relative to the package, lies in a folder `tests`: the wheel leaves it out."""
    return "tests" in path.parts


def _is_up_to_date(manifest: Path, package: Path, wanted: dict[str, Any]) -> bool:
    if not manifest.exists() or json.loads(manifest.read_text()) != wanted:
        return False
    return all(_binaries(package / module) for module in wanted["modules"])


def _has_compiler(root: Path) -> bool:
    """Return whether a C file with Python's headers can be compiled; tried first, because Cython is slow."""
    scratch = root / "build" / "probe"
    scratch.mkdir(parents=True, exist_ok=True)
    (scratch / "probe.c").write_text("#include <Python.h>\nint main(void) { return 0; }\n")
    extension = importlib.import_module("setuptools").Extension("probe", [str(scratch / "probe.c")])
    try:
        with _output_to(scratch / "log.txt"):
            _build_extensions([extension], scratch)
    except (Exception, SystemExit):  # any failure means that there is no working compiler
        return False
    return True


def _binaries(source: Path) -> list[Path]:
    """Return the compiled files beside a source."""
    return [path for path in source.parent.glob(f"{source.stem}.*") if path.suffix in {".so", ".pyd"}]


def _compile(root: Path, package: Path, modules: list[str]) -> str | None:
    """Compile all modules in a scratch tree and copy the results beside the sources.

    Removes old results first. Returns a message if compiling failed, otherwise None.
    """
    for old in [*package.rglob("*.so"), *package.rglob("*.pyd")]:
        old.unlink()
    scratch = root / "build" / "compiled" / str(sys.implementation.cache_tag)
    write_tree(scratch, package, modules)
    log = scratch / "log.txt"
    try:
        with _output_to(log):
            binaries = _run_cython(scratch, modules)
    except (Exception, SystemExit) as failure:  # plain Python still runs
        return f"compiling failed, see {log.relative_to(root)} ({type(failure).__name__})"
    for binary in binaries:
        shutil.copy2(binary, package / binary.relative_to(scratch / "tablee"))
    return None


@contextlib.contextmanager
def _output_to(log: Path) -> Iterator[None]:
    """Redirect standard output and error, also of child processes, to a file."""
    sys.stdout.flush()
    saved = [os.dup(1), os.dup(2)]
    with log.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            sys.stdout.flush()
            for target, descriptor in enumerate(saved, start=1):
                os.dup2(descriptor, target)
                os.close(descriptor)


def write_tree(scratch: Path, package: Path, modules: list[str], integer: str = NATIVE_INT) -> None:
    """Write the two files of every module (see compiler.declarations) into the scratch tree.

    `integer` is the C type of `Int`.
    """
    names = {"tablee." + module.removesuffix(".py").replace("/", "."): module for module in modules}
    sources = {name: read_source(name, package / module) for name, module in names.items()}
    for name, module in names.items():
        target = scratch / "tablee" / module
        target.parent.mkdir(parents=True, exist_ok=True)
        for folder in [target.parent, *target.parent.parents]:
            if folder == scratch:
                break
            (folder / "__init__.py").touch()
        declarations = Declarations(sources[name], sources, integer)
        _write_if_changed(target, declarations.text())
        _write_if_changed(target.with_suffix(".pxd"), declarations.pxd())


def _write_if_changed(file: Path, text: str) -> None:
    """Write a file only if its text differs: Cython compiles files again that are newer than their result."""
    if not file.exists() or file.read_text("utf-8") != text:
        file.write_text(text, "utf-8")


def _run_cython(scratch: Path, modules: list[str]) -> list[Path]:
    """Compile the modules of the scratch tree; return the extension modules."""
    _build_extensions(cythonize_modules(scratch, modules), scratch)
    return [binary for module in modules for binary in _binaries(scratch / "tablee" / module)]


def cythonize_modules(scratch: Path, modules: list[str]) -> list[Any]:
    """Let Cython write the C of the modules beside their sources in the scratch tree; return extensions."""
    # Imported by name: they may not be installed, and have no types.
    cythonize = importlib.import_module("Cython.Build").cythonize
    setuptools = importlib.import_module("setuptools")
    extensions = [
        setuptools.Extension(
            "tablee." + module.removesuffix(".py").replace("/", "."),
            [str(scratch / "tablee" / module)],
            extra_compile_args=[] if os.name == "nt" else FLAGS,
        )
        for module in modules
    ]
    written = []
    for checked in (True, False):
        chosen = [each for each in extensions if (each.name not in UNCHECKED) == checked]
        directives = {**DIRECTIVES, "boundscheck": checked}
        written += cythonize(chosen, include_path=[str(scratch)], compiler_directives=directives, quiet=True)
    return written


def _build_extensions(extensions: list[Any], scratch: Path) -> None:
    """Compile extensions in place in the scratch tree, with the C compiler that setuptools finds."""
    setuptools = importlib.import_module("setuptools")
    command = importlib.import_module("setuptools.command.build_ext").build_ext(
        setuptools.Distribution({"ext_modules": extensions})
    )
    command.build_lib = str(scratch)
    command.build_temp = str(scratch / "objects")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()
