"""The frame says everything in both languages."""

from __future__ import annotations

import re
from pathlib import Path

from tablee.core.i18n import LANGUAGES, Translations
from tablee.terminal.sentences import frame_words

SOURCES = [Path(__file__).parents[2] / "src/tablee/terminal", Path(__file__).parents[2] / "src/tablee/core"]


def placeholders(words: Translations, key: str) -> set[str]:
    entry = words.entries[key]
    texts = [entry] if isinstance(entry, str) else list(entry.values())
    return {name for text in texts for name in re.findall(r"\{(\w+)\}", text)}


def test_every_sentence_exists_in_every_language_with_the_same_gaps() -> None:
    first, *rest = [frame_words(language) for language in LANGUAGES]
    for other in rest:
        assert set(first.entries) == set(other.entries)
        assert {} == {k: None for k in first.entries if placeholders(first, k) != placeholders(other, k)}


def test_every_sentence_that_is_asked_for_exists() -> None:
    text = "\n".join(path.read_text("utf-8") for folder in SOURCES for path in folder.glob("*.py"))
    asked = set(re.findall(r'"((?:frame|cli)\.[a-z-]+)"', text))
    assert asked
    assert set() == asked - set(frame_words("fr").entries)


def test_every_general_refusal_has_a_sentence() -> None:
    text = "\n".join(path.read_text("utf-8") for folder in SOURCES for path in folder.glob("*.py"))
    codes = set(re.findall(r'(?:Illegal|Unreadable|Stale)\(\s*"([a-z-]+)"', text))
    assert "not-your-turn" in codes
    assert set() == {code for code in codes if f"refusal.{code}" not in frame_words("fr").entries}
