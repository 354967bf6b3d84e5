"""`python -m tests.web.server PORT FILE [--pace S] [--clock SHARE] [--seed WORD] [--imagined WORD]`: the real
server, fast."""

import argparse
from dataclasses import replace

from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.server.domain import schedule
from tablee.server.domain.schedule import Pace
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.rate_limit import Rate
from tablee.server.realtime import render
from tablee.server.runtime import registry
from tablee.server.serve import run
from tablee.server.settings import Settings

# All visitors of a test come from one address.
MANY = Rate(burst=10_000, per_second=1_000)


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("store")
    parser.add_argument("--pace", type=float)
    parser.add_argument("--clock", type=float, default=1.0)
    parser.add_argument("--seed")
    parser.add_argument("--imagined")
    given = parser.parse_args()
    settings = Settings(store=f"sqlite:///{given.store}", per_address=MANY, opening=MANY, trying=MANY)
    if given.pace is not None:
        settings = replace(settings, pace=hurried(given.pace))
    hurry_clock(given.clock)
    if given.seed:
        vars(registry)["secrets"] = Seeded(given.seed)
    if given.imagined:
        show_other_truths(given.imagined)
    run(settings, port=given.port)


def hurried(seconds: float) -> Pace:
    """Bots that take no longer than this over a move."""
    return Pace(wait=round(1_000 * seconds), scale=min(1.0, seconds))


def hurry_clock(share: float) -> None:
    """Let the rules' own waits (a lamp, a look) last only this share of what the rules say."""
    usual = schedule.clock_due

    def sooner(table: Table, viewer: int | None = None) -> int | None:
        due = usual(table, viewer)
        state = table.match.state if table.match else None
        timer = None if state is None else state.timer() if viewer is None else state.visible_timer(viewer)
        return due if due is None or timer is None else due - round(timer[1] * (1 - share))

    schedule.clock_due = sooner


def show_other_truths(seed: str) -> None:
    """Let spectators look at a truth that they cannot tell from the real one."""
    usual = render.shown_state

    def imagined(table: Table, viewer: int, now: int) -> tuple[State, bool]:
        state, counting = usual(table, viewer, now)
        if viewer != SPECTATOR:
            return state, counting
        return state.resample(None, Rng(f"{seed} {state.plies}")), counting

    render.shown_state = imagined


class Seeded:
    """Deals that are the same each time, for pictures: stands in for the module `secrets`."""

    def __init__(self, seed: str) -> None:
        self.rng = Rng(seed)

    def token_hex(self, count: int) -> str:
        """As many bytes, written with two digits each."""
        return "".join(f"{self.rng.below(256):02x}" for _ in range(count))


if __name__ == "__main__":
    main()
