"""Tests that the form of the rules is told truly: a manifest without binaries is not a compiled form."""

from __future__ import annotations

import json
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import tablee


@pytest.fixture
def manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a package of one module, with a manifest that claims that it was compiled."""
    source = tmp_path / "state.py"
    source.write_text("")
    file = tmp_path / "_compiled.json"
    built = {"tag": sys.implementation.cache_tag, "digest": tablee.digest([source])}
    file.write_text(json.dumps({**built, "sources": ["state.py"], "modules": ["state.py"]}))
    monkeypatch.setattr(tablee, "FOLDER", tmp_path)
    monkeypatch.setattr(tablee, "MANIFEST", file)
    monkeypatch.delenv("TABLEE_PURE", raising=False)
    return file


def test_a_manifest_without_binaries_is_plain(manifest: Path) -> None:
    assert manifest.exists()
    assert "not compiled for this interpreter: state.py" == tablee.why_plain()


def test_a_manifest_with_its_binaries_is_compiled(manifest: Path) -> None:
    (manifest.parent / "state").with_suffix(EXTENSION_SUFFIXES[0]).touch()
    assert tablee.why_plain() is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"tag": 1}', '{"sources": 3}'])
def test_a_damaged_manifest_is_plain(manifest: Path, text: str) -> None:
    manifest.write_text(text)
    assert "nothing was compiled" == tablee.why_plain()
