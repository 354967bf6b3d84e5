"""One arena on every engine, with workers killed on the way: are the tables equal, and what does it cost?

Each engine has two workers on this machine: processes of the local pool, of a Dask cluster, of Ray. Needs
`pip install ".[dask]" ".[ray]" psutil`; what is not installed is left out.

usage: python -m bench.engines [--game KEY] [--bots NAMES] [--matches N] [--kills N] [ENGINE ...]
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tablee.lab.arena import Contest, Ledger, run, standings
from tablee.lab.executors import Engine, LocalPool, engine

WORKERS = 2


@contextmanager
def local_pool() -> Iterator[Engine]:
    """Give the engine of this machine."""
    yield LocalPool(WORKERS)


@contextmanager
def dask_cluster() -> Iterator[Engine]:
    """Give the engine of a Dask scheduler in this process, whose nannies start lost workers again."""
    cluster: Any = importlib.import_module("tablee.lab.clusters.dask")
    with cluster.local_workers(WORKERS) as address:
        yield engine(f"dask://{address}")


@contextmanager
def ray_cluster() -> Iterator[Engine]:
    """Give the engine of a Ray with two workers, started here; on a busy machine that takes long."""
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")
    ray: Any = importlib.import_module("ray")
    ray.init(num_cpus=WORKERS, include_dashboard=False, log_to_driver=False)
    yield engine("ray://local")


# By engine: its module, how it starts, and a word in the command lines of its workers.
ENGINES: dict[str, tuple[str, Callable[[], Any], str]] = {
    "local": ("psutil", local_pool, ""),
    "dask": ("distributed", dask_cluster, "multiprocessing"),
    "ray": ("ray", ray_cluster, "ray::"),
}


def kill_a_worker(word: str) -> bool:
    """Kill the worker that has used most processor time; return False if none runs at present."""
    psutil: Any = importlib.import_module("psutil")
    workers = []
    for process in psutil.Process().children(recursive=True):
        try:
            line = " ".join(process.cmdline())
            if word in line and "resource_tracker" not in line:
                workers.append((sum(process.cpu_times()[:2]), process.pid))
        except psutil.NoSuchProcess:
            continue
    if workers:
        os.kill(max(workers)[1], signal.SIGKILL)
    return bool(workers)


def digest(results: object) -> str:
    """Return a short hash of results, by which runs of several commands can be compared."""
    return hashlib.sha256(repr(results).encode()).hexdigest()[:12]


def play(contest: Contest, kills: int, start: Callable[[], Any], word: str) -> tuple[str, Any, float, int]:
    """Return the hash of all results, the table, the seconds that it took, and how many were killed."""
    ledger, killed = Ledger(), 0
    with start() as chosen:
        began = time.monotonic()
        for done, _ in enumerate(run([contest], ledger, engine=chosen), start=1):
            if killed < kills and done >= contest.deals * (killed + 1) // (kills + 1) and kill_a_worker(word):
                killed += 1
        seconds = time.monotonic() - began
    results = ledger.results_of(contest)
    return digest(results), standings(results), seconds, killed


def main() -> None:
    """Play the contest on every engine and print its time, and whether its table is that of the first."""
    parser = argparse.ArgumentParser(prog="python -m bench.engines")
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help=", ".join(ENGINES))
    parser.add_argument("--game", default="islands")
    parser.add_argument("--bots", default="greedy,random")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=3)
    arguments = parser.parse_args()
    names = tuple(arguments.bots.split(","))
    contest = Contest(arguments.game, 2, names, arguments.matches // 2, "engines", seconds=60)
    expected: str | None = None
    table: list[Any] = []
    for name in arguments.engines or ENGINES:
        module, start, word = ENGINES[name]
        if importlib.util.find_spec(module) is None:
            print(f"{name}: {module} is not installed")
            continue
        found, table, seconds, killed = play(contest, arguments.kills, start, word)
        expected = expected or found
        load = os.getloadavg()[0]
        print(f"{name}: {2 * contest.deals} matches in {seconds:.0f} s at load {load:.0f}, ", end="")
        print(f"{killed} workers killed, ", end="")
        print(f"results {found} {'equal' if found == expected else 'DIFFERENT'}", flush=True)
    for standing in table:
        print(
            f"  {standing.bot}: {standing.victories.value:.4f} ± {standing.victories.margin:.4f} of the wins"
        )


if __name__ == "__main__":
    main()
