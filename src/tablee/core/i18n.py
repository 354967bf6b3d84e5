"""Translations at the edge: sentences in French and English, looked up by key and filled with values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = ("fr", "en")
Entry = str | dict[str, str]


class Translations:
    """A catalogue in one language. A text may have the forms `one` and `other`, chosen by the value `n`."""

    def __init__(self, language: str, entries: Mapping[str, Entry]) -> None:
        self.language = language
        self.entries = dict(entries)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of a key, its {placeholders} filled; the key itself when there is no text."""
        entry = self.entries.get(key, key)
        text = entry if isinstance(entry, str) else entry[self.form(values.get("n", 1))]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def form(self, number: object) -> str:
        """In French nought is singular, in English it is plural."""
        count = number if isinstance(number, int) else 1
        singular = abs(count) < 2 if self.language == "fr" else abs(count) == 1
        return "one" if singular else "other"

    def beside(self, other: Translations) -> Translations:
        """Both catalogues in one; ours counts where both have a key."""
        return Translations(self.language, {**other.entries, **self.entries})


def read_translations(folder: Path, language: str) -> Translations:
    """The catalogue of a folder in a language."""
    return Translations(language, json.loads((folder / f"words.{language}.json").read_text("utf-8")))
