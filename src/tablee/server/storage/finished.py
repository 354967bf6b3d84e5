"""Finished matches of a site without anything that identifies people or tables, for datasets."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from sqlalchemy import select

from tablee.core.daily import closing_of
from tablee.core.match import Match
from tablee.server.catalog import CATALOG
from tablee.server.domain import events
from tablee.server.domain.table import LogLine, Table
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import TABLE_INDEX

# Beside the names of bots: who made a move of a seat. A move of CLOCK at a seat is one of the rules.
PERSON = "person"
CLOCK = "clock"


async def finished_tables(store: EventStore, key: str) -> list[str]:
    """Return the ids of all tables of a game whose match is over, in random order."""
    query = select(TABLE_INDEX.c.table_id).where(TABLE_INDEX.c.game == key, TABLE_INDEX.c.status == "over")
    tables = [row[0] for row in await store.rows(query)]
    secrets.SystemRandom().shuffle(tables)
    return tables


async def finished_match(
    store: EventStore, table_id: str, seats: int, options: Mapping[str, str], now: int
) -> tuple[Match, list[str]] | None:
    """Return the match of a table and the player of each move: the name of a bot, PERSON or CLOCK.

    None if the table has other seats or options, if the installed rules cannot replay it, and for a match
    that is not over, began at a position of another one, was played on a device, which may choose its deals,
    or is a deal of the day whose secret is not published `now` (ms since 1970).
    """
    table, players = Table(table_id, CATALOG), list[str]()
    try:
        for row in await store.read(table_id):
            table.apply(row.seq, row.at, events.decode(row.payload))
            # An event makes one move, or takes some back.
            del players[len(table.log) :]
            players += [player_of(table, line) for line in table.log[len(players) :]]
    except Exception:  # a damaged payload may be anything; `tablee replay --all` says what
        return None
    match = table.match
    if match is None or table.ended is None or match.start is not None or table.opened.device:
        return None
    if match.seats != seats or match.options != options:
        return None
    if table.opened.daily and now < closing_of(table.opened.daily):
        return None
    return match, players


def player_of(table: Table, line: LogLine) -> str:
    """Return who made the last move of a table; a stand-in is a bot."""
    if line.by == "bot":
        return table.chairs[line.seat].acting_bot
    return CLOCK if line.by == "clock" else PERSON
