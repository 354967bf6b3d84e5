"""Tests of the command line: output and exit codes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablee import bots, cli, games
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.terminal.sentences import strip_pictures


def tablee(*arguments: str, language: str = "fr_FR.UTF-8") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with pipes instead of a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "tablee.cli", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env={**os.environ, "LANG": language, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command in this process; return exit code, output and errors."""
    code = 0
    try:
        cli.main(list(arguments))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def finished_record(seats: int = 3, salt: str | None = None) -> str:
    """Return the record of a whole match of random moves."""
    match, rng = Match(games.load("islands"), seats, "cli"), Rng("cli")
    while match.outcome is None:
        seat = match.state.actors()[0]
        moves = match.state.moves(seat)
        match.play(seat, match.game.format(moves[rng.below(len(moves))]))
    return match.record(salt).text()


def test_without_arguments_the_commands_are_listed() -> None:
    done = tablee()
    assert 0 == done.returncode
    assert all(command in done.stdout for command in ("play", "replay", "verify", "rules", "pieces", "about"))


def test_a_missing_terminal_is_reported_in_one_line() -> None:
    for command in (["play"], ["play", "islands"]):
        done = tablee(*command)
        assert (2, "") == (done.returncode, done.stdout)
        assert "n'est pas un terminal" in done.stderr
        assert 1 == done.stderr.count("\n")


def test_the_environment_chooses_the_language() -> None:
    assert "is not a terminal" in tablee("play", "islands", language="en_GB.UTF-8").stderr
    assert "n'est pas un terminal" in tablee("play", "islands", language="C").stderr


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("play nope", "Aucun jeu ne s'appelle « nope ». Jeux :"),
        ("play islands --seats 9", "Ce jeu se joue de 2 à 5 joueurs, pas à 9."),
        ("play islands --seats x", "--seats"),
        ("play islands --bots deep,blue", "Aucun robot ne s'appelle « deep ». Robots : random greedy"),
        ("play islands --language de", "Aucune langue ne s'appelle « de ». Langues : fr en."),
        ("play islands --option fast", "Une option s'écrit nom=valeur, pas « fast »."),
        ("play islands --option fast=yes", "Ce jeu n'a pas d'option « fast »."),
        ("play islands --people 0", "Il faut au moins une personne"),
        ("play islands --people 3 --names Ana,Bob", "2 noms, 3 personnes"),
        (
            "play islands --seats 2 --people 2 --bots greedy",
            "2 personnes et 1 robots ne tiennent pas à 2 places.",
        ),
        ("play islands --colour red", "--colour"),
        ("play --resume nowhere.tablee", "nowhere.tablee : ce fichier n'existe pas."),
        ("play islands --seats 9 --language en", "This game takes 2 to 5 players, not 9."),
        ("dance", "dance"),
        ("rules nope", "Aucun jeu"),
        ("arena islands --option fast", "Une option s'écrit nom=valeur, pas « fast »."),
        ("arena islands --matches 0", "Il faut au moins une partie et un robot"),
        ("arena islands --bots random --pairing ladder", "deux robots pour des paires"),
        ("arena islands --bots random,greedy,random --seats 2", "3 robots pour 2 places : c'est trop."),
        ("arena islands --seats 2 --plot README.md/x.svg", "Impossible d'écrire dans README.md"),
        ("arena islands --seats 3 --plot x.svg", "Seules des paires ont des classements à dessiner"),
        ("arena islands --file README.md/x", "Impossible d'écrire dans README.md"),
        ("train islands --folder README.md/x", "Impossible d'écrire dans README.md/x"),
        ("train islands --greedy-share 2", "Une part des parties va de 0 à 1, pas 2.0."),
        ("replay nowhere.tablee", "ce fichier n'existe pas"),
    ],
)
def test_a_bad_value_is_reported_in_one_line_with_the_possible_values(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, output, errors = run(capsys, *arguments.split())
    assert (2, "") == (code, output)
    assert message in errors
    assert 1 == errors.count("\n")


@pytest.mark.parametrize(
    "arguments, name",
    [("arena", "KEY"), ("backup", "FILE"), ("host close", "TABLE"), ("dataset mine", "--out")],
)
def test_a_missing_argument_is_named_as_the_help_writes_it(
    arguments: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = f"tablee {arguments.removesuffix(' mine')}"
    code, output, errors = run(capsys, *arguments.split())
    assert (2, "") == (code, output)
    assert f'tablee: {command} needs {name}; "{command} --help" says more.\n' == errors


def test_a_good_record_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "good.tablee"
    file.write_text(finished_record(salt="pepper"), "utf-8")
    code, output, _ = run(capsys, "verify", str(file))
    assert 0 == code
    assert "la donne est bien celle qui avait été promise" in output
    assert "tous conformes aux règles" in output
    assert "fin : " in output


def test_an_unfinished_match_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "half.tablee"
    file.write_text("\n".join(finished_record().splitlines()[:10]) + "\n", "utf-8")
    code, output, _ = run(capsys, "verify", str(file))
    assert 0 == code
    assert "la partie n'est pas finie" in output
    assert "rien n'avait été promis" in output


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("tablee record 1", "hello", "Ligne 1 : ce n'est pas une partie enregistrée"),
        ("game: islands 1", "game: nope 1", "Aucun jeu ne s'appelle « nope »"),
        ("game: islands 1", "game: islands 7", "d'autres règles : islands 7, ici islands 1"),
        ("pieces: ", "pieces: 0", "d'autres pièces"),
        ("seats: 3", "seats: many", "« many » n'est pas un nombre (seats)"),
        ("seed: cli\n", "", "L'en-tête n'a pas de ligne « seed: »"),
        ("seed: cli", "seed: other", "la donne n'est PAS"),
        ("\n1 ", "\n2 ", "Ligne 9 : on attendait le coup 1, pas le coup 2."),
        ("\nend ", "\nend 99 ", "La fin enregistrée est 99"),
        ("\nend ", "\nHello\nend ", "« Hello » n'est ni un coup ni la fin."),
        (" draw ", " sing ", "« sing » n'est pas un mot de ce jeu"),
    ],
)
def test_a_record_that_fails_is_reported_with_the_reason(
    old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = finished_record(salt="pepper")
    assert old in text
    file = tmp_path / "bad.tablee"
    file.write_text(text.replace(old, new, 1), "utf-8")
    code, output, errors = run(capsys, "verify", str(file))
    assert (1, "") == (code, errors)
    assert "✗" in output
    if new != "seed: other":
        assert message in output


def test_a_seed_that_differs_from_its_commitment_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "commitment.tablee"
    file.write_text(finished_record(salt="pepper").replace("salt: pepper", "salt: sugar"), "utf-8")
    code, output, _ = run(capsys, "verify", str(file))
    assert 1 == code
    assert "la donne n'est PAS celle qui avait été promise" in output


def test_an_illegal_move_is_refused_with_its_line_and_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = finished_record().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("1 "))
    lines[at] = lines[at].split("draw")[0] + "name A"
    file = tmp_path / "illegal.tablee"
    file.write_text("\n".join(lines), "utf-8")
    code, output, errors = run(capsys, "verify", str(file))
    assert (1, "") == (code, errors)
    assert f"Ligne {at + 1}" in output
    assert "il faut d’abord choisir une pioche (règle 44)" in output


