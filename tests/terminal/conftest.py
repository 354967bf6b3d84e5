"""Fixtures: one more game, and a fixed language and data folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee import games
from tablee.core.game import Game


@pytest.fixture
def bell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Return the game in the folder extra_games, which is discovered like any other."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(Path(__file__).parent / "extra_games")])
    games.load.cache_clear()
    yield games.load("bell")
    games.load.cache_clear()
    del sys.modules["tablee.games.bell"]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Unset the locale, so that the language is French, and save matches in a temporary folder."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
