"""Build the downloadable verifier: a Python archive with the rules that checks a record."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2]
PARTS = ("core", "games")
KINDS = {".py", ".toml"}
# A fixed date, so that equal rules give equal bytes and downloads can be compared.
EPOCH = (2000, 1, 1, 0, 0, 0)


@cache
def archive() -> bytes:
    """Return the archive. It needs only Python and its standard library."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        add(file, "__main__.py", PACKAGE / "server" / "http" / "verifier_main.py")
        add(file, "rules/tablee/__init__.py", PACKAGE / "__init__.py")
        for part in PARTS:
            for path in sorted((PACKAGE / part).rglob("*")):
                if path.suffix in KINDS and "tests" not in path.relative_to(PACKAGE).parts:
                    add(file, f"rules/tablee/{path.relative_to(PACKAGE).as_posix()}", path)
    return out.getvalue()


def add(file: zipfile.ZipFile, name: str, path: Path) -> None:
    """Add a file to the archive under a name."""
    file.writestr(zipfile.ZipInfo(name, EPOCH), path.read_bytes(), zipfile.ZIP_DEFLATED)
