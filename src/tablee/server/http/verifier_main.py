"""Checks a finished match: the commitments, the seed, and every move. Needs only Python 3.11.

usage: python3 verify.pyz RECORD
"""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path


def main() -> int:
    """Unpack the rules of this archive and check the record named on the command line."""
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
    """Return the faults of a record; the rules can be imported only once the archive is unpacked."""
    from tablee import games  # noqa: PLC0415
    from tablee.core.verification import find_faults  # noqa: PLC0415

    return find_faults(text, games.load)


if __name__ == "__main__":
    sys.exit(main())
