"""The real server with fast bots, short timers and no rate limits.

`python -m tests.web.server PORT FILE [--pace SECONDS] [--clock SHARE] [--seed WORD] [--resample WORD]
[--sockets MOST] [--solo-on-device] [--stop-with-stdin]`

Deals and bots follow from a seed, if there is one: WORD, or the text of the file that TABLEE_SEED_FILE names.
With `--stop-with-stdin` the server stops when its standard input is closed, as it is when the process that
started it is gone.
"""

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tablee.core.daily import closing_of, day_of
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.server.domain import race_clock, schedule
from tablee.server.domain.schedule import Pace
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.rate_limit import Rate
from tablee.server.realtime import render
from tablee.server.runtime import bot_pool, daily, registry, review_worker
from tablee.server.serve import run
from tablee.server.settings import Settings

# All browsers of a test have the same address.
NO_LIMIT = Rate(burst=10_000, per_second=1_000)


def main() -> None:
    """Serve until the process is terminated."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("store")
    parser.add_argument("--pace", type=float)
    parser.add_argument("--clock", type=float, default=1.0)
    parser.add_argument("--seed")
    parser.add_argument("--resample")
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--solo-on-device", action="store_true")
    parser.add_argument("--stop-with-stdin", action="store_true")
    given = parser.parse_args()
    settings = Settings(
        store=f"sqlite:///{given.store}",
        per_address=NO_LIMIT,
        opening=NO_LIMIT,
        trying=NO_LIMIT,
        reviewing=NO_LIMIT,
        notifying=NO_LIMIT,
        mailing=NO_LIMIT,
        answering=NO_LIMIT,
        exporting=NO_LIMIT,
        putting=NO_LIMIT,
        putting_daily=NO_LIMIT,
        putting_person=NO_LIMIT,
        putting_site=NO_LIMIT,
        max_sockets=given.sockets,
        solo_on_device=given.solo_on_device,
    )
    if given.pace is not None:
        settings = replace(settings, pace=fast_pace(given.pace))
    shorten_timers(given.clock)
    stop_days(setattr)
    # With the lowest priority a review never ends beside processes that use every processor.
    review_worker.NICENESS = 0
    seed_file = os.environ.get("TABLEE_SEED_FILE")
    if given.seed:
        fix_seeds(lambda: given.seed)
    elif seed_file:
        fix_seeds(Path(seed_file).read_text)
    if given.resample:
        resample_for_spectators(given.resample)
    if given.stop_with_stdin:
        threading.Thread(target=stop_with_stdin, daemon=True).start()
    run(settings, port=given.port)


def stop_with_stdin() -> None:
    """Wait until the standard input is closed, then stop this process."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


def fast_pace(seconds: float) -> Pace:
    """Return a pace at which bots take at most this long for a move."""
    return Pace(wait=round(1_000 * seconds), scale=min(1.0, seconds))


def shorten_timers(share: float) -> None:
    """Patch the server so that timers and pauses last only this share (0 to 1) of their time."""
    clock_due = schedule.clock_due
    race_clock.PAUSE = round(race_clock.PAUSE * share)

    def shortened(table: Table, viewer: int | None = None) -> int | None:
        due = clock_due(table, viewer)
        state = table.match.state if table.match else None
        timer = None if state is None else state.timer() if viewer is None else state.visible_timer(viewer)
        return due if due is None or timer is None else due - round(timer[1] * (1 - share))

    schedule.clock_due = shortened


def stop_days(patch: Callable[[object, str, object], None]) -> str:
    """Patch the servers of this process so that no day ends, and return the day; `patch`: `setattr`."""
    day = day_of(time.time_ns() // 1_000_000)
    patch(daily, "day_of", lambda _now: day)
    # The ranking is still open for hours.
    patch(daily, "end_of", closing_of)
    return day


def resample_for_spectators(seed: str) -> None:
    """Patch the server so that spectators see a resampled state, which agrees with all they may know."""
    shown_state = render.shown_state

    def resampled(table: Table, viewer: int, counting: bool) -> tuple[State, bool]:
        state, counting = shown_state(table, viewer, counting)
        if viewer != SPECTATOR:
            return state, counting
        return state.resample(None, Rng(f"{seed} {state.plies}")), counting

    render.shown_state = resampled


def fix_seeds(read_seed: Callable[[], str]) -> None:
    """Patch the server so that deals and bots follow from a seed."""
    for module in (registry, bot_pool):
        vars(module)["secrets"] = SeededSecrets(read_seed)


class SeededSecrets:
    """A replacement for the module `secrets`. It begins anew when the seed changes."""

    def __init__(self, read_seed: Callable[[], str]) -> None:
        self.read_seed = read_seed
        self.seed: str | None = None

    def token_hex(self, count: int) -> str:
        """Return pseudo-random bytes in hex, two digits each."""
        seed = self.read_seed()
        if seed != self.seed:
            self.seed, self.rng = seed, Rng(seed)
        return "".join(f"{self.rng.below(256):02x}" for _ in range(count))


if __name__ == "__main__":
    main()
