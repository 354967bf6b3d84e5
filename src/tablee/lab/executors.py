"""Where the tasks of the lab run: in processes of this machine, or on a cluster of Dask or Ray.

A task is a call of a function of the package with plain arguments. Its result depends on them alone, so that
every engine gives equal results. A lost worker costs the task that it was running: the task runs again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

from tablee.core.errors import Illegal
from tablee.extras import needs

# How often the workers of a task may be lost before the run ends with an error.
MAX_LOSSES = 5
# How many tasks a cluster has at a time: more than it has cores, few enough to look at all of them often.
IN_FLIGHT = 200
LOCAL = "local"

Task = tuple[Any, ...]


class Engine(Protocol):
    """Runs tasks and yields their numbers and results as they are done. `is_remote`: on other machines."""

    is_remote: bool

    def run(self, function: Callable[..., Any], tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Call `function` for each task; raise what it raises."""


class LocalPool:
    """Processes of this machine; None uses all cores, 1 the calling process."""

    is_remote = False

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1

    def run(self, function: Callable[..., Any], tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Run the tasks; after the loss of a process, those that were not done run in a new pool.

        Raises BrokenProcessPool after MAX_LOSSES losses without a result between them.
        """
        if self.processes == 1 or len(tasks) <= 1:
            yield from ((number, function(*task)) for number, task in enumerate(tasks))
            return
        left, losses = dict(enumerate(tasks)), 0
        while left:
            try:
                for number, result in self._run_in_pool(function, left):
                    del left[number]
                    losses = 0
                    yield number, result
            except BrokenProcessPool:
                losses += 1
                if losses == MAX_LOSSES:
                    raise

    def _run_in_pool(self, function: Callable[..., Any], left: dict[int, Task]) -> Iterator[tuple[int, Any]]:
        with ProcessPoolExecutor(min(self.processes, len(left))) as pool:
            try:
                running: dict[Future[Any], int] = {
                    pool.submit(function, *task): number for number, task in left.items()
                }
                for done in as_completed(running):
                    yield running[done], done.result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


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
