"""`tablee verify-daily` checks the proof of a site, and records of matches at its deals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee import games
from tablee.cli import main
from tablee.core.daily import Chain, deal_salt, deal_seed
from tablee.core.deal import commitment
from tablee.core.match import Match

CHAIN = Chain(0, "2026-11-17", 100, "5a" * 32)
DAY, LAST = "2026-11-20", "2026-12-01"
GAME = "clouds"


def write_proof(folder: Path, **changes: str) -> Path:
    """Write the proof of the chain up to LAST, or a changed one."""
    proof = {"first_day": CHAIN.first_day, "anchor": CHAIN.anchor, "day": LAST, "secret": CHAIN.secret(LAST)}
    file = folder / "proof.json"
    file.write_text(json.dumps({**proof, **changes}), "utf-8")
    return file


def write_record(folder: Path, day: str, seed_day: str) -> Path:
    """Write the record of a match that claims a day, with the seed of the same day or of another."""
    secret = CHAIN.secret(seed_day)
    seed, salt = deal_seed(secret, seed_day, GAME), deal_salt(secret, seed_day, GAME)
    match = Match(games.load(GAME), 1, seed, {})
    while match.state.actors():
        match.play(0, match.game.format(match.state.moves(0)[0]))
    notes = {"table": "x", "promise": commitment(seed, salt), "secret": seed, "daily": day}
    file = folder / "record.txt"
    file.write_text(match.record(salt, notes).text(), "utf-8")
    return file


def exit_code(*files: Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["verify-daily", *map(str, files)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_a_secret_that_leads_to_the_anchor_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == exit_code(write_proof(tmp_path))
    assert CHAIN.first_day in capsys.readouterr().out


@pytest.mark.parametrize(
    "changes",
    [{"secret": "00" * 32}, {"anchor": "11" * 32}, {"day": "2026-12-02"}, {"day": "2026-11-01"}],
)
def test_a_changed_proof_is_found_out(tmp_path: Path, changes: dict[str, str]) -> None:
    assert 1 == exit_code(write_proof(tmp_path, **changes))


@pytest.mark.parametrize("changes", [{"secret": "zz"}, {"day": "soon"}, {"first_day": ""}])
def test_what_is_no_proof_is_refused(tmp_path: Path, changes: dict[str, str]) -> None:
    assert 1 == exit_code(write_proof(tmp_path, **changes))


def test_a_match_at_a_proved_deal_passes(tmp_path: Path) -> None:
    assert 0 == exit_code(write_proof(tmp_path), write_record(tmp_path, DAY, DAY))


@pytest.mark.parametrize("day, seed_day", [(DAY, "2026-11-21"), ("2026-12-05", "2026-12-05")])
def test_a_match_at_another_deal_fails(tmp_path: Path, day: str, seed_day: str) -> None:
    assert 1 == exit_code(write_proof(tmp_path), write_record(tmp_path, day, seed_day))
