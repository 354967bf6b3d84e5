"""Tablée: four French board games for people and programs.

The rules are plain Python; the same modules may be compiled beside their sources. This module decides which
form is imported: the compiled one if it was built from exactly these sources, the plain one otherwise.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import ModuleType

__version__ = "0.2.0"
FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "_compiled.json"


class PlainFinder:
    """An import finder for the sources of this package, which ignores compiled files beside them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the source file, or None; see importlib.abc.MetaPathFinder."""
        if not name.startswith(__name__ + "."):
            return None
        for entry in path or ():
            spec = FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def digest(files: Iterable[Path]) -> str:
    """Return one SHA-256 over the bytes of these files, in this order."""
    total = hashlib.sha256()
    for file in files:
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def why_plain() -> str | None:
    """Return why the plain sources are imported, or None if the compiled ones are."""
    if os.environ.get("TABLEE_PURE"):
        return "TABLEE_PURE is set"
    try:
        built = json.loads(MANIFEST.read_text())
        sources = [FOLDER / name for name in built["sources"]]
        fresh = built["tag"] == sys.implementation.cache_tag and built["digest"] == digest(sources)
        lacking = without_binary(FOLDER / name for name in built["modules"])
    except (OSError, ValueError, KeyError, TypeError):
        return "nothing was compiled"
    if not fresh:
        return "the sources changed since they were compiled"
    return f"not compiled for this interpreter: {', '.join(lacking)}" if lacking else None


def without_binary(sources: Iterable[Path]) -> list[str]:
    """Return those of these sources, relative to the package, that have no compiled file beside them."""
    return [
        source.relative_to(FOLDER).as_posix()
        for source in sources
        if not any(source.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES)
    ]


def require_compiled() -> None:
    """Raise ImportError, which says why, unless this interpreter can and will load every compiled module."""
    why = why_plain()
    if why is not None:
        raise ImportError(f"TABLEE_REQUIRE_COMPILED is 1, but the plain rules would run: {why}")


if os.environ.get("TABLEE_REQUIRE_COMPILED") == "1":
    require_compiled()
PLAIN = why_plain()
if PLAIN is not None:
    sys.meta_path.insert(0, PlainFinder)
