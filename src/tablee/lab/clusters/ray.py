"""Runs tasks on a Ray cluster (the extra `ray`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import ray

from tablee.core.errors import Illegal
from tablee.lab.executors import IN_FLIGHT, LOCAL, MAX_LOSSES, Task


class RayCluster:
    """The workers of a Ray cluster, `host:port` of its client server; `local` starts Ray on this machine.

    A Ray that runs in this process already is used, and left running.
    """

    is_remote = True

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[tuple[int, Any]]:
        """Run the tasks on the cluster, at most IN_FLIGHT at a time; it repeats those of lost workers.

        Raises Illegal if the cluster does not answer, after the half minute that Ray tries, and what a task
        raises.
        """
        address = None if self.address == LOCAL else f"ray://{self.address}"
        was_running = ray.is_initialized()
        try:
            ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
        except ConnectionError as error:
            raise Illegal("no-cluster", address=self.address, why=str(error)) from error
        remote = ray.remote(max_retries=MAX_LOSSES)(function)
        left = enumerate(tasks)
        running: dict[Any, int] = {}
        try:
            while True:
                for number, task in islice(left, IN_FLIGHT - len(running)):
                    running[remote.remote(*task)] = number
                if not running:
                    return
                done, _ = ray.wait(list(running), num_returns=1)
                yield running.pop(done[0]), fetch(done[0])
        finally:
            if was_running:
                for reference in running:
                    ray.cancel(reference)
            else:
                ray.shutdown()


def fetch(reference: Any) -> Any:
    """Return the result of a task, or raise the exception that it raised."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error
