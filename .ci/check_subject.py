"""Check the subject of a commit message. Git calls it as a commit-msg hook, with the file of the message."""

from __future__ import annotations

import re
import sys
from pathlib import Path

LONGEST = 72
SHAPE = re.compile(r"[a-z][a-z0-9 ,./_-]*: [^\sA-Z].*[^.\s]")
# Written by git itself.
BY_GIT = ("Merge ", 'Revert "', "fixup! ", "squash! ", "amend! ")


def fault(subject: str) -> str | None:
    """Return what is wrong with a subject, or None."""
    if subject.startswith(BY_GIT):
        return None
    if len(subject) > LONGEST:
        return f"the subject has {len(subject)} characters, at most {LONGEST} are allowed"
    if SHAPE.fullmatch(subject) is None:
        return "the subject must be `area: imperative`, in lower case and without a full stop"
    return None


def main(files: list[str]) -> int:
    """Check the first line of each file; 1 if one is wrong."""
    subjects = [(Path(file).read_text("utf-8").splitlines() or [""])[0] for file in files]
    faults = [f"{found}: {subject}" for subject in subjects if (found := fault(subject))]
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
