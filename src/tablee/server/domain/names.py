"""Comparison of names that people may take for the same.

A small part of what Unicode's report 39 describes: compatibility forms (NFKC), letter case, and letters of
the Cyrillic and Greek alphabets that look like Latin ones, in either case.
"""

from __future__ import annotations

import unicodedata

# Small letters, and the Latin letter that they or their capitals look like: one class for both cases.
LOOKALIKES = str.maketrans(
    {
        **dict(zip("авеёһікмнорсԁѕтухјѵԛԝ", "abeëhikmhopcdstyxjvqw", strict=True)),
        **dict(zip("αβεζηικμνορτυχ", "abezhikmnoptyx", strict=True)),
        "ı": "i",
        "0": "o",
        "1": "l",
    }
)
# Alphabets that share the look of letters, as their letters are named by Unicode.
EASILY_CONFUSED = {"LATIN", "CYRILLIC", "GREEK"}


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike. It is for comparison only, never shown."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.translate(LOOKALIKES).split())


def mixes_scripts(name: str) -> bool:
    """Return whether letters of Latin, Cyrillic and Greek stand together, as no language needs."""
    names = {unicodedata.name(letter, "").split(" ")[0] for letter in unicodedata.normalize("NFKC", name)}
    return len(names & EASILY_CONFUSED) > 1
