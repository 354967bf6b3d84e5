"""Datasets: the decisions of matches as Parquet."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from pyarrow import parquet

from tablee import games
from tablee.cli import main
from tablee.core.errors import Illegal, Unreadable
from tablee.lab.learners.dataset import file_schema, read, writing

FIXTURES = Path(__file__).parents[1] / "server" / "fixtures"


def make(out: Path, *arguments: str) -> int:
    """Run the command and return its exit code."""
    with pytest.raises(SystemExit) as ended:
        main(["dataset", "islands", "--seats", "2", "--out", str(out), *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_matches_of_the_arena_can_be_replayed_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "new" / "random.parquet"
    assert 0 == make(file, "--bots", "random", "--matches", "2", "--seed", "few", "--processes", "1")
    data = read(file)
    assert ("islands", 2, "arena") == tuple(data.about[name] for name in ("game", "seats", "source"))
    columns = data.columns
    assert {0, 1} == set(columns["match"])
    state = games.load("islands").deal(2, "few 0")
    for row in range(int((columns["match"] == 0).sum())):
        assert set(data.masks[row].nonzero()[0]) == set(state.moves(columns["seat"][row]))
        assert columns["words"][row] == state.vocabulary().format(columns["move"][row])
        state.play(columns["seat"][row], columns["move"][row])
    sheet = state.score_sheet()
    assert set(zip(range(2), sheet.scores, sheet.ranks, strict=True)) == {
        (columns["seat"][row], columns["points"][row], columns["rank"][row])
        for row in (columns["match"] == 0).nonzero()[0]
    }
    assert data.observations.shape == (len(columns["move"]), sum(each[2] for each in data.about["fields"]))


def test_a_dataset_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    for processes in ("1", "2"):
        assert 0 == make(tmp_path / processes, "--bots", "random", "--matches", "6", "--processes", processes)
    assert parquet.read_table(tmp_path / "1").equals(parquet.read_table(tmp_path / "2"))


def test_a_site_gives_its_finished_matches_without_names(tmp_path: Path) -> None:
    """Two of its four matches with two seats are over."""
    database, file = tmp_path / "site.db", tmp_path / "site.parquet"
    database.write_bytes(gzip.decompress((FIXTURES / "v0_1_0.sqlite.gz").read_bytes()))
    assert 0 == make(file, "--store", f"sqlite:///{database}")
    data = read(file)
    columns = data.columns
    assert {(54, 37), (47, 71)} == {
        tuple(
            columns["points"][(columns["match"] == number) & (columns["seat"] == seat)][0] for seat in (0, 1)
        )
        for number in (0, 1)
    }
    assert "person" in columns["player"]
    assert {"match", "ply", "seat", "move", "words", "player", "reward", "points", "rank"} == columns.keys()
    for name in ("Ann", "Ben", "yNMEIiccjRnBw3W5", "30b16d477802cf490d7691cce4c7ac35"):
        assert not any(name in str(value) for column in columns.values() for value in column)
        assert name not in str(data.about)


def test_a_site_without_such_matches_gives_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "site.parquet"
    assert 2 == make(file, "--store", f"sqlite:///{tmp_path / 'empty.db'}")
    assert 1 == capsys.readouterr().err.count("\n")
    assert not list(tmp_path.glob("*.parquet*"))


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "broken.parquet"
    with pytest.raises(Illegal), writing(file, file_schema(games.load("islands"), 2, {})):
        raise Illegal("no-matches")
    assert [] == list(tmp_path.iterdir())


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "precious.parquet"
    file.write_text("mine")
    assert 2 == make(file)
    assert "mine" == file.read_text()
    with pytest.raises(Unreadable, match="bad-dataset"):
        read(file)
