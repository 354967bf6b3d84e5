"""Lessons call the buttons of the board by the words on them."""

from __future__ import annotations

import pytest

from tablee.core.lesson import find_lesson
from tablee.games.mine import GAME

# What a step touches, and the text on that button.
BUTTONS = {
    "[data-tool='turn']": "web.turn.short",
    "[data-tool='flip']": "web.flip.short",
    "[data-thing='hand']": "web.put-back.short",
}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_lesson_of_tiles_names_every_button_that_it_shows(language: str) -> None:
    words = GAME.translations(language)
    named = {
        selector: step.say[language]
        for step in find_lesson(GAME, "2-tiles").steps
        for selector in step.touch
        if selector in BUTTONS
    }
    assert set(BUTTONS) == set(named)
    for selector, sentence in named.items():
        assert words(BUTTONS[selector]) in sentence
