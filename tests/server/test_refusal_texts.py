"""Tests that every refusal of the server has a text in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "tablee"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_refusal_of_the_server_has_a_text(language: str) -> None:
    text = "".join(file.read_text("utf-8") for file in sorted((SOURCES / "server").rglob("*.py")))
    codes = set(re.findall(r'(?:Illegal|Unreadable|Stale|LimitExceeded|NotStored)\(\s*"([a-z-]+)"', text))
    assert "not-seated" in codes
    # Those of commands that start, back up or restore a site are not shown in a browser.
    files = [SOURCES / folder / f"words.{language}.json" for folder in ("words", "terminal")]
    known = {key for file in files for key in json.loads(file.read_text("utf-8"))}
    assert set() == {code for code in codes if f"refusal.{code}" not in known}
