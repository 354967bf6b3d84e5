"""The lines of chat of a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Chat:
    """A line of chat; `number` counts the lines of a table from 1. `visitor_id` is never sent to clients.

    `note`: why a bot took the seat, in a line that nobody wrote: without name, text, visitor and number.
    """

    at: int
    seat: int
    name: str
    text: str
    visitor_id: str = ""
    number: int = 0
    note: str = ""
