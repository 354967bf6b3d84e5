"""The command `tablee arena`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli import main
from tablee.lab import commands


def test_a_chart_of_one_pair_is_drawn(tmp_path: Path) -> None:
    chart = tmp_path / "new" / "pair.svg"
    commands.arena("islands", bots="random,greedy", seats=2, matches=4, plot=chart, processes=1)
    assert "random &lt; greedy" in chart.read_text("utf-8")


def test_a_bot_reads_a_file_that_was_given_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It cannot without: the file lies in another folder."""
    (tmp_path / "bots").mkdir()
    bot, data = tmp_path / "bots" / "mine.py", tmp_path / "data.txt"
    bot.write_text(
        "from pathlib import Path\n"
        'place = int(Path(__file__).with_name("data.txt").read_text())\n'
        'def mine(view, resample, budget, rng):\n    return view["moves"][place]\n'
    )
    data.write_text("-1")
    command = ["arena", "islands", "--bots", f"{bot}:mine,random", "--matches", "4", "--processes", "2"]
    with pytest.raises(FileNotFoundError):
        main(command)
    with pytest.raises(SystemExit) as ended:
        main([*command, "--with", str(data)])
    assert 0 == ended.value.code
    assert "2 deals" in capsys.readouterr().out


def test_an_arena_of_another_experiment_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ledger.jsonl"
    for seconds, code in (("1", 0), ("3", 2)):
        with pytest.raises(SystemExit) as ended:
            main(["arena", "islands", "--matches", "2", "--file", str(file), "--seconds", seconds])
        assert code == ended.value.code
    printed = capsys.readouterr().err
    assert 1 == printed.count("\n")
    assert "(seconds)" in printed