def test_one_bad_file_among_good_ones_sets_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.tablee"
    good.write_text(finished_record(), "utf-8")
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\x89PNG\xff\xfe")
    code, output, _ = run(capsys, "verify", str(good), str(tmp_path), str(binary), str(tmp_path / "none"))
    assert 1 == code
    assert "c'est un dossier" in output
    assert "illisible" in output
    assert "n'existe pas" in output
    assert f"✓ {good}" in output


def test_rules_are_printed_in_the_requested_language(capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("fr", "en"):
        code, output, _ = run(capsys, "rules", "islands", "--language", language)
        assert (0, strip_pictures(games.load("islands").rules(language))) == (code, output)


def test_a_pieces_file_of_the_user_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours = games.load("islands").pieces.file.read_text("utf-8")
    own = tmp_path / "islands.toml"
    own.write_text(ours.replace('edition = "reconstruction"', 'edition = "mine"'), "utf-8")
    code, output, _ = run(capsys, "pieces", "islands", "--check", str(own))
    assert 0 == code
    assert "édition « mine »" in output
    own.write_text(ours.replace("T01 = { lamp = 1", "T01 = { lump = 1"), "utf-8")
    code, output, errors = run(capsys, "pieces", "islands", "--check", str(own))
    assert (2, "") == (code, output)
    assert "tile T01: 'lump' is not one of " in errors
    code, _, errors = run(capsys, "pieces", "islands", "--check", str(tmp_path / "none.toml"))
    assert 2 == code
    assert "none.toml : ce fichier n'existe pas." in errors


def test_about_names_versions_pieces_and_authors(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = run(capsys, "about")
    assert 0 == code
    assert f"Python {sys.version.split()[0]}" in output
    assert "compilées" in output or "Python pur" in output
    for game in games.all():
        assert f"{game.key} {game.version}: " in output
        assert game.pieces.fingerprint in output


def test_a_game_adds_its_own_commands(bell: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert (0, "ding ding ding \n", "") == run(capsys, bell.key, "chime", "--times", "3")
    code, output, errors = run(capsys, bell.key, "dance")
    assert (2, "") == (code, output)
    assert "dance" in errors


def test_a_game_without_commands_tells_how_to_play_it(capsys: pytest.CaptureFixture[str]) -> None:
    key = next(game.key for game in games.all() if not game.commands())
    code, output, _ = run(capsys, key)
    assert 0 == code
    assert f"tablee play {key}" in output


def test_the_help_of_play_lists_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = run(capsys, "play", "--help")
    assert 0 == code
    assert set(bots.names()) <= set(re.findall(r"\w+", output))
