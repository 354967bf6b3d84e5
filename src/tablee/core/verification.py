"""Check the record of a finished match: the commitments to its seed, and every move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tablee.core.deal import commitment_holds
from tablee.core.errors import Refusal
from tablee.core.match import Match
from tablee.core.record import read_record

if TYPE_CHECKING:
    from tablee.core.game import Game


def find_faults(text: str, load: Callable[[str], Game]) -> list[str]:
    """Return one English sentence for each fault of a record; `load` finds a game by its key."""
    try:
        record = read_record(text)
        Match.from_record(record, load)
    except Refusal as refused:
        return [f"The record cannot be replayed: {refused}"]
    faults = []
    if record.commitment_holds() is not True:
        faults.append("The seed is not the one that was committed to before the first move.")
    notes, salt = record.notes, record.header.get("salt", "")
    words = [value for name, value in sorted(notes.items()) if name.startswith("word ")]
    if not commitment_holds(notes.get("promise", ""), notes.get("secret") or "-", salt or "-"):
        faults.append("The server's part of the seed is not the one promised when the table was opened.")
    if record.header["seed"] != " ".join([notes.get("secret", ""), *words]):
        faults.append("The seed is not made of the server's part and the words that people added.")
    if record.end is None:
        faults.append("The match is not over.")
    return faults
