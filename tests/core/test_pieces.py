"""Tests of the pieces of a game: their fingerprint, and pieces replaced by the owner of a box."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee import games
from tablee.core.pieces import fingerprint


def test_a_fingerprint_depends_on_content_and_not_on_order() -> None:
    assert fingerprint({"a": 1, "b": [1, 2]}) == fingerprint({"b": [1, 2], "a": 1})
    assert fingerprint({"a": 1, "b": [1, 2]}) != fingerprint({"a": 1, "b": [2, 1]})


@pytest.mark.parametrize("key", games.keys())
def test_an_owner_can_replace_the_pieces(tmp_path: Path, key: str) -> None:
    # A copy with another comment is the same; a broken one is refused with the name of the file.
    original = games.load(key).folder / "pieces.toml"
    own = tmp_path / f"{key}.toml"
    own.write_text("# changed\n" + original.read_text("utf-8"), "utf-8")
    assert games.load(key).pieces.fingerprint == fingerprint_in_new_process(tmp_path, key).stdout.strip()
    own.write_text("nothing = true\n")
    answer = fingerprint_in_new_process(tmp_path, key)
    assert 1 == answer.returncode
    assert str(own) in answer.stderr


def fingerprint_in_new_process(folder: Path, key: str) -> subprocess.CompletedProcess[str]:
    """Print the fingerprint of the pieces in a new process that has this folder in TABLEE_PIECES."""
    code = f"from tablee import games; print(games.load({key!r}).pieces.fingerprint)"
    environment = os.environ | {"TABLEE_PIECES": str(folder)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
