"""Compile the rules for browsers: Cython's C, made from the same sources, to side modules of Pyodide.

Emscripten is not needed: clang and the linker of the wheel `ziglang` make them (`compiler.toolchain`). Only
`Int` differs from the native form: `Py_ssize_t` has 32 bits in WebAssembly, so that it is `int64_t` there.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from compiler import toolchain
from compiler.build import cythonize_modules, plain_sources, write_tree
from compiler.declarations import WIDE_INT
from compiler.source import is_compiled

SUFFIX = ".cpython-314-wasm32-emscripten.so"
# The tag of the interpreter, for the manifest; see `tablee.why_plain`.
TAG = "cpython-314"
COMPILE = [
    "--target=wasm32-unknown-emscripten",
    *("-O2", "-fPIC", "-fwrapv", "-g0", "-w", "-nostdlibinc", "-DNDEBUG", "-D__EMSCRIPTEN__"),
    # Every browser that runs Pyodide has these.
    *("-mbulk-memory", "-mnontrapping-fptoint", "-msign-ext", "-mmutable-globals"),
]
LINK = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--strip-all", "--no-entry"]


class CompilationFailedError(Exception):
    """Compiling failed; the message says why."""


def scratch_of(root: Path) -> Path:
    """Return the folder of everything that is kept between builds."""
    return root / "build" / "wasm"


def why_not(root: Path) -> str | None:
    """Return why the rules cannot be compiled for browsers here, or None."""
    if os.environ.get("TABLEE_PURE"):
        return "TABLEE_PURE is set"
    try:
        toolchain.find_zig()
        toolchain.find_headers(scratch_of(root))
    except toolchain.ToolMissingError as missing:
        return str(missing)
    return None


def binary_interface(root: Path) -> str:
    """Return the flags that restrict compiled rules to the stable ABI; "" without such a restriction."""
    return "" if why_not(root) else " ".join(toolchain.find_headers(scratch_of(root)).flags)


def build(root: Path, files: Iterable[str], configuration: Mapping[str, int]) -> dict[str, bytes]:
    """Compile those of the files, given as paths under `root`/src, that have a compiled form.

    Returns the side modules by path. Modules that have not changed since the last build are not compiled
    again. `configuration` has the numbers of Pyodide's sysconfig. Raises ToolMissingError,
    CompilationFailedError.
    """
    scratch = scratch_of(root)
    zig, headers = toolchain.find_zig(), toolchain.find_headers(scratch)
    modules = [
        file.removeprefix("tablee/")
        for file in sorted(files)
        if file.startswith("tablee/") and file.endswith(".py") and is_compiled(root / "src" / file)
    ]
    includes = toolchain.write_includes(scratch / "include", zig, headers.folder, configuration)
    print(f"compiling {len(modules)} modules for browsers, headers: {headers.source}…", flush=True)
    # In a process of its own: this one may have imported another form of the sources.
    run([sys.executable, "-m", "compiler.wasm", *modules], root)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(partial(side_module, root, zig / "zig", includes, headers.flags), modules))
    return {path.relative_to(scratch).as_posix(): path.read_bytes() for path in made}


def run(command: Sequence[str | Path], folder: Path) -> None:
    """Run a command in a folder; raises CompilationFailedError, with the end of its output, if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        output = (done.stdout + done.stderr)[-2000:]
        raise CompilationFailedError(f"compiling the rules for browsers failed: {output}")


def write_c(root: Path, modules: list[str]) -> None:
    """Let Cython write the C of the modules beside their adapted sources in the scratch tree."""
    scratch = scratch_of(root)
    with plain_sources(root):
        write_tree(scratch, root / "src/tablee", modules, WIDE_INT)
    cythonize_modules(scratch, modules)


def side_module(root: Path, zig: Path, includes: list[Path], flags: Sequence[str], module: str) -> Path:
    """Compile the C file of one module unless its inputs are unchanged; return the side module."""
    source = (scratch_of(root) / "tablee" / module).with_suffix(".c")
    target = source.with_name(source.stem + SUFFIX)
    link = [*LINK, f"--export=PyInit_{source.stem}"]
    found = [argument for folder in includes for argument in ("-isystem", str(folder))]
    stamp, digest = target.with_suffix(".txt"), hashlib.sha256()
    for part in (
        *COMPILE,
        *flags,
        *link,
        zig.stat().st_size,
        (includes[0] / "patchlevel.h").read_text("utf-8"),
    ):
        digest.update(f"{part}\0".encode())
    for file in (includes[0] / "pyconfig.h", source):
        digest.update(file.read_bytes())
    if not target.exists() or not stamp.exists() or stamp.read_text() != digest.hexdigest():
        made = source.with_suffix(".o")
        run([zig, "clang", *COMPILE, *flags, *found, "-c", source, "-o", made], root)
        run([zig, "wasm-ld", *link, made, "-o", target], root)
        made.unlink()
        stamp.write_text(digest.hexdigest())
    return target


if __name__ == "__main__":
    write_c(Path.cwd(), sys.argv[1:])
