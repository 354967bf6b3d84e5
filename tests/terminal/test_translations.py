"""Tests of the texts common to all games: every key exists in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tablee.core.i18n import LANGUAGES, Translations
from tablee.terminal.sentences import common_translations

PACKAGE = Path(__file__).parents[2] / "src/tablee"
SOURCES = [PACKAGE, PACKAGE / "terminal", PACKAGE / "core"]


def placeholders(translations: Translations, key: str) -> set[str]:
    entry = translations.entries[key]
    texts = [entry] if isinstance(entry, str) else list(entry.values())
    return {name for text in texts for name in re.findall(r"\{(\w+)\}", text)}


def test_every_text_exists_in_every_language_with_the_same_placeholders() -> None:
    first, *rest = [common_translations(language) for language in LANGUAGES]
    for other in rest:
        assert set(first.entries) == set(other.entries)
        assert {} == {k: None for k in first.entries if placeholders(first, k) != placeholders(other, k)}


def test_no_text_is_given_twice() -> None:
    """JSON keeps the last of two entries with the same key."""
    files = [*PACKAGE.glob("**/words.*.json"), *(PACKAGE.parents[1] / "web/words").glob("*.json")]
    assert len(files) >= 2 * len(LANGUAGES)
    for file in files:
        keys = [key for key, _ in json.loads(file.read_text("utf-8"), object_pairs_hook=list)]
        assert len(keys) == len(set(keys)), file


def test_every_key_in_the_sources_has_a_text() -> None:
    text = "\n".join(path.read_text("utf-8") for folder in SOURCES for path in folder.glob("*.py"))
    used = set(re.findall(r'"((?:frame|cli)\.[a-z-]+)"', text))
    assert used
    assert set() == used - set(common_translations("fr").entries)


def test_every_refusal_in_the_sources_has_a_text() -> None:
    text = "\n".join(path.read_text("utf-8") for folder in SOURCES for path in folder.glob("*.py"))
    codes = set(re.findall(r'(?:Illegal|Unreadable|Stale)\(\s*"([a-z-]+)"', text))
    assert "not-your-turn" in codes
    assert set() == {code for code in codes if f"refusal.{code}" not in common_translations("fr").entries}
