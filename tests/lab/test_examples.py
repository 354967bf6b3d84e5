"""The examples of the documentation that train, as programs and as notebooks: run for a moment."""

from __future__ import annotations

import importlib.util
import json
import sys
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
    monkeypatch.setenv("CLOUDS_NETWORK", "")
    example = load("ppo_clouds")
    example.MATCHES = 16
    example.train(30, file, hidden=8)
    assert "stars" in capsys.readouterr().out
    for bot in ("bot", "searcher"):
        example.compare(file, bot, 1, "few")
        assert "ahead" in capsys.readouterr().out


def test_self_play_trains_and_its_network_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "islands.npz"
    example = load("alphazero_islands")
    example.MATCHES, example.SIMULATIONS, example.CHECKS, example.CHECK_DEALS = 4, 6, 1, 1
    curve = example.train(4, file, hidden=8)
    assert [0, 4] == [played for played, _ in curve]
    assert "ahead of greedy" in capsys.readouterr().out
    example.compare(file, ["bot", "untrained"], 2, "few")
    printed = capsys.readouterr().out
    assert 2 == printed.count("victories")
    leads = [float(line.split()[4]) for line in printed.splitlines()[:2]]
    assert pytest.approx(leads[0] - leads[1], abs=0.011) == float(printed.splitlines()[2].split()[3])


def test_self_play_learns_what_the_search_found_and_how_the_lead_grew() -> None:
    example = load("alphazero_islands")
    example.MATCHES, example.SIMULATIONS = 2, 6
    net = example.AfterstateNetwork.create(example.games.load("islands"), 2, hidden=8)
    play = example.SelfPlay(net, seed=3)
    found: list[Any] = []
    play.finish = lambda state, decisions: found.append((state, decisions))
    while not found:
        play.step()
    state, decisions = found[0]
    example.SelfPlay.finish(play, state, decisions)
    assert len(decisions) == play.buffer.added > 20
    for (seat, features, policy, lead, value), stored in zip(decisions, play.buffer.decisions, strict=True):
        assert 1 == pytest.approx(policy.sum())
        assert len(features) == 1 + len(policy) > 2
        final = state.points(seat) - state.points(1 - seat)
        mixed = example.OUTCOME * final + (1 - example.OUTCOME) * value
        assert (mixed - lead) / example.POINTS == pytest.approx(stored[2])


def test_every_example_that_trains_has_a_notebook() -> None:
    programs = {path.stem for path in EXAMPLES.glob("*.py") if "def train(" in path.read_text("utf-8")}
    assert programs == {path.stem for path in EXAMPLES.glob("*.ipynb")} != set()


@pytest.mark.parametrize("notebook", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The cell tagged "parameters" is replaced, as papermill does; outputs are not stored in the file."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("CLOUDS_NETWORK", "")
    monkeypatch.setitem(sys.modules, notebook.stem, example := load(notebook.stem))
    example.MATCHES, example.SIMULATIONS, example.CHECKS, example.CHECK_DEALS = 16, 4, 1, 1
    cells = [each for each in json.loads(notebook.read_text("utf-8"))["cells"] if each["cell_type"] == "code"]
    names: dict[str, Any] = {"matches": 8, "deals": 1, "file": str(tmp_path / "network.npz")}
    assert names.keys() == assigned("".join(cells[0]["source"]))
    assert ["parameters"] == cells[0]["metadata"]["tags"]
    for cell in cells[1:]:
        assert [] == cell["outputs"]
        exec("".join(cell["source"]), names)
    assert len(names["curve"]) > 0
    assert "ahead" in capsys.readouterr().out


def assigned(source: str) -> set[str]:
    """Return the names that a text of Python assigns."""
    names: dict[str, Any] = {}
    exec(source, names)
    return set(names) - {"__builtins__"}
