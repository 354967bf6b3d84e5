"""Records of matches at a table, with what proves the deal."""

from __future__ import annotations

from tablee.core.vocabulary import format_seat
from tablee.server.domain.table import Table

# The note of a match that was played on a device.
DEVICE_NOTE = "device"


def record_text(table: Table) -> str:
    """Return the record of a match, which reveals the deal."""
    return table.playing().record(table.opened.salt, record_notes(table)).text()


def record_notes(table: Table) -> dict[str, str]:
    """Return the notes of a record: what proves the deal, and who sat where."""
    notes = {"table": table.id, "promise": table.secret_commitment, "secret": table.opened.secret}
    if table.opened.daily:
        notes["daily"] = table.opened.daily
    if table.opened.device:
        notes[DEVICE_NOTE] = "yes"
    for seat, chair in enumerate(table.chairs):
        notes[f"seat {format_seat(seat)}"] = f"bot {chair.bot}" if chair.bot else f"person {chair.name}"
        if chair.word:
            notes[f"word {format_seat(seat)}"] = chair.word
    return notes
