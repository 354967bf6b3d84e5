"""Where the tasks of the lab run: in processes of this machine, or on a cluster of Dask or Ray.

A task is a call of a function of the package with plain arguments. Its result depends on them alone, so that
every engine gives equal results. A lost worker costs the task that it was running: the task runs again.
`lab.bundle` adds what tasks need on another machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from tablee.core.errors import Illegal
from tablee.extras import needs

# How often the workers of a task may be lost before the run ends with an error.
MAX_LOSSES = 5
# How many tasks an engine has at a time: more than it has cores, few enough to look at all of them often.
IN_FLIGHT = 200
LOCAL = "local"

Task = tuple[Any, ...]
Result = TypeVar("Result")


class Engine(Protocol):
    """Runs tasks and yields their numbers and results as they are done. `is_remote`: on other machines."""

    is_remote: bool

    def run(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[tuple[int, Any]]:
        """Call `function` for each task; raise what it raises.

        Takes at most IN_FLIGHT tasks at a time, so there may be any number of them, even without an end.
        """


class LocalPool:
    """Processes of this machine; None uses all cores, 1 the calling process."""

    is_remote = False

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1

    def run(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[tuple[int, Any]]:
        """Run the tasks; after the loss of a process, those that were not done run in a new pool.

        A single task runs in the calling process. Raises BrokenProcessPool after MAX_LOSSES losses without a
        result between them.
        """
        rest = enumerate(tasks)
        first = list(islice(rest, self.processes))
        left = chain(first, rest)
        if len(first) <= 1:
            yield from ((number, function(*task)) for number, task in left)
            return
        pending: dict[int, Task] = {}
        losses = 0
        while True:
            try:
                for number, result in self._run_in_pool(len(first), function, pending, left):
                    losses = 0
                    yield number, result
                return
            except BrokenProcessPool:
                losses += 1
                if losses == MAX_LOSSES:
                    raise

    def _run_in_pool(
        self,
        processes: int,
        function: Callable[..., Any],
        pending: dict[int, Task],
        left: Iterator[tuple[int, Task]],
    ) -> Iterator[tuple[int, Any]]:
        """Run the tasks that are pending from a lost pool, then those that are left; see `run`."""
        finished: SimpleQueue[Future[Any]] = SimpleQueue()
        running: dict[Future[Any], int] = {}
        with ProcessPoolExecutor(processes) as pool:

            def submit(number: int, task: Task) -> None:
                pending[number] = task
                future = pool.submit(function, *task)
                running[future] = number
                future.add_done_callback(finished.put)

            try:
                window = max(IN_FLIGHT, 2 * processes)
                for number, task in [*pending.items(), *islice(left, window - len(pending))]:
                    submit(number, task)
                while running:
                    future = finished.get()
                    result = future.result()
                    number = running.pop(future)
                    del pending[number]
                    yield number, result
                    # Not before: the pool may be broken, and the result would be lost.
                    for following in islice(left, 1):
                        submit(*following)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield the results of an engine in the order of the tasks."""
    early: dict[int, Result] = {}
    wanted = 0
    for number, result in results:
        early[number] = result
        while wanted in early:
            yield early.pop(wanted)
            wanted += 1


def dask_cluster(address: str) -> Engine:
    """Return the engine of a Dask scheduler; raises ModuleNotFoundError without the extra `dask`."""
    with needs("dask"):
        from tablee.lab.clusters.dask import DaskCluster  # noqa: PLC0415

    return DaskCluster(address)


def ray_cluster(address: str) -> Engine:
    """Return the engine of a Ray cluster; raises ModuleNotFoundError without the extra `ray`."""
    with needs("ray"):
        from tablee.lab.clusters.ray import RayCluster  # noqa: PLC0415

    return RayCluster(address)


CLUSTERS = {"dask": dask_cluster, "ray": ray_cluster}


def engine(on: str | None, processes: int | None = None) -> Engine:
    """Return the engine of an address: None for this machine, `dask://HOST:PORT` or `ray://HOST:PORT`.

    `dask://local` and `ray://local` start workers on this machine. `processes` is for None. Raises Illegal
    for another address, ModuleNotFoundError if the extra is missing.
    """
    if on is None:
        return LocalPool(processes)
    kind, separator, address = on.partition("://")
    if kind not in CLUSTERS or not separator or not address:
        raise Illegal("no-such-engine", found=on, known=" ".join(f"{each}://HOST:PORT" for each in CLUSTERS))
    return CLUSTERS[kind](address)
