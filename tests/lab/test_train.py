"""Teaching the bots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tablee import games
from tablee.bots.knowledge import read_knowledge
from tablee.lab.train import Course, Report, inputs, store, usual_course


def test_a_game_is_learned_again_as_it_was_learned(tmp_path: Path) -> None:
    """What was learned remembers its course."""
    course = replace(Course("islands"), matches=24, hidden=2, spread=9.0, par=50.0, rate=0.03)
    size = (inputs(games.load("islands")) + 2) * 2 + 1
    store(course, [Report(2, weights=[0.5] * size)], tmp_path)
    learned = read_knowledge(tmp_path / "sense.json")
    assert (24, 2, 9.0, 50.0, 0.03) == (
        learned.matches,
        learned.hidden,
        learned.spread,
        learned.par,
        learned.rate,
    )


def test_every_game_has_a_usual_course() -> None:
    for game in games.all():
        assert game.key == usual_course(game.key).key
