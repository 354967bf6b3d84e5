"""Load the pieces of a game from pieces.toml, or from the file that an owner of the box put in its place."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

REPLACEMENTS = "TABLEE_PIECES"


class BadPieces(Exception):
    """A pieces file that cannot be used; the message says why."""


class Pieces:
    """The content of a pieces file and its fingerprint; raises BadPieces if `check` does."""

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
    """Return the pieces of the game in a folder, or their replacement.

    That is a file KEY.toml in the folder that the environment variable TABLEE_PIECES names.

    Raises BadPieces if there is no such folder, the file cannot be read, or `check` refuses it.
    """
    own = os.environ.get(REPLACEMENTS)
    if own and not Path(own).is_dir():
        raise BadPieces(f"{REPLACEMENTS}: there is no folder {own}")
    replacement = Path(own) / f"{folder.name}.toml" if own else None
    if replacement is not None and replacement.exists():
        return Pieces(replacement, check)
    return Pieces(folder / "pieces.toml", check)


def fingerprint(data: object) -> str:
    """Return 12 hex digits over the content; comments and the order of keys do not matter."""
    return hashlib.sha256(_canonical(data).encode()).hexdigest()[:12]


def _canonical(data: object) -> str:
    if isinstance(data, dict):
        return "{" + ",".join(f"{key}={_canonical(data[key])}" for key in sorted(data)) + "}"
    if isinstance(data, list):
        return "[" + ",".join(map(_canonical, data)) + "]"
    return repr(data)


def require(holds: bool, complaint: str) -> None:
    """Raise BadPieces with a message unless the condition holds."""
    if not holds:
        raise BadPieces(complaint)


def require_one_of(value: object, known: Iterable[object], where: str) -> None:
    """Raise BadPieces with what is accepted unless a value is one of the known ones; `where`: its piece."""
    accepted = list(known)
    require(value in accepted, f"{where}: {value!r} is not one of {', '.join(map(str, accepted))}")


def sparse_rows(table: Sequence[int], width: int) -> list[int]:
    """Return the places and values of the numbers other than 0 in each row of a table.

    A row of `width` numbers becomes `width` pairs of place and value; unused pairs have the place -1.
    Observations are written from it, because most numbers of a piece are 0.
    """
    found: list[int] = []
    for start in range(0, len(table), width):
        row = [(at, value) for at, value in enumerate(table[start : start + width]) if value]
        found += [number for pair in row + [(-1, 0)] * (width - len(row)) for number in pair]
    return found
