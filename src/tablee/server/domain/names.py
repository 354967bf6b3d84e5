"""Names and other texts of people: on one line, and compared by their look.

The comparison is a small part of what Unicode's report 39 describes: compatibility forms (NFKC), letter case,
and letters of the Cyrillic and Greek alphabets that look like Latin ones, in either case.
"""

from __future__ import annotations

import unicodedata

from tablee.core.errors import Illegal

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


def one_line(name: str, text: str) -> str:
    """Return the text on one line, as records need it; raises Illegal for control characters."""
    line = " ".join(text.split())
    if not line.isprintable():
        raise Illegal("not-one-line", name=name)
    return line


def required_name(text: str) -> str:
    """Return a name on one line; raises Illegal if nothing is left of it."""
    name = one_line("name", text)
    if not name:
        raise Illegal("no-name")
    return name


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike. It is for comparison only, never shown."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.translate(LOOKALIKES).split())


def mixes_scripts(name: str) -> bool:
    """Return whether letters of Latin, Cyrillic and Greek stand together, as no language needs."""
    names = {unicodedata.name(letter, "").split(" ")[0] for letter in unicodedata.normalize("NFKC", name)}
    return len(names & EASILY_CONFUSED) > 1
