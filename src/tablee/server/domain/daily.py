"""The deal of the day at a table: bots that answer equal positions equally, the result, the streak.

The days and seeds are in `core.daily`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tablee.core.daily import closing_of, day_after, days_between
from tablee.core.rng import Rng
from tablee.core.state import UNTIMED
from tablee.server.domain.events import Ended
from tablee.server.domain.table import Table

# The person who plays the deal; at the table that shows how it can be played, the strongest bot.
OWN_SEAT = 0
EXPERT = "expert"
# A missed day does not end a streak if none of this many days after it was missed.
FORGIVEN_EVERY = 7


@dataclass(frozen=True)
class DailyTry:
    """A row of the projection `daily_result` when a table is opened. Times are in milliseconds since 1970.

    `visitor_id` is "" at the table of the expert.
    """

    table_id: str
    day: str
    game: str
    visitor_id: str
    name: str
    face: str
    ranked: bool
    started_at: int


@dataclass(frozen=True)
class DailyScore:
    """What the end of a match adds to its row of `daily_result`.

    `lead`: points more than the best of the others; the score itself for a person alone. `in_time`: whether
    the ranking of the day was still open.
    """

    table_id: str
    score: int
    lead: int
    finished_at: int
    in_time: bool


def score_of(table: Table, ended: Ended, now: int) -> DailyScore:
    """Return the result of the person's seat at a table of the deal of the day."""
    own = ended.scores[OWN_SEAT]
    others = ended.scores[OWN_SEAT + 1 :]
    lead = own - max(others) if others else own
    return DailyScore(table.id, own, lead, now, in_time=now < closing_of(table.opened.daily))


def has_finished(tries: Iterable[Any]) -> bool:
    """Return whether one of these tries, rows of `daily_result`, is over."""
    return any(row.score is not None for row in tries)


# Bots


def bot_seed(table: Table, seat: int) -> str:
    """Return the seed of a bot's next decision: it follows from the deal, the seat and its number of moves.

    Not from the ply: in a ghost race that depends on how fast the others are.
    """
    return f"{table.playing().seed} {seat} {sum(line.seat == seat for line in table.log)}"


def memory_key(table: Table, seat: int) -> str:
    """Return the key of what a bot forgets; the same at every table of the deal."""
    return f"{table.playing().seed} {seat}"


def waits_for_clock(table: Table) -> bool:
    """Return whether CLOCK must move before any seat does.

    Elsewhere a seat that moves as soon as a timer has run out may be faster than CLOCK. At the deal of the
    day the order of moves must not depend on that.
    """
    return bool(table.opened.daily) and table.playing().state.waits_for_clock()


def plays_unseen(table: Table, seat: int) -> bool:
    """Return whether nobody watches a bot's moves: in a ghost race, and where bots play alone."""
    if not table.opened.daily:
        return False
    return not table.people() or table.race_starts.get(seat) is not None


def bot_elapsed(table: Table, seat: int) -> int:
    """Return the time of a bot's next move since its race started, in ms; UNTIMED outside a race.

    Computed from the deal instead of measured, so that a bot is equally fast against everybody.
    """
    start = table.race_starts.get(seat)
    if start is None:
        return UNTIMED
    moves = [sum(line.seat == seat for line in lines) for lines in (table.log[:start], table.log[start:])]
    rng = Rng(f"{table.playing().seed} {seat} {moves[0]} pace")
    bot = table.chairs[seat].bot
    return sum(round(table.catalog.bot_delay(bot, table.game, rng.real())) for _ in range(moves[1] + 1))


# The streak


def streak(played: Iterable[str], today: str) -> int:
    """Return on how many days in a row, up to today or yesterday, a person has finished a deal.

    A missed day is not counted and ends the streak, unless it is the only one in FORGIVEN_EVERY days.
    """
    days = set(played)
    count, missed = 0, ""
    day = today if today in days else day_after(today, -1)
    while True:
        if day in days:
            count += 1
        elif (missed and days_between(day, missed) < FORGIVEN_EVERY) or day_after(day, -1) not in days:
            return count
        else:
            missed = day
        day = day_after(day, -1)
