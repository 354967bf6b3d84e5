"""The command `tablee arena`."""

from __future__ import annotations

from pathlib import Path

from tablee.lab import commands


def test_a_chart_of_one_pair_is_drawn(tmp_path: Path) -> None:
    chart = tmp_path / "new" / "pair.svg"
    commands.arena("islands", bots="random,greedy", seats=2, matches=4, plot=chart, processes=1)
    assert "random &lt; greedy" in chart.read_text("utf-8")
