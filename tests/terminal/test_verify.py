"""Tests that `tablee verify` and the verifier of a site agree about a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee import FOLDER, games
from tablee.core.deal import commitment
from tablee.core.i18n import LANGUAGES
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.verification import FAULTS, HARMLESS, find_faults
from tablee.terminal.verify import verify_file

SECRET, SALT = "server secret", "pepper"


def finished(seed: str, salt: str | None, notes: dict[str, str]) -> str:
    """Return the record of a whole match of random moves."""
    match, rng = Match(games.load("islands"), 2, seed), Rng("verify")
    while match.outcome is None:
        seat = match.state.actors()[0]
        moves = match.state.moves(seat)
        match.play(seat, match.game.format(moves[rng.below(len(moves))]))
    return match.record(salt, notes).text()


def server_record() -> str:
    notes = {"table": "T", "promise": commitment(SECRET, SALT), "secret": SECRET, "word B": "hello"}
    return finished(f"{SECRET} hello", SALT, notes)


def verified(tmp_path: Path, text: str) -> bool:
    file = tmp_path / "match.tablee"
    file.write_text(text, "utf-8")
    return verify_file(file)


def test_both_accept_the_record_of_a_server(tmp_path: Path) -> None:
    assert [] == find_faults(server_record(), games.load)
    assert verified(tmp_path, server_record())


def swapped_secret() -> str:
    """Return a record whose server chose another secret after it had seen the words of the people."""
    notes = {"table": "T", "promise": commitment(SECRET, SALT), "secret": "swapped", "word B": "hello"}
    return finished("swapped hello", SALT, notes)


def without(name: str) -> str:
    lines = server_record().splitlines()
    return "\n".join(line for line in lines if not line.startswith(f"{name}:")) + "\n"


@pytest.mark.parametrize(
    "text, code",
    [
        (swapped_secret(), "secret-swapped"),
        (without("note promise"), "secret-swapped"),
        (without("note secret"), "secret-swapped"),
        (without("note word B"), "seed-of-other-parts"),
        (without("commitment"), "seed-not-committed"),
        (server_record().replace("note word B: hello", "note word B: bye"), "seed-of-other-parts"),
    ],
)
def test_both_refuse_a_broken_promise(
    text: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert FAULTS[code] in find_faults(text, games.load)
    assert not verified(tmp_path, text)
    words = json.loads((FOLDER / "terminal" / "words.fr.json").read_text("utf-8"))
    assert words[f"cli.fault.{code}"] in capsys.readouterr().out


@pytest.mark.parametrize("salt, code", [(None, "no-commitment"), (SALT, "no-promise")])
def test_a_record_without_promises_is_not_a_broken_one(
    salt: str | None, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = finished("terminal", salt, {})
    assert verified(tmp_path, text)
    assert "✓" in capsys.readouterr().out
    # A site always promises: its verifier asks for the promise.
    assert [FAULTS[code]] == find_faults(text, games.load)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_text(language: str) -> None:
    words = json.loads((FOLDER / "terminal" / f"words.{language}.json").read_text("utf-8"))
    assert {f"cli.fault.{code}" for code in FAULTS.keys() - HARMLESS} <= words.keys()
