"""Every engine gives the results of one process, also when workers are lost."""

from __future__ import annotations

import importlib
import importlib.util
import os
import signal
import sys
from collections.abc import Generator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from tablee.core.errors import Illegal
from tablee.lab.arena import Ledger, play_deal, run
from tablee.lab.executors import IN_FLIGHT, LocalPool, engine, in_order
from tests.lab.contests import CLUSTERS, play, small_contest


def square_or_die(number: int, marks: str) -> int:
    """Return the square of a number; the worker that meets a number below 3 for the first time is killed."""
    mark = Path(marks, str(number))
    if number < 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("in_flight", [4, 200])
def test_a_lost_process_costs_only_what_it_was_running(
    in_flight: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if tasks are submitted to a pool that is broken."""
    monkeypatch.setattr("tablee.lab.executors.IN_FLIGHT", in_flight)
    tasks = [(number, str(tmp_path)) for number in range(12)]
    assert {number: number**2 for number in range(12)} == dict(LocalPool(2).run(square_or_die, tasks))


def test_a_task_that_always_kills_its_process_ends_the_run() -> None:
    with pytest.raises(RuntimeError):
        list(LocalPool(2).run(always_die, [(), ()]))


def same(number: int) -> int:
    return number


def test_a_pool_takes_few_tasks_at_a_time() -> None:
    taken = 0

    def tasks() -> Generator[tuple[int]]:
        nonlocal taken
        for number in count():
            taken += 1
            yield (number,)

    results = LocalPool(2).run(same, tasks())
    done = [next(results) for _ in range(10)]
    assert all(number == result for number, result in done)
    assert taken <= IN_FLIGHT + 10


def test_results_are_put_in_order() -> None:
    assert ["a", "b", "c", "d"] == list(in_order([(1, "b"), (0, "a"), (3, "d"), (2, "c")]))


@pytest.mark.parametrize("address", CLUSTERS)
def test_a_cluster_gives_the_same_results(address: str, tmp_path: Path) -> None:
    expected = play(small_contest()).results
    file = tmp_path / "ledger.jsonl"
    first = run([small_contest(deals=8)], Ledger(file), engine=engine(address))
    assert 8 == len(list(first))
    assert 12 == len(list(run([small_contest()], Ledger(file), engine=engine(address))))
    assert expected == Ledger(file).results


@pytest.mark.parametrize("address", CLUSTERS)
def test_a_cluster_repeats_the_task_of_a_lost_worker(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with fewer tasks at a time, and where Dask gives up workers that do not return at once."""
    kind = address.partition(":")[0]
    monkeypatch.setattr(f"tablee.lab.clusters.{kind}.IN_FLIGHT", 4)
    tasks = [(number, str(tmp_path)) for number in range(12)]
    with ExitStack() as impatient:
        if kind == "dask":
            dask = importlib.import_module("dask")
            impatient.enter_context(dask.config.set({"distributed.deploy.lost-worker-timeout": "1 ms"}))
        assert {number: number**2 for number in range(12)} == dict(engine(address).run(square_or_die, tasks))


@pytest.mark.parametrize("address", ["", "local", "dask:", "dask://", "spark://host:1"])
def test_an_unknown_address_is_refused(address: str) -> None:
    with pytest.raises(Illegal, match="no-such-engine"):
        engine(address)


def test_a_ray_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: object) -> None:
        raise ConnectionError("ray client connection timeout")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init, is_initialized=lambda: False))
    monkeypatch.delitem(sys.modules, "tablee.lab.clusters.ray", raising=False)
    try:
        with pytest.raises(Illegal, match="no-cluster") as refused:
            list(engine("ray://host:10001").run(play_deal, [()]))
        assert "host:10001" == refused.value.values["address"]
    finally:
        sys.modules.pop("tablee.lab.clusters.ray", None)


def test_a_ray_that_runs_already_is_left_running() -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        assert {0: 0, 1: 1} == dict(engine("ray://local").run(same, [(0,), (1,)]))
        assert ray.is_initialized()
    finally:
        ray.shutdown()


@pytest.mark.parametrize("module, address", [("dask", "dask://host:1"), ("ray", "ray://host:1")])
def test_a_missing_extra_is_named(module: str, address: str) -> None:
    if importlib.util.find_spec(module) is not None:
        pytest.skip(f"{module} is installed")
    with pytest.raises(ModuleNotFoundError, match=f"{module} is not installed. Install it with: pip install"):
        engine(address)
