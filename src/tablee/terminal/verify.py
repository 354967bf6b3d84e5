"""The check of one record file for `tablee verify`, with its result printed in the user's language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tablee.core.daily import Proof, chain_faults, deal_fault, read_proof
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


def verify_proof(file: Path, records: Sequence[Path]) -> bool:
    """Check a proof of deals of the day, and matches at them; print and return whether all passed."""
    language = resolve_language(None)
    translations = common_translations(language)
    try:
        proof = read_proof(read_file(file, language))
    except CommandError as error:
        print(f"✗ {error}")
        return False
    except Refusal as refused:
        print(f"✗ {translations('cli.in-file', file=file, why=explain_refusal(refused, language))}")
        return False
    faults = chain_faults(proof.first_day, proof.anchor, proof.day, proof.secret)
    shown = [translations(f"cli.fault.{code}") for code in faults]
    print("✗" if faults else "✓", file)
    for line in shown or [translations("cli.daily", first=proof.first_day, last=proof.day)]:
        print(f"    {line}")
    checked = [verify_file(record) and _verify_deal(record, proof, translations) for record in records]
    return not faults and all(checked)


def _verify_deal(file: Path, proof: Proof, translations: Translations) -> bool:
    """Print and return whether the seed of a record is that of its day in the proof."""
    record = read_record(file.read_text("utf-8"))
    fault = deal_fault(proof, record.notes.get("daily", ""), record.key, record.header["seed"])
    print(f"    {translations(f'cli.fault.{fault}' if fault else 'cli.daily-deal')}")
    return not fault


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
