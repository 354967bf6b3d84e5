"""Runs tasks on a Dask cluster (the extra `dask`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from typing import Any

import dask
import distributed

from tablee.lab.executors import IN_FLIGHT, LOCAL, MAX_LOSSES, Task

# A local cluster closes a lost worker for good if its nanny has not started it again after 15 s, which is
# short on a busy machine: without workers, a run would wait forever.
PATIENCE = {
    "distributed.deploy.lost-worker-timeout": "1 day",
    "distributed.comm.timeouts.connect": "10 minutes",
    "distributed.scheduler.allowed-failures": MAX_LOSSES,
}
# Seconds without a result after which the client looks whether anything still runs.
STALLED = 20


@contextmanager
def local_workers(count: int | None = None) -> Iterator[str]:
    """Start workers on this machine, None for one per core; give the address `host:port` of the scheduler."""
    with (
        dask.config.set(PATIENCE),
        distributed.LocalCluster(
            n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=logging.ERROR
        ) as cluster,
    ):
        yield cluster.scheduler_address.removeprefix("tcp://")


class DaskCluster:
    """The workers of a Dask scheduler at `host:port`; `local` starts workers on this machine."""

    is_remote = True

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[tuple[int, Any]]:
        """Run the tasks on the cluster, at most IN_FLIGHT at a time; those of lost workers are repeated.

        Results are fetched as they are done, and their futures dropped: workers keep the results of all
        others, and a lost worker would cost those, too. Dask repeats the tasks of a lost worker, but now and
        then a client is not told of a result that was lost on its way: such a task is submitted again.
        """
        scheduler = local_workers() if self.address == LOCAL else nullcontext(self.address)
        with scheduler as address, distributed.Client(f"tcp://{address}") as client:
            left = enumerate(tasks)
            running: dict[Any, tuple[int, Task]] = {}

            def submit(numbered: Iterable[tuple[int, Task]]) -> None:
                for number, task in numbered:
                    future = client.submit(function, *task, pure=False, retries=MAX_LOSSES)
                    running[future] = number, task

            submit(islice(left, IN_FLIGHT))
            while running:
                done = self._wait(client, running)
                if not done:
                    lost = [*running.values()]
                    running.clear()
                    submit(lost)
                for future in done:
                    number, task = running.pop(future)
                    try:
                        result = future.result(timeout=STALLED)
                    except TimeoutError:
                        submit([(number, task)])
                    else:
                        submit(islice(left, 1))
                        yield number, result

    def _wait(self, client: distributed.Client, running: Iterable[Any]) -> list[Any]:
        """Return the futures that are done, once there is one; [] if no worker runs a task any more."""
        while True:
            with suppress(TimeoutError):
                return [*distributed.wait([*running], STALLED, return_when="FIRST_COMPLETED").done]
            if not any(client.processing().values()):
                return []
