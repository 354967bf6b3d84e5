"""Datasets: the decisions of matches as Parquet."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest
from pyarrow import parquet

from tablee import games
from tablee.cli import main
from tablee.core.errors import Illegal, Unreadable
from tablee.core.match import Match
from tablee.lab.learners.dataset import file_schema, read, record_match, writing
from tablee.server.catalog import CATALOG
from tablee.server.domain import events
from tablee.server.domain.create import SeedSecret, open_table
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.finished import finished_match
from tablee.server.storage.rows import LogEntry, StoredEvent
from tests.lab.contests import CLUSTERS

CLUSTER_OPTIONS = [pytest.param(["--on", *each.values], marks=each.marks) for each in CLUSTERS]
READS_ITS_MOVE = """
from pathlib import Path

place = int(Path(__file__).with_name("place.txt").read_text())

def first(view, resample, budget, rng):
    return view["moves"][place]
"""
FIXTURES = Path(__file__).parents[1] / "server" / "fixtures"


def make(out: Path, *arguments: str) -> int:
    """Run the command and return its exit code."""
    with pytest.raises(SystemExit) as ended:
        main(["dataset", "islands", "--seats", "2", "--out", str(out), *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def events_with_stand_in() -> list[events.AnyEvent]:
    """Return the events of a match in which a bot takes over the seat of the person after two moves.

    The first move of the person is made by the rules, and the second one is undone once.
    """
    guests = [events.Guest("visitor", "Ann"), events.Guest(bot="greedy")]
    opened = open_table(CATALOG, SeedSecret("secret", "salt"), "islands", 2, "visitor", guests=guests)
    match = Match(games.load("islands"), 2, "secret", opened.options)
    found: list[events.AnyEvent] = [opened, events.Readied(0), events.Started("secret", "")]
    own = 0
    while match.outcome is None:
        seat = match.state.actors()[0]
        words = match.game.format(match.state.moves(seat)[0])
        own += seat == 0
        by: events.By = "clock" if (seat, own) == (0, 1) else "person" if (seat, own) == (0, 2) else "bot"
        if by == "person":
            found += [events.Moved(seat, words), events.Undone(match.ply)]
        found.append(events.Moved(seat, words, by))
        if by == "person":
            found.append(events.TookOver(0, "regular", "late"))
        match.play(seat, words)
    return [*found, events.Ended(match.outcome.scores, match.outcome.ranks)]


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


@pytest.mark.parametrize("engine", [["--processes", "2"], *CLUSTER_OPTIONS])
def test_a_dataset_does_not_depend_on_the_engine(tmp_path: Path, engine: list[str]) -> None:
    """Nor on the number of processes. The bot reads its move from a file that lies beside its own there."""
    (tmp_path / "first.py").write_text(READS_ITS_MOVE)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "place.txt").write_text("0")
    bots = ("--bots", f"{tmp_path / 'first.py'}:first,random", "--with", f"{tmp_path / 'data' / 'place.txt'}")
    for name, where in (("alone", ["--processes", "1"]), ("many", engine)):
        assert 0 == make(tmp_path / name, *bots, "--matches", "6", *where)
    assert parquet.read_table(tmp_path / "alone").equals(parquet.read_table(tmp_path / "many"))


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


async def store_and_find(database: Path) -> tuple[Match, list[str]] | None:
    """Store the events of a table and return what datasets get of it."""
    store = await EventStore.open(f"sqlite:///{database}")
    try:
        for seq, event in enumerate(events_with_stand_in(), start=1):
            payload = events.encode(events.LoggedEvent(event))
            assert await store.append(LogEntry(StoredEvent("table", seq, seq, payload), None), urgent=True)
        return await finished_match(store, "table", 2, games.load("islands").resolve_options({}), 0)
    finally:
        await store.close()


def test_moves_of_a_stand_in_are_those_of_a_bot(tmp_path: Path) -> None:
    found = asyncio.run(store_and_find(tmp_path / "site.db"))
    assert found is not None
    match, players = found
    assert len(match.played) == len(players)
    own = [player for player, played in zip(players, match.played, strict=True) if played.seat == 0]
    assert ["clock", "person", *["regular"] * (len(own) - 2)] == own
    assert players == record_match(match, players).columns["player"]


@pytest.mark.parametrize(
    "option", ["--bots", "--seed", "--matches", "--seconds", "--with", "--processes", "--on"]
)
def test_options_about_bots_are_refused_for_a_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    file = tmp_path / "site.parquet"
    assert 2 == make(file, "--store", f"sqlite:///{tmp_path / 'empty.db'}", option, "1")
    assert option in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())


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
