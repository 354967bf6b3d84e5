"""Texts for players in all languages, looked up by key and filled with values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Entry = str | dict[str, str]


class Translations:
    """The texts of one language by key. A text may have the plural forms `one` and `other`, chosen by `n`."""

    def __init__(self, language: str, entries: Mapping[str, Entry]) -> None:
        self.language = language
        self.entries = dict(entries)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of a key with its {placeholders} filled; the key itself if there is no text."""
        entry = self.entries.get(key, key)
        text = entry if isinstance(entry, str) else entry[self.form(values.get("n", 1))]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def form(self, number: object) -> str:
        """Return the plural form for a number: 0 is singular in French, plural in English."""
        count = number if isinstance(number, int) else 1
        singular = abs(count) < 2 if self.language == "fr" else abs(count) == 1
        return "one" if singular else "other"

    def merged(self, other: Translations) -> Translations:
        """Return the texts of both; where both have a key, those of `self`."""
        return Translations(self.language, {**other.entries, **self.entries})


def read_translations(folder: Path, language: str) -> Translations:
    """Read words.LANGUAGE.json of a folder; raises FileNotFoundError if there is none."""
    return Translations(language, json.loads((folder / f"words.{language}.json").read_text("utf-8")))
