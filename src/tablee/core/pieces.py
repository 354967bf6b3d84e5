"""The pieces of a game, from a file that an owner of the box can replace."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

REPLACEMENTS = "TABLEE_PIECES"


class BadPieces(Exception):
    """A pieces file that cannot be played with; says what is wrong with it."""


class Pieces:
    """What a pieces file holds, and a fingerprint that tells two files apart."""

    def __init__(self, file: Path, check: Callable[[dict[str, Any]], None]) -> None:
        self.file = file
        self.check = check
        try:
            self.data = tomllib.loads(file.read_text("utf-8"))
            check(self.data)
        except BadPieces as wrong:
            raise BadPieces(f"{file}: {wrong}") from None
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
            raise BadPieces(f"{file}: {wrong}") from wrong
        except (KeyError, TypeError, AttributeError, ValueError) as wrong:
            raise BadPieces(f"{file}: not the shape of a pieces file ({wrong!r})") from wrong
        self.fingerprint = fingerprint(self.data)


def load(folder: Path, check: Callable[[dict[str, Any]], None]) -> Pieces:
    """The pieces of the game in this folder: the owner's if there are any, else ours."""
    own = os.environ.get(REPLACEMENTS)
    replacement = Path(own) / f"{folder.name}.toml" if own else None
    if replacement is not None and replacement.exists():
        return Pieces(replacement, check)
    return Pieces(folder / "pieces.toml", check)


def fingerprint(data: object) -> str:
    """Twelve digits over the content; comments and order of tables do not matter."""
    return hashlib.sha256(_written(data).encode()).hexdigest()[:12]


def _written(data: object) -> str:
    if isinstance(data, dict):
        return "{" + ",".join(f"{key}={_written(data[key])}" for key in sorted(data)) + "}"
    if isinstance(data, list):
        return "[" + ",".join(map(_written, data)) + "]"
    return repr(data)


def require(holds: bool, complaint: str) -> None:
    """Say what is wrong with a pieces file unless this holds."""
    if not holds:
        raise BadPieces(complaint)
