"""Every lesson of every game: each step is legal on the rules, and says something in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.lesson import LEARNER, Lesson, find_lesson, lessons

LANGUAGES = {"fr", "en"}
# A sentence is read while the finger waits.
MAX_WORDS = 16
MAX_NODES = 60
# What a first lesson promises, and how long its parts take, in s: to look at a step, to touch what it asks
# for and confirm, to watch a move of others.
PROMISED_S = 90
WORDS_PER_S = 3
LOOK_S = 3
TOUCH_S = 3
WATCH_S = 1.6
ALL = [lesson for game in games.all() for lesson in lessons(game)]
EACH = pytest.mark.parametrize("lesson", ALL, ids=[f"{lesson.game.key}-{lesson.name}" for lesson in ALL])


def nodes_of(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a node and all nodes below it."""
    yield node
    for following in node["next"].values():
        yield from nodes_of(following)


@EACH
def test_every_way_through_a_lesson_is_legal_and_reaches_its_last_step(lesson: Lesson) -> None:
    nodes = list(nodes_of(lesson.render()["root"]))
    ends = [node for node in nodes if not node["next"]]
    assert {len(lesson.steps) - 1} == {node["step"] for node in ends}
    assert len(nodes) <= MAX_NODES


@EACH
def test_a_step_that_asks_for_a_move_offers_it_and_answers_every_other_touch(lesson: Lesson) -> None:
    for node in nodes_of(lesson.render()["root"]):
        step = lesson.steps[node["step"]]
        assert set(step.accept) <= set(node["view"]["moves"])
        assert not step.accept or (LEARNER in node["view"]["actors"] and LANGUAGES == set(step.wrong))


@EACH
def test_sentences_are_short_and_in_both_languages(lesson: Lesson) -> None:
    assert LANGUAGES == set(lesson.title)
    for step in lesson.steps:
        assert LANGUAGES == set(step.say)
        for text in [*step.say.values(), *step.wrong.values()]:
            words = [word for word in text.split() if any(map(str.isalnum, word))]
            assert len(words) <= MAX_WORDS, text


@EACH
def test_the_last_step_asks_for_nothing(lesson: Lesson) -> None:
    assert not lesson.steps[-1].accept
    assert not lesson.steps[-1].then


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
def test_every_game_has_a_first_lesson_and_others(game: Any) -> None:
    assert len(lessons(game)) >= 3


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
def test_a_first_lesson_takes_about_a_minute_and_a_half_at_most(game: Any, language: str) -> None:
    steps = lessons(game)[0].steps
    words = sum(len(step.say[language].split()) for step in steps)
    touched, watched = sum(bool(step.accept) for step in steps), sum(len(step.then) for step in steps)
    estimate = words / WORDS_PER_S + LOOK_S * len(steps) + TOUCH_S * touched + WATCH_S * watched
    assert estimate <= PROMISED_S


def test_a_lesson_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Illegal, match="no-such-lesson"):
        find_lesson(games.all()[0], "9-none")
