"""Runs tasks on a Dask cluster (the extra `dask`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import distributed

from tablee.lab.executors import LOCAL, MAX_LOSSES, Task


class DaskCluster:
    """The workers of a Dask scheduler at `host:port`; `local` starts workers on this machine."""

    is_remote = True

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, function: Callable[..., Any], tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Run the tasks on the cluster, whose scheduler repeats those of lost workers.

        A future is dropped with its result: workers keep the results of all others, and a lost worker would
        cost those, too.
        """
        target = {} if self.address == LOCAL else {"address": f"tcp://{self.address}"}
        with distributed.Client(**target) as client:
            running = {
                client.submit(function, *task, pure=False, retries=MAX_LOSSES): number
                for number, task in enumerate(tasks)
            }
            for done in distributed.as_completed(running):
                yield running.pop(done), done.result()
