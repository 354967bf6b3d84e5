"""The tables where a visitor has a decision to make."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from tablee.core.errors import Illegal, Unreadable
from tablee.server.domain import schedule
from tablee.server.domain.table import Table
from tablee.server.runtime.registry import MAX_UNFINISHED, TableRegistry


class MyTurn(msgspec.Struct, frozen=True):
    """A table where it is the visitor's turn. Times are in ms since 1970; `until` is null without a limit."""

    table: str
    game: str
    since: int
    until: int | None


async def my_turns(registry: TableRegistry, visitor_id: str) -> list[MyTurn]:
    """Return the tables that wait for a visitor: the first deadline first, then the longest wait.

    Tables are folded, at most MAX_UNFINISHED of them, which is how many a visitor may have.
    """
    if not visitor_id:
        return []
    found = []
    for summary in await registry.store.tables_of(visitor_id, unfinished=True, limit=MAX_UNFINISHED):
        with suppress(Illegal, Unreadable):
            actor = await registry.get(summary.table_id)
            if actor.table.seq < summary.seq:
                await registry.catch_up(actor)
            found += [turn for turn in [turn_of(actor.table, visitor_id)] if turn is not None]
    return sorted(found, key=lambda turn: (turn.until is None, turn.until or turn.since, turn.table))


def turn_of(table: Table, visitor_id: str) -> MyTurn | None:
    """Return the turn of a visitor at a table; None if there is none, or a bot plays for the visitor."""
    seat = table.seat_of(visitor_id)
    if seat is None or seat not in table.acting() or table.chairs[seat].acting_bot:
        return None
    since = table.clocks.seats[seat].since or table.last_event_at
    return MyTurn(table.id, table.game.key, since, schedule.deadline(table, seat))
