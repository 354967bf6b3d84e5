"""What happens without a request, and when: the start, moves of CLOCK, deadlines, moves of bots, the end.

Every function depends only on the table and the time, so all processes agree. Times are in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.core.deal import commitment
from tablee.core.race import UNTIMED_SLOWDOWN
from tablee.core.state import CLOCK
from tablee.server.domain import daily, events, race_clock
from tablee.server.domain.absence import ABSENT_AFTER, STAND_IN
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.table import Table


@dataclass(frozen=True)
class Pace:
    """How fast bots move. `wait`: pause before a move where one seat acts at a time.

    `scale`: factor on the bot's own delay where all seats act at once. `call_after`: how long a decision
    waits for a person who is not connected before that person is called (`domain.calls`), `absent_after`:
    before the others may let a bot play (`domain.absence`).
    """

    wait: int = 1_000
    scale: float = 1.0
    call_after: int = 30_000
    absent_after: int = ABSENT_AFTER


PACE = Pace()
# With a time for each move: the late decision in a row at which a bot takes the seat.
MAX_LATE = 3


def follow_up(table: Table) -> AnyEvent | None:
    """Return the event that must follow at once: the start, an agreed undo, the end, or None."""
    if table.match is None:
        seed = table.seed()
        return events.Started(seed, commitment(seed, table.opened.salt)) if table.all_ready() else None
    if table.undo_request is not None and table.all_agree():
        return events.Undone(table.undo_request.ply)
    if table.status == "over" and table.ended is None:
        outcome = table.playing().outcome
        assert outcome is not None
        return events.Ended(outcome.scores, outcome.ranks)
    return None


def clock_due(table: Table, viewer: int | None = None) -> int | None:
    """Return when CLOCK moves, or None. With a viewer: as far as the viewer may know."""
    if table.match is None:
        return None
    state = table.match.state
    if CLOCK not in (table.actors if viewer is None else state.visible_actors(viewer)):
        return None
    timer = state.timer() if viewer is None else state.visible_timer(viewer)
    if timer is not None:
        return race_clock.wait_start(table, timer[0]) + timer[1]
    # Without a timer CLOCK moves only where no seat can.
    return None if table.acting() else table.last_event_at


def clock_move(table: Table, now: int) -> AnyEvent | None:
    """Return the move of CLOCK, or None if it is not due."""
    due = clock_due(table)
    if due is None or due > now:
        return None
    state = table.playing().state
    return events.Moved(CLOCK, table.game.format(state.moves(CLOCK)[0]), "clock")


def deadline(table: Table, seat: int) -> int | None:
    """Return until when the person on a seat must decide; None if a bot plays it or there is no limit.

    A time for each move does not run in a race, which has its own timer.
    """
    untimed = table.clock.kind == "move" and seat in table.race_starts
    return None if table.chairs[seat].acting_bot or untimed else table.clocks.deadline(seat)


def late_seat(table: Table, now: int) -> AnyEvent | None:
    """Return the event for the first late seat, or None if no seat is late.

    With a time for each move, the rules choose the move, until the seat is late MAX_LATE times in a row.
    Otherwise a bot takes the seat.
    """
    for seat in table.acting():
        until = deadline(table, seat)
        if until is None or until > now:
            continue
        if table.clock.kind == "move" and table.clocks.seats[seat].late < MAX_LATE - 1:
            move = table.playing().state.late_move(seat)
            return events.Moved(seat, table.game.format(move), "clock")
        return events.TookOver(seat, STAND_IN, "late")
    return None


def bot_due(table: Table, seat: int, pace: Pace = PACE) -> int | None:
    """Return when the bot of a seat moves; None if there is no bot or nothing to decide.

    The random part follows from the table, so that every process finds the same time.
    """
    thinking = table.clocks.seats[seat]
    if not table.chairs[seat].acting_bot or thinking.since is None:
        return None
    since = max(thinking.latest, race_clock.start_time(table, seat) or 0)
    if daily.waits_for_clock(table):
        return None
    if daily.plays_unseen(table, seat):
        return since
    if len(table.acting()) == 1 and seat not in table.race_starts:
        return since + pace.wait
    share = (since * 31 + seat * 617) % 101 / 101
    delay = table.catalog.bot_delay(table.chairs[seat].acting_bot, table.game, share)
    if seat in table.race_starts and CLOCK not in table.actors:
        delay *= UNTIMED_SLOWDOWN
    return since + round(pace.scale * delay)


def bots_due(table: Table, now: int, pace: Pace = PACE) -> list[int]:
    """Return the seats whose bot must choose a move now."""
    times = {seat: bot_due(table, seat, pace) for seat in table.acting()}
    return [seat for seat, due in times.items() if due is not None and due <= now]


def next_due(table: Table, pace: Pace = PACE) -> int | None:
    """Return when the next event happens without a request; None if everything waits for people."""
    if follow_up(table) is not None:
        return table.last_event_at
    times = []
    for seat in table.actors:
        if seat == CLOCK:
            due = clock_due(table)
        else:
            due = bot_due(table, seat, pace) if table.chairs[seat].acting_bot else deadline(table, seat)
        times += [] if due is None else [due]
    return min(times, default=None)
