"""Check the record of a match: the commitments to its seed, and every move.

Used by `tablee verify` and by the verifier that a site offers for download, so that both come to one result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tablee.core.deal import commitment_holds
from tablee.core.errors import Refusal
from tablee.core.match import Match
from tablee.core.record import Record, read_record

if TYPE_CHECKING:
    from tablee.core.game import Game

# Faults by code, in English. `tablee verify` has a text `cli.fault.CODE` for each in both languages.
FAULTS = {
    "seed-not-committed": "The seed is not the one that was committed to before the first move.",
    "secret-swapped": "The server's part of the seed is not the one promised when the table was opened.",
    "seed-of-other-parts": "The seed is not made of the server's part and the words that people added.",
    "no-commitment": "The record contains no commitment: nothing was promised about the deal.",
    "no-promise": "The record contains no commitment of a server to its part of the seed.",
    "not-over": "The match is not over.",
}
# Nothing is wrong with these records: a match of the terminal, or one that is still going on.
HARMLESS = {"no-commitment", "no-promise", "not-over"}
# The notes of a record from a server.
SERVER_NOTES = ("table", "promise", "secret")


def find_faults(text: str, load: Callable[[str], Game]) -> list[str]:
    """Return one English sentence for each fault of a record; `load` finds a game by its key.

    For the record of a finished match at a site: a missing commitment counts as a fault.
    """
    try:
        record = read_record(text)
        Match.from_record(record, load)
    except Refusal as refused:
        return [f"The record cannot be replayed: {refused}"]
    return [FAULTS[code] for code in fault_codes(record)]


def fault_codes(record: Record) -> list[str]:
    """Return the codes of the faults of a record, keys of FAULTS; its moves are not replayed here."""
    codes = []
    if any(name in record.notes for name in SERVER_NOTES):
        codes += _faults_of_promise(record)
    else:
        codes.append("no-commitment" if record.commitment_holds() is None else "no-promise")
    if record.commitment_holds() is False:
        codes.insert(0, "seed-not-committed")
    if record.end is None:
        codes.append("not-over")
    return codes


def _faults_of_promise(record: Record) -> list[str]:
    """Return the codes of faults in the commitment to the server's secret, and in the parts of the seed."""
    notes, salt = record.notes, record.header.get("salt", "")
    codes = [] if record.commitment_holds() is not None else ["seed-not-committed"]
    if not commitment_holds(notes.get("promise", ""), notes.get("secret") or "-", salt or "-"):
        codes.append("secret-swapped")
    words = [value for name, value in sorted(notes.items()) if name.startswith("word ")]
    if record.header["seed"] != " ".join([notes.get("secret", ""), *words]):
        codes.append("seed-of-other-parts")
    return codes
