"""`python -m tests.web.server PORT FILE [--pace SECONDS]`: the real server, with bots that may hurry."""

import argparse
from dataclasses import replace

from tablee.server.app import Settings
from tablee.server.dues import Pace
from tablee.server.limits import Rate
from tablee.server.serve import run

# All visitors of a test come from one address.
MANY = Rate(burst=10_000, per_second=1_000)


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("store")
    parser.add_argument("--pace", type=float)
    given = parser.parse_args()
    settings = Settings(store=f"sqlite:///{given.store}", per_address=MANY, opening=MANY)
    if given.pace is not None:
        settings = replace(settings, pace=hurried(given.pace))
    run(settings, port=given.port)


def hurried(seconds: float) -> Pace:
    """Bots that take no longer than this over a move."""
    return Pace(wait=round(1_000 * seconds), hand=min(1.0, seconds))


if __name__ == "__main__":
    main()
