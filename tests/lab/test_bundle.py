"""What tasks take along: files of bots, and the conditions that must be equal on a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.lab.arena import Contest, Ledger, play_deal, run
from tablee.lab.bundle import code_digest, conditions, pack, run_bundled, run_task
from tablee.lab.executors import Engine, LocalPool, Task, engine
from tests.lab.contests import CLUSTERS, play, small_contest

# A bot that reads which of its moves to choose from a file beside its own, once in a process, and writes a
# line to a third file each time that it does.
READER = """
from pathlib import Path

place = int(Path(__file__).with_name("place.txt").read_text())
with open({log!r}, "a") as log:
    log.write("executed\\n")

def reader(view, resample, budget, rng):
    return view["moves"][place]
"""


class Elsewhere:
    """An engine that counts as remote, and runs in this process."""

    is_remote = True

    def run(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[tuple[int, Any]]:
        yield from ((number, function(*task)) for number, task in enumerate(tasks))


def reader_contest(folder: Path, deals: int = 4, place: int = 0) -> Contest:
    """Return a contest of a bot that reads `weights/place.txt`, whose own folder is `bots`."""
    for name in ("bots", "weights"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "bots" / "mine.py").write_text(READER.format(log=str(folder / "log")))
    weights = folder / "weights" / "place.txt"
    weights.write_text(str(place))
    names = (f"{folder / 'bots' / 'mine.py'}:reader", "random")
    return small_contest(seats=2, bots=names, deals=deals, beside=(weights,))


def test_files_of_bots_and_those_beside_them_are_read_on_another_machine(tmp_path: Path) -> None:
    contest = reader_contest(tmp_path)
    expected = play(contest).results_of(contest)
    bundle = contest.bundle()
    for file in ("bots/mine.py", "weights/place.txt"):
        (tmp_path / file).unlink()
    found = dict(run_bundled(Elsewhere(), play_deal, ((bundle, (contest, deal)) for deal in range(4))))
    assert expected == [found[deal] for deal in range(4)]


@pytest.mark.parametrize("address", [None, *CLUSTERS])
def test_files_beside_bots_travel(address: str | None, tmp_path: Path) -> None:
    """And a changed file is noticed by workers that have executed the bots before."""
    for place in (0, -1):
        contest = reader_contest(tmp_path, place=place)
        alone, ledger = play(contest), Ledger()
        assert 4 == len(list(run([contest], ledger, engine=engine(address, 2))))
        assert alone.results == ledger.results


@pytest.mark.parametrize("place", [LocalPool(1), Elsewhere()])
def test_a_file_of_bots_is_executed_once_in_a_process(place: Engine, tmp_path: Path) -> None:
    """So a network is loaded once. The first time is the check before the first deal, on this machine."""
    contest = reader_contest(tmp_path, deals=10)
    assert 10 == len(list(run([contest], Ledger(), engine=place)))
    assert (tmp_path / "log").read_text().count("executed") <= 2


def test_files_of_the_same_name_are_refused(tmp_path: Path) -> None:
    contest = reader_contest(tmp_path)
    (other := tmp_path / "place.txt").write_text("1")
    for beside in ((*contest.beside, other), (tmp_path / "none",)):
        with pytest.raises(Illegal, match="bad-file-beside"):
            replace(contest, beside=beside).validate()


@pytest.mark.parametrize("name", ["tablee", "code", "pieces"])
def test_a_worker_under_other_conditions_is_refused(name: str) -> None:
    """Even if it could not unpickle the task."""
    bundle = pack("islands")
    other = replace(bundle, conditions={**bundle.conditions, name: "another"})
    with pytest.raises(Illegal, match="other-conditions") as refused:
        run_task(other, b"not pickled")
    assert f"{name} another" in str(refused.value.values["wanted"])


@pytest.mark.parametrize("address", CLUSTERS)
def test_other_conditions_on_a_cluster_are_refused(address: str) -> None:
    """The worker is the one that has other pieces: a refusal of a task reaches the caller."""
    bundle = replace(pack("islands"), conditions={"tablee": "0.0.1"})
    with pytest.raises(Illegal, match="other-conditions"):
        list(run_bundled(engine(address), play_deal, [(bundle, (small_contest(), 0))]))


def test_conditions_name_version_sources_and_pieces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert {"tablee", "code", "pieces"} == conditions("clouds").keys()
    assert games.load("clouds").pieces.fingerprint == conditions("clouds")["pieces"]
    before = code_digest()
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "new.py").write_text("1")
    monkeypatch.setattr("tablee.lab.bundle.FOLDER", tmp_path)
    code_digest.cache_clear()
    changed = code_digest()
    code_digest.cache_clear()
    assert before != changed
