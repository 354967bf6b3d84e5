"""Tests of `tablee review` on golden records."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from tablee import cli, games
from tablee.bots.review import ReviewedMove
from tablee.core.i18n import LANGUAGES
from tablee.terminal.review import BARS, CURVE_WIDTH, describe_move, spark_line
from tablee.terminal.sentences import Sentences

GOLDEN = Path(games.__file__).parent


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with contextlib.suppress(SystemExit):
        cli.main(["review", *arguments])
    return capsys.readouterr().out


def test_json_is_the_whole_review(capsys: pytest.CaptureFixture[str]) -> None:
    file = GOLDEN / "bonbons/tests/golden/quick.txt"
    found = json.loads(run(capsys, str(file), "--json", "--simulations", "200"))
    assert (found["version"], found["game"], found["seats"]) == (1, "bonbons", 2)
    assert found["curve"][-1] == [0, 4]
    assert {"ply", "seat", "words", "mark", "best", "cost", "chance_cost", "error", "reasons"} <= set(
        found["moves"][0]
    )
    assert "remembered" in found["notes"]


@pytest.mark.parametrize(
    "language, sentence",
    [
        (
            "en",
            "Move 44 (costly). B Bob takes tile 2 and places it in the middle, column 4. "
            "Better: B Bob takes tile 3 and places it in the middle, column 4. About 4 points more. "
            "What changes: Fourth dream +2, best rival held back +2.",
        ),
        (
            "fr",
            "Coup 44 (coûteux). B Bob prend la tuile 2 et la pose au milieu, colonne 4. "
            "Mieux : B Bob prend la tuile 3 et la pose au milieu, colonne 4. Environ 4 points de plus. "
            "Ce qui change : Quatrième rêve +2, meilleur adversaire freiné +2.",
        ),
    ],
)
def test_a_turning_point_says_what_would_have_been_better_and_why(language: str, sentence: str) -> None:
    sentences = Sentences(games.load("islands"), language, ["Ana", "Bob"])
    reasons = [("dream-4", 2.4), ("rivals", 1.8), ("palms", 0.4)]
    move = ReviewedMove(43, 1, "take 2 m4", "costly", "take 3 m4", 4.2, 2.4, 0.16, 1.2, reasons)
    assert describe_move(move, sentences) == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_has_a_curve_and_totals_for_every_seat(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    text = run(
        capsys, str(GOLDEN / "bonbons/tests/golden/quick.txt"), "--lang", language, "--simulations", "200"
    )
    assert ("Choix :" if language == "fr" else "Choices:") in text
    assert len([line for line in text.splitlines() if "→" in line]) == 2
    assert "review." not in text
    # Sweets are counted in tiles.
    assert ("tuile" if language == "fr" else "tile") in text
    assert "point" not in text


def test_a_match_that_is_not_over_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (GOLDEN / "bonbons/tests/golden/quick.txt").read_text("utf-8").splitlines()
    file = tmp_path / "running.txt"
    file.write_text("\n".join(lines[:-4]) + "\n", "utf-8")
    with pytest.raises(SystemExit) as ended:
        cli.main(["review", str(file), "--lang", "en"])
    assert ended.value.code == cli.BAD_COMMAND
    assert "isn’t over" in capsys.readouterr().err


def test_a_number_of_simulations_below_one_is_refused() -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["review", str(GOLDEN / "bonbons/tests/golden/quick.txt"), "--simulations", "0"])
    assert ended.value.code == cli.BAD_COMMAND


def test_a_curve_is_drawn_from_its_least_to_its_largest_value() -> None:
    assert spark_line([1.0, 2.0]) == BARS[0] + BARS[-1]
    assert spark_line([3.0, 3.0, 3.0]) == 3 * BARS[0]
    assert len(spark_line([float(value) for value in range(500)])) == CURVE_WIDTH
