"""The server as a separate process, for crash tests and benchmarks.

usage: python -m tests.server.run_site [--limits] PORT STORE [REDIS]

`--limits` keeps the rate limits that a site has by default; without it there are none.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from tablee.server.serve import server_for, set_up_logs, tune_gc
from tablee.server.settings import Settings
from tests.server.site import SETTINGS


def main() -> None:
    set_up_logs("ERROR")
    limited = "--limits" in sys.argv
    port, store, *redis = (word for word in sys.argv[1:] if word != "--limits")
    settings = replace(Settings() if limited else SETTINGS, store=store, redis=redis[0] if redis else None)
    server = server_for(settings, "127.0.0.1", int(port), compress=False)
    tune_gc()
    server.run()


if __name__ == "__main__":
    main()
