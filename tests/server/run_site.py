"""The server as a separate process, for crash tests and benchmarks.

usage: python -m tests.server.run_site [--limits] [--short-timers] PORT STORE [REDIS]

`--limits` keeps the rate limits that a site has by default; without it there are none. `--short-timers` lets
timers and pauses of games last a hundredth of their time.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from tablee.server.serve import server_for, set_up_logs, tune_gc
from tablee.server.settings import Settings
from tests.server.site import SETTINGS
from tests.web.server import shorten_timers


def run(
    port: int, store: str, redis: str | None = None, *, limits: bool = False, log: Path | None = None
) -> None:
    """Serve until the process is asked to stop; errors are written to stderr, or to the end of `log`."""
    if log is not None:
        sys.stderr = log.open("a", buffering=1)
    set_up_logs("ERROR")
    settings = replace(Settings() if limits else SETTINGS, store=store, redis=redis)
    server = server_for(settings, "127.0.0.1", port, compress=False)
    tune_gc()
    server.run()


def main() -> None:
    port, store, *redis = (word for word in sys.argv[1:] if not word.startswith("--"))
    if "--short-timers" in sys.argv:
        shorten_timers(0.01)
    run(int(port), store, *redis, limits="--limits" in sys.argv)


if __name__ == "__main__":
    main()
