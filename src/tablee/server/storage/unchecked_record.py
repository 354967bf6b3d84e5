"""The record of a stored match that the installed rules cannot replay."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.daily import closing_of
from tablee.server.catalog import CATALOG
from tablee.server.domain import events
from tablee.server.domain.unchecked import UncheckedTable
from tablee.server.storage.rows import StoredEvent


def unchecked_record(table_id: str, rows: Sequence[StoredEvent], public_at: int | None = None) -> str | None:
    """Return the record of a stored match, made without its rules; None if its events cannot be read.

    With a time (ms since 1970), None for a match whose record would reveal a deal that is still played then.
    """
    table = UncheckedTable(table_id, CATALOG)
    try:
        for row in rows:
            table.apply(row.seq, row.at, events.decode(row.payload))
        day = table.opened.daily
        is_secret = table.ended is None or (day and (public_at or 0) < closing_of(day))
        return None if public_at is not None and is_secret else table.record()
    except Exception:  # damaged events may raise anything
        return None
