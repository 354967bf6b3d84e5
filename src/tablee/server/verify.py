"""Checks a finished match: the promise, the commitment, the seed, and every move. Needs only Python 3.11.

usage: python3 verify.pyz RECORD
"""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path


def main() -> int:
    """Unpack the rules that came along, and check the record that is named."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    text = Path(sys.argv[1]).read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(sys.argv[0]) as archive:
            archive.extractall(folder)
        sys.path.insert(0, str(Path(folder) / "rules"))
        faults = check(text)
    print("\n".join(faults) or "The deal is the one that was promised, and every move is legal.")
    return 1 if faults else 0


def check(text: str) -> list[str]:
    """Everything that is wrong with a record."""
    from tablee import games  # noqa: PLC0415  # found only once the archive is unpacked
    from tablee.core.luck import keeps  # noqa: PLC0415
    from tablee.core.record import read_record  # noqa: PLC0415
    from tablee.core.refusal import Refusal  # noqa: PLC0415

    try:
        record = read_record(text)
        games.replay(text)
    except Refusal as refused:
        return [f"The record cannot be replayed: {refused}"]
    faults = []
    if record.kept_promise() is not True:
        faults.append("The seed is not the one that was committed to before the first move.")
    notes, salt = record.notes, record.header.get("salt", "")
    words = [value for name, value in sorted(notes.items()) if name.startswith("word ")]
    if not keeps(notes.get("promise", ""), notes.get("secret") or "-", salt or "-"):
        faults.append("The server's part of the seed is not the one promised when the table was opened.")
    if record.header["seed"] != " ".join([notes.get("secret", ""), *words]):
        faults.append("The seed is not made of the server's part and the words that people added.")
    if record.end is None:
        faults.append("The match is not over.")
    return faults


if __name__ == "__main__":
    sys.exit(main())
