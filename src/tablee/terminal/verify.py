"""The check of one record file for `tablee verify`, with its result printed in the user's language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tablee.core.errors import Refusal
from tablee.core.i18n import Translations
from tablee.core.match import Match
from tablee.core.record import Record, read_record
from tablee.core.verification import HARMLESS, fault_codes
from tablee.games import load
from tablee.terminal.sentences import common_translations
from tablee.terminal.setup import CommandError, explain_refusal, find_game_key, read_file, resolve_language


def verify_file(file: Path) -> bool:
    """Replay one record, print the result, and return whether all checks passed."""
    language = resolve_language(None)
    translations = common_translations(language)
    text = ""
    try:
        text = read_file(file, language)
        record = read_record(text)
        match = Match.from_record(record, load)
    except CommandError as error:
        print(f"✗ {error}")
        return False
    except Refusal as refused:
        why = explain_refusal(refused, language, find_game_key(text))
        print(f"✗ {translations('cli.in-file', file=file, why=why)}")
        return False
    faults = [code for code in fault_codes(record) if code not in HARMLESS]
    print("✗" if faults else "✓", file)
    for line in describe_record(record, match, faults, translations):
        print(f"    {line}")
    return not faults


def describe_record(
    record: Record, match: Match, faults: Sequence[str], translations: Translations
) -> list[str]:
    """Return lines about a record and the match replayed from it: game, moves, commitment, faults, ending."""
    key, version = record.header["game"].split()
    known = record.commitment_holds() is not None
    commitment = "broken" if faults else "kept" if known else "none"
    seats, pieces = record.header["seats"], record.header["pieces"]
    return [
        translations("cli.record", game=key, version=version, seats=seats, pieces=pieces),
        translations("cli.replayed", n=match.ply),
        translations(f"cli.promise-{commitment}"),
        *(translations(f"cli.fault.{code}") for code in faults),
        _describe_ending(record, match, translations),
    ]


def _describe_ending(record: Record, match: Match, translations: Translations) -> str:
    if match.outcome is None:
        return translations("cli.no-ending")
    scores = " ".join(map(str, match.outcome.scores))
    return translations("cli.ending" if record.end else "cli.unrecorded-ending", scores=scores)
