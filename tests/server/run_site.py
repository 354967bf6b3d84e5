"""The server as a separate process without rate limits, for crash tests and benchmarks.

usage: python -m tests.server.run_site PORT STORE [REDIS]
"""

from __future__ import annotations

import sys
from dataclasses import replace

from tablee.server.serve import server_for, set_up_logs, tune_gc
from tests.server.site import SETTINGS


def main() -> None:
    set_up_logs("ERROR")
    port, store, *redis = sys.argv[1:]
    settings = replace(SETTINGS, store=store, redis=redis[0] if redis else None)
    server = server_for(settings, "127.0.0.1", int(port), compress=False)
    tune_gc()
    server.run()


if __name__ == "__main__":
    main()
