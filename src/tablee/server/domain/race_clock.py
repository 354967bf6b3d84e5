"""Times of moves in a race: each seat counts from when it saw the start, within what its latency explains.

The rules compare times; here a claimed time is only limited to what is possible. All times are milliseconds.
"""

from __future__ import annotations

from tablee.core.errors import Illegal
from tablee.core.state import UNTIMED
from tablee.server.domain.table import Table

# Between the move that starts a race and the moment it is shown: three, two, one.
COUNTDOWN = 3_000
# For how long the result of a race is shown, at most, before the countdown of the next one; for new tables.
PAUSE = 10_000
# Granted above the best measured round trip, and the most that is granted at all.
GRACE = 50
MAX_GRACE = 300


def start_time(table: Table, seat: int) -> int | None:
    """Return when a seat (or SPECTATOR) sees the start of its race, the countdown included.

    None if it is in no race.
    """
    ply = table.race_starts.get(seat)
    return None if ply is None else max(table.times[ply], pause_end(table)) + COUNTDOWN


def pause_end(table: Table) -> int:
    """Return until when the result of the last race is shown; 0 if no race of the whole table is over.

    That is when all people are ready, or when the pause of the table is over. Once past, it never changes.
    """
    if not table.last_race:
        return 0
    latest = table.times[table.last_race] + table.opened.pause
    return min(latest, max((table.ready_at.get(seat, latest) for seat in table.people()), default=latest))


def is_pause(table: Table, now: int) -> bool:
    """Return whether the result of a race is shown, and there will be another one."""
    return table.status == "playing" and now < pause_end(table)


def is_counting_down(table: Table, seat: int, now: int) -> bool:
    """Return whether the race of a seat has been started but is not shown yet."""
    start = start_time(table, seat)
    return start is not None and now < start


def wait_start(table: Table, ply: int) -> int:
    """Return when a timer begins that was started by a ply.

    After the countdown, if it started a race; not while the result of the last race is shown.
    """
    for seat, start in table.race_starts.items():
        if ply == start:
            return start_time(table, seat) or 0
    return max(table.times[ply], pause_end(table))


def check_not_too_soon(table: Table, seat: int, move: int, now: int, at: int) -> None:
    """Raise Illegal for a move before the start, or sooner after the last one than `min_interval`.

    `at` is the elapsed time of the move, or UNTIMED.
    """
    wait = (start_time(table, seat) or 0) - now
    interval = table.playing().state.min_interval(move)
    if wait <= 0 and at != UNTIMED and interval and seat in table.last_action:
        wait = table.last_action[seat] + interval - at
    if wait > 0:
        raise Illegal("too-soon", wait=wait)


def elapsed(table: Table, seat: int, now: int, claimed: int = UNTIMED, round_trip: int = 0) -> int:
    """Return the time of a move since the start: as claimed, if possible; UNTIMED outside a race.

    A message that arrives at A about a start shown at S was sent between A - S - round_trip and A - S after
    its sender saw the start. A smaller claim is raised to that range, a larger one lowered.
    """
    start = start_time(table, seat)
    if start is None:
        return UNTIMED
    latest = max(0, now - start)
    granted = min(round_trip + GRACE, MAX_GRACE) if round_trip else 0
    return max(0, latest - granted, min(claimed, latest)) if claimed != UNTIMED else latest
