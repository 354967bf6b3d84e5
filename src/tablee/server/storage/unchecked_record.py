"""The record of a stored match that the installed rules cannot replay."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.server.catalog import CATALOG
from tablee.server.domain import events
from tablee.server.domain.unchecked import UncheckedTable
from tablee.server.storage.rows import StoredEvent


def unchecked_record(table_id: str, rows: Sequence[StoredEvent], finished_only: bool = False) -> str | None:
    """Return the record of a stored match, made without its rules; None if its events cannot be read.

    With `finished_only`, None for a match that is not over: its record would reveal the deal.
    """
    table = UncheckedTable(table_id, CATALOG)
    try:
        for row in rows:
            table.apply(row.seq, row.at, events.decode(row.payload))
        return None if finished_only and table.ended is None else table.record()
    except Exception:  # damaged events may raise anything
        return None
