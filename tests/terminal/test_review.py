"""Tests of `tablee review` on golden records."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from tablee import cli, games
from tablee.core.i18n import LANGUAGES
from tablee.terminal.review import BARS, CURVE_WIDTH, spark_line

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_names_turning_points_and_what_would_have_been_better(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    """In this match A gives up in round 6, which costs points of the round and helps the rival."""
    file = GOLDEN / "mine/tests/golden/story.txt"
    text = run(capsys, str(file), "--lang", language, "--simulations", "1500")
    assert ("Coup 143" if language == "fr" else "Move 143") in text
    assert ("Mieux :" if language == "fr" else "Better:") in text
    assert ("Manche 6" if language == "fr" else "Round 6") in text
    assert "review." not in text
    assert "items." not in text


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
