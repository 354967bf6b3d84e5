"""Runs tasks on a Ray cluster (the extra `ray`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ray

from tablee.lab.executors import LOCAL, MAX_LOSSES, Task


class RayCluster:
    """The workers of a Ray cluster, `host:port` of its client server; `local` starts Ray on this machine."""

    is_remote = True

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, function: Callable[..., Any], tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """Run the tasks on the cluster, which repeats those of lost workers."""
        address = None if self.address == LOCAL else f"ray://{self.address}"
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
        remote = ray.remote(max_retries=MAX_LOSSES)(function)
        running = {remote.remote(*task): number for number, task in enumerate(tasks)}
        try:
            while running:
                done, _ = ray.wait(list(running), num_returns=1)
                yield running.pop(done[0]), ray.get(done[0])
        finally:
            ray.shutdown()
