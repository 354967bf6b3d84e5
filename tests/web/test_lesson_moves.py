"""In every position of every lesson, a legal move that the step does not accept changes only the answer."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tablee import games
from tablee.core.lesson import LEARNER, Lesson, lessons
from web.build import WEB, node_executable

ALL = [lesson for game in games.all() for lesson in lessons(game)]


def positions(lesson: Lesson, path: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
    """Yield the positions in which a move is asked for: the moves that lead there, and those to refuse."""
    step = lesson.steps[len(path)]
    if step.accept:
        legal = lesson.follow(path).state.view(LEARNER)["moves"]
        yield {"path": path, "refused": [move for move in legal if move not in step.accept]}
    if len(path) + 1 < len(lesson.steps):
        for move in step.accept or ("",):
            yield from positions(lesson, (*path, move))


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game.key}-{lesson.name}")
def test_a_legal_move_that_a_step_does_not_accept_is_a_mistake(lesson: Lesson) -> None:
    asked = list(positions(lesson))
    given = json.dumps({"script": lesson.render(), "positions": asked})
    command = [node_executable(), "--no-warnings", "tests/lessonMoves.ts"]
    done = subprocess.run(command, cwd=WEB, input=given, check=True, capture_output=True, text=True)
    refused = sum(len(each["refused"]) for each in asked)
    assert {"tried": refused, "wrong": []} == json.loads(done.stdout)
    assert refused
