"""The examples of the documentation that train: run for a moment."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_trains_and_its_network_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "clouds.npz"
    monkeypatch.setenv("CLOUDS_NETWORK", str(file))
    example = load("ppo_clouds")
    example.MATCHES = 16
    example.train(30, file, hidden=8)
    assert "stars" in capsys.readouterr().out
    for bot in ("bot", "searcher"):
        example.compare(1, "few", bot)
        assert "ahead" in capsys.readouterr().out
