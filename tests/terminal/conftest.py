"""A shelf with one more game on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee import games
from tablee.core.game import Game


@pytest.fixture
def bell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game of the shelf beside this file, found by looking like any other."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(Path(__file__).parent / "shelf")])
    games.load.cache_clear()
    yield games.load("bell")
    games.load.cache_clear()
    del sys.modules["tablee.games.bell"]


@pytest.fixture(autouse=True)
def french(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every test sits in the same place, and saves where nobody minds."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
