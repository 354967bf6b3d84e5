"""What happens by itself, and when: starts, clocks, deadlines, and the moves of bots."""

from __future__ import annotations

from dataclasses import dataclass

from tablee import bots
from tablee.core.deal import commitment
from tablee.core.state import CLOCK
from tablee.server.domain import events, race_clock
from tablee.server.domain.decide import STAND_IN
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.table import Table


@dataclass(frozen=True)
class Pace:
    """A bot lets people see what happened: so long, or as its hand takes where all act at once."""

    wait: int = 1_000
    hand: float = 1.0


PACE = Pace()


def follow_up(table: Table) -> AnyEvent | None:
    """What must follow at once: the start when all are ready, the undo when all agree, the end."""
    if table.all_ready():
        seed = table.seed()
        return events.Started(seed, commitment(seed, table.opened.salt))
    if table.asking is not None and table.all_agree():
        return events.Undone(table.asking.ply)
    if table.status == "over" and table.ended is None:
        outcome = table.playing().outcome
        assert outcome is not None
        return events.Ended(outcome.scores, outcome.ranks)
    return None


def clock_due(table: Table, viewer: int | None = None) -> int | None:
    """When CLOCK acts; for a viewer, as far as that one may know."""
    if table.match is None:
        return None
    state = table.match.state
    if CLOCK not in (state.actors() if viewer is None else state.visible_actors(viewer)):
        return None
    timer = state.timer() if viewer is None else state.visible_timer(viewer)
    if timer is not None:
        return race_clock.lit(table, timer[0]) + timer[1]
    # Without a timer it acts only where nobody else can.
    return None if table.acting() else table.changed


def clock_move(table: Table, now: int) -> AnyEvent | None:
    """CLOCK's move, if its time has come."""
    due = clock_due(table)
    if due is None or due > now:
        return None
    state = table.playing().state
    return events.Moved(CLOCK, table.game.format(state.moves(CLOCK)[0]), "clock")


def deadline(table: Table, seat: int) -> int | None:
    """Until when a person must decide."""
    return None if table.chairs[seat].driver else table.clocks.deadline(seat)


def late_seat(table: Table, now: int) -> AnyEvent | None:
    """A bot for the first person whose time is up."""
    for seat in table.acting():
        until = deadline(table, seat)
        if until is not None and until <= now:
            return events.TookOver(seat, STAND_IN, "late")
    return None


def bot_due(table: Table, seat: int, pace: Pace = PACE) -> int | None:
    """When the bot of a seat acts. Every process finds the same time, so that none hurries the other."""
    asked = table.clocks.seats[seat]
    if not table.chairs[seat].driver or asked.since is None:
        return None
    since = max(asked.latest, race_clock.starts(table, seat) or 0)
    if len(table.acting()) == 1 and not race_clock.is_on(table, seat):
        return since + pace.wait
    usual = bots.pace_of(table.chairs[seat].driver, table.game)
    return since + round(pace.hand * bots.pause(usual, (since * 31 + seat * 617) % 101 / 101))


def bots_due(table: Table, now: int, pace: Pace = PACE) -> list[int]:
    """Seats whose bot should think now."""
    dues = {seat: bot_due(table, seat, pace) for seat in table.acting()}
    return [seat for seat, due in dues.items() if due is not None and due <= now]


def next_due(table: Table, pace: Pace = PACE) -> int | None:
    """When something happens by itself next; None if everything waits for people."""
    if follow_up(table) is not None:
        return table.changed
    acting = table.acting()
    dues = [clock_due(table)]
    dues += [deadline(table, seat) for seat in acting]
    dues += [bot_due(table, seat, pace) for seat in acting]
    return min((due for due in dues if due is not None), default=None)
